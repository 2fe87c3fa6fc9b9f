import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports

/// Checks answers without timing them.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Hold every answer of every matcher to the specification, without timing.",
    discussion: """
      Examples:
        matchmark verify
        matchmark verify --corpus rows.csv -e inverted-index -o reports
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var display: DisplayOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Write record.json and junit.xml to this folder.")
  var output: String?

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  func run() throws {
    var planned = try plan.plan()
    if let output { try ReportFiles.checkWritable(output) }
    var hasWrongAnswers = false
    for index in planned.indices {
      planned[index].suite.effort.measures = false
      let job = RunJob(
        planned: planned[index], failsFast: plan.failFast,
        progress: Progress(isShown: !display.noProgress))
      let record = try job.record()
      if let output {
        let name = planned[index].suite.name
        _ = try ReportFiles.write(record, to: planned.count == 1 ? output : "\(output)/\(name)")
      }
      try RecordPrinter.show(record, asJSON: json, display: display)
      hasWrongAnswers = hasWrongAnswers || !ParitySummary(record).isRight
    }
    if hasWrongAnswers { throw ExitCode(ExitStatus.wrongAnswers.rawValue) }
  }
}
