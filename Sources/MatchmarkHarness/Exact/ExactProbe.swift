import MatchmarkCore
import MatchmarkEngines
package import MatchmarkRecord

/// The reason why nothing could be counted.
struct ExactError: Error, CustomStringConvertible {
  let description: String
  /// The status of the matcher in the record.
  var status = MatcherStatus.errored
  /// The wrong answer, if that is the reason.
  var example: Counterexample?
}

/// Counts instructions and allocations per keystroke of a matcher that is served as an engine.
///
/// Each keystroke is repeated, and only the repetitions count: see ``Valgrind``.
package struct ExactProbe {
  private let rows: RowsFile
  private let verification: Verification
  private let valgrind: Valgrind

  package init(_ cell: CellPlan, of plan: Plan) throws {
    valgrind = try Valgrind()
    let loaded = try LoadedCell(cell, of: LoadedCorpus(cell.corpus))
    rows = try loaded.rows.file()
    var verification = try Verification(loaded, of: plan)
    try verification.askOracle(seed: plan.suite.seed)
    self.verification = verification
  }

  /// The cell without matchers, for a record.
  package var cell: CellRecord { verification.cell.record(verification) }

  /// The record of a matcher that a program serves: its counts, or why there are none.
  package func record(of matcher: String, in program: String) -> MatcherRecord {
    let launch = EngineLaunch(
      id: matcher, command: [program, "engine", "serve", "--matcher", matcher])
    var record = MatcherRecord(id: matcher)
    do throws(ExactError) {
      let checked = try session(launch, delivering: nil, repeatCount: 1)
      record.ledger = verification.ledgerUses(of: checked)
      let figures = try figures(launch, indexSize: checked.record.build?.indexSizeInBytes ?? 0)
      record.exact = figures
      record.build = BuildFigures(
        nanoseconds: 0, indexSizeInBytes: figures.indexSizeInBytes, peakGrowthInBytes: nil)
    } catch {
      (record.status, record.reason) = (error.status, error.description)
      record.counterexamples = [error.example].compactMap(\.self)
    }
    return record
  }

  /// Counts for one engine whose answers were found right.
  private func figures(
    _ launch: EngineLaunch, indexSize: Int
  ) throws(ExactError) -> ExactFigures {
    let instructions = try differences(launch, of: .instructions)
    let allocations = try differences(launch, of: .allocations)
    return ExactFigures(
      instructions: instructions[0], allocations: allocations[0],
      allocatedBytes: allocations[1], indexSizeInBytes: indexSize)
  }

  /// The average share of one repetition of a keystroke in each count.
  private func differences(
    _ launch: EngineLaunch, of counts: Valgrind.Counts
  ) throws(ExactError) -> [Double] {
    let sums = try valgrind.differences(launch, of: counts) {
      (launch, repeatCount) throws(ExactError) in
      _ = try session(launch, delivering: .page, repeatCount: repeatCount)
    }
    let keystrokes = Double(max(1, verification.workload.keystrokes.count))
    return sums.map { $0 / keystrokes }
  }

  /// Asks every keystroke in order, and checks the answers.
  ///
  /// - Parameter delivery: nil for all rows.
  /// - Returns: the engine's record and answers; it has ended.
  private func session(
    _ launch: EngineLaunch, delivering delivery: Delivery?, repeatCount: Int
  ) throws(ExactError) -> Contender {
    var contender = Contender(serving: launch, on: verification.corpus, rows: rows)
    var window = TimedWindow()
    var answer = Answer()
    for (keystroke, entry) in verification.workload.keystrokes.enumerated() {
      guard let open = contender.open, contender.record.counterexamples.isEmpty else { break }
      let reply = open.ask(
        entry.query, delivering: delivery, repetitions: repeatCount, in: &window, into: &answer)
      guard let given = contender.answer(in: reply) else { continue }
      verification.hold(&contender, to: keystroke, given, answer)
    }
    contender.close()
    if !contender.record.counterexamples.isEmpty {
      var search = ReplaySearch(verification, rows: rows)
      search.search(&contender)
      let example = contender.record.counterexamples[0]
      throw ExactError(description: example.difference, status: .voided, example: example)
    }
    if let failure = contender.failure { throw ExactError(description: failure.description) }
    guard contender.record.status == .verified else {
      throw ExactError(description: contender.record.reason ?? "", status: .skipped)
    }
    return contender
  }
}
