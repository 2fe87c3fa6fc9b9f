/// The originator of a request: the user, or the app's own code.
public enum Actor: String, Sendable, Hashable, Codable, CaseIterable {
  /// The user in front of the screen.
  case user
  /// The app.
  case app
}

/// A part of the search field that is shown automatically until the app shows or hides it.
public enum ShownPart: String, Sendable, Hashable, Codable, CaseIterable {
  /// The scope bar.
  case scopeBar = "set-shows-scope-bar"
  /// The results list.
  case results = "set-shows-results"
  /// The cancel button.
  case cancelButton = "set-shows-cancel-button"
}

/// A button of the search bar that only reports that it was tapped.
public enum BarButton: String, Sendable, Hashable, Codable, CaseIterable {
  /// The bookmark button.
  case bookmark
  /// The button that requests the results list.
  case resultsList = "results-list"
}

/// Something that happens to a search field.
public enum SessionEvent: Sendable, Hashable {
  /// The search begins; if it is already active, a tap by the user gives the field the focus.
  case activate(by: Actor)
  /// The app ends the search.
  case deactivate
  /// Text is typed; it replaces the selection.
  case type(String)
  /// The selection is deleted; if it is empty, the character before the caret or, at the start of
  /// the text, the last token is deleted.
  case backspace
  /// The whole text is replaced.
  case setText(String)
  /// An input method replaces the marked text with the text that it is now composing.
  case markText(String)
  /// The input method finishes: the marked text becomes ordinary text.
  case unmarkText
  /// Positions of the field are selected.
  case select(Range<Int>)
  /// The selection is copied to the pasteboard.
  case copy
  /// The selection is copied to the pasteboard and deleted.
  case cut
  /// Payloads that another app put on the pasteboard become tokens after the last one; nil pastes
  /// the copied content.
  case paste(String?)
  /// The last change of text and tokens is undone.
  case undo
  /// A token is inserted at an index among the tokens; nil appends it.
  case insertToken(FieldToken, at: Int?)
  /// The app removes the token at an index.
  case removeToken(at: Int)
  /// The person deletes the token at an index, if that is allowed.
  case deleteToken(at: Int)
  /// The text at a range of positions becomes a token; tokens in the range stay.
  case convertText(Range<Int>, FieldToken, at: Int?)
  /// A scope title is selected; index 0 matches every row.
  case selectScope(Int)
  /// The search key is pressed: the keyboard disappears, and the search stays active.
  case search
  /// The app takes the focus away from the field.
  case endEditing
  /// The search is cancelled: text and tokens are cleared, and the scope stays.
  case cancel
  /// A row of the list on screen is tapped; rows are numbered from 0.
  case tapRow(Int)
  /// A button of the bar is tapped.
  case tapButton(BarButton)
  /// A line of the suggestion list is chosen, numbered from 0; its token is appended.
  case chooseSuggestion(Int)
  /// The app assigns its own suggestions, which are shown until one is chosen or the query changes.
  case setSuggestions([Suggestion])
  /// One of the app's own suggestions is chosen, numbered from 0.
  case chooseSearchSuggestion(Int)
  /// The app shows or hides a part; nil makes it automatic again.
  case show(ShownPart, Bool?)
  /// The app enables or disables the field.
  case setEnabled(Bool)
  /// The app changes the title of the view.
  case setTitle(String)
  /// The state is saved.
  case save
  /// A saved state is restored, by default the last one saved; activity is restored by `appear`.
  case restore(String?)
  /// The view appears, which completes a restoration.
  case appear
}

extension SessionEvent {
  /// The name of the event in trace files.
  public var name: String { TraceEventFormat.written(self).name }

  /// True if the event is something that the user does in the search bar, which is impossible while
  /// the bar is disabled.
  var needsEnabledBar: Bool {
    switch self {
    case .activate(let actor): actor == .user
    case .type, .backspace, .setText, .markText, .copy, .cut, .paste, .undo, .deleteToken,
      .selectScope, .search, .cancel, .tapButton, .chooseSuggestion, .chooseSearchSuggestion:
      true
    default: false
    }
  }
}
