import Foundation
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Runs one planned suite and makes its record.
struct RunJob {
  let planned: PlannedSuite
  let failsFast: Bool
  let progress: Progress
  /// Whether a run in which nobody answers is an error.
  var refusesIdleness = true

  /// The record of the run.
  ///
  /// - Throws: ``CommandError/input(_:)`` where a corpus or a trace cannot be loaded.
  func record() throws(CommandError) -> RunRecord {
    let start = MachineSnapshot.current()
    var context = ContextFacts.current()
    let progress = progress
    let run = Run(
      planned.suite, contestants: planned.contestants,
      readingCost: context.clock.readingCostInNanoseconds, failsFast: failsFast,
      ledger: planned.ledger
    ) { progress.note($0) }
    let cells: [CellRecord]
    do { cells = try run.cells() } catch {
      progress.end()
      throw .input("\(error)")
    }
    progress.end()
    if refusesIdleness { try refuseIdleness(cells) }
    context.note(MachineSnapshot.current(), since: start)
    return record(of: cells, context)
  }

  private func record(of cells: [CellRecord], _ context: RunContext) -> RunRecord {
    let suite = planned.suite
    var record = RunRecord(
      context: context, suite: suite.record, cells: cells,
      warnings: suite.effort.measures
        ? Warnings.about(context, cells, reference: suite.reference) : [])
    let standings = planned.ledger.standings(
      after: cells, among: planned.contestants.map(\.id))
    record.ledger = standings.isEmpty ? nil : standings
    record.requiredEngines = planned.requiredIDs.isEmpty ? nil : planned.requiredIDs
    return record
  }
}

extension RunJob {
  /// A run in which nobody answered anything found nothing out; better no report than that.
  private func refuseIdleness(_ cells: [CellRecord]) throws(CommandError) {
    let matchers = cells.flatMap(\.matchers)
    guard matchers.allSatisfy({ $0.status == .skipped }) else { return }
    if let absence = planned.contestants.absences(of: planned.requiredIDs).first {
      throw .engine("required \(absence)")
    }
    let reasons = matchers.prefix(1).compactMap(\.reason).joined()
    throw .usage(
      "nothing to do: no matcher answers any cell of '\(planned.suite.name)': \(reasons)")
  }
}

extension RunContext {
  /// Notes what went on since the run began.
  mutating func note(_ end: MachineSnapshot, since start: MachineSnapshot) {
    durationInSeconds = Double(end.nanoseconds - start.nanoseconds) / 1e9
    host.loadAfter = MachineLoad.current().averages.first
    host.stolenShare = end.stolenShare(since: start)
    host.foreignCores = end.foreignCores(since: start, coreCount: host.coreCount)
  }
}

extension Suite {
  /// What a record says of the suite.
  var record: SuiteRecord {
    var record = SuiteRecord(
      name: name, why: why, seed: seed, outcome: outcome, reference: reference)
    record.sampleMicroseconds =
      effort.sampleNanoseconds > 0 ? effort.sampleNanoseconds / 1_000 : nil
    record.otherOutcomes = otherOutcomes.isEmpty ? nil : otherOutcomes
    return record
  }
}
