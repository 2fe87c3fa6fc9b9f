import ArgumentParser
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Tells whether something became slower, so that CI can trust it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fail where a matcher has become slower, beyond doubt and by more than the floor.",
    discussion: """
      Slower is said only where the whole interval lies above 1, the ratio lies above the floor, \
      and a fresh block of rounds says so again. Times of two days are never compared: each \
      matcher stands beside the reference matcher of the same round.

      Exit codes: 0 nothing slower · 2 wrong answers · 3 slower, or a budget missed · 4 \
      inconclusive, with --strict · 6 not comparable, or no baseline.

      Examples:
        matchmark check gate --baseline main
        matchmark check gate --baseline main --create-missing
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var measuring: MeasuringOptions
  @OptionGroup var folder: ReportsFolderOptions
  @OptionGroup var floor: FloorOptions
  @OptionGroup var display: DisplayOptions

  @Option(help: "Compare with this baseline: a name, or the path of a baseline or record.")
  var baseline: String

  @Flag(help: "Where there is no such baseline, save this run as it, and succeed.")
  var createMissing = false

  @Flag(help: "Fail (exit code 4) where the measurements do not say.")
  var strict = false

  func run() throws {
    let job = MeasuringJob(
      options: measuring, failsFast: plan.failFast, isQuiet: display.noProgress, nameLength: 1,
      defaultForkCount: CheckPlan.forkCount)
    try DebugBuild.refuse(unless: measuring.allowDebug)
    let store = BaselineStore(reports: folder.output)
    let saved = try store.read(baseline)
    let planned = measuring.adjusted(try CheckPlan.plan(plan, as: saved))
    if try job.runAsFork(of: planned) { return }
    guard planned.count == 1, let suite = planned.first else {
      throw CommandError.usage("got \(planned.count) suites, expected one for a check")
    }
    let check = BaselineCheck(
      name: baseline, store: store, job: job, planned: suite, floor: floor.share,
      command: CheckPlan.saveCommand(baseline))
    guard let saved else { return try create(check, suite) }
    let record = try check.record(beside: saved, isFiltered: isFiltered)
    try ReportFiles.checkWritable(folder.output)
    let files = try ReportFiles.write(record, to: folder.output)
    show(record, files)
    var verdict = RunVerdict()
    verdict.add(record, isStrict: strict)
    if verdict.status == .notComparable {
      StandardError.write("create a new baseline with: \(CheckPlan.saveCommand(baseline))")
    }
    try verdict.end()
  }

  /// Whether the plan leaves out on purpose what the baseline may have.
  private var isFiltered: Bool { !plan.matchers.isEmpty || plan.cells.filter != nil }

  private func create(_ check: BaselineCheck, _ suite: PlannedSuite) throws {
    guard createMissing else {
      throw CommandError.notComparable(
        "there is no baseline '\(baseline)' (\(try check.store.path(of: baseline))); create it "
          + "with: \(check.command)")
    }
    let record = try check.job.record(of: suite, at: 0)
    try ReportFiles.checkWritable(folder.output)
    _ = try ReportFiles.write(record, to: folder.output)
    guard ParitySummary(record).isRight else {
      throw ExitCode(ExitStatus.wrongAnswers.rawValue)
    }
    print("saved \(try check.store.save(try RecordBaseline.of(record), as: baseline))")
  }

  private func show(_ record: RunRecord, _ files: [String]) {
    let style = display.style
    if display.details {
      for line in TerminalReport(record, style: style).lines() { print(line) }
    }
    for line in record.warnings { print(style.caution("warning: \(line)")) }
    for line in GateText.lines(record.budgets ?? [], style: style) { print(line) }
    guard let gate = record.gate else { return }
    for line in GateText.lines(gate, style: style) { print(line) }
    print(style.faint("reports: \(files.joined(separator: ", "))"))
  }
}
