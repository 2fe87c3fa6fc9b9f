import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Measures this build and another one in turns, and judges the difference.
struct AgainstCheck {
  /// The program of the other build, as it was named.
  let binary: String
  let plan: Plan
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
    progress.note(.cellStarted(index: 0, count: 1, id: plan.suite.name))
    let run = try run { progress.note(.progressed($0)) }
    var findings: [GateFinding]
    let results: [AgainstResult]
    do {
      results = try run.results()
      findings = AgainstFindings(floor: floor, seed: plan.suite.seed).findings(results)
      try confirm(&findings, run)
    } catch {
      progress.end()
      throw .input("\(error)")
    }
    progress.end()
    context.note(MachineSnapshot.current(), since: start)
    return record(of: results, findings, context)
  }

  private func run(_ observe: @escaping (Double) -> Void) throws(CommandError) -> AgainstRun {
    let own = Invocation.current.program
    let binary = try AbsolutePath.of(binary)
    return AgainstRun(
      plan, forkCount: forkCount,
      base: { EngineLaunch(id: $0, command: [binary, "engine", "--matcher", $0]) },
      own: { EngineLaunch(id: $0, command: [own, "engine", "--matcher", $0]) },
      observe: observe)
  }

  /// Measures whatever seems slower once more, in fresh processes and orders.
  private func confirm(_ findings: inout [GateFinding], _ run: AgainstRun) throws {
    let suspects = findings.filter { $0.verdict == .slower }
    guard !suspects.isEmpty else { return }
    let fresh = try run.results(block: 1) { cell, matcher in
      suspects.contains { $0.cell == cell && $0.matcher == matcher }
    }
    let again = AgainstFindings(floor: floor, seed: plan.suite.seed &+ 1).findings(fresh)
    findings.confirm(by: again)
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
    return plan.ofMatchers.record(
      .check, of: cells, in: context,
      gate: GateRecord(form: .against, subject: binary, floor: floor, findings: findings))
  }
}
