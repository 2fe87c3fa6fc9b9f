import MatchmarkHarness
import MatchmarkMeasurement

/// Runs a plan in this process and shows its progress.
struct RunJob {
  let plan: Plan
  let kind: RunRecord.Kind
  var failsFast = false
  /// Where finished cells are kept until the run ends; nil to keep none.
  var kept: KeptCells?
  let progress: Progress
  /// Whether a run in which no participant answers is an error.
  var refusesIdleness = true

  /// The record of the run.
  ///
  /// - Throws: ``CommandError/input(_:)`` if a corpus or a trace cannot be loaded.
  func record() throws(CommandError) -> RunRecord {
    let context = ContextFacts.current()
    let progress = progress
    let run = Run(
      plan, readingCost: context.clock.readingCostInNanoseconds, failsFast: failsFast, kept: kept
    ) { progress.note($0) }
    defer { progress.end() }
    let record = try CommandError.wrap { try run.record(kind, in: context) }
    if refusesIdleness { try refuseIdleness(record.cells) }
    return record
  }

  /// Refuses a run in which no participant answered anything: an empty report helps no one.
  private func refuseIdleness(_ cells: [CellRecord]) throws(CommandError) {
    let matchers = cells.flatMap(\.matchers)
    guard matchers.allSatisfy({ $0.status == .skipped && $0.answers == nil }) else { return }
    if let absence = plan.participants.absences(of: plan.requiredIDs).first {
      throw .engine("required \(absence)")
    }
    let reasons = matchers.prefix(1).compactMap(\.reason).joined()
    throw .usage("nothing to do: no matcher answers any cell of '\(plan.suite.name)': \(reasons)")
  }
}
