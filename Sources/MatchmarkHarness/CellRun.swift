import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// The run of one loaded cell: open the participants, verify them, time them, record the findings.
struct CellRun {
  private let plan: Plan
  private let cell: LoadedCell
  private let readingCost: Double
  /// The rows as engines read them; nil if none is started.
  private let rows: RowsFile?
  private let observe: @Sendable (RunEvent) -> Void
  private var verification: Verification

  private var suite: Suite { plan.suite }

  /// - Parameters:
  ///   - readingCost: the cost of reading the clock, in nanoseconds.
  ///   - observe: told about builds that take long.
  init(
    _ cell: LoadedCell, of plan: Plan, readingCost: Double,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) throws {
    self.plan = plan
    self.cell = cell
    self.readingCost = readingCost
    self.observe = observe
    let isStarted = plan.participants.contains { $0.isStarted && !cell.plan.omits($0) }
    rows = try isStarted ? cell.rowsFile() : nil
    verification = try Verification(cell, of: plan)
  }

  /// - Parameter progress: called with the fraction that is done.
  /// - Throws: ``QueryError`` if the oracle cannot answer a query; a matcher's errors are in the
  ///   record instead.
  mutating func record(progress: (Double) -> Void) throws -> CellRecord {
    let start = MonotonicClock.now()
    var contenders = opened()
    try verification.verify(
      &contenders, seed: suite.seed, built: MonotonicClock.now() - start,
      deliveryCount: suite.timedDeliveries.count)
    var stop: StopRecord?
    defer { CrashNote.clear() }
    for (index, delivery) in suite.timedDeliveries.enumerated() {
      var rounds = Rounds(
        verification: verification, suite: suite, delivery: delivery,
        contenderCount: contenders.count, rhythm: .traces(calibration))
      let reason = try rounds.run(&contenders) { fraction in
        progress((Double(index) + fraction) / Double(suite.timedDeliveries.count))
      }
      // The record gives the reason for the delivery that tables show.
      if index == 0 { stop = reason }
      for position in contenders.indices { contenders[position].endTiming(of: delivery) }
    }
    if suite.effort.measures { probe(&contenders) }
    for position in contenders.indices { conclude(&contenders[position]) }
    let twin = Twin.remove(from: &contenders)
    return CellSummary(
      cell: cell.record(verification), verification: verification, contenders: contenders,
      suite: suite, twin: twin, stop: stop
    ).record()
  }

  private var calibration: BatchCalibration {
    BatchCalibration(readingCost: readingCost, atLeast: suite.effort.sampleNanoseconds)
  }

  /// The contenders of the cell, and the second build of the reference matcher if it is timed.
  private func opened() -> [Contender] {
    let contenders = plan.participants.map(opened)
    guard suite.effort.measures else { return contenders }
    return contenders + Twin.contender(of: suite.reference, among: contenders, on: cell.corpus)
  }

  private func opened(_ participant: Participant) -> Contender {
    guard !cell.plan.omits(participant) else { return Contender(leavingOut: participant) }
    CrashNote.set(
      participant.id, "while it was built for \(cell.plan.id)",
      again: cell.plan.replay(of: participant).line(SearchQuery(""), of: plan.program))
    defer { CrashNote.clear() }
    return Contender(
      participant, on: cell.corpus, rows: rows, effort: suite.effort
    ) { [observe] step, fraction in
      observe(.building(matcher: participant.id, step: step, fraction: fraction))
    }
  }

  /// Judges the claims of engines, and replays sessions at a person's pace.
  private func probe(_ contenders: inout [Contender]) {
    // The reference matcher's time for each keystroke.
    let costs =
      contenders.first { $0.participant.id == suite.reference && !$0.isTwin }?
      .times.samplesOfDelivery[suite.delivery]?.medians ?? [:]
    for position in contenders.indices where contenders[position].isRight {
      contenders[position].judgeClaims(costs: costs, rowCount: cell.corpus.rowCount)
    }
    var replay = PacedReplay(verification: verification, suite: suite)
    replay.replay(&contenders)
  }

  /// Closes a contender, and looks for the smallest way to repeat each of its wrong answers.
  private func conclude(_ contender: inout Contender) {
    contender.close()
    verification.shrinkWrongAnswer(of: &contender)
    var search = ReplaySearch(verification, rows: rows)
    search.search(&contender)
  }
}

extension Suite {
  /// The deliveries that are timed, in separate rounds; none if answers are only verified.
  fileprivate var timedDeliveries: [Delivery] { effort.measures ? deliveries : [] }
}

extension Contender {
  /// Ends the timing of a delivery; keystrokes on which it turned out to differ have no time.
  fileprivate mutating func endTiming(of delivery: Delivery) {
    times.end(delivery)
    times.remove { answers.diverged[$0] != nil }
  }
}
