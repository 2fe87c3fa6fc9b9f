public import MatchmarkCore

/// A call of a delegate by a session.
public enum EmittedEvent: String, Sendable, Hashable, Codable, CaseIterable {
  /// The delegate is asked if editing may begin.
  case shouldBegin = "should-begin"
  /// Editing has begun.
  case didBegin = "did-begin"
  /// The delegate is asked if editing may end.
  case shouldEnd = "should-end"
  /// Editing has ended.
  case didEnd = "did-end"
  /// The delegate is asked if the text may change.
  case shouldChange = "should-change"
  /// The text has changed.
  case textDidChange = "text-did-change"
  /// Tokens were added or removed.
  case tokensDidChange = "tokens-did-change"
  /// A scope was selected.
  case scopeDidChange = "scope-did-change"
  /// The delegate is asked for the payload of a token; sent for each token that is copied.
  case itemProviderForCopying = "item-provider-for-copying"
  /// One of the app's suggestions was chosen.
  case didSelectSuggestion = "did-select-suggestion"
  /// The bookmark button was tapped.
  case bookmarkClicked = "bookmark-clicked"
  /// The results list button was tapped.
  case resultsListClicked = "results-list-clicked"
  /// The search key was pressed.
  case searchClicked = "search-clicked"
  /// The cancel button was tapped.
  case cancelClicked = "cancel-clicked"
  /// The delegate may present the search itself.
  case present
  /// The search is about to be presented.
  case willPresent = "will-present"
  /// The search has been presented.
  case didPresent = "did-present"
  /// The search is about to be dismissed.
  case willDismiss = "will-dismiss"
  /// The search has been dismissed.
  case didDismiss = "did-dismiss"
  /// Results should be computed, or discarded if the search is no longer active.
  case update
  /// Results should be computed because one of the app's suggestions was chosen.
  case updateSelecting = "update-selecting"
}

/// The reason why an event had no effect without being an error.
public enum NoEffect: Sendable, Hashable {
  /// The delegate answered no.
  case vetoed(Veto)
  /// The search is already active, or already inactive.
  case alreadySo
  /// The scope does not exist.
  case scopeOutOfRange(Int, titleCount: Int)
  /// The settings do not allow deleting tokens.
  case tokensMayNotBeDeleted
  /// The settings do not allow copying tokens.
  case tokensMayNotBeCopied
  /// The delegate supplies no payload for a token.
  case noPayloadSupplied
  /// There is neither text nor a token to delete.
  case nothingToDelete
  /// Nothing is selected.
  case nothingSelected
  /// The pasteboard is empty.
  case nothingToPaste
  /// There is no change to undo.
  case nothingToUndo
  /// The search bar is disabled.
  case disabled
  /// The search is not active.
  case inactive
  /// The payload is not a token of this field.
  case undecodablePayload(String)
  /// No state has been saved.
  case nothingSaved
  /// No restoration is waiting for the view to appear.
  case nothingToRestore
}

extension NoEffect: CustomStringConvertible {
  /// The reason in words, without a capital letter and a full stop.
  public var description: String {
    switch self {
    case .vetoed(let veto): "the delegate answered \(veto.rawValue) with no"
    case .alreadySo: "the search is in that state already"
    case .scopeOutOfRange(_, 0): "the field has no scopes"
    case .scopeOutOfRange(let index, let titleCount):
      "got scope \(index), expected an index below \(titleCount); it is ignored"
    case .tokensMayNotBeDeleted: "the settings do not allow deleting tokens"
    case .tokensMayNotBeCopied: "the settings do not allow copying tokens"
    case .noPayloadSupplied: "the delegate supplies no payload for tokens"
    case .nothingToDelete: "there is nothing to delete"
    case .nothingSelected: "nothing is selected"
    case .nothingToPaste: "the pasteboard is empty"
    case .nothingToUndo: "there is nothing to undo"
    case .disabled: "the search bar is disabled"
    case .inactive: "the search is not active"
    case .undecodablePayload(let why): "the payload is not a token of this field: \(why)"
    case .nothingSaved: "nothing was saved"
    case .nothingToRestore: "nothing waits for the view to appear"
    }
  }
}

/// The results of an event, apart from the new state.
public struct SessionStep: Sendable, Hashable {
  /// The delegate calls, in order, with at most one update.
  public var emitted: [EmittedEvent] = []
  /// The query that results from the event; nil if nothing is searched.
  public var keystroke: Keystroke?
  /// The reason why the event had no effect; nil if it had one.
  public var noEffect: NoEffect?
  /// The number of the row that was tapped in the list on screen; nil if none was tapped.
  public var tappedRow: Int?
  /// The app's suggestion that was chosen; nil if none was chosen.
  public var chosenSuggestion: Suggestion?

  /// Creates a step in which nothing happens.
  public init() {}

  init(_ reason: NoEffect, emitted: [EmittedEvent] = []) {
    noEffect = reason
    self.emitted = emitted
  }

  init(telling events: [EmittedEvent]) {
    emitted = events
  }
}

/// The kind of a keystroke, by its cause; measurements of different kinds are never mixed.
public enum EventClass: String, Sendable, Hashable, Codable, CaseIterable {
  /// The first character of a text was typed.
  case firstKey = "first-key"
  /// The text changed in any other way.
  case laterKey = "later-key"
  /// A token was added or removed.
  case tokenChange = "token-change"
  /// Another scope was selected.
  case scopeChange = "scope-change"
  /// The query shows every row, regardless of the cause.
  case browse
  /// The query shows the suggestion list, regardless of the cause.
  case suggestions

  /// Returns the kind of a keystroke, given its cause and the display state that results.
  public init(cause: EventClass, showing state: DisplayState) {
    self =
      switch state {
      case .browse: .browse
      case .suggestions, .none: .suggestions
      case .results: cause
      }
  }
}

/// A query of a typing session, with its cause.
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
