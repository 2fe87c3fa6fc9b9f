public import MatchmarkCore

/// The kind of keystroke, by what caused it; figures of different kinds are never mixed.
public enum EventClass: String, Sendable, Hashable, Codable, CaseIterable {
  /// The first character of a text.
  case firstKey = "first-key"
  /// Any later change of the text.
  case laterKey = "later-key"
  /// A token came or went.
  case tokenChange = "token-change"
  /// Another scope was selected.
  case scopeChange = "scope-change"
  /// Whatever the cause: the query shows every row.
  case browse
  /// Whatever the cause: the query shows the suggestion list.
  case suggestions

  /// The class of a keystroke, given its cause and what it shows.
  public init(cause: EventClass, showing state: DisplayState) {
    self =
      switch state {
      case .browse: .browse
      case .suggestions, .none: .suggestions
      case .results: cause
      }
  }
}

/// One query of a typing session, and what caused it.
public struct Keystroke: Sendable, Hashable {
  /// What is asked.
  public let query: SearchQuery
  /// What caused it.
  public let eventClass: EventClass

  /// Creates a keystroke.
  public init(query: SearchQuery, eventClass: EventClass) {
    self.query = query
    self.eventClass = eventClass
  }
}

/// Why an event cannot happen; the session is unchanged.
public enum SessionError: Error, Hashable, Sendable {
  /// A token index outside the field.
  case tokenIndexOutOfRange(Int, tokenCount: Int)
  /// The text would be over ``SearchLimits/querySizeInBytes``.
  case textTooLong(sizeInBytes: Int)
  /// The field would hold more than ``SearchLimits/tokenCount`` tokens.
  case tooManyTokens(Int)
}

extension SessionError: CustomStringConvertible {
  /// What was got and what was expected.
  public var description: String {
    switch self {
    case .tokenIndexOutOfRange(let index, let tokenCount):
      "got token index \(index), expected one of the \(tokenCount) tokens of the field"
    case .textTooLong(let sizeInBytes):
      "got a text of \(sizeInBytes) bytes, expected at most \(SearchLimits.querySizeInBytes)"
    case .tooManyTokens(let count):
      "got \(count) tokens, expected at most \(SearchLimits.tokenCount)"
    }
  }
}

/// The search field as a value: events go in, queries come out.
public struct SearchSession: Sendable, Hashable {
  /// The scope titles, the one that matches every row first; empty without a scope bar.
  public let scopeTitles: [String]
  /// The typed text.
  public private(set) var text = ""
  /// The tokens, in field order.
  public private(set) var tokens: [SearchToken] = []
  /// The selected scope title, an index into ``scopeTitles``.
  public private(set) var scopeIndex = 0
  /// Whether the search is active.
  public private(set) var isActive = false

  /// An inactive session.
  public init(scopeTitles: [String] = []) { self.scopeTitles = scopeTitles }

  /// An inactive session over the scope titles of a corpus seen through its profile.
  public init(for corpus: FoldedCorpus) {
    self.init(
      scopeTitles: corpus.profile.scope.map { [$0.allTitle] + corpus.scopeTitles } ?? [])
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
    switch event {
    case .activate:
      isActive = true
      return keystroke(.laterKey)
    case .type(let typed):
      return try edit(to: text + typed)
    case .setText(let text):
      return try edit(to: text)
    case .backspace:
      return try deleteBackward()
    case .insertToken(let token, let index):
      return try insert(token, at: index ?? tokens.count)
    case .removeToken(let index):
      return try removeToken(at: index)
    case .selectScope(let index):
      // An index out of range is ignored, as the platform's own search bar does.
      guard scopeTitles.indices.contains(index) else { return nil }
      scopeIndex = index
      return keystroke(.scopeChange)
    case .cancel:
      text = ""
      tokens = []
      isActive = false
      return nil
    }
  }

  private mutating func edit(to newText: String) throws(SessionError) -> Keystroke? {
    let sizeInBytes = newText.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    let isFirst = text.isEmpty && !newText.isEmpty
    text = newText
    return keystroke(isFirst ? .firstKey : .laterKey)
  }

  private mutating func deleteBackward() throws(SessionError) -> Keystroke? {
    if !text.isEmpty { return try edit(to: String(text.dropLast())) }
    return tokens.isEmpty ? nil : try removeToken(at: tokens.count - 1)
  }

  private mutating func insert(
    _ token: SearchToken, at index: Int
  ) throws(SessionError) -> Keystroke? {
    guard (0...tokens.count).contains(index) else {
      throw .tokenIndexOutOfRange(index, tokenCount: tokens.count)
    }
    guard tokens.count < SearchLimits.tokenCount else { throw .tooManyTokens(tokens.count + 1) }
    tokens.insert(token, at: index)
    return keystroke(.tokenChange)
  }

  private mutating func removeToken(at index: Int) throws(SessionError) -> Keystroke? {
    guard tokens.indices.contains(index) else {
      throw .tokenIndexOutOfRange(index, tokenCount: tokens.count)
    }
    tokens.remove(at: index)
    return keystroke(.tokenChange)
  }

  private func keystroke(_ cause: EventClass) -> Keystroke? {
    isActive ? Keystroke(query: query, eventClass: cause) : nil
  }
}
