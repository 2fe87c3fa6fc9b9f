package import MatchmarkCore
package import MatchmarkRecord
internal import MatchmarkSystem

/// The timed window, the one function from which every time of a keystroke comes.
///
/// The window contains the keystroke and its delivery, between barriers, as many
/// times as the batch has repetitions. It contains nothing else: one reading of the clock opens it
/// and one closes it. Rounds, human pace, unseen queries, the first keystroke and served engines
/// differ only in the work outside the window.
package struct TimedWindow {
  /// The row ids that were delivered; empty if the delivery is the count.
  package private(set) var rows: [UInt32] = []

  package init() {}

  package struct Timing {
    package let response: Response
    /// The time of all repetitions; at least 1, because a clock that did not advance shows that
    /// less than its step has passed, not that no time has.
    package let nanoseconds: Int
  }

  /// Answers a query the given number of times, between two readings of the clock.
  ///
  /// The barriers are inside the window. The work cannot begin before the first reading, because
  /// the query becomes known only after it, nor be delayed until after the second, because the
  /// delivery is read before it.
  ///
  /// - Parameter answer: the answer to fill; reset it first if an earlier answer must not count as
  ///   this one.
  /// - Throws: the error of the matcher; there is no time in this case.
  package mutating func time(
    _ query: SearchQuery, on cursor: inout any MatcherCursor, into answer: inout Answer,
    delivering delivery: Delivery, repetitions: Int = 1
  ) throws(MatcherError) -> Timing {
    var query = query
    var response = Response.answered
    let numbers = DeliveredNumbers(of: delivery)
    reserve(min(numbers.rowLimit, answer.rowCount))
    let start = MonotonicClock.now()
    for _ in 0..<repetitions {
      Barrier.pass(&query)
      response = try cursor.answer(query, into: &answer)
      deliver(answer, numbers)
    }
    let elapsed = MonotonicClock.now() - start
    return Timing(response: response, nanoseconds: max(Int(elapsed), 1))
  }

  /// Materialises the delivery, and hides from the optimiser that nothing reads it.
  @inline(__always)
  private mutating func deliver(_ answer: borrowing Answer, _ numbers: DeliveredNumbers) {
    rows.removeAll(keepingCapacity: true)
    answer.appendRows(to: &rows, limit: numbers.rowLimit)
    Barrier.consume(numbers.isOfAllRows ? rows.count : answer.count)
    Barrier.pass(&rows)
  }

  /// Allocates and touches the memory of the delivery before the window opens.
  private mutating func reserve(_ rowCount: Int) {
    if rows.capacity < rowCount { rows = Array(repeating: 0, count: rowCount) }
  }
}

/// A delivery as numbers, which are known before the window opens.
private struct DeliveredNumbers {
  let rowLimit: Int
  let isOfAllRows: Bool

  init(of delivery: Delivery) {
    switch delivery {
    case .count: rowLimit = 0
    case .page: rowLimit = Delivery.pageSize
    case .rows: rowLimit = .max
    }
    isOfAllRows = delivery == .rows
  }
}
