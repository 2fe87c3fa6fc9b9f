import ArgumentParser
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement

/// Checks answers without timing them.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every answer of every matcher against the specification, without timing.",
    discussion: """
      Without a suite, 'default' is verified.

      Examples:
        matchmark verify
        matchmark verify --corpus rows.csv -e inverted-index -o reports
        matchmark verify --conformance
        matchmark verify --conformance -e inverted-index -f Q8 -o reports
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions
  @OptionGroup(title: "Output options") var junit: JUnitOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Write the record (record.json or conformance.json) and its reports to this folder.")
  var output: String?

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  @Flag(
    help: """
      Run the conformance cases instead of suites. -f then takes a clause (Q8), or part of a \
      case's id or title.
      """)
  var conformance = false

  @Option(help: "With --conformance: write a badge for shields.io's endpoint to this file.")
  var badge: String?

  func validate() throws {
    let idle = plan.effort.rounds == nil ? "--max-time" : "--rounds"
    if plan.effort.rounds != nil || plan.effort.maxTime != nil {
      throw ValidationError("got \(idle), but verify measures nothing; use 'matchmark run'")
    }
    if badge != nil, !conformance {
      throw ValidationError("got --badge without --conformance, whose result it shows")
    }
    if badge != nil, plan.cells.filter != nil {
      throw ValidationError("got --badge with -f; a badge is about all cases")
    }
    if conformance, !plan.suites.isEmpty || plan.corpus.corpus != nil {
      throw ValidationError("got suites or --corpus with --conformance, which has its own rows")
    }
  }

  func run() throws {
    if conformance {
      return try ConformanceJob(
        matchers: plan.matchers, engines: plan.engines, demands: plan.demands,
        filter: plan.cells.filter, output: output, badge: badge, json: json,
        display: display, dialect: junit.junitDialect
      ).run()
    }
    var planned = try plan.plan()
    let reports = try output.map { path throws(CommandError) in try ReportsFolder(path) }
    var verdicts: [Verdict] = []
    for index in planned.indices {
      planned[index].suite.effort.measures = false
      let job = RunJob(
        plan: planned[index], kind: .verify, failsFast: plan.failFast,
        progress: Progress(isShown: !display.noProgress))
      let record = try job.record()
      if let reports {
        let name = planned[index].suite.name
        let folder = planned.count == 1 ? reports : try ReportsFolder("\(reports.path)/\(name)")
        _ = try folder.write(record, dialect: junit.junitDialect)
      }
      try RecordPrinter.show(record, asJSON: json, display: display)
      verdicts.append(record.verdict)
    }
    try ExitStatus(.gravest(verdicts)).end()
  }
}
