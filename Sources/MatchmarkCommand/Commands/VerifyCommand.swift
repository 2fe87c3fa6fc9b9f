import ArgumentParser
import MatchmarkDatasets
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every answer against the specification, without timing.",
    usage: """
      matchmark verify [<suites> ...] [<options>]
      matchmark verify [<options>] -- <program> [<arguments> ...]
      """,
    discussion: """
      Without a suite, 'default' is verified. Files of cases (.json), such as those that 'hunt' \
      stores, are asked one by one. --conformance asks the cases of the specification. A program \
      after -- is an engine, which is checked step by step: every message, every answer, and rows \
      and queries at the limits of the contract; each wrong answer is shown with the shell command \
      that repeats it.

      Examples:
        matchmark verify
        matchmark verify --corpus rows.csv -e inverted-index -o reports
        matchmark verify --conformance -e inverted-index -f Q8 -o reports
        matchmark verify Fixtures/regressions/*.json
        matchmark verify -- python3 my-engine.py --fast
        matchmark verify --step-by-step -e sqlite-fts5
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup(title: "Output options") var display: DisplayOptions
  @OptionGroup(title: "Output options") var junit: JUnitOptions

  @Option(
    name: .output,
    help: """
      Write the record (record.json or conformance.json) and its reports to this folder; step by \
      step, the rows that the engine reads. (default: no reports; \(StepVerification.folder))
      """)
  var output: String?

  @Flag(help: "Print the record as JSON instead of the table.")
  var json = false

  @Flag(
    help: """
      Ask the conformance cases instead of suites. -f then takes a clause (Q8), or part of a \
      case's id or title.
      """)
  var conformance = false

  @Flag(help: "Check the engine that -e names step by step, like a program after --.")
  var stepByStep = false

  @Option(help: "With --conformance: write a badge for shields.io's endpoint to this file.")
  var badge: String?

  /// The program of an engine and its arguments.
  ///
  /// The parser takes the words after `--` for suites, because nothing may follow a list.
  private var program: [String] { context.invocation.terminatedArguments }
  /// The suites and the files of cases.
  private var names: ArraySlice<String> { plan.suites.dropLast(program.count) }
  private var caseFiles: [String] { names.filter { $0.hasSuffix(".json") } }

  func validate() throws {
    if badge != nil, !conformance {
      throw ValidationError("got --badge without --conformance, whose result it shows")
    }
    if badge != nil, plan.cells.filter != nil {
      throw ValidationError("got --badge with -f; a badge is about all cases")
    }
    let subjects = [
      ("--conformance", conformance), ("suites", caseFiles.count < names.count),
      ("files of cases", !caseFiles.isEmpty), ("--corpus", plan.corpus.corpus != nil),
      ("--step-by-step", stepByStep), ("a program after --", !program.isEmpty),
    ].filter(\.1).map(\.0)
    if subjects.count > 1 {
      throw ValidationError("got \(subjects[0]) and \(subjects[1]), expected one of them")
    }
    if let subject = subjects.first, subject != "suites", subject != "--corpus" {
      try refuseOptionsOfSuites(with: subject)
    }
  }

  /// Refuses options that would change nothing, because only suites and rows have them.
  private func refuseOptionsOfSuites(with subject: String) throws {
    let isSteps = stepByStep || !program.isEmpty
    let options = [
      ("--sessions", plan.sessions != nil), ("--queries", plan.queries != nil),
      ("--seed", plan.seed != nil),
      ("--delivery", plan.delivery != nil), ("--quick", plan.quick), ("--fail-fast", plan.failFast),
      ("--divergences", plan.demands.divergences != nil && !conformance),
      ("--filter", plan.cells.filter != nil && isSteps),
      ("--matcher-option", !plan.engines.matcherOptions.isEmpty && isSteps),
    ]
    for (option, isGiven) in options where isGiven {
      throw ValidationError("got \(option) with \(subject), where it would change nothing")
    }
  }

  func run() throws {
    if stepByStep || !program.isEmpty { return try steps().run() }
    if conformance || !caseFiles.isEmpty { return try cases().run() }
    if let file = names.first(where: StepVerification.isProgram) {
      throw StepVerification.explanation(of: file, by: context.shown)
    }
    var planned = try plan.plan()
    let reports = try output.map { path throws(InputError) in
      try ReportsFolder(path, replacing: context.replacement)
    }
    let folders = try reports?.folders(planned.map(\.suite.name))
    let job = MeasuringJob(
      kind: .verify, failsFast: plan.failFast, isQuiet: display.noProgress, context: context)
    var verdicts: [Verdict] = []
    for index in planned.indices {
      planned[index].suite.effort.measures = false
      let record = try job.record(of: planned[index])
      let rendering = RecordRendering(record, program: context.shown, dialect: junit.junitDialect)
      _ = try folders?[index].write(rendering)
      try RecordPrinter(display, print).show(rendering, asJSON: json)
      verdicts.append(record.verdict)
    }
    try Verdict.gravest(verdicts).end()
  }

  private func cases() -> CaseVerification {
    CaseVerification(
      files: caseFiles, plan: plan, output: output, badge: badge, json: json, display: display,
      junit: junit, context: context)
  }

  private func steps() throws(InputError) -> StepVerification {
    let chosen = plan.matchers + plan.engines.engines + plan.demands.requiredIDs
    guard program.isEmpty else {
      guard chosen.isEmpty else {
        throw .usage("got -e \(chosen[0]) and a program after --, expected one of them")
      }
      return StepVerification(
        id: program[0], command: program, install: "", output: output,
        timeout: plan.engines.timeout, next: NextStep(program: program, in: context),
        style: display.style, json: json, context: context)
    }
    guard chosen.count == 1 else {
      throw .usage("got \(chosen.count) engines with --step-by-step, expected one: -e sqlite-fts5")
    }
    let file = plan.engines.engineFile
    let engine = try ParticipantRoster(engineFile: file, in: context.project).engine(chosen[0])
    return StepVerification(
      id: engine.id, command: engine.command, install: engine.install, output: output,
      timeout: plan.engines.timeout,
      next: NextStep(id: engine.id, engineFile: file, in: context),
      style: display.style, json: json, context: context)
  }
}
