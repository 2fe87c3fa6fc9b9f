public import MatchmarkCore

/// Who asked for something: the person, or the app's own code.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person in front of the screen.
  case user
  /// The app.
  case app
}

/// A part of the search field that shows by itself until the app assigns it.
public enum ShownPart: String, Sendable, Hashable, CaseIterable {
  /// The scope bar.
  case scopeBar = "set-shows-scope-bar"
  /// The results list.
  case results = "set-shows-results"
  /// The cancel button.
  case cancelButton = "set-shows-cancel-button"
}

/// One thing that happens to a search field.
public enum SessionEvent: Sendable, Hashable {
  /// The search begins; where it has begun, the person's tap gives the field the focus.
  case activate(by: Actor)
  /// Text is typed at the end of the field.
  case type(String)
  /// The last character is deleted, or, where there is no text, the last token.
  case backspace
  /// The whole text is replaced.
  case setText(String)
  /// A token is inserted at an index among the tokens; nil is behind the last.
  case insertToken(SearchToken, at: Int?)
  /// The app removes the token at an index.
  case removeToken(at: Int)
  /// The person deletes the token at an index, where that is allowed.
  case deleteToken(at: Int)
  /// A range of the text, in characters, becomes a token.
  case convertText(Range<Int>, SearchToken, at: Int?)
  /// Tokens go to the pasteboard.
  case copyTokens(Range<Int>)
  /// The payload on the pasteboard becomes tokens behind the last.
  case paste(String)
  /// A scope title is selected: 0 is the one that matches every row.
  case selectScope(Int)
  /// The search key: the keyboard goes, the search stays.
  case search
  /// The search is cancelled: text and tokens go, the scope stays.
  case cancel
  /// A row of the list on screen is tapped, counted from 0.
  case tapRow(Int)
  /// A line of the suggestion list is chosen, counted from 0; its token is appended.
  case chooseSuggestion(Int)
  /// The app assigns suggestions of its own, shown until one is chosen or the query changes.
  case setSuggestions([String])
  /// One of the app's suggestions is chosen, counted from 0.
  case chooseSearchSuggestion(Int)
  /// The app assigns whether a part shows; it no longer shows by itself.
  case show(ShownPart, Bool)
  /// The state is saved.
  case save
  /// A saved state is read, the last saved one without an argument; activity waits for `appear`.
  case restore(String?)
  /// The view appears, which completes a restoration.
  case appear
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
    case .removeToken, .deleteToken: "remove-token"
    case .convertText: "convert-text"
    case .copyTokens: "copy-tokens"
    case .paste: "paste"
    case .selectScope: "select-scope"
    case .search: "search"
    case .cancel: "cancel"
    case .tapRow: "tap-row"
    case .chooseSuggestion: "choose-suggestion"
    case .setSuggestions: "set-suggestions"
    case .chooseSearchSuggestion: "choose-search-suggestion"
    case .show(let part, _): part.rawValue
    case .save: "save"
    case .restore: "restore"
    case .appear: "appear"
    }
  }

  /// All names, for messages about an unknown one.
  package static let names =
    [
      "activate", "type", "backspace", "set-text", "insert-token", "remove-token", "select-scope",
      "cancel", "convert-text", "copy-tokens", "paste", "search", "tap-row", "choose-suggestion",
      "set-suggestions", "choose-search-suggestion", "save", "restore", "appear",
    ] + ShownPart.allCases.map(\.rawValue)
}
