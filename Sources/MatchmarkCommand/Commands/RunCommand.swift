import ArgumentParser
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Verify and time matchers, and write the reports.",
    discussion: """
      Without a suite, 'default' runs. Every answer of every matcher is checked against the \
      specification before anything is timed. The reports are record.json, junit.xml, result.xml, \
      report.html and report.md, in reports/ unless -o names another folder. A file of that name \
      that matchmark did not write is an error, unless you add --force. The last 20 records are \
      kept in its folder runs/, and each run says what changed since the previous one. A suite \
      with targets shows how close the run came to them; a missed floor ends with exit code 3. \
      A run that is stopped (Ctrl-C) continues after its last finished cell if the same command is \
      started again within a day; cells with engines are measured again.

      Examples:
        matchmark run
        matchmark run --quick
        matchmark run smoke -e linear-scan -e inverted-index
        matchmark run frontier --filter long-200.titles
        matchmark run --corpus rows.csv --write-profile rows.yaml
        matchmark run --corpus titles-10000 -e linear-scan -e inverted-index --no-reports
        matchmark run --corpus titles --sizes 1000,4000,16000,64000
        matchmark run --corpus rows.csv --sizes 500,1000,2000 --budget p99=1ms
      """)

  @OptionGroup var plan: MeasuredPlanOptions
  @OptionGroup(title: "Measuring options") var measuring: MeasuringOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions
  @OptionGroup(title: "Output options") var junit: JUnitOptions

  @Option(name: .output, help: "The folder of the reports. (default: \(Self.reports))")
  var output: String?

  private static let reports = "reports"

  @Flag(help: "Write no reports and keep no record: only show the table.")
  var noReports = false

  @Option(help: "Save the profile inferred for --corpus to this file, which must not exist.")
  var writeProfile: String?

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  @Flag(help: "Measure every cell, also those that a stopped run finished.")
  var fresh = false

  @Flag(help: "Print what would run and stop; with --details, list each cell.")
  var dryRun = false

  mutating func validate() throws {
    if dryRun, json {
      throw ValidationError("got --dry-run with --json, which has no record to print")
    }
    if noReports, output != nil || fresh {
      throw ValidationError(
        "got --no-reports with \(fresh ? "--fresh" : "-o"), expected one or the other")
    }
    if writeProfile != nil, plan.corpus.corpus == nil {
      throw ValidationError("got --write-profile without --corpus, expected both")
    }
  }

  func run() throws {
    try DebugBuild.refuse(unless: measuring.allowDebug || dryRun)
    let plans = try withAppCode(
      measuring.adjusted(try plan.plan(savingProfileTo: dryRun ? nil : writeProfile)))
    if dryRun { return try show(plans) }
    var job = MeasuringJob(
      kind: .run, forkCount: measuring.forks ?? 1, failsFast: plan.failFast,
      isQuiet: display.noProgress, context: context)
    let output = noReports ? nil : output ?? Self.reports
    if let output { try job.keepCells(of: plans, in: output) }
    let reports = try output.map { try RunReports(in: $0, of: plans, context) }
    var verdicts: [Verdict] = []
    for (index, plan) in plans.enumerated() {
      if reports != nil, !display.noProgress { StandardError.write("\(plan.summary)") }
      job.takeUp(plan, isFresh: fresh)
      let record = try job.record(of: plan)
      let rendering = RecordRendering(
        record, program: context.shown, dialect: junit.junitDialect)
      let remarks = try reports?.write(rendering, ofPlan: index) ?? []
      job.forget(plan)
      try RecordPrinter(display, print).show(
        rendering, asJSON: json, remarks: remarks, leadsWithGrowth: !self.plan.sizes.isEmpty)
      verdicts.append(record.verdict)
    }
    try Verdict.gravest(verdicts).end()
  }

  /// Adds the code that an app would contain to a run over one corpus, for comparison: it is timed
  /// even where its answers differ, and then has no rank.
  private func withAppCode(_ plans: [Plan]) throws(InputError) -> [Plan] {
    guard plan.corpus.corpus != nil else { return plans }
    var plans = plans
    for index in plans.indices {
      plans[index].suite.effort.timesAppCode = true
      // Slow code is measured on a sample, so that it does not take longer than all others.
      let effort = plans[index].suite.effort
      plans[index].suite.effort.roundSeconds = min(
        effort.roundSeconds, max(effort.cellSeconds / 5, 0.05))
      // An engine is not worth its start in a shorter run.
      if plan.matchers.isEmpty, effort.cellSeconds >= 1, !plans[index].suite.ranks {
        plans[index].participants += try plan.engines.appCode()
      }
    }
    return plans
  }

  /// Shows the plans without running them.
  private func show(_ plans: [Plan]) throws {
    for plan in plans {
      print("\(plan.summary)")
      if display.details { for cell in plan.suite.cells { print("  \(cell.id)") } }
    }
    let absences = plans.flatMap(\.participants.askedFor.absences)
    try (absences.isEmpty ? Verdict.right : .incomplete).end()
  }
}

extension Plan {
  /// The cells and participants that will run, and the approximate time.
  var summary: String {
    let seconds = suite.effort.measures ? suite.cells.reduce(0) { $0 + self.seconds(of: $1) } : 0
    let time = seconds > 0 ? ", about \(Int(seconds.rounded(.up))) s" : ""
    let matchers = participants.filter { !$0.isEngine }.map(\.id)
    let engines = participants.filter(\.isEngine).map { participant in
      participant.id + (participant.isStarted ? "" : " (missing)")
    }
    let groups = [("matchers", matchers), ("engines", engines)].filter { !$0.1.isEmpty }
      .map { "\($0.0) \($0.1.joined(separator: ", "))" }
    let head =
      "\(suite.title ?? suite.name): \(QuantityFormat.cells(suite.cells.count)), "
      + groups.joined(separator: ", ") + time
    return ([head] + participants.absences.map { "  \($0)" }).joined(separator: "\n")
  }

  private func seconds(of cell: CellPlan) -> Double {
    let measuring = suite.effort.cellSeconds * Double(1 + suite.otherDeliveries.count)
    let millions = Double(cell.corpus.rowCount ?? 0) / 1e6
    let asked = participants.filter { !cell.omits($0) }
    let engineCount = Double(asked.count(where: \.isStarted))
    let matcherCount = Double(asked.count { !$0.isEngine })
    return measuring * Self.overhead
      + engineCount * millions * Self.engineSecondsPerMillionRows
      + matcherCount * max(0, millions - 0.1) * Self.matcherSecondsPerMillionRows
  }

  /// Loading, building and verifying take about as long as measuring, for a cell of the default
  /// suite.
  private static let overhead = 2.0
  /// With more than 100 000 rows they take longer: measured on the suite `frontier` for matchers,
  /// and on `peers` for engines.
  private static let matcherSecondsPerMillionRows = 3.0
  private static let engineSecondsPerMillionRows = 17.0
}

/// Refuses to time a debug build, which would measure the compiler rather than the matchers.
enum DebugBuild {
  static func refuse(unless isAllowed: Bool) throws(InputError) {
    guard !ContextFacts.build.isOptimised, !isAllowed else { return }
    throw .usage(
      "this is a debug build, so its times mean nothing; "
        + "use a release build, or --allow-debug to measure anyway")
  }
}
