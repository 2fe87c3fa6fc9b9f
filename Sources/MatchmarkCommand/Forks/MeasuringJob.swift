import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

/// The measuring of plans, in this process or in several.
struct MeasuringJob {
  let kind: RunRecord.Kind
  var forkCount = 1
  var failsFast = false
  let isQuiet: Bool
  let context: ProgramContext
  /// The store of finished cells until the command ends; nil to keep none.
  var kept: KeptCells?
  /// True if a run in which no participant answers is an error.
  var refusesIdleness = true

  /// The record of a plan, measured in this process, or in several.
  ///
  /// - Throws: ``InputError/input(_:)`` if a corpus or a trace cannot be loaded.
  func record(of plan: Plan) throws(InputError) -> RunRecord {
    guard forkCount == 1 else {
      return try merged(try records(of: plan, forks: 0..<forkCount), of: plan)
    }
    let facts = ContextFacts.now(in: context)
    let progress = Progress(isShown: !isQuiet)
    defer { progress.end() }
    let record = try InputError.wrap {
      try Run(
        plan, readingCost: facts.clock.readingCostInNanoseconds, failsFast: failsFast,
        kept: kept
      ) { progress.note($0) }.record(kind, in: facts)
    }
    if refusesIdleness { try refuseIdleness(record.cells, of: plan) }
    return record
  }

  /// The records of several processes of this program, one after another; if there is only one,
  /// that of this process.
  ///
  /// - Parameter forks: their numbers; each fork has its own order.
  func records(of plan: Plan, forks: Range<Int>) throws(InputError) -> [RunRecord] {
    guard forkCount > 1 else { return [try record(of: plan)] }
    let scratch = try InputError.wrap { try ScratchFolder() }
    // The folder is deleted after its last use.
    defer { withExtendedLifetime(scratch) {} }
    let fork = try ForkRequest(plan, of: self, in: scratch)
    var records: [RunRecord] = []
    for number in forks {
      if !isQuiet {
        let position = number - forks.lowerBound + 1
        StandardError.write("[fork \(position)/\(forks.count)] \(plan.suite.name)")
      }
      records.append(try fork.record(ofFork: number, by: context.invocation))
    }
    return records
  }

  func merged(_ records: [RunRecord], of plan: Plan) throws(InputError) -> RunRecord {
    if forkCount == 1, let only = records.first { return only }
    let merged = try InputError.wrap { try RunRecord(forks: records) }
    var facts = merged.context
    facts.commandLine = context.invocation.commandLine
    return plan.record(kind, of: merged.cells, in: facts)
  }
}

extension MeasuringJob {
  /// Keeps finished cells in a folder of the reports, so that an interrupted run can be resumed.
  ///
  /// One cell in one process needs no keeping: once it is finished, so is the run.
  mutating func keepCells(of plans: [Plan], in reports: String) throws(InputError) {
    guard forkCount > 1 || plans.contains(where: { $0.suite.cells.count > 1 }) else { return }
    let folder = ReportsLayout.Part.unfinished.path(in: reports)
    kept = try InputError.wrap {
      try KeptCells(
        in: folder, program: context.invocation.program, replacing: context.replacement)
    }
  }

  /// Says which cells of a plan are resumed, or deletes them.
  func takeUp(_ plan: Plan, isFresh: Bool) {
    guard let kept else { return }
    kept.prune()
    if isFresh { return forget(plan) }
    let count = forks(of: plan).reduce(0) { $0 + kept.count(of: $1) }
    guard count > 0 else { return }
    let all = plan.suite.cells.count
    StandardError.write(
      "\(count) of \(all * forkCount) cells were measured before"
        + (forkCount > 1 ? " (\(all) in each of \(forkCount) processes)" : "")
        + " and are reused; --fresh measures them again")
  }

  /// Deletes the kept cells of a plan once its reports are written.
  func forget(_ plan: Plan) {
    for fork in forks(of: plan) { kept?.forget(fork) }
  }

  private func forks(of plan: Plan) -> [Plan] {
    (0..<forkCount).map { number in
      var fork = plan
      fork.suite.fork = number
      return fork
    }
  }
}

extension MeasuringJob {
  /// Refuses a run in which no participant answered anything: an empty report helps no one.
  private func refuseIdleness(_ cells: [CellRecord], of plan: Plan) throws(InputError) {
    let matchers = cells.flatMap(\.matchers)
    guard matchers.allSatisfy({ $0.status == .skipped && $0.answers == nil }) else { return }
    if let absence = plan.participants.askedFor.absences.first { throw .engine(absence) }
    throw .unanswered(
      by: plan.participants.map(\.id), "no cell of '\(plan.suite.name)'",
      reason: matchers.first?.reason)
  }
}
