import MatchmarkCore
package import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// The keystrokes of one participant on one cell, asked again and again.
///
/// Nothing is verified, recorded or reported in between, so that a profiler shows the participant
/// alone.
package struct ProfilingLoop {
  /// The number of keystrokes of the workload.
  package let keystrokeCount: Int
  private let id: String
  private let workload: Workload
  private let delivery: Delivery
  private var contender: Contender

  /// The counts and the time of a loop.
  package struct Tally: Sendable {
    /// The number of keystrokes that were answered.
    package fileprivate(set) var answered = 0
    /// The number of keystrokes that were declined.
    package fileprivate(set) var declined = 0
    package fileprivate(set) var nanoseconds: UInt64 = 0
    /// The reason for the last keystroke that was declined.
    package fileprivate(set) var reason: String?
  }

  /// Loads the rows, and builds the participant.
  ///
  /// - Parameter plan: a plan of one cell and one participant.
  /// - Throws: ``InputError/engine(_:)`` if an engine does not start,
  ///   ``InputError/notComparable(_:)`` if the participant declines the cell, and what loading
  ///   throws.
  package init(_ plan: Plan) throws {
    let (cell, participant) = (plan.suite.cells[0], plan.participants[0])
    let loaded = try LoadedCell(cell, of: LoadedCorpus(cell.corpus))
    contender = Contender(
      participant, on: loaded.corpus, rows: participant.isEngine ? try loaded.rowsFile() : nil)
    id = participant.id
    workload = loaded.workload
    keystrokeCount = workload.keystrokes.count
    delivery = plan.suite.delivery
    try requireOpen()
  }

  /// Asks session after session, from the first one again after the last, until the time is over;
  /// each keystroke at least once.
  ///
  /// - Throws: ``InputError/engine(_:)`` if the participant fails.
  package mutating func run(for seconds: Double) throws(InputError) -> Tally {
    let traces = workload.traces
    var tally = Tally()
    let start = MonotonicClock.now()
    let end = start + UInt64(seconds * 1e9)
    var turn = 0
    while turn < traces.count || !traces.isEmpty && MonotonicClock.now() < end {
      try ask(traces[turn % traces.count], &tally)
      turn += 1
    }
    tally.nanoseconds = MonotonicClock.now() - start
    return tally
  }

  /// Not inlined, so that a profiler can count from here on.
  @inline(never) private mutating func ask(
    _ trace: Range<Int>, _ tally: inout Tally
  ) throws(InputError) {
    var window = TimedWindow()
    var answer = Answer()
    for index in trace {
      let reply = contender.open?.ask(
        workload.keystrokes[index].query, delivering: delivery, repetitions: 1, in: &window,
        into: &answer)
      if case .skipped(let reason) = reply {
        (tally.declined, tally.reason) = (tally.declined + 1, reason)
      } else if contender.answer(in: reply) != nil {
        tally.answered += 1
      } else {
        try requireOpen()
      }
    }
  }

  private func requireOpen() throws(InputError) {
    guard contender.open == nil else { return }
    let reason = contender.record.reason ?? "it cannot be asked"
    if let failure = contender.failure { throw .engine("\(id): \(failure)") }
    throw .notComparable("\(id) cannot be profiled: \(reason)")
  }
}
