import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Measures this build and another one in alternation, and judges the difference.
struct AgainstCheck {
  /// The program of the other build, as the user named it.
  let binary: String
  let plan: Plan
  let forkCount: Int
  let floor: Double
  let isQuiet: Bool

  /// The record of the check.
  ///
  /// - Throws: ``CommandError``, also if the other build cannot be started at all.
  func record() throws(CommandError) -> RunRecord {
    try CheckPlan.refuseMissing(binary)
    let start = MachineSnapshot.current()
    var context = ContextFacts.current()
    let progress = Progress(isShown: !isQuiet)
    progress.note(.cellStarted(index: 0, count: 1, id: plan.suite.name))
    let run = try run { progress.note(.progressed($0)) }
    var results: [AgainstResult] = []
    let findings: [GateFinding]
    do {
      findings = try LookSequence(forkCount: forkCount).findings { look, forks, open in
        results = try run.results(of: forks, addedTo: results) { cell, matcher in
          open?.contains { $0.cell == cell && $0.matcher == matcher } ?? true
        }
        return AgainstFindings(floor: floor, look: look, seed: plan.suite.seed).findings(results)
      } confirm: { forks, suspects in
        let fresh = try run.results(of: forks) { cell, matcher in
          suspects.contains { $0.cell == cell && $0.matcher == matcher }
        }
        return AgainstFindings(floor: floor, seed: plan.suite.seed &+ 1).findings(fresh)
      }
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
      plan,
      base: { EngineLaunch(id: $0, command: [binary, "engine", "--matcher", $0]) },
      own: { EngineLaunch(id: $0, command: [own, "engine", "--matcher", $0]) },
      observe: observe)
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
