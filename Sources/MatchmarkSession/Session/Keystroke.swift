public import MatchmarkCore

/// The kind of a keystroke, by its cause; figures of different kinds are never mixed.
public enum EventClass: String, Sendable, Hashable, Codable, CaseIterable {
  /// The first character of a text.
  case firstKey = "first-key"
  /// Any later change of the text.
  case laterKey = "later-key"
  /// A token was added or removed.
  case tokenChange = "token-change"
  /// Another scope was selected.
  case scopeChange = "scope-change"
  /// The query shows every row, whatever the cause.
  case browse
  /// The query shows the suggestion list, whatever the cause.
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
  /// The query.
  public let query: SearchQuery
  /// The cause of the query.
  public let eventClass: EventClass

  /// Creates a keystroke.
  public init(query: SearchQuery, eventClass: EventClass) {
    self.query = query
    self.eventClass = eventClass
  }
}
