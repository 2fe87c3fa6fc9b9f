import ArgumentParser
import MatchmarkMeasurement

/// Times matchers and writes no report.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Time matchers and show the table; no report is written.",
    discussion: """
      The answers are still verified: a wrong one is never ranked.

      Examples:
        matchmark measure --corpus titles-10000 -e linear-scan -e inverted-index
        matchmark measure --corpus titles-10000 --outcome count --json
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup(title: "Measuring options") var measuring: MeasuringOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  func run() throws {
    try DebugBuild.refuse(unless: measuring.allowDebug)
    let planned = measuring.adjusted(try plan.plan())
    let job = MeasuringJob(
      kind: .measure, forkCount: measuring.forks ?? 1, failsFast: plan.failFast,
      isQuiet: display.noProgress)
    var verdicts: [Verdict] = []
    for suite in planned {
      let record = try job.record(of: suite)
      try RecordPrinter.show(record, asJSON: json, display: display)
      verdicts.append(record.verdict)
    }
    try ExitStatus(.gravest(verdicts)).end()
  }
}
