public import MatchmarkCore

/// What a session tells its delegates.
public enum EmittedEvent: String, Sendable, Hashable, Codable, CaseIterable {
  /// May editing begin?
  case shouldBegin = "should-begin"
  /// Editing has begun.
  case didBegin = "did-begin"
  /// May editing end?
  case shouldEnd = "should-end"
  /// Editing has ended.
  case didEnd = "did-end"
  /// May the text change?
  case shouldChange = "should-change"
  /// The text has changed.
  case textDidChange = "text-did-change"
  /// Tokens were added or removed.
  case tokensDidChange = "tokens-did-change"
  /// A scope was selected.
  case scopeDidChange = "scope-did-change"
  /// What does a token copy as? Sent for each token that is copied.
  case itemProviderForCopying = "item-provider-for-copying"
  /// One of the app's suggestions was chosen.
  case didSelectSuggestion = "did-select-suggestion"
  /// The bookmark button.
  case bookmarkClicked = "bookmark-clicked"
  /// The results list button.
  case resultsListClicked = "results-list-clicked"
  /// The search key.
  case searchClicked = "search-clicked"
  /// The cancel button.
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
  /// Results should be computed, or dropped if the search is no longer active.
  case update
  /// Results should be computed because one of the app's suggestions was chosen.
  case updateSelecting = "update-selecting"
}

/// Why an event changed nothing without being an error.
public enum NoEffect: Sendable, Hashable {
  /// The delegate said no.
  case vetoed(Veto)
  /// The search is already active, or already inactive.
  case alreadySo
  /// A scope that does not exist.
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
  /// Nothing waits for the view to appear.
  case nothingToRestore
}

extension NoEffect: CustomStringConvertible {
  /// The reason, as a sentence without a full stop.
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

/// What an event led to, apart from the new state.
public struct SessionStep: Sendable, Hashable {
  /// The delegate calls, in order, with at most one update.
  public var emitted: [EmittedEvent] = []
  /// The query that results from the event; nil if nothing is searched.
  public var keystroke: Keystroke?
  /// Why the event had no effect; nil if it had one.
  public var noEffect: NoEffect?
  /// The row of the list on screen that was tapped.
  public var tappedRow: Int?
  /// The app's suggestion that was chosen.
  public var chosenSuggestion: Suggestion?

  /// A step in which nothing happens.
  public init() {}

  init(_ reason: NoEffect, emitted: [EmittedEvent] = []) {
    noEffect = reason
    self.emitted = emitted
  }

  init(telling events: [EmittedEvent]) {
    emitted = events
  }
}

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
