import MatchmarkHarness
import MatchmarkMeasurement

/// What a check measures.
enum CheckPlan {
  /// Processes in which a check measures: with fewer, what one process differs from the next is not
  /// known well enough.
  static let forkCount = 5

  /// The plan of the options; without a suite or a corpus that of the baseline.
  static func plan(
    _ options: PlanOptions, as baseline: Baseline?
  ) throws(CommandError) -> [PlannedSuite] {
    var options = options
    if options.suites.isEmpty, options.corpus.corpus == nil,
      let suite = baseline?.conditions.suite, SuiteFile.knownNames.contains(suite)
    {
      options.suites = [suite]
    }
    return try options.plan()
  }

  /// The command that saves what a check with these arguments would have compared with.
  static func saveCommand(_ name: String) -> String {
    var words: [String] = []
    var rest = Invocation.current.arguments.dropFirst()[...]
    let valued = ["--baseline", "--floor", "--budget"]
    let flags = ["--create-missing", "--strict"]
    while let word = rest.popFirst() {
      if valued.contains(word) {
        rest = rest.dropFirst()
      } else if !flags.contains(word), !valued.contains(where: { word.hasPrefix("\($0)=") }) {
        words.append(word)
      }
    }
    return (["matchmark", "baseline", "save", name] + words).map(ReplayCommand.quoted)
      .joined(separator: " ")
  }
}
