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
