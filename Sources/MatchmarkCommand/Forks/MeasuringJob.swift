import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Measures plans as the options say, in this process or in several.
struct MeasuringJob {
  let kind: RunRecord.Kind
  let options: MeasuringOptions
  let failsFast: Bool
  let isQuiet: Bool
  /// How many words name the command.
  let nameLength: Int
  /// The number of processes if the options do not give one.
  var defaultForkCount = 1
  /// Where finished cells are kept until the command ends; nil to keep none.
  var kept: KeptCells?

  var forkCount: Int { options.forking.forks ?? defaultForkCount }

  /// The record of a plan.
  ///
  /// - Parameter index: its position among those of the command.
  func record(of plan: Plan, at index: Int) throws(CommandError) -> RunRecord {
    try merged(try records(of: plan, at: index, forks: 0..<forkCount), of: plan)
  }

  /// The job that measures a plan in this process.
  func alone(_ plan: Plan, isShown: Bool = true) -> RunJob {
    RunJob(
      plan: plan, kind: kind, failsFast: failsFast, kept: kept,
      progress: Progress(isShown: isShown && !isQuiet))
  }

  /// Does the work of a fork; returns whether this process is one.
  func runAsFork(of plans: [Plan]) throws(CommandError) -> Bool {
    guard options.forking.isFork, let path = options.forking.forkRecord else { return false }
    let record = try alone(try options.forking.part(of: plans), isShown: false).record()
    do { try AtomicFile.write(try record.encoded(), to: path) } catch {
      throw .input("\(error)")
    }
    return true
  }
}

extension MeasuringJob {
  /// Keeps finished cells in a folder of the reports, so that an interrupted run can be resumed.
  ///
  /// One cell in one process needs no keeping: once it is finished, so is the run.
  mutating func keepCells(of plans: [Plan], in reports: String) throws(CommandError) {
    guard forkCount > 1 || plans.contains(where: { $0.suite.cells.count > 1 }) else { return }
    do {
      kept = try KeptCells(
        in: ReportsFolder.Part.unfinished.path(in: reports), program: Invocation.current.program)
    } catch { throw .input(error.description) }
  }

  /// Says which cells of a plan are resumed, or deletes them.
  ///
  /// - Parameter isFresh: whether to measure every cell again.
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
