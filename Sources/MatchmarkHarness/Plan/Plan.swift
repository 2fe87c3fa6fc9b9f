package import MatchmarkMeasurement

/// What is run: a suite, the participants, what is known about them, and what is required.
package struct Plan: Sendable {
  package var suite: Suite
  package var participants: [Participant]
  package var ledger: DivergenceLedger
  /// Engines without which the run fails.
  package var requiredIDs: [String]

  package init(
    _ suite: Suite, _ participants: [Participant], ledger: DivergenceLedger = .empty,
    requiredIDs: [String] = []
  ) {
    self.suite = suite
    self.participants = participants
    self.ledger = ledger
    self.requiredIDs = requiredIDs
  }

  /// Leaves out what is not named; an empty list names everything.
  package mutating func keep(cells: [String], participants ids: [String]) {
    if !cells.isEmpty { suite.cells.removeAll { !cells.contains($0.id) } }
    if !ids.isEmpty { participants.removeAll { !ids.contains($0.id) } }
  }

  /// The same for builds of this program, which serve matchers and know no engine.
  package var ofMatchers: Plan { Plan(suite, participants.filter { !$0.isEngine }) }

  /// The record of its cells: the only place where one is assembled.
  ///
  /// If nothing was timed, there are no warnings about figures, no budgets and no targets. Two
  /// builds that were measured in alternation have their doubts in the gate's findings, and ignore
  /// what a suite requires of its participants relative to each other.
  ///
  /// - Parameter gate: what the run was compared with; nil if nothing.
  package func record(
    _ kind: RunRecord.Kind, of cells: [CellRecord], in context: RunContext,
    gate: GateRecord? = nil
  ) -> RunRecord {
    var record = RunRecord(kind, context: context, suite: suite.record, cells: cells)
    record.gate = gate
    let guests = participants.filter(\.isGuest).map(\.id)
    record.guests = guests.isEmpty ? nil : guests
    record.requiredEngines = requiredIDs.isEmpty ? nil : requiredIDs
    let standings = ledger.standings(after: cells, among: participants.map(\.id))
    record.ledger = standings.isEmpty ? nil : standings
    guard suite.effort.measures else { return record }
    let isAgainst = gate?.form == .against
    record.warnings = Warnings.about(context, isAgainst ? [] : cells, reference: suite.reference)
    if !suite.budgets.isEmpty { record.budgets = suite.budgets.flatMap { $0.findings(cells) } }
    if !suite.targets.isEmpty, !isAgainst {
      record.targets = suite.targets.flatMap(TargetCalculation(record).findings)
    }
    return record
  }
}

extension Suite {
  package var record: SuiteRecord {
    var record = SuiteRecord(
      name: name, why: why, seed: seed, outcome: outcome, reference: reference)
    record.sampleMicroseconds =
      effort.sampleNanoseconds > 0 ? effort.sampleNanoseconds / 1_000 : nil
    record.title = title
    record.otherOutcomes = otherOutcomes.isEmpty ? nil : otherOutcomes
    return record
  }
}
