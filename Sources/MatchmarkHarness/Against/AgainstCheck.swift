import Foundation
package import MatchmarkDatasets
import MatchmarkEngines
package import MatchmarkRecord
import MatchmarkSystem

/// Measures this build and another one in alternation, and judges the difference.
package struct AgainstCheck {
  private let other: OtherBuild
  private let plan: Plan
  private let forkCount: Int
  private let floor: Double
  /// The path of this build's program.
  private let program: String

  package init(
    _ plan: Plan, against other: OtherBuild, forkCount: Int, floor: Double, program: String
  ) {
    self.plan = plan
    self.other = other
    self.forkCount = forkCount
    self.floor = floor
    self.program = program
  }

  /// - Parameters:
  ///   - context: the facts of this moment.
  ///   - observe: called with the events of the check.
  /// - Throws: ``InputError``, also if the other build cannot be started at all.
  package func record(
    in context: RunContext, _ project: ProjectContext, observe: @escaping (RunEvent) -> Void
  ) throws(InputError) -> RunRecord {
    let period = RunPeriod(context)
    observe(.cellStarted(index: 0, count: 1, id: plan.suite.name))
    let run = try run(project, observe)
    var results: [AgainstResult] = []
    let findings: [GateFinding] = try InputError.wrap {
      try GateLook.findings(forkCount: forkCount, hasEarly: true) { look, forks, open in
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
    }
    return record(of: results, findings, period.ended)
  }

  private func run(
    _ project: ProjectContext, _ observe: @escaping (RunEvent) -> Void
  ) throws(InputError) -> AgainstRun {
    let own = plan.participants
    return AgainstRun(
      plan, base: try other.programs(in: project),
      own: { [program] id in
        own.first { $0.id == id }?.engine ?? OtherBuild.serving(id, by: program)
      }, observe: observe)
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
    return plan.record(
      .check, of: cells, in: context,
      gate: GateRecord(form: .against, subject: other.name, floor: floor, findings: findings))
  }
}
