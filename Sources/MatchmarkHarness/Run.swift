import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// What a run tells whoever watches it.
package enum RunEvent: Sendable {
  /// A cell begins, the first being 0.
  case cellStarted(index: Int, count: Int, id: String)
  /// The fraction of all cells that is done.
  case progressed(Double)
  /// A matcher is being built: what of it, and the fraction that is done.
  case building(matcher: String, step: String, fraction: Double)
  /// A cell is finished.
  case cellFinished(CellRecord)
}

/// Runs a suite: for each cell build, verify, measure.
package struct Run {
  private let suite: Suite
  private let contestants: [Contestant]
  private let readingCost: Double
  private let failsFast: Bool
  private let ledger: DivergenceLedger
  private let observe: @Sendable (RunEvent) -> Void

  package init(
    _ suite: Suite, contestants: [Contestant], readingCost: Double, failsFast: Bool = false,
    ledger: DivergenceLedger = .empty, observe: @escaping @Sendable (RunEvent) -> Void
  ) {
    self.suite = suite
    self.contestants = contestants
    self.readingCost = readingCost
    self.failsFast = failsFast
    self.ledger = ledger
    self.observe = observe
  }

  /// Runs every cell.
  ///
  /// - Throws: what loading a corpus or a workload throws, and ``WorkloadError``; what a matcher
  ///   does wrong is in the records instead.
  package func cells() throws -> [CellRecord] {
    var records: [CellRecord] = []
    var loaded: LoadedCorpus?
    for (index, plan) in suite.cells.enumerated() {
      observe(.cellStarted(index: index, count: suite.cells.count, id: plan.id))
      if loaded?.name != plan.corpus.name { loaded = try LoadedCorpus(plan.corpus) }
      guard let loaded else { continue }
      let record = try cell(plan, loaded) { fraction in
        let done = (Double(index) + min(max(fraction, 0), 1)) / Double(suite.cells.count)
        observe(.progressed(done))
      }
      records.append(record)
      observe(.cellFinished(record))
      if failsFast, record.matchers.contains(where: \.isWrong) { break }
    }
    return records
  }

  private func cell(
    _ plan: CellPlan, _ loaded: LoadedCorpus, progress: (Double) -> Void
  ) throws -> CellRecord {
    let start = MonotonicClock.now()
    let corpus = try FoldedCorpus(loaded.corpus, profile: plan.profile)
    let foldNanoseconds = Int(MonotonicClock.now() - start)
    let traces = try plan.workload.load(corpus)
    let workload = try Workload(traces, in: corpus, settings: plan.workload.settings)
    let isAsked = contestants.map { !plan.leavesOut.contains($0.id) }
    let needsRows = zip(contestants, isAsked).contains { $0.isStarted && $1 }
    let rows = try needsRows ? loaded.rowsFile() : nil
    let replay = ReplayCommand(plan)
    var contenders = contenders(on: corpus, rows: rows, leavingOut: plan.leavesOut, replay)
    var verification = try Verification(
      corpus: corpus, workload: workload, effort: suite.effort, replay: replay, ledger: ledger)
    try verification.verify(&contenders, seed: suite.seed)
    var stop: StopRecord?
    if suite.effort.measures {
      defer { LastWords.clear() }
      stop = measure(&contenders, verification, progress: progress)
      try probe(&contenders, verification)
    }
    for position in contenders.indices {
      contenders[position].close()
      verification.shrinkWrongAnswer(of: &contenders[position])
    }
    let twin = Twin.remove(from: &contenders)
    var corpusRecord = CorpusRecord(
      name: plan.corpus.name, family: plan.corpus.family, rowCount: corpus.rowCount,
      sizeInBytes: loaded.corpus.sizeInBytes, identity: loaded.identity,
      foldNanoseconds: foldNanoseconds, foldedSizeInBytes: corpus.sizeInBytes)
    corpusRecord.usedSizeInBytes = corpus.usedSizeInBytes
    var summary = CellSummary(
      corpus: corpusRecord, profile: plan.profile,
      workloadIdentity: TraceFile.identity(of: traces), verification: verification,
      contenders: contenders, suite: suite)
    summary.twin = twin
    summary.stop = stop
    return summary.record()
  }

  private func contenders(
    on corpus: FoldedCorpus, rows: RowsFile?, leavingOut left: Set<String>,
    _ replay: ReplayCommand
  ) -> [Contender] {
    let observe = observe
    let contenders = contestants.map { contestant in
      if left.contains(contestant.id) {
        return Contender(leavingOut: contestant, rowCount: corpus.rowCount)
      }
      LastWords.set(
        contestant.id, "while it was built for \(replay.cell)",
        again: replay.command(SearchQuery(""), of: contestant))
      defer { LastWords.clear() }
      return Contender(contestant, on: corpus, rows: rows) { step, fraction in
        observe(.building(matcher: contestant.id, step: step, fraction: fraction))
      }
    }
    guard suite.effort.measures else { return contenders }
    return contenders + Twin.contender(of: suite.reference, among: contenders, on: corpus)
  }

  /// Times every outcome of the suite, each in rounds of its own.
  ///
  /// - Returns: why the rounds of the first one stopped.
  private func measure(
    _ contenders: inout [Contender], _ verification: Verification, progress: (Double) -> Void
  ) -> StopRecord? {
    let outcomes = suite.outcomes
    var stop: StopRecord?
    for (index, outcome) in outcomes.enumerated() {
      var measuring = Measuring(
        verification: verification, suite: suite, outcome: outcome,
        contenderCount: contenders.count, readingCost: readingCost)
      let reason = measuring.measure(&contenders) { fraction in
        progress((Double(index) + fraction) / Double(outcomes.count))
      }
      if index == 0 { stop = reason }
      for position in contenders.indices { contenders[position].keepSamples(of: outcome) }
    }
    return stop
  }
}

extension Run {
  /// What is asked behind the rounds: never-seen queries, and sessions at a person's pace.
  private func probe(
    _ contenders: inout [Contender], _ verification: Verification
  ) throws(QueryError) {
    try RepetitionProbe(verification: verification, seed: suite.seed).probe(&contenders)
    guard suite.effort.pacedSeconds != nil else { return }
    var replay = PacedReplay(
      verification: verification, suite: suite, contenderCount: contenders.count)
    replay.replay(&contenders)
  }
}

/// A corpus kept from one cell to the next, with its identity.
private final class LoadedCorpus {
  let name: String
  let corpus: Corpus
  let identity: String
  private var writtenRows: RowsFile?

  init(_ plan: CorpusPlan) throws {
    name = plan.name
    corpus = try plan.load()
    identity = CorpusIdentity(of: corpus).description
  }

  /// The file that engines read, written when the first one wants it.
  func rowsFile() throws(FileError) -> RowsFile {
    if let writtenRows { return writtenRows }
    let file = try RowsFile(corpus)
    writtenRows = file
    return file
  }
}
