import MatchmarkHarness
import MatchmarkMeasurement

/// Measures a suite and holds it against a baseline.
struct BaselineCheck {
  /// The baseline, as it was named.
  let name: String
  let store: BaselineStore
  let job: MeasuringJob
  let plan: Plan
  let floor: Double
  /// The command that would create the baseline.
  let command: String

  /// The record of the run, with what the gate found.
  ///
  /// - Parameter isFiltered: whether what the plan leaves out is left out of the baseline too.
  /// - Throws: ``CommandError/notComparable(_:)`` before anything is measured, where the baseline
  ///   was made elsewhere or otherwise.
  func record(beside saved: Baseline, isFiltered: Bool) throws(CommandError) -> RunRecord {
    try CheckPlan.refuseOthers(saved, named: name, plan.suite, command: command)
    var record = try job.record(of: plan, at: 0)
    var earlier = saved
    let now = try RecordBaseline.of(record)
    if isFiltered { earlier.keep(now) }
    var findings = RunComparison(
      now: now, earlier: earlier, floor: floor, seed: plan.suite.seed
    ).findings()
    try confirm(&findings, beside: earlier)
    record.gate = GateRecord(form: .baseline, subject: name, floor: floor, findings: findings)
    return record
  }

  /// Measures once more, in fresh forks and orders, whatever seems slower: only what is slower
  /// again is.
  private func confirm(
    _ findings: inout [GateFinding], beside saved: Baseline
  ) throws(CommandError) {
    let suspects = findings.filter { $0.verdict == .slower }
    guard !suspects.isEmpty else { return }
    let (cells, matchers) = (suspects.map(\.cell).uniqued, suspects.map(\.matcher).uniqued)
    var part = plan
    part.keep(cells: cells, participants: [plan.suite.reference] + matchers)
    let fresh = try job.record(of: part, at: 0, block: 1)
    var earlier = saved
    let now = try RecordBaseline.of(fresh)
    earlier.keep(now)
    let again = RunComparison(
      now: now, earlier: earlier, floor: floor, seed: plan.suite.seed &+ 1
    ).findings()
    findings.confirm(by: again)
  }
}

extension [GateFinding] {
  /// Keeps `slower` only where a fresh block says so by its own floor.
  mutating func confirm(by fresh: [GateFinding]) {
    for index in indices where self[index].verdict == .slower {
      let found = fresh.first { $0.cell == self[index].cell && $0.matcher == self[index].matcher }
      self[index].confirmation = found?.ratio
      guard found?.verdict != .slower else { continue }
      self[index].verdict = .inconclusive
      self[index].reason = "a fresh block of rounds did not confirm it"
    }
  }
}

extension Baseline {
  /// Leaves out cells and matchers that the other does not have.
  mutating func keep(_ other: Baseline) {
    cells.removeAll { other.cell($0.id) == nil }
    for index in cells.indices {
      let kept = other.cell(cells[index].id)
      cells[index].matchers.removeAll { kept?.matcher($0.id) == nil }
    }
  }
}
