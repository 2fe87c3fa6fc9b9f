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
  /// - Parameter index: its position among those of the command.
  func record(of plan: Plan, at index: Int) throws(CommandError) -> RunRecord {
    try merged(try records(of: plan, at: index, forks: 0..<forkCount), of: plan)
  }

  /// The measuring of a plan in this process.
  func alone(_ plan: Plan, isShown: Bool = true) -> RunJob {
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
