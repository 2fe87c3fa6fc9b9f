import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Measures this build and another one in turns, and judges the difference.
struct AgainstCheck {
  /// The program of the other build, as it was named.
  let binary: String
  let planned: PlannedSuite
  let forkCount: Int
  let floor: Double
  let isQuiet: Bool

  /// The record of the check.
  ///
  /// - Throws: ``CommandError``, also where the other build cannot be started at all.
  func record() throws(CommandError) -> RunRecord {
    try CheckPlan.refuseMissing(binary)
    let start = MachineSnapshot.current()
    var context = ContextFacts.current()
    let progress = Progress(isShown: !isQuiet)
    progress.note(.cellStarted(index: 0, count: 1, id: planned.suite.name))
    let run = AgainstRun(try plan()) { progress.note(.progressed($0)) }
    var findings: [GateFinding]
    let results: [AgainstResult]
    do {
      results = try run.results()
      findings = AgainstFindings(floor: floor, seed: planned.suite.seed).findings(results)
      try confirm(&findings, run)
    } catch {
      progress.end()
      throw .input("\(error)")
    }
    progress.end()
    context.note(MachineSnapshot.current(), since: start)
    return record(of: results, findings, context)
  }

  private func plan() throws(CommandError) -> AgainstPlan {
    let own = Invocation.current.program
    let binary = try AbsolutePath.of(binary)
    return AgainstPlan(
      suite: planned.suite,
      matchers: planned.contestants.filter { $0.engine == nil }.map(\.id), forkCount: forkCount,
      base: { EngineLaunch(id: $0, command: [binary, "engine", "--matcher", $0]) },
      own: { EngineLaunch(id: $0, command: [own, "engine", "--matcher", $0]) })
  }

  /// Measures whatever seems slower once more, in fresh processes and orders.
  private func confirm(_ findings: inout [GateFinding], _ run: AgainstRun) throws {
    let suspects = findings.indices.filter { findings[$0].verdict == .slower }
    guard !suspects.isEmpty else { return }
    let pairs = Set(
      suspects.map { AgainstPair(cell: findings[$0].cell, matcher: findings[$0].matcher) })
    let again = AgainstFindings(floor: floor, seed: planned.suite.seed &+ 1)
      .findings(try run.results(only: pairs, block: 1))
    for index in suspects {
      findings[index].confirm(
        by: again.first {
          $0.cell == findings[index].cell && $0.matcher == findings[index].matcher
        })
    }
  }

  private func record(
    of results: [AgainstResult], _ findings: [GateFinding], _ context: RunContext
  ) -> RunRecord {
    var cells: [CellRecord] = []
    for result in results {
      if let index = cells.firstIndex(where: { $0.id == result.cell.id }) {
        cells[index].matchers += result.cell.matchers
      } else {
        cells.append(result.cell)
      }
    }
    var record = RunRecord(
      context: context, suite: planned.suite.record, cells: cells,
      warnings: Warnings.about(context, [], reference: planned.suite.reference))
    record.gate = GateRecord(
      form: .against, subject: binary, floor: floor, findings: findings)
    let budgets = planned.suite.budgets
    if !budgets.isEmpty { record.budgets = budgets.flatMap { $0.findings(cells) } }
    return record
  }
}
