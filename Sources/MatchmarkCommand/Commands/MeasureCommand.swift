import ArgumentParser
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports

/// Times matchers and writes no report.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Time matchers and show the table; no report is written.",
    discussion: """
      The answers are verified all the same: a wrong one is never timed.

      Examples:
        matchmark measure --corpus titles-10000 -e linear-scan -e inverted-index
        matchmark measure --corpus titles-10000 --outcome count --json
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var display: DisplayOptions

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  @Flag(help: "Measure with a debug build all the same.")
  var allowDebug = false

  func run() throws {
    try DebugBuild.refuse(unless: allowDebug)
    var verdict = RunVerdict()
    for planned in try plan.plan() {
      let job = RunJob(
        planned: planned, failsFast: plan.failFast,
        progress: Progress(isShown: !display.noProgress))
      let record = try job.record()
      try RecordPrinter.show(record, asJSON: json, display: display)
      verdict.add(record)
    }
    try verdict.end()
  }
}
