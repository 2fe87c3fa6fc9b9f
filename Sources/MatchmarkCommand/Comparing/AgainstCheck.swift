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

  /// - Throws: ``CommandError``, also if the other build cannot be started at all.
  func record() throws(CommandError) -> RunRecord {
    try CheckPlan.refuseMissing(binary)
    let start = MachineSnapshot.current()
    var context = ContextFacts.current()
    let progress = Progress(isShown: !isQuiet)
    progress.note(.cellStarted(index: 0, count: 1, id: plan.suite.name))
    let run = try run { progress.note(.progressed($0)) }
    defer { progress.end() }
    var results: [AgainstResult] = []
    let findings: [GateFinding] = try CommandError.wrap {
      try GateLook.findings(forkCount: forkCount) { look, forks, open in
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

struct BaselineCheck {
  let name: String
  let job: MeasuringJob
  let plan: Plan
  let floor: Double
  let command: String

  /// - Parameter isFiltered: whether to ignore what only the baseline has.
  /// - Throws: ``CommandError/notComparable(_:)`` before anything is measured, if the baseline was
  ///   made on another machine or in another way.
  func record(against saved: Baseline, isFiltered: Bool) throws(CommandError) -> RunRecord {
    try CheckPlan.refuseOthers(saved, named: name, plan.suite, command: command)
    var records: [RunRecord] = []
    let findings = try GateLook.findings(forkCount: job.forkCount) {
      look, forks, open throws(CommandError) in
      records += try job.records(of: part(about: open), forks: forks)
      let merged = try job.merged(records, of: plan)
      return try self.findings(merged, against: saved, isFiltered: isFiltered, look)
    } confirm: { forks, suspects throws(CommandError) in
      let part = part(about: suspects)
      let fresh = try job.merged(try job.records(of: part, forks: forks), of: part)
      return try self.findings(fresh, against: saved, isFiltered: true, .only)
    }
    var record = try job.merged(records, of: plan)
    record.gate = GateRecord(form: .baseline, subject: name, floor: floor, findings: findings)
    return record
  }

  /// The part of the plan that some findings are about, with the reference; nil means all of it.
  private func part(about findings: [GateFinding]?) -> Plan {
    guard let findings else { return plan }
    var part = plan
    part.keep(
      cells: findings.map(\.cell).uniqued,
      participants: [plan.suite.reference] + findings.map(\.matcher).uniqued)
    return part
  }

  private func findings(
    _ record: RunRecord, against saved: Baseline, isFiltered: Bool, _ look: GateLook
  ) throws(CommandError) -> [GateFinding] {
    let now = try RecordBaseline.of(record)
    var earlier = saved
    if isFiltered { earlier.keep(now) }
    return RunComparison(
      now: now, earlier: earlier, floor: floor, figures: GateFigure.allCases, look: look,
      seed: look == .only ? plan.suite.seed &+ 1 : plan.suite.seed
    ).findings()
  }
}

extension Baseline {
  /// Leaves out cells and matchers that the other baseline does not have.
  mutating func keep(_ other: Baseline) {
    cells.removeAll { other.cell($0.id) == nil }
    for index in cells.indices {
      let kept = other.cell(cells[index].id)
      cells[index].matchers.removeAll { kept?.matcher($0.id) == nil }
    }
  }
}
