/// A search box whose answers take time, as a harness drives it.
///
/// It hears what the person does, asks for searches, hears their answers, late and in any order,
/// and shows a display. It never waits: time is a number that the harness hands in, and instead of
/// a timer the box names the time at which it wants to be woken.
///
/// ``SearchBoxController`` is such a box.
public protocol SearchBox {
  /// Handles an event.
  ///
  /// - Parameter time: the time in milliseconds; never less than that of the event before.
  mutating func handle(_ event: BoxEvent, at time: Int) -> BoxReaction

  /// The content of the box that the person sees now.
  var display: BoxDisplay { get }

  /// The state to restore, such as when the app leaves the screen; nil if it saves none.
  func savedState() -> String?
}

extension SearchBox {
  /// Nil: nothing is saved.
  public func savedState() -> String? { nil }
}

/// A query of a search box.
public struct BoxQuery: Sendable, Hashable {
  /// The text of the field.
  public var text: String
  /// The tokens of the field, in order.
  public var tokens: [String]
  /// The index of the selected scope.
  public var scope: Int

  /// Creates a query.
  public init(_ text: String = "", tokens: [String] = [], scope: Int = 0) {
    (self.text, self.tokens, self.scope) = (text, tokens, scope)
  }

  /// True if there is neither text nor a token.
  public var isEmpty: Bool { text.isEmpty && tokens.isEmpty }
}

extension BoxQuery: CustomStringConvertible {
  /// For instance `"ab"`, or `"ab" with t1 in scope 2`.
  public var description: String {
    text.debugDescription
      + (tokens.isEmpty ? "" : " with \(tokens.joined(separator: ", "))")
      + (scope == 0 ? "" : " in scope \(scope)")
  }
}

/// Something that a search box hears.
public enum BoxEvent: Sendable, Hashable {
  /// Text is typed at the end of the field.
  case type(String)
  /// Text is pasted at the end of the field.
  case paste(String)
  /// The last character is deleted or, if there is no text, the last token.
  case backspace
  /// A token is appended.
  case addToken(String)
  /// The last token is removed.
  case removeToken
  /// A scope is selected.
  case selectScope(Int)
  /// The Enter key is pressed.
  case submit
  /// The pointer is pressed on a shown row, numbered from 0.
  case press(Int)
  /// The pointer is released where it was pressed, which chooses the row.
  case release
  /// Text and tokens are cleared, and the search goes on.
  case clear
  /// The search ends: text and tokens are cleared.
  case cancel
  /// The search ends, and the field keeps its text: the list is closed until the next change.
  case dismiss
  /// The box was restored from its saved state, and is visible again.
  case comeBack
  /// The time has come at which the box wanted to be woken.
  case wake
  /// The answer to a search, or a part of it.
  case answer(search: Int, BoxAnswer)
}

extension BoxQuery {
  /// Returns the content of the field after an event; the same if the event changes none.
  ///
  /// - Complexity: O(size of the content).
  public func edited(by event: BoxEvent) -> BoxQuery {
    var field = self
    switch event {
    case .type(let more), .paste(let more): field.text += more
    case .backspace:
      if text.isEmpty { _ = field.tokens.popLast() } else { field.text.removeLast() }
    case .addToken(let token): field.tokens.append(token)
    case .removeToken: _ = field.tokens.popLast()
    case .selectScope(let scope): field.scope = scope
    case .clear, .cancel: field = BoxQuery(scope: scope)
    case .submit, .press, .release, .dismiss, .comeBack, .wake, .answer: break
    }
    return field
  }
}

extension BoxEvent {
  /// Returns the text of a field after the event; the same text if it changes none.
  public func edited(_ text: String) -> String { BoxQuery(text).edited(by: self).text }
}

/// The answer to a search.
public enum BoxAnswer: Sendable, Hashable {
  /// Rows from the first one on. If `isComplete` is false, they are the first page of `total` rows,
  /// and all of them follow in a further answer.
  case rows([String], total: Int, isComplete: Bool)
  /// The search failed.
  case failure
}

/// The reaction of a search box to an event.
public struct BoxReaction: Sendable, Hashable {
  /// A search that the box asks for.
  public struct Ask: Sendable, Hashable {
    /// The number by which its answer will name it; every search of a box has another one, also
    /// after a restoration.
    public var search: Int
    /// The query.
    public var query: BoxQuery

    /// Creates the ask.
    public init(search: Int, _ query: BoxQuery) { (self.search, self.query) = (search, query) }
  }

  /// Something that the box opens, which ends the search.
  public enum Opening: Sendable, Hashable {
    case row(String)
    case text(String)
  }

  /// The searches that it asks for.
  public var asks: [Ask] = []
  /// The numbers of the searches that it cancels.
  public var cancelled: [Int] = []
  /// The row or the text that it opens; nil if nothing.
  public var opened: Opening?
  /// The time in milliseconds at which it wants to be woken, if nothing happens before; nil if it
  /// does not.
  public var wakeAt: Int?

  /// Creates a reaction in which nothing is asked.
  public init() {}
}

/// The content of a search box that the person sees.
public struct BoxDisplay: Sendable, Hashable {
  /// The kind of content.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// Nothing is searched.
    case browse
    /// An answer is awaited.
    case loading
    /// Rows.
    case results
    /// The statement that there is no match.
    case noMatch = "no-match"
    /// The statement that the search failed.
    case failed
  }

  /// The text and the tokens of the field, and the selected scope.
  public var field: BoxQuery
  /// The kind of content.
  public var state: State
  /// The ids of the rows shown.
  public var rows: [String]
  /// True if the rows are marked as being from an earlier query.
  public var isStale: Bool
  /// The number of matches that is shown or announced; nil if there is none.
  public var count: Int?

  /// Creates a display.
  public init(
    _ field: BoxQuery = BoxQuery(), _ state: State = .browse, rows: [String] = [],
    isStale: Bool = false, count: Int? = nil
  ) {
    (self.field, self.state, self.rows) = (field, state, rows)
    (self.isStale, self.count) = (isStale, count)
  }
}
