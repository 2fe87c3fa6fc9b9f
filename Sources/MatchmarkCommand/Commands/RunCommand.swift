import ArgumentParser
import Foundation
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

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
      With --only, one participant is asked in a loop, for a profiler. \
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
        matchmark run --corpus rows.csv --only linear-scan --for 20s
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

  @Option(
    help: """
      Ask this matcher or engine the keystrokes of one cell in a loop, for a profiler; nothing is \
      checked or reported.
      """, completion: NameCompletion.participants)
  var only: String?

  @Option(
    name: .customLong("for"), help: "How long --only asks, such as 20s. (default: 10s)",
    transform: NumberRange.loopTime.number)
  var loopSeconds: Double?

  mutating func validate() throws {
    if dryRun, json {
      throw ValidationError("got --dry-run with --json, which has no record to print")
    }
    if noReports, output != nil || fresh {
      throw ValidationError(
        "got --no-reports with \(fresh ? "--fresh" : "-o"), expected one or the other")
    }
    if loopSeconds != nil, only == nil {
      throw ValidationError("got --for without --only, whose time it is")
    }
    if only != nil, let other = optionsOfReports.first(where: \.isGiven)?.name {
      throw ValidationError("got --only with \(other), expected one of them: it reports nothing")
    }
    if writeProfile != nil, plan.corpus.corpus == nil {
      throw ValidationError("got --write-profile without --corpus, expected both")
    }
  }

  /// The options that say what is measured or reported.
  private var optionsOfReports: [(name: String, isGiven: Bool)] {
    [
      ("-e", !plan.matchers.isEmpty), ("-o", output != nil), ("--no-reports", noReports),
      ("--json", json), ("--fresh", fresh), ("--dry-run", dryRun), ("--sizes", !plan.sizes.isEmpty),
      ("--forks", measuring.forks != nil), ("--pace human", measuring.pace != .none),
      ("--budget", !measuring.budget.isEmpty), ("--time-wrong", measuring.timeWrong),
      ("--rounds", plan.effort.rounds != nil), ("--max-time", plan.effort.maxTime != nil),
      ("--fail-fast", plan.failFast), ("--details", display.details),
    ]
  }

  func run() throws {
    try DebugBuild.refuse(unless: measuring.allowDebug || dryRun)
    if let only { return try loop(over: only) }
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

  /// Asks one participant the keystrokes of one cell, until the time is over.
  private func loop(over id: String) throws {
    var options = plan
    options.matchers = [id]
    let plans = try options.plan(savingProfileTo: writeProfile)
    let cells = plans.flatMap(\.suite.cells)
    guard cells.count == 1 else {
      throw InputError.usage(
        "got --only with \(QuantityFormat.cells(cells.count)), expected one: choose it with "
          + "--corpus or --filter, such as --filter \(cells[0].id)")
    }
    guard plans[0].participants.count == 1 else {
      throw InputError.usage("got --only \(id), expected one participant")
    }
    var loop = try ProfilingLoop(plans[0])
    let keystrokes = QuantityFormat.counted(loop.keystrokeCount, "keystroke")
    let process = ProcessInfo.processInfo.processIdentifier
    print("process \(process): \(id) is asked the \(keystrokes) of \(cells[0].id)")
    // A profiler is attached by this number, so it must appear before the loop starts.
    try? StandardOutput.flush()
    let tally = try loop.run(for: loopSeconds ?? Self.usualLoopSeconds)
    guard tally.answered > 0 else {
      throw InputError.unanswered(by: [id], "none of the \(keystrokes)", reason: tally.reason)
    }
    let count = tally.answered + tally.declined
    let asked = QuantityFormat.count(count)
    let time = QuantityFormat.time(Double(tally.nanoseconds))
    let each = QuantityFormat.time(Double(tally.nanoseconds) / Double(count))
    let declined = tally.declined > 0 ? ", \(QuantityFormat.count(tally.declined)) declined" : ""
    print("\(asked) keystrokes in \(time), \(each) each\(declined)")
  }

  private static let usualLoopSeconds = 10.0

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
    let deliveryCount = Double(1 + suite.otherDeliveries.count)
    let measuring = suite.effort.cellSeconds * deliveryCount
    // The longest time in which a slow engine is asked a sample.
    let rounds =
      Double(suite.effort.minimumRounds + 1) * suite.effort.roundSeconds * deliveryCount
    let millions = Double(cell.corpus.rowCount ?? 0) / 1e6
    let asked = participants.filter { !cell.omits($0) }
    let engineCount = Double(asked.count(where: \.isStarted))
    let matcherCount = Double(asked.count { !$0.isEngine })
    return measuring * Self.overhead
      + engineCount * millions * (Self.engineSecondsPerMillionRows + rounds * Self.slowShare)
      + matcherCount * max(0, millions - 0.1) * Self.matcherSecondsPerMillionRows
  }

  /// Loading, building and verifying take about as long as measuring, for a cell of the default
  /// suite.
  private static let overhead = 2.0
  /// With more than 100 000 rows they take longer, and engines are often too slow for all keys.
  ///
  /// As measured, `peers` takes a third more than estimated, and `frontier` a quarter less.
  private static let matcherSecondsPerMillionRows = 3.0
  private static let engineSecondsPerMillionRows = 17.0
  private static let slowShare = 0.5
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
