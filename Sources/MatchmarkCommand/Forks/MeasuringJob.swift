import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkSystem

/// Measures plans as the options say: in this process, or in several.
struct MeasuringJob {
  let kind: RunRecord.Kind
  let options: MeasuringOptions
  let failsFast: Bool
  let isQuiet: Bool
  /// How many words name the command.
  let nameLength: Int
  /// Processes where the options name no number of them.
  var defaultForkCount = 1

  var forkCount: Int { options.forking.forks ?? defaultForkCount }

  /// The record of a plan.
  ///
  /// - Parameters:
  ///   - index: its position among those of the command.
  ///   - block: 0 first; a fresh block has orders that were not used before.
  func record(of plan: Plan, at index: Int, block: Int = 0) throws(CommandError) -> RunRecord {
    guard forkCount == 1 else {
      return try forkedRecord(of: plan, at: index, from: block * forkCount)
    }
    var plan = plan
    plan.suite.fork = block
    return try alone(plan).record()
  }

  /// The measuring of a plan in this process.
  private func alone(_ plan: Plan, isShown: Bool = true) -> RunJob {
    RunJob(
      plan: plan, kind: kind, failsFast: failsFast,
      progress: Progress(isShown: isShown && !isQuiet))
  }

  /// Does what a fork is there for, and tells whether this process is one.
  func runAsFork(of plans: [Plan]) throws(CommandError) -> Bool {
    guard options.forking.isFork, let path = options.forking.forkRecord else { return false }
    let record = try alone(try options.forking.part(of: plans), isShown: false).record()
    do { try AtomicFile.write(try record.encoded(), to: path) } catch {
      throw .input("\(error)")
    }
    return true
  }
}
