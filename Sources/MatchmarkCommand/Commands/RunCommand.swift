import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The main job: build, verify, measure, report.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Verify and time matchers, and write the reports.",
    discussion: """
      Every query of every typing session is answered by every matcher and held to the \
      specification before anything is timed. The reports are record.json, junit.xml, \
      result.xml, report.html and report.md, in reports/ unless -o says otherwise.

      Examples:
        matchmark run
        matchmark run --quick
        matchmark run smoke -e linear-scan -e inverted-index
        matchmark run --corpus rows.csv --write-profile rows.yaml
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var display: DisplayOptions
  @OptionGroup var junit: JUnitOptions

  @Option(name: [.customShort("o"), .customLong("output")], help: "The folder of the reports.")
  var output = "reports"

  @Option(help: "Save the profile that was inferred for --corpus to this file.")
  var writeProfile: String?

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  @Flag(help: "Print what would run, and stop.")
  var dryRun = false

  @Flag(help: "Measure with a debug build all the same.")
  var allowDebug = false

  mutating func validate() throws {
    if writeProfile != nil, plan.corpus.corpus == nil {
      throw ValidationError("got --write-profile without --corpus, expected both")
    }
  }

  func run() throws {
    try DebugBuild.refuse(unless: allowDebug || dryRun)
    let planned = try plannedSuites()
    if dryRun {
      for suite in planned { print(suite.summary) }
      return
    }
    var hasWrongAnswers = false
    for suite in planned {
      let folder = planned.count == 1 ? output : "\(output)/\(suite.suite.name)"
      try ReportFiles.checkWritable(folder)
      if !display.noProgress { StandardError.write(suite.summary) }
      let job = RunJob(
        planned: suite, failsFast: plan.failFast,
        progress: Progress(isShown: !display.noProgress))
      let record = try job.record()
      let files = try ReportFiles.write(record, to: folder, dialect: junit.junitDialect)
      try show(record, files)
      hasWrongAnswers = hasWrongAnswers || !ParitySummary(record).isRight
    }
    if hasWrongAnswers { throw ExitCode(ExitStatus.wrongAnswers.rawValue) }
  }

  /// The suites; a corpus whose profile was inferred is announced first.
  private func plannedSuites() throws -> [PlannedSuite] {
    guard plan.corpus.corpus != nil else { return try plan.plan() }
    let chosen = try ChosenCorpus(plan.corpus)
    try InferenceNotice.show(chosen, savingTo: writeProfile)
    return [try plan.plan(chosen)]
  }

  private func show(_ record: RunRecord, _ files: [String]) throws {
    try RecordPrinter.show(record, asJSON: json, display: display, files: files)
  }
}

extension PlannedSuite {
  /// What will run, and for about how long.
  var summary: String {
    let seconds = suite.effort.measures ? Double(suite.cells.count) * suite.effort.cellSeconds : 0
    let time = seconds > 0 ? ", about \(Int((seconds * Self.overhead).rounded(.up))) s" : ""
    let names = contestants.map(\.id).joined(separator: ", ")
    return "\(suite.name): \(suite.cells.count) cells, matchers \(names)\(time)"
  }

  /// Loading, building and verifying take about as long again as measuring a cell of the default
  /// suite.
  private static let overhead = 2.0
}

/// A debug build measures the compiler's mood, not the matchers.
enum DebugBuild {
  static func refuse(unless isAllowed: Bool) throws(CommandError) {
    guard !ContextFacts.build.isOptimised, !isAllowed else { return }
    throw .usage(
      "this is a debug build, whose figures say nothing; "
        + "use a release build, or --allow-debug to measure all the same")
  }
}
