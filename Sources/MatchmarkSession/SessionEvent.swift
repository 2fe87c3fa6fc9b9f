public import MatchmarkCore

/// Who asked for something: the person, or the app's own code.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person in front of the screen.
  case user
  /// The app.
  case app
}

/// One thing that happens to a search field.
public enum SessionEvent: Sendable, Hashable {
  /// The search begins.
  case activate(by: Actor)
  /// Text is typed at the end of the field.
  case type(String)
  /// The last character is deleted, or, where there is no text, the last token.
  case backspace
  /// The whole text is replaced.
  case setText(String)
  /// A token is inserted at an index among the tokens; nil is behind the last.
  case insertToken(SearchToken, at: Int?)
  /// The token at an index is removed.
  case removeToken(at: Int)
  /// A scope title is selected: 0 is the one that matches every row.
  case selectScope(Int)
  /// The search is cancelled: text and tokens go, the scope stays.
  case cancel
}

extension SessionEvent {
  /// The name by which trace files know the event.
  public var name: String {
    switch self {
    case .activate: "activate"
    case .type: "type"
    case .backspace: "backspace"
    case .setText: "set-text"
    case .insertToken: "insert-token"
    case .removeToken: "remove-token"
    case .selectScope: "select-scope"
    case .cancel: "cancel"
    }
  }

  /// All names, for messages about an unknown one.
  package static let names = [
    "activate", "type", "backspace", "set-text", "insert-token", "remove-token", "select-scope",
    "cancel",
  ]
}
