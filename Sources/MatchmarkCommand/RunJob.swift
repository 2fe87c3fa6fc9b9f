import Foundation
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Runs one planned suite and makes its record.
struct RunJob {
  let planned: PlannedSuite
  let failsFast: Bool
  let progress: Progress

  /// The record of the run.
  ///
  /// - Throws: ``CommandError/input(_:)`` where a corpus or a trace cannot be loaded.
  func record() throws(CommandError) -> RunRecord {
    let start = MonotonicClock.now()
    var context = ContextFacts.current()
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
    try refuseIdleness(cells)
    context.durationInSeconds = Double(MonotonicClock.now() - start) / 1e9
    context.host.loadAfter = MachineLoad.current().averages.first
    return record(of: cells, context)
  }

  private func record(of cells: [CellRecord], _ context: RunContext) -> RunRecord {
    let suite = planned.suite
    var suiteRecord = SuiteRecord(
      name: suite.name, why: suite.why, seed: suite.seed, outcome: suite.outcome,
      reference: suite.reference)
    suiteRecord.otherOutcomes = suite.otherOutcomes.isEmpty ? nil : suite.otherOutcomes
    var record = RunRecord(
      context: context, suite: suiteRecord, cells: cells,
      warnings: Warnings.about(context, measures: suite.effort.measures))
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

/// What a reader should know before believing the figures.
enum Warnings {
  static func about(_ context: RunContext, measures: Bool) -> [String] {
    guard measures else { return [] }
    var warnings: [String] = []
    if !context.build.isOptimised {
      warnings.append("this is a debug build; its figures say nothing: build with -c release")
    }
    if context.clock.resolutionInNanoseconds > 1_000 {
      warnings.append(
        "the clock ticks only every \(Int(context.clock.resolutionInNanoseconds)) ns; "
          + "figures below that are noise")
    }
    if let load = context.host.loadBefore, load > Double(context.host.coreCount) * 0.75 {
      warnings.append(
        "the machine was busy before the run (load \(load), \(context.host.coreCount) cores); "
          + "close what runs beside and run again")
    }
    return warnings
  }
}
