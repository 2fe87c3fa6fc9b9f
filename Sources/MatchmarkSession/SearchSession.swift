public import MatchmarkCore

/// The search field as a value: events go in, queries and delegate events come out.
///
/// It knows what the person sees and what the delegates hear; which rows match is answered by a
/// matcher. Nothing here has a screen, a clock or a thread.
public struct SearchSession: Sendable, Hashable {
  /// What the app chose.
  public let settings: SessionSettings
  /// The scope titles, the one that matches every row first; empty without a scope bar.
  public let scopeTitles: [String]
  /// The tokens that the suggestion list offers, and a pasted payload may hold.
  public let candidates: [SearchToken]
  let folding: Folding

  /// The typed text.
  public internal(set) var text = ""
  /// The tokens, in field order.
  public internal(set) var tokens: [SearchToken] = []
  /// The selected scope title, an index into ``scopeTitles``.
  public internal(set) var scopeIndex = 0
  /// Whether the search is active.
  public internal(set) var isActive = false
  /// Whether the field has the focus.
  public internal(set) var isFirstResponder = false
  /// What was copied or is about to be pasted.
  public internal(set) var pasteboard = ""
  /// The app's own suggestions, until one is chosen or the query changes.
  public internal(set) var searchSuggestions: [String] = []
  /// The state that was saved last, as JSON.
  public internal(set) var savedState: String?
  var hasTyped = false
  var assigned: [ShownPart: Bool] = [:]
  var waitsForAppearance: Activity?

  /// What a restoration leaves for when the view appears.
  struct Activity: Sendable, Hashable {
    var isFirstResponder: Bool
  }

  /// An inactive session.
  public init(
    scopeTitles: [String] = [], candidates: [SearchToken] = [],
    settings: SessionSettings = SessionSettings(), folding: Folding = .caseInsensitive
  ) {
    self.scopeTitles = scopeTitles
    self.candidates = candidates
    self.settings = settings
    self.folding = folding
  }

  /// An inactive session over a corpus seen through its profile.
  public init(for corpus: FoldedCorpus, settings: SessionSettings = SessionSettings()) {
    let profile = corpus.profile
    self.init(
      scopeTitles: profile.scope.map { [$0.allTitle] + corpus.scopeTitles } ?? [],
      candidates: zip(profile.facets, corpus.facets).flatMap { name, facet in
        facet.values.map { SearchToken(facet: name, value: $0) }
      },
      settings: settings, folding: profile.folding)
  }

  /// What the field asks now.
  public var query: SearchQuery {
    SearchQuery(text, tokens: tokens, scope: scopeIndex == 0 ? nil : scopeTitles[scopeIndex])
  }

  /// Applies one event.
  ///
  /// - Returns: the keystroke that the event ends in; nil where nothing is searched.
  /// - Throws: ``SessionError``; the session is then unchanged.
  public mutating func apply(_ event: SessionEvent) throws(SessionError) -> Keystroke? {
    try step(event).keystroke
  }

  /// Applies one event and tells everything that came of it.
  ///
  /// - Throws: ``SessionError``; the session is then unchanged.
  public mutating func step(_ event: SessionEvent) throws(SessionError) -> SessionStep {
    switch event {
    case .type(let typed): return try edit(to: text + typed)
    case .setText(let text): return try edit(to: text)
    case .backspace: return try deleteBackward()
    case .convertText(let range, let token, let index):
      return try convert(range, into: token, at: index)
    case .insertToken(let token, let index): return try insert([token], at: index)
    case .removeToken(let index): return try removeToken(at: index)
    case .deleteToken(let index): return try deleteToken(at: index)
    case .copyTokens(let range): return try copyTokens(range)
    case .paste(let payload): return try paste(payload)
    case .chooseSuggestion(let index): return try chooseSuggestion(index)
    case .setSuggestions(let titles):
      searchSuggestions = titles
      return SessionStep()
    case .chooseSearchSuggestion(let index): return try chooseSearchSuggestion(index)
    case .save: return save()
    case .restore(let state): return try restore(state)
    case .activate, .appear, .cancel, .search, .selectScope, .show, .tapRow:
      return present(event)
    }
  }

  /// A step that tells `events` and then, where the search is active, asks for results.
  func searching(
    _ cause: EventClass, telling events: [EmittedEvent], then last: [EmittedEvent] = []
  ) -> SessionStep {
    var step = SessionStep()
    step.emitted = events + (isActive ? [.update] : []) + last
    step.keystroke = isActive ? Keystroke(query: query, eventClass: cause) : nil
    return step
  }
}
