import Foundation
import MatchmarkCore
package import MatchmarkMeasurement
import MatchmarkSession
package import MatchmarkSystem

/// What a run reports to its observer.
package enum RunEvent: Sendable {
  /// A cell begins; the first one is 0.
  case cellStarted(index: Int, count: Int, id: String)
  /// The fraction of all cells that is done.
  case progressed(Double)
  /// A matcher is being built: the current step, and the fraction that is done.
  case building(matcher: String, step: String, fraction: Double)
  case cellFinished(CellRecord)
}

/// Runs a plan: for each cell load, build, verify, measure; then the record.
package struct Run {
  private let plan: Plan
  private let readingCost: Double
  private let failsFast: Bool
  /// Where finished cells are kept until the run ends; nil to keep none.
  private let kept: KeptCells?
  private let observe: @Sendable (RunEvent) -> Void

  private var suite: Suite { plan.suite }

  package init(
    _ plan: Plan, readingCost: Double, failsFast: Bool = false, kept: KeptCells? = nil,
    observe: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.plan = plan
    self.readingCost = readingCost
    self.failsFast = failsFast
    self.kept = kept
    self.observe = observe
  }

  /// - Parameter context: as of the start.
  /// - Throws: as ``cells(in:)``.
  package func record(_ kind: RunRecord.Kind, in context: RunContext) throws -> RunRecord {
    let start = MachineSnapshot.current()
    let cells = try cells(in: context)
    var context = context
    context.note(MachineSnapshot.current(), since: start)
    return plan.record(kind, of: cells, in: context)
  }

  /// Runs every cell, or takes its result from an earlier, interrupted run.
  ///
  /// - Parameter context: that of the run, for cells that are kept; nil to keep none.
  /// - Throws: what loading a corpus or a workload throws, and ``WorkloadError``; a matcher's
  ///   errors are in the records instead.
  package func cells(in context: RunContext? = nil) throws -> [CellRecord] {
    var records: [CellRecord] = []
    var loaded: LoadedCorpus?
    for (index, cell) in suite.cells.enumerated() {
      observe(.cellStarted(index: index, count: suite.cells.count, id: cell.id))
      if loaded?.name != cell.corpus.name { loaded = try LoadedCorpus(cell.corpus) }
      guard let loaded else { continue }
      let loadedCell = try LoadedCell(cell, of: loaded)
      let earlier = kept?.cell(index, of: plan, as: loadedCell)
      let record =
        try earlier
        ?? measured(loadedCell, index, in: context) { fraction in
          let done = (Double(index) + min(max(fraction, 0), 1)) / Double(suite.cells.count)
          observe(.progressed(done))
        }
      records.append(record)
      observe(.cellFinished(record))
      if failsFast, record.matchers.contains(where: \.isWrong) { break }
    }
    return records
  }

  /// Measures a cell, and keeps it with its own time and load.
  private func measured(
    _ loaded: LoadedCell, _ index: Int, in context: RunContext?, progress: (Double) -> Void
  ) throws -> CellRecord {
    guard let kept, var context else { return try cell(loaded, progress: progress) }
    let start = MachineSnapshot.current()
    context.startedAt = Date().formatted(.iso8601)
    context.host.loadBefore = MachineFacts.load
    let record = try cell(loaded, progress: progress)
    context.note(MachineSnapshot.current(), since: start)
    kept.keep(record, index, of: plan, in: context)
    return record
  }

  private func cell(_ cell: LoadedCell, progress: (Double) -> Void) throws -> CellRecord {
    let isStarted = plan.participants.contains { $0.isStarted && !cell.plan.omits($0) }
    let rows = try isStarted ? cell.rows.file() : nil
    var contenders = contenders(on: cell, rows: rows)
    var verification = try Verification(cell, effort: suite.effort, ledger: plan.ledger)
    try verification.verify(&contenders, seed: suite.seed)
    var stop: StopRecord?
    if suite.effort.measures {
      defer { LastWords.clear() }
      stop = try measure(&contenders, verification, progress: progress)
      probe(&contenders, verification)
    }
    for position in contenders.indices {
      contenders[position].close()
      verification.shrinkWrongAnswer(of: &contenders[position])
      var search = ReplaySearch(verification, rows: rows)
      search.search(&contenders[position])
    }
    let twin = Twin.remove(from: &contenders)
    return CellSummary(
      cell: cell.record(verification), verification: verification, contenders: contenders,
      suite: suite, twin: twin, stop: stop
    ).record()
  }

  private func contenders(on cell: LoadedCell, rows: RowsFile?) -> [Contender] {
    let (observe, corpus) = (observe, cell.corpus)
    let timesWrong = suite.effort.measures && suite.effort.timesWrong
    let contenders = plan.participants.map { participant in
      if cell.plan.omits(participant) {
        return Contender(leavingOut: participant)
      }
      LastWords.set(
        participant.id, "while it was built for \(cell.plan.id)",
        again: cell.plan.replay(of: participant).line(SearchQuery("")))
      defer { LastWords.clear() }
      return Contender(participant, on: corpus, rows: rows, timesWrong: timesWrong) {
        step, fraction in
        observe(.building(matcher: participant.id, step: step, fraction: fraction))
      }
    }
    guard suite.effort.measures else { return contenders }
    return contenders + Twin.contender(of: suite.reference, among: contenders, on: corpus)
  }

  /// Times every outcome of the suite, each in separate rounds.
  ///
  /// - Returns: why the rounds of the first outcome stopped.
  private func measure(
    _ contenders: inout [Contender], _ verification: Verification, progress: (Double) -> Void
  ) throws(QueryError) -> StopRecord? {
    let outcomes = suite.outcomes
    let calibration = BatchCalibration(
      readingCost: readingCost, atLeast: suite.effort.sampleNanoseconds)
    var stop: StopRecord?
    for (index, outcome) in outcomes.enumerated() {
      var measuring = Measuring(
        verification: verification, suite: suite, outcome: outcome,
        contenderCount: contenders.count, rhythm: .traces(calibration))
      let reason = try measuring.measure(&contenders) { fraction in
        progress((Double(index) + fraction) / Double(outcomes.count))
      }
      if index == 0 { stop = reason }
      for position in contenders.indices { contenders[position].keepSamples(of: outcome) }
    }
    return stop
  }

  /// Judges the claims of engines, and replays sessions at a person's pace.
  private func probe(_ contenders: inout [Contender], _ verification: Verification) {
    // The reference matcher's time for each keystroke.
    let costs =
      contenders.first { $0.participant.id == suite.reference && !$0.isTwin }?
      .samplesOfOutcome[suite.outcome]?.medians ?? [:]
    for position in contenders.indices where contenders[position].isRight {
      contenders[position].judgeClaims(costs: costs, rowCount: verification.corpus.rowCount)
    }
    var replay = PacedReplay(verification: verification, suite: suite)
    replay.replay(&contenders)
  }
}

/// Combines the findings about a cell.
private struct CellSummary {
  /// What is known of the cell without its participants.
  let cell: CellRecord
  let verification: Verification
  let contenders: [Contender]
  let suite: Suite
  let twin: Contender?
  let stop: StopRecord?

  func record() -> CellRecord {
    var record = cell
    record.matchers = contenders.map(matcher)
    record.stop = stop
    if let twin, let reference {
      record.noise = calculation(reference, suite.outcome).noise(
        ofTwin: twin.samplesOfOutcome[suite.outcome] ?? [], suite.reference, seed: suite.seed)
    }
    record.settle(reference: suite.reference, seed: suite.seed)
    return record
  }

  private func matcher(_ contender: Contender) -> MatcherRecord {
    let isVerified = contender.record.status == .verified
    let timings = suite.outcomes.map { outcome in
      OutcomeRecord(
        outcome: outcome, figures: isVerified ? calculation(contender, outcome).figures() : nil,
        packedSamples: SamplePacking.pack(contender.samplesOfOutcome[outcome] ?? []))
    }
    var record = contender.record
    record.figures = timings[0].figures
    record.figures?.coldFirstKey = contender.coldFirstKey ?? 0
    record.figures?.repeatedToUnseen = contender.repeatedToUnseen
    record.figures?.paced = calculation(contender, suite.outcome).paced(contender.pacedSamples)
    record.packedSamples = timings[0].packedSamples
    record.warmUpRounds = suite.effort.warmUpRounds
    record.otherOutcomes = timings.count > 1 ? Array(timings.dropFirst()) : nil
    record.answers = tally(of: contender)
    record.ledger = verification.ledgerUses(of: contender)
    return record
  }

  private var reference: Contender? {
    contenders.first { $0.participant.id == suite.reference && $0.record.isRanked }
  }

  private func calculation(_ contender: Contender, _ outcome: Outcome) -> FigureCalculation {
    cell.calculation(
      contender.samplesOfOutcome[outcome] ?? [], warmUpRounds: suite.effort.warmUpRounds)
  }

  /// The tally of its answers, with its times if it is not right; nil if it gave none.
  private func tally(of contender: Contender) -> AnswerTally? {
    guard contender.checkedCount > 0 else { return nil }
    var tally = AnswerTally()
    tally.checkedCount = contender.checkedCount
    tally.wrongCount = contender.wrong.keystrokes.count
    tally.examinedCount = contender.wrong.examinedCount
    tally.cause = contender.wrong.cause(under: cell.profile)
    let isTimed = contender.samplesOfOutcome[suite.outcome]?.isEmpty == false
    if suite.effort.timesWrong, contender.record.status != .verified, isTimed {
      tally.figures = calculation(contender, suite.outcome).figures(
        outOfRankNextTo: reference.map { calculation($0, suite.outcome) }, seed: suite.seed)
    }
    return tally
  }
}

extension RunContext {
  package mutating func note(_ end: MachineSnapshot, since start: MachineSnapshot) {
    durationInSeconds = Double(end.nanoseconds - start.nanoseconds) / 1e9
    host.loadAfter = MachineFacts.load
    host.stolenShare = end.stolenShare(since: start)
    host.foreignCores = end.foreignCores(since: start, coreCount: host.coreCount)
  }
}
