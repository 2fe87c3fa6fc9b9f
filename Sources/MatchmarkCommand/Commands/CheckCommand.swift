import ArgumentParser
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Tells whether something became slower, so that CI can trust it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fail if a matcher has become slower, significantly and by more than the floor.",
    discussion: """
      A matcher is slower only if the whole interval of its ratio is above 1, the ratio is above \
      the floor, and fresh rounds confirm it. Inconclusive figures are measured again, in up to \
      three times as many processes. The slowest keystrokes have a figure of their own, the tail. \
      Times from different runs are never compared. With --baseline, each matcher is compared with \
      the reference matcher of the same round, which takes part even if -e does not name it. With \
      --against, the stronger form, each matcher is compared with itself in the other build, in \
      turns. --exact counts instead of timing, for shared machines. Without a suite, the suite of \
      the baseline is measured, or else 'gate', or 'exact' with --exact.

      Exit codes: 0 nothing slower · 2 wrong answers · 3 slower, or a budget missed · 4 \
      inconclusive, with --strict · 6 not comparable, nothing compared, or no baseline.

      Examples:
        matchmark check gate --baseline main
        matchmark check gate --baseline main --create-missing
        matchmark check gate --against ../old/.build/release/matchmark
        matchmark check --exact --against ../old/.build/release/matchmark
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup(title: "Measuring options") var measuring: MeasuringOptions
  @OptionGroup var folder: ReportsFolderOptions
  @OptionGroup var floor: FloorOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions

  @Option(help: "Compare with this baseline: a name, or the path of a baseline or record.")
  var baseline: String?

  @Option(help: "Compare with this build of matchmark, measured in turns with this one.")
  var against: String?

  @Flag(
    help: """
      Count instructions, allocations and index bytes instead of timing, for shared machines. \
      Needs valgrind.
      """)
  var exact = false

  @Flag(help: "If there is no such baseline, save this run under its name and succeed.")
  var createMissing = false

  @Flag(help: "Fail (exit code 4) if the measurements are inconclusive.")
  var strict = false

  mutating func validate() throws {
    guard (baseline == nil) != (against == nil) else {
      throw ValidationError("expected either --baseline or --against")
    }
    if createMissing, baseline == nil {
      throw ValidationError("got --create-missing without --baseline")
    }
  }

  func run() throws {
    try DebugBuild.refuse(unless: measuring.allowDebug)
    if exact { return try runExactly() }
    if let baseline { return try run(comparedWith: baseline) }
    guard let against else { return }
    let planned = measuring.adjusted(try CheckPlan.plan(plan))
    let reports = try ReportsFolder(folder.output)
    let check = AgainstCheck(
      binary: against, plan: try planned.only(for: "a check"),
      forkCount: measuring.forking.forks ?? CheckPlan.forkCount,
      floor: floor.share ?? GateRule.defaultFloor,
      isQuiet: display.noProgress)
    try end(try check.record(), reports)
  }

  private func run(comparedWith baseline: String) throws {
    let job = MeasuringJob(
      kind: .check, options: measuring, failsFast: plan.failFast, isQuiet: display.noProgress,
      nameLength: 1,
      defaultForkCount: CheckPlan.forkCount)
    let store = BaselineStore(reports: folder.output)
    let saved = try store.read(baseline)
    if saved == nil, createMissing { try store.refuseUnsavable(baseline) }
    let planned = measuring.adjusted(try CheckPlan.plan(plan, for: .ratios, as: saved))
    if try job.runAsFork(of: planned) { return }
    let reports = try ReportsFolder(folder.output)
    let check = BaselineCheck(
      name: baseline, store: store, job: job, plan: try planned.only(for: "a check"),
      floor: floor.share ?? GateRule.defaultFloor,
      command: CheckPlan.saveCommand(baseline))
    guard let saved else { return try create(check, reports) }
    do { try end(try check.record(against: saved, isFiltered: isFiltered), reports) } catch let code
      as ExitCode
      where code.rawValue == ExitStatus.notComparable.rawValue
    {
      StandardError.write("create a new baseline with: \(check.command)")
      throw code
    }
  }

  /// Counts, against another build or a baseline.
  private func runExactly() throws {
    let store = BaselineStore(reports: folder.output)
    let saved = try baseline.flatMap { name throws(CommandError) in try store.read(name) }
    let planned = try CheckPlan.plan(plan, as: saved, otherwise: CheckPlan.exactSuite)
      .only(for: "a check")
    let limit = floor.share ?? ExactFigures.defaultFloor
    let check = ExactCheck(plan: planned, floor: limit, isQuiet: display.noProgress)
    if let baseline, saved == nil, createMissing { try store.refuseUnsavable(baseline) }
    if let against { try CheckPlan.refuseMissing(against) }
    if let baseline, saved == nil, !createMissing {
      throw store.missing(baseline, command: CheckPlan.saveCommand(baseline))
    }
    if let baseline, let saved {
      try CheckPlan.refuseOthers(
        saved, named: baseline, planned.suite, command: CheckPlan.saveCommand(baseline))
    }
    let reports = try ReportsFolder(folder.output)
    let counts = try check.counts(with: against)
    if let baseline, saved == nil {
      let record = counts.record(.check, planned)
      print("saved \(try store.save(try RecordBaseline.of(record), as: baseline))")
      return
    }
    let gate = GateRecord(
      form: .exact, subject: against ?? baseline ?? "", floor: limit,
      findings: saved.map { counts.findings(against: $0, planned, floor: limit) }
        ?? counts.findings(floor: limit))
    try end(counts.record(.check, planned, gate), reports)
  }

  /// Writes, shows and judges.
  private func end(_ record: RunRecord, _ reports: ReportsFolder) throws {
    var record = record
    record.conclude(isStrict: strict)
    show(record, try reports.write(record))
    try ExitStatus(record.verdict).end()
  }

  /// Whether the plan leaves out on purpose what the baseline may have.
  private var isFiltered: Bool { !plan.matchers.isEmpty || plan.cells.filter != nil }

  private func create(_ check: BaselineCheck, _ reports: ReportsFolder) throws {
    guard createMissing else {
      throw check.store.missing(check.name, command: check.command)
    }
    let record = try check.job.record(of: check.plan, at: 0)
    _ = try reports.write(record)
    if !record.hasRightAnswers { try ExitStatus(record.verdict).end() }
    print("saved \(try check.store.save(try RecordBaseline.of(record), as: check.name))")
  }

  private func show(_ record: RunRecord, _ files: [String]) {
    var document = Document(record)
    if !display.details { document = document.only("still") }
    document.remarks = ["reports: \(files.joined(separator: ", "))"]
    RecordPrinter.show(document, display: display)
  }
}
