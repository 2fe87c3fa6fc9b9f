import ArgumentParser
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fail if a matcher has become slower by more than the floor.",
    discussion: """
      A matcher is slower only if the whole interval of its ratio is above 1, the ratio is above \
      the floor, and fresh rounds confirm it. Inconclusive figures are measured again, in up to \
      three times as many processes. The slowest keystrokes have a separate figure, the tail. \
      Times from different runs are never compared. With --baseline, each matcher is compared with \
      the reference matcher of the same round, which takes part even if -e does not name it. With \
      --against, the stronger form, each matcher is compared with itself in the other build, in \
      turns; so are your own engines with those of another checkout. If the other build is wrong \
      on some keystrokes, only the others are compared; if fewer than eight are left, or it \
      cannot answer, that is noted, and this one is judged alone. --exact counts instead of \
      timing, for shared machines.

      With --baseline, the same is measured again: suite or corpus, matchers, filter, seed, \
      rounds, processes. Options given here replace those of the baseline, but another suite or \
      other rows are an error. Anything that the baseline lacks is listed and not measured. With \
      --against, the default suite is 'gate', or 'exact' with --exact. Reports go to reports/check.

      Exit codes: 0 nothing slower · 2 wrong answers · 3 slower, or a budget missed · 4 \
      inconclusive, with --strict · 6 not comparable, nothing compared, or no baseline.

      Examples:
        matchmark check --baseline main
        matchmark check --baseline main --create-missing
        matchmark check gate --against ../old/.build/release/matchmark
        matchmark check --exact --against ../old/.build/release/matchmark
        matchmark check --corpus rows.csv --engine-file engines.yaml -e mine --against ../old
      """)

  @OptionGroup var plan: MeasuredPlanOptions
  @OptionGroup(title: "Measuring options") var measuring: MeasuringOptions
  @Option(name: .output, help: "The folder of the reports.")
  var output = ReportsFolder.check

  @OptionGroup var baselines: BaselineFolderOptions
  @OptionGroup var floor: FloorOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions

  @Option(help: "Compare with this baseline: a name, or the path of a baseline or record.")
  var baseline: String?

  @Option(
    help: """
      Compare with this build of matchmark, measured in turns with this one. With --engine-file, \
      the folder of another checkout: its engines are measured in turns with those here.
      """)
  var against: String?

  @Flag(
    help: """
      Count instructions, allocations and index bytes instead of timing, for shared machines. \
      Needs valgrind.
      """)
  var exact = false

  @Flag(help: "If there is no such baseline, save this run under its name and succeed.")
  var createMissing = false

  @Flag(help: "Print the record as JSON instead of the findings.")
  var json = false

  @Flag(
    help: """
      Fail (exit code 4) if the measurements are inconclusive, or if the other build is wrong or \
      cannot answer.
      """)
  var strict = false

  mutating func validate() throws {
    guard (baseline == nil) != (against == nil) else {
      throw ValidationError("expected either --baseline or --against")
    }
    if createMissing, baseline == nil {
      throw ValidationError("got --create-missing without --baseline")
    }
  }

  private func reports() throws(InputError) -> ReportsFolder {
    try ReportsFolder(output, replacing: context.replacement)
  }

  private var checkPlan: CheckPlan { CheckPlan(context) }

  func run() throws {
    try DebugBuild.refuse(unless: measuring.allowDebug)
    if exact { return try runExactly() }
    if let baseline { return try run(comparedWith: baseline) }
    guard let against else { return }
    let planned = measuring.adjusted(try checkPlan.plan(plan))
    let other = try OtherBuild(
      against, engineFile: plan.engines.engineFile, EngineTimeouts(seconds: plan.engines.timeout))
    let reports = try reports()
    let check = AgainstCheck(
      try other.part(of: try planned.only(for: "a check")), against: other,
      forkCount: measuring.forks ?? CheckPlan.forkCount,
      floor: floor.floor ?? GateRule.defaultFloor, program: context.invocation.program)
    let progress = Progress(isShown: !display.noProgress)
    let record: RunRecord
    do {
      defer { progress.end() }
      record = try check.record(
        in: ContextFacts.now(in: context), context.project, observe: progress.note)
    }
    try end(record, reports)
  }

  private func run(comparedWith name: String) throws {
    let saved = try savedBaseline(name)
    let forks = try measuring.forks ?? saved?.replayed?.forks(ofBaseline: name)
    let job = MeasuringJob(
      kind: .check,
      forkCount: forks ?? (saved == nil ? CheckPlan.baselineForkCount : CheckPlan.forkCount),
      failsFast: plan.failFast, isQuiet: display.noProgress, context: context)
    var planned = measuring.adjusted(try checkPlan.plan(plan, for: .ratios, as: saved))
    let leftOut = planned.count == 1 ? saved?.narrow(&planned[0], askedFor: plan) ?? [] : []
    try refuseMissing(saved, name)
    if let saved {
      let command = checkPlan.saveCommand(name, plan, replacing: saved)
      for suite in planned { try saved.refuseOtherRows(suite, command: command) }
    }
    let check = BaselineCheck(
      name: name, job: job, plan: try planned.only(for: "a check"),
      floor: floor.floor ?? GateRule.defaultFloor,
      command: checkPlan.saveCommand(name, plan, replacing: saved))
    guard let saved else { return try create(check, try reports()) }
    let reports = try reports()
    say(leftOut, name)
    do {
      try end(try check.record(against: saved.baseline, isFiltered: isFiltered), reports, saved)
    } catch let end as JudgedEnd where end.verdict == .notComparable {
      StandardError.write("create a new baseline with: \(check.command)")
      throw end
    }
  }

  /// The baseline with a name or path; nil if there is none.
  private func savedBaseline(_ name: String) throws(InputError) -> SavedBaseline? {
    let store = baselines.store
    if let baseline = try store.read(name) { return SavedBaseline(name: name, baseline: baseline) }
    if createMissing { try store.refuseUnsavable(name) }
    return nil
  }

  private func refuseMissing(_ saved: SavedBaseline?, _ name: String) throws(InputError) {
    guard saved == nil, !createMissing else { return }
    throw baselines.store.missing(name, command: checkPlan.saveCommand(name, plan))
  }

  private func say(_ leftOut: [String], _ name: String) {
    guard !leftOut.isEmpty else { return }
    StandardError.write(
      "not in the baseline '\(name)', so not measured: \(leftOut.joined(separator: ", "))")
  }

  private func runExactly() throws {
    let store = baselines.store
    let saved = try baseline.flatMap { name throws(InputError) in try savedBaseline(name) }
    var planned = try checkPlan.plan(plan, as: saved, otherwise: CheckPlan.exactSuite)
      .only(for: "a check").ofBuilds()
    let leftOut = saved?.narrow(&planned, askedFor: plan) ?? []
    let limit = floor.floor ?? ExactFigures.defaultFloor
    if let against { try OtherBuild.refuseMissing(against) }
    if let baseline { try refuseMissing(saved, baseline) }
    if let baseline, let saved {
      let command = checkPlan.saveCommand(baseline, plan, replacing: saved)
      try saved.refuseOtherRows(planned, command: command)
      try saved.refuseOthers(than: ContextFacts.now(in: context), planned.suite, command: command)
      say(leftOut, baseline)
    }
    let reports = try reports()
    let counts = try ExactCounts(
      of: planned, by: display.counting(against), in: ContextFacts.now(in: context))
    if let baseline, saved == nil {
      let record = counts.record(.check, planned)
      return try announce(
        RecordRendering(record, program: context.shown),
        store.save(try ComparableFile.baseline(of: record, in: context.folder), as: baseline))
    }
    let gate = GateRecord(
      form: .exact, subject: against ?? baseline ?? "", floor: limit,
      findings: saved.map { counts.findings(against: $0.baseline, planned, floor: limit) }
        ?? counts.findings(floor: limit))
    try end(counts.record(.check, planned, gate), reports, saved)
  }

  /// Writes, shows and judges; the record contains what was measured, even without its baseline.
  private func end(
    _ record: RunRecord, _ reports: ReportsFolder, _ saved: SavedBaseline? = nil
  ) throws {
    var record = record
    let own = ReplayedArguments(plan, forks: measuring.forks)
    record.context.commandLine += saved?.replayed?.without(own).words ?? []
    record.conclude(isStrict: strict)
    let rendering = RecordRendering(record, program: context.shown)
    try show(rendering, try reports.write(rendering))
    try record.verdict.end()
  }

  /// True if the plan deliberately leaves out parts of the baseline.
  private var isFiltered: Bool { !plan.matchers.isEmpty || plan.cells.filter != nil }

  private func create(_ check: BaselineCheck, _ reports: ReportsFolder) throws {
    let record = try check.job.record(of: check.plan)
    let rendering = RecordRendering(record, program: context.shown)
    _ = try reports.write(rendering)
    if !record.hasRightAnswers { try record.verdict.end() }
    try announce(
      rendering,
      baselines.store.save(
        try ComparableFile.baseline(of: record, in: context.folder), as: check.name))
  }

  /// Says where the new baseline is; with --json, the record says what it holds.
  private func announce(_ rendering: RecordRendering, _ path: String) throws {
    if json { return try RecordPrinter.showJSON(rendering) }
    print("saved \(path)")
  }

  private func show(_ rendering: RecordRendering, _ files: [String]) throws {
    if json { return try RecordPrinter.showJSON(rendering) }
    var document = rendering.document
    if !display.details { document = document.only(["still", "within"]) }
    document.remarks = ["reports: \(files.joined(separator: ", "))"]
    RecordPrinter(display, print).show(document)
  }
}
