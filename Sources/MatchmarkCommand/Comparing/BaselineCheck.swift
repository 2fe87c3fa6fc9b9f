import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord

/// Measures this build, and compares it with a baseline.
struct BaselineCheck {
  let name: String
  let job: MeasuringJob
  let plan: Plan
  let floor: Double
  let command: String

  /// - Parameter isFiltered: true to ignore cells and matchers that only the baseline has.
  /// - Throws: ``InputError/notComparable(_:)`` before anything is measured, if the baseline was
  ///   made on another machine or in another way.
  func record(against saved: Baseline, isFiltered: Bool) throws(InputError) -> RunRecord {
    try SavedBaseline(name: name, baseline: saved)
      .refuseOthers(than: ContextFacts.now(in: job.context), plan.suite, command: command)
    var records: [RunRecord] = []
    let findings = try GateLook.findings(forkCount: job.forkCount) {
      look, forks, open throws(InputError) in
      records += try job.records(of: part(about: open), forks: forks)
      let merged = try job.merged(records, of: plan)
      return try self.findings(merged, against: saved, isFiltered: isFiltered, look)
    } confirm: { forks, suspects throws(InputError) in
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
  ) throws(InputError) -> [GateFinding] {
    let now = try ComparableFile.baseline(of: record, in: job.context.folder)
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
