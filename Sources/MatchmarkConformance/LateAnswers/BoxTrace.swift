import MatchmarkSession

/// A schedule as one box lived through it, moment by moment.
struct BoxTrace {
  let rules: BoxRules
  var moments: [BoxMoment] = []
  /// The query to which each row that was handed out belongs.
  var queriesByRow: [String: BoxQuery] = [:]
  /// False if the box still asked or wanted to be woken after many answers and wakings.
  var isSettled = true

  /// The query whose rows are shown; nil if there are none, or rows that no answer had.
  func shownQuery(_ display: BoxDisplay) -> BoxQuery? {
    display.rows.first.flatMap { queriesByRow[$0] }
  }
}

/// One event, the reaction to it, and what can then be seen.
struct BoxMoment {
  /// In milliseconds.
  let time: Int
  /// Nil when the box is saved and ended, because the app leaves the screen.
  let event: BoxEvent?
  /// True if the person searches: something was typed, and the search was not cancelled, dismissed,
  /// or ended by an opening.
  let isSearching: Bool
  /// The field as the person left it.
  let field: BoxQuery
  /// The query that was searched for when the event came, which may have ended the search; nil if
  /// none was.
  let target: BoxQuery?
  let reaction: BoxReaction
  let before: BoxDisplay
  let after: BoxDisplay
  /// All searches so far.
  let searches: [BoxSearch]
  /// The one that this moment answers, among `searches`.
  let answered: Int?
  /// The number of restorations before.
  let life: Int
  /// The number of searches that ended before, with this moment.
  let epoch: Int
  /// The row on which the pointer was pressed; it stays the same if the rows change.
  let pressedRow: String?

  /// The query that is searched for; nil if none is.
  var query: BoxQuery? { isSearching ? target : nil }
  var asks: [BoxReaction.Ask] { reaction.asks }

  /// True if the box awaits neither an answer nor a time.
  var isIdle: Bool { reaction.wakeAt == nil && !searches.contains { isAwaited($0) } }

  /// True if a search of this life is neither answered nor cancelled.
  func isAwaited(_ search: BoxSearch) -> Bool {
    search.life == life && !search.isCancelled && search.state.isOpen
  }

  /// The search that this moment answers, unless it was cancelled before; an answer may itself make
  /// a box cancel the rest of it.
  var heard: BoxSearch? {
    guard let answered else { return nil }
    let search = searches[answered]
    return search.isCancelled && !reaction.cancelled.contains(search.number) ? nil : search
  }

  /// The searches for the current query in this life that were not cancelled.
  var current: [BoxSearch] {
    searches.filter { $0.query == query && $0.life == life && !$0.isCancelled }
  }

  /// True if rows of the current query were handed out.
  var hasAnswer: Bool { current.contains { $0.state.hasRows } }

  /// True if the person changed text, tokens or scope.
  var isChange: Bool { event?.isChange == true }
}

/// A search that a box asked for, and what became of it.
struct BoxSearch {
  enum State {
    case asked
    /// The first page is handed out.
    case paged
    case answered
    case failed

    var isOpen: Bool { self == .asked || self == .paged }
    var hasRows: Bool { self == .paged || self == .answered }
  }

  let number: Int
  let query: BoxQuery
  /// The number of restorations before it was asked.
  let life: Int
  /// The number of searches that had ended before it was asked.
  let epoch: Int
  var isCancelled = false
  var state = State.asked
}

/// The rows that answer a query: as many as its letters say, and none for some queries.
///
/// Each row belongs to one query only, so what is shown tells which query it answers.
enum BoxBackend {
  /// The ids of the rows, such as `ab-1`.
  ///
  /// An odd scalar of the text counts as two rows and an even one as three, a token and each step
  /// of the scope as one more; of that sum, the remainder of a division by 4 is left: `a` has two
  /// rows, `b` three, `ab` one, and `aa` none.
  static func rows(for query: BoxQuery) -> [String] {
    let letters = query.text.unicodeScalars.reduce(0) { $0 + ($1.value % 2 == 1 ? 2 : 3) }
    let count = (letters + query.tokens.count + query.scope) % 4
    let parts = [query.text] + query.tokens + (query.scope == 0 ? [] : ["scope \(query.scope)"])
    let name = parts.joined(separator: "+")
    return (0..<count).map { "\(name)-\($0 + 1)" }
  }

  /// The number of rows of a first page.
  static let pageSize = 1
}
