import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Measures planned suites as the options say: in this process, or in several.
struct MeasuringJob {
  let options: MeasuringOptions
  let failsFast: Bool
  let isQuiet: Bool
  /// How many words name the command.
  let nameLength: Int
  /// Processes where the options name no number of them.
  var defaultForkCount = 1

  /// The record of a suite.
  ///
  /// - Parameter index: its position among those that the command plans.
  func record(of planned: PlannedSuite, at index: Int) throws(CommandError) -> RunRecord {
    let forkCount = options.forking.forks ?? defaultForkCount
    var record =
      forkCount > 1
      ? try forked(planned, at: index, forkCount).record()
      : try RunJob(
        planned: planned, failsFast: failsFast, progress: Progress(isShown: !isQuiet)
      ).record()
    let budgets = planned.suite.budgets
    if !budgets.isEmpty { record.budgets = budgets.flatMap { $0.findings(record.cells) } }
    let targets = planned.suite.targets
    if !targets.isEmpty {
      record.targets = targets.flatMap(TargetCalculation(record).findings)
    }
    return record
  }

  /// A fresh block: more forks, in orders that were not used before, of some cells and matchers.
  func freshRecord(
    of planned: PlannedSuite, at index: Int, cells: [String], matchers: [String]
  ) throws(CommandError) -> RunRecord {
    let forkCount = options.forking.forks ?? defaultForkCount
    guard forkCount > 1 else {
      var part = planned
      part.keep(cells: cells, matchers: matchers)
      part.suite.fork = 1
      return try RunJob(
        planned: part, failsFast: failsFast, progress: Progress(isShown: !isQuiet)
      ).record()
    }
    var job = forked(planned, at: index, forkCount)
    job.firstNumber = forkCount
    job.cells = cells
    job.matchers = matchers
    return try job.record()
  }

  private func forked(_ planned: PlannedSuite, at index: Int, _ forkCount: Int) -> ForkedJob {
    ForkedJob(
      planned: planned, suite: index, forkCount: forkCount, nameLength: nameLength,
      isQuiet: isQuiet)
  }

  /// Does what a fork is there for, and tells whether this process is one.
  func runAsFork(of planned: [PlannedSuite]) throws(CommandError) -> Bool {
    guard let task = options.forking.task else { return false }
    guard let part = task.part(of: planned) else {
      throw .usage("got fork suite \(task.suite), expected one of \(planned.count)")
    }
    let record = try RunJob(
      planned: part, failsFast: failsFast, progress: Progress(isShown: false)
    ).record()
    do { try AtomicFile.write(try record.encoded(), to: task.record) } catch {
      throw .input("\(error)")
    }
    return true
  }
}
