import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSession
import MatchmarkSystem

/// Measures two builds in turns: each as an engine, started afresh for every fork.
///
/// Both are asked the same keystroke, one right behind the other, in an order that is balanced and
/// drawn anew; so whatever the machine does, it does to both. A fork is a fresh process of each,
/// and forks are what the interval is made of: where memory lies differs from process to process,
/// and within one process no number of rounds shows it.
package struct AgainstRun {
  private let plan: AgainstPlan
  private let observe: (Double) -> Void

  /// - Parameter observe: told the fraction that is done.
  package init(_ plan: AgainstPlan, observe: @escaping (Double) -> Void = { _ in }) {
    self.plan = plan
    self.observe = observe
  }

  /// Measures every matcher on every cell.
  ///
  /// - Parameters:
  ///   - pairs: only these cells and matchers; nil for all.
  ///   - block: 0 first; a fresh block has orders of its own.
  /// - Throws: what loading a corpus or a workload throws; what an engine does wrong is in the
  ///   results instead.
  package func results(
    only pairs: Set<AgainstPair>? = nil, block: Int = 0
  ) throws -> [AgainstResult] {
    var results: [AgainstResult] = []
    let wanted = plan.suite.cells.flatMap { cell in
      plan.matchers.map { AgainstPair(cell: cell.id, matcher: $0) }
    }.filter { pairs?.contains($0) ?? true }
    for cell in plan.suite.cells {
      let matchers = wanted.filter { $0.cell == cell.id }.map(\.matcher)
      guard !matchers.isEmpty else { continue }
      let stage = try AgainstStage(cell, plan: plan)
      for matcher in matchers {
        results.append(
          stage.result(of: matcher, block: block) { fraction in
            observe((Double(results.count) + fraction) / Double(wanted.count))
          })
      }
    }
    return results
  }
}

/// A matcher on a cell.
package struct AgainstPair: Hashable, Sendable {
  package let cell: String
  package let matcher: String

  package init(cell: String, matcher: String) {
    self.cell = cell
    self.matcher = matcher
  }
}

/// One cell, loaded: the rows as engines read them, the keystrokes, and what is right.
struct AgainstStage {
  let cell: CellPlan
  let plan: AgainstPlan
  let corpus: FoldedCorpus
  let workload: Workload
  let rows: RowsFile
  /// The cell without matchers, for a record.
  let record: CellRecord
  let verification: Verification

  init(_ cell: CellPlan, plan: AgainstPlan) throws {
    self.cell = cell
    self.plan = plan
    let rowsAsGiven = try cell.corpus.load()
    corpus = try FoldedCorpus(rowsAsGiven, profile: cell.profile)
    let traces = try cell.workload.load(corpus)
    workload = try Workload(traces, in: corpus, settings: cell.workload.settings)
    rows = try RowsFile(rowsAsGiven)
    var verification = try Verification(
      corpus: corpus, workload: workload, effort: plan.suite.effort, replay: ReplayCommand(cell),
      ledger: .empty)
    try verification.askOracle(seed: plan.suite.seed)
    self.verification = verification
    let corpusRecord = CorpusRecord(
      name: cell.corpus.name, family: cell.corpus.family, rowCount: corpus.rowCount,
      sizeInBytes: rowsAsGiven.sizeInBytes, identity: rows.corpus.identity, foldNanoseconds: 0,
      foldedSizeInBytes: corpus.sizeInBytes)
    let keystrokes = zip(workload.keystrokes, verification.expected).map { entry, expected in
      KeystrokeRecord(
        trace: entry.trace, query: entry.query, eventClass: entry.eventClass.rawValue,
        matchCount: expected?.count)
    }
    record = CellRecord(
      corpus: corpusRecord, profile: cell.profile, workloadIdentity: TraceFile.identity(of: traces),
      keystrokes: keystrokes,
      verification: VerificationRecord(
        keystrokeCount: keystrokes.count, oracleCount: verification.askedOracle.count),
      matchers: [])
  }

  /// How an answer is wrong; nil where it is right, or where nobody knows.
  func contradiction(
    of answer: EngineAnswer, to keystroke: Int, matcher: String
  ) -> Counterexample? {
    guard let expected = verification.expected[keystroke],
      let wrong = answer.contradiction(to: expected, isExact: true)
    else { return nil }
    return example(keystroke, wrong.difference, row: wrong.row, matcher: matcher)
  }

  func example(
    _ keystroke: Int, _ difference: String, row: Int, matcher: String
  ) -> Counterexample {
    let entry = workload.keystrokes[keystroke]
    return Counterexample(
      keystroke: keystroke, query: entry.query, eventClass: entry.eventClass.rawValue,
      difference: difference, firstRow: row,
      firstRowText: row < corpus.rowCount ? corpus.text(row: row) : "",
      replay: verification.replay.record(ofMatcher: matcher))
  }

  /// Measures one matcher in all forks.
  func result(
    of matcher: String, block: Int, progress: (Double) -> Void
  ) -> AgainstResult {
    var result = AgainstResult(cell: record, matcher: matcher)
    var own = MatcherRecord(id: matcher)
    for fork in 0..<plan.forkCount {
      var run = AgainstFork(stage: self, matcher: matcher, number: fork + block * plan.forkCount)
      do throws(AgainstFailure) { try run.run() } catch {
        note(error, in: &result, &own)
        break
      }
      own.build = run.build ?? own.build
      result.base += run.samples(of: .base, fork: fork)
      result.twin += run.samples(of: .twin, fork: fork)
      result.own += run.samples(of: .own, fork: fork)
      progress(Double(fork + 1) / Double(plan.forkCount))
    }
    own.reason = result.reason
    own.packedSamples = SamplePacking.pack(result.own)
    if own.status == .verified, result.reason == nil {
      own.figures = FigureCalculation(
        keystrokes: record.keystrokes, rowCount: corpus.rowCount, samples: result.own,
        warmUpRounds: 0
      ).figures(reference: nil)
    } else if own.status == .verified {
      own.status = .skipped
    }
    result.cell.matchers = [own]
    return result
  }

  /// What ended the comparison; only what this build does wrong is held against it.
  private func note(
    _ failure: AgainstFailure, in result: inout AgainstResult, _ record: inout MatcherRecord
  ) {
    switch failure {
    case .skipped(let reason):
      result.isSkipped = true
      result.reason = reason
    case .declined(let side, let reason): result.reason = "\(side.name): \(reason)"
    case .failed(let side, let fault):
      result.reason = "\(side.name): \(fault.headline)\(fault.lastErrors)"
      if side == .own { record.status = .errored }
    case .wrong(let side, let example):
      result.reason = "\(side.name) answers wrongly: \(example.difference)"
      guard side == .own else { return }
      result.isWrong = true
      record.status = .voided
      record.counterexamples = [example]
    }
  }
}

extension AgainstSide {
  var name: String {
    switch self {
    case .base, .twin: "the other build"
    case .own: "this build"
    }
  }
}

extension EngineFault {
  /// How many lines of standard error a reason has room for, and how many characters of each.
  private static let shownErrorCount = 3
  private static let shownErrorLength = 300

  /// The last words on standard error, on one line; nothing where there are none.
  fileprivate var lastErrors: String {
    let lines = standardErrorTail.split(separator: "\n").suffix(Self.shownErrorCount)
      .map { $0.drop(while: \.isWhitespace).prefix(Self.shownErrorLength) }
    return lines.isEmpty ? "" : "; its standard error ends: \(lines.joined(separator: " · "))"
  }
}

/// Why a fork ended before its rounds were done.
enum AgainstFailure: Error {
  /// None of them answers this cell.
  case skipped(String)
  case declined(AgainstSide, String)
  case failed(AgainstSide, EngineFault)
  case wrong(AgainstSide, Counterexample)
}
