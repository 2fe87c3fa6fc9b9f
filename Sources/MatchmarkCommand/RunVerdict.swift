import ArgumentParser
import MatchmarkHarness
import MatchmarkMeasurement

/// What the runs of a command come to: the exit code, the same for every output format.
struct RunVerdict {
  private var statuses: Set<ExitStatus> = []

  /// Nothing has been run so far.
  init() {}

  /// Nothing was run; engines that are required and missing count all the same.
  init(missing planned: [PlannedSuite]) {
    let absences = planned.flatMap { $0.contestants.absences(of: $0.requiredIDs) }
    if !absences.isEmpty { statuses.insert(.engine) }
  }

  /// Counts a run.
  ///
  /// - Parameter isStrict: whether what the measurements do not say is a failure.
  mutating func add(_ record: RunRecord, isStrict: Bool = false) {
    addGate(record, isStrict: isStrict)
    let matchers = record.cells.flatMap(\.matchers)
    let ledger = record.ledger ?? []
    if matchers.contains(where: { $0.isWrong && !$0.isLostEngine })
      || ledger.contains(where: \.standing.isFailure)
    {
      statuses.insert(.wrongAnswers)
    }
    let required = record.requiredEngines ?? []
    if matchers.contains(where: { $0.isLostEngine || $0.isMissing(among: required) }) {
      statuses.insert(.engine)
    }
  }

  private mutating func addGate(_ record: RunRecord, isStrict: Bool) {
    let isOverBudget = record.budgets?.contains { $0.isMissed } ?? false
    let isBelowFloor = record.targets?.contains { $0.verdict == .missed } ?? false
    if isOverBudget || isBelowFloor { statuses.insert(.slower) }
    guard let gate = record.gate else { return }
    if gate.count(.slower) > 0 { statuses.insert(.slower) }
    if gate.isEmpty || gate.count(.notComparable) > 0 { statuses.insert(.notComparable) }
    if isStrict, gate.count(.inconclusive) > 0 { statuses.insert(.inconclusive) }
  }

  /// The most serious of all.
  var status: ExitStatus {
    statuses.reduce(.fine) { $0.graver($1) }
  }

  /// - Throws: the exit code, where something was wrong.
  func end() throws {
    if status != .fine { throw ExitCode(status.rawValue) }
  }
}

extension MatcherRecord {
  /// Whether it is a required engine that is not installed.
  fileprivate func isMissing(among required: [String]) -> Bool {
    engine?.fault?.state == EngineFaultRecord.notInstalled && required.contains(id)
  }
}
