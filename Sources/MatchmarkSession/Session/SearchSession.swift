public import MatchmarkCore

/// The state of a search field as a value: events go in, queries and delegate events come out.
///
/// A session knows the content of the screen and the delegate methods that are called; the matching
/// rows come from a matcher. It has no screen, clock or thread: the state after an event depends
/// only on the state before it and the event.
///
/// ```swift
/// var session = SearchSession(for: corpus)
/// _ = try session.apply(.activate(by: .user))
/// if let keystroke = try session.apply(.type("ros")) { print(keystroke.query) }
/// ```
public struct SearchSession: Sendable, Hashable {
  /// The app's settings.
  public let settings: SessionSettings
  /// The choices that decide which rows match and what an empty query shows.
  public let profile: SearchProfile
  /// The scope titles, beginning with the one that matches every row; empty without a scope bar.
  public let scopeTitles: [String]
  /// The tokens that the suggestion list offers and that a pasted payload may contain.
  public let candidates: [FieldToken]

  /// The tokens, the text and the selection.
  public internal(set) var field = SearchField()
  /// The index in ``scopeTitles`` of the selected scope.
  public internal(set) var scopeIndex = 0
  /// True if the search is active.
  public internal(set) var isActive = false
  /// True if the field has the focus.
  public internal(set) var isFirstResponder = false
  /// True if the user can use the search bar.
  public internal(set) var isEnabled = true
  /// The title of the view.
  public internal(set) var title: String
  /// The content that was last copied or pasted.
  public internal(set) var pasteboard = Pasteboard()
  /// The app's own suggestions, which stay until one is chosen or the query changes.
  public internal(set) var searchSuggestions: [Suggestion] = []
  /// The state that was saved last, as JSON.
  public internal(set) var savedState: String?
  /// True if anything was typed since the search began.
  var hasTyped = false
  /// The parts that the app shows or hides explicitly.
  var assigned: [ShownPart: Bool] = [:]
  /// True if a restored search gets the focus once the view appears, false if it only becomes
  /// active; nil if no restoration is pending.
  var pendingFocus: Bool?
  /// The content of the field before each change, oldest first.
  var undoGroups: [SearchField] = []

  /// The maximum number of changes that can be undone.
  public static let undoLimit = 100

  /// Creates an inactive session.
  ///
  /// - Parameter candidates: the tokens with known values, in the order of the suggestion list.
  public init(
    profile: SearchProfile = SearchProfile(name: "plain", textFields: []),
    scopeTitles: [String] = [], candidates: [SearchToken] = [],
    settings: SessionSettings = SessionSettings()
  ) {
    self.profile = profile
    self.scopeTitles = scopeTitles
    self.candidates = candidates.map { token in
      settings.tokens.first { $0.searchToken == token } ?? FieldToken(token)
    }
    self.settings = settings
    title = settings.title
  }

  /// Creates an inactive session over a corpus and its profile.
  public init(for corpus: FoldedCorpus, settings: SessionSettings = SessionSettings()) {
    let profile = corpus.profile
    self.init(
      profile: profile,
      scopeTitles: profile.scope.map { [$0.allTitle] + corpus.scopeTitles } ?? [],
      candidates: zip(profile.facets, corpus.facets).flatMap { name, facet in
        facet.values.map { SearchToken(facet: name, value: $0) }
      },
      settings: settings)
  }

  /// The tokens, in field order.
  public var tokens: [FieldToken] { field.tokens }

  /// The typed text.
  public var text: String { field.text }

  /// The current query.
  ///
  /// A token of a facet that the profile lacks constrains nothing but counts as a token. A query
  /// with such a token would be refused, so it is replaced by a token without a value if the
  /// profile has a facet. A session without rows passes every token on.
  public var query: SearchQuery {
    SearchQuery(
      text, tokens: tokens.compactMap(queryToken),
      scope: scopeIndex == 0 ? nil : scopeTitles[scopeIndex])
  }

  private func queryToken(_ token: FieldToken) -> SearchToken? {
    if profile.textFields.isEmpty || profile.facets.contains(token.facet) {
      return token.searchToken
    }
    return profile.facets.first.map { SearchToken(facet: $0, value: "") }
  }

  /// Applies an event.
  ///
  /// - Returns: the keystroke that results from the event; nil if nothing is searched.
  public mutating func apply(_ event: SessionEvent) throws(SessionError) -> Keystroke? {
    try step(event).keystroke
  }

  /// Applies an event and returns everything that resulted from it.
  ///
  /// - Parameter matchCount: the number of rows in the list on screen, if the caller knows it; it
  ///   decides what a tap means under ``NoMatchMode/suggestions``.
  /// - Complexity: O(text + tokens).
  public mutating func step(
    _ event: SessionEvent, matchCount: Int? = nil
  ) throws(SessionError) -> SessionStep {
    guard isEnabled || !event.needsEnabledBar else { return SessionStep(.disabled) }
    let before = field
    let step = try perform(event, matchCount: matchCount)
    if event.isUndoable && !field.holdsTheSame(as: before) {
      undoGroups = undoGroups.suffix(Self.undoLimit - 1) + [before]
    }
    return step
  }

  private mutating func perform(
    _ event: SessionEvent, matchCount: Int?
  ) throws(SessionError) -> SessionStep {
    switch event {
    case .activate(let actor): return activate(by: actor)
    case .deactivate: return deactivate()
    case .cancel: return cancel()
    case .search: return endEditing(telling: [.searchClicked])
    case .endEditing: return endEditing(telling: [])
    case .selectScope(let index): return selectScope(index)
    case .type(let typed): return try replaceSelection(with: typed)
    case .backspace: return try deleteBackward()
    case .setText(let text):
      return try change(to: field.replacingText(in: field.textualRange, with: text))
    case .markText(let composed): return try mark(composed)
    case .unmarkText: field.markedRange = nil
    case .convertText(let range, let token, let index):
      return try convert(range, into: token, at: index)
    case .undo: return undo()
    case .select(let range): return try select(range)
    case .copy: return copy()
    case .cut: return try cut()
    case .paste(let payload?): return try paste(payload)
    case .paste(nil): return try pasteWhatWasCopied()
    case .insertToken(let token, let index): return try insert([token], at: index)
    case .removeToken(let index): return try removeToken(at: index)
    case .deleteToken(let index): return try deleteToken(at: index)
    case .tapRow(let index): return try tapRow(index, matchCount: matchCount)
    case .tapButton(.bookmark): return SessionStep(telling: [.bookmarkClicked])
    case .tapButton(.resultsList): return SessionStep(telling: [.resultsListClicked])
    case .chooseSuggestion(let index): return try chooseSuggestion(index)
    case .chooseSearchSuggestion(let index): return try chooseSearchSuggestion(index)
    case .setSuggestions(let suggestions): searchSuggestions = suggestions
    case .show(let part, let isShown): assigned[part] = isShown
    case .setEnabled(let isEnabled): self.isEnabled = isEnabled
    case .setTitle(let title): self.title = title
    case .save: save()
    case .restore(let state): return try restore(state)
    case .appear: return appear()
    }
    return SessionStep()
  }

  /// Returns a step that notifies the delegate of `events` and then, if the search is active,
  /// requests results.
  func searching(
    _ cause: EventClass, telling events: [EmittedEvent], then last: [EmittedEvent] = []
  ) -> SessionStep {
    var step = SessionStep(telling: events + (isActive ? [.update] : []) + last)
    step.keystroke = isActive ? Keystroke(query: query, eventClass: cause) : nil
    return step
  }
}

extension SessionEvent {
  fileprivate var isUndoable: Bool {
    switch self {
    case .undo, .cancel, .deactivate, .restore: false
    default: true
    }
  }
}

/// The list that the user sees.
public enum VisibleList: String, Sendable, Hashable, Codable, CaseIterable {
  /// The list from which the search began; it also shows the results if there is no results list.
  case presenting
  /// The results list.
  case results
}

extension SearchSession {
  /// Returns the content of the list; nothing while the search is inactive.
  ///
  /// - Parameter matchCount: the number of matching rows, if known.
  public func displayState(matchCount: Int? = nil) -> DisplayState {
    guard isActive else { return .none }
    let state = profile.displayState(of: query)
    let isWithoutRows = state == .results && matchCount == 0
    return isWithoutRows && settings.noMatch == .suggestions ? .suggestions : state
  }

  /// True if the scope bar is visible; never if there are fewer than two titles.
  public var showsScopeBar: Bool {
    guard scopeTitles.count >= 2 else { return false }
    if let isShown = assigned[.scopeBar] { return isShown }
    return switch settings.scopeBar {
    case .manual: false
    case .onActivation: isActive
    case .onTextEntry: isActive && hasTyped
    case .whenQueryNonEmpty: isActive && !field.isEmpty
    }
  }

  /// True if the results list is visible.
  public var showsResults: Bool {
    guard isActive else { return false }
    return assigned[.results] ?? (settings.results == .onActivation || !text.isEmpty)
  }

  /// True if the cancel button is visible.
  public var showsCancelButton: Bool { assigned[.cancelButton] ?? isActive }

  /// True if the field is highlighted.
  public var isHighlighted: Bool { isActive && isFirstResponder }

  /// The list that the user sees.
  public var visibleList: VisibleList {
    settings.hasResultsList && showsResults ? .results : .presenting
  }
}
