import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

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
    name: .output,
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
    if conformance { return try runCases() }
    var planned = try plan.plan()
    let reports = try output.map { path throws(CommandError) in try ReportsFolder(path) }
    let folders = try reports?.folders(planned.map(\.suite.name))
    let job = MeasuringJob(kind: .verify, failsFast: plan.failFast, isQuiet: display.noProgress)
    var verdicts: [Verdict] = []
    for index in planned.indices {
      planned[index].suite.effort.measures = false
      let record = try job.record(of: planned[index])
      _ = try folders?[index].write(record, dialect: junit.junitDialect)
      try RecordPrinter.show(record, asJSON: json, display: display)
      verdicts.append(record.verdict)
    }
    try Verdict.gravest(verdicts).end()
  }

  private func runCases() throws {
    let reports = try output.map { path throws(CommandError) in
      try ReportsFolder(path, for: ReportsFolder.conformance)
    }
    if let badge, badge != "-" {
      try CommandError.wrap("cannot write the badge: ") {
        try OwnFile.refuse(badge, unless: .permitted)
      }
    }
    let ledger = try plan.demands.ledger(engineFile: plan.engines.engineFile)
    let started = Date()
    let run = try self.report()
    var report = run.report
    let silent = report.silent(among: run.asked)
    let standings = ledger.mark(&report, isWhole: plan.cells.filter == nil)
    let verdict = report.verdict(silent: silent, standings)
    let facts = ConformanceFacts(
      report, verdict, started: started, replay: replay, silent: silent, ledger: standings)
    let document = Document(facts)
    if let reports {
      try reports.write(
        ConformanceRecord(report, verdict), as: "conformance.json", JUnitReport(report, facts),
        document, dialect: junit.junitDialect)
    }
    if let badge { try write(ConformanceBadge(report, silent: silent), to: badge) }
    if json {
      try JSONText.show(ConformanceRecord(report, verdict))
    } else {
      RecordPrinter.show(document, display: display)
    }
    try verdict.end()
  }

  private func write(_ badge: ConformanceBadge, to path: String) throws(CommandError) {
    guard path != "-" else {
      throw .usage("got '-' for the badge, expected a file; './-' is one")
    }
    try CommandError.wrap("cannot write the badge: ") {
      try AtomicFile.write(try JSONText.page(badge), to: path)
    }
  }

  private var replay: ConformanceReplay { ConformanceReplay(engineFile: plan.engines.engineFile) }

  /// The outcomes of the chosen cases, and the ids of the matchers that were asked for.
  private func report() throws(CommandError) -> (report: ConformanceReport, asked: [String]) {
    let suite = try CommandError.wrap { try ConformanceSuite.embedded() }
    let cases = try chosen(suite)
    let (subjects, asked) = try self.subjects()
    var outcomes: [CaseOutcome] = []
    defer { LastWords.clear() }
    for subject in subjects {
      for testCase in cases {
        LastWords.set(
          subject.id, "in case \(testCase.id)", again: replay.command(testCase, of: subject.id))
        let start = MonotonicClock.now()
        guard let result = CaseRunner().run(testCase, on: subject) else { continue }
        outcomes.append(
          CaseOutcome(
            testCase: testCase, subject: subject.id, result: result,
            duration: .nanoseconds(MonotonicClock.now() - start)))
      }
    }
    let report = ConformanceReport(
      clauses: suite.clauses, subjects: subjects.map(\.id), outcomes: outcomes)
    try refuseIdleness(report)
    return (report, asked)
  }

  /// The cases that the filter selects: those of the clause that it names, else those whose id or
  /// sentence contains it.
  private func chosen(_ suite: ConformanceSuite) throws(CommandError) -> [ConformanceCase] {
    guard let filter = plan.cells.filter else { return suite.cases }
    let ofClause = suite.cases(of: filter.uppercased())
    let cases =
      !ofClause.isEmpty
      ? ofClause
      : suite.cases.filter {
        // Not locale-dependent: in Turkish, 'I' does not become 'i'.
        $0.id.lowercased().contains(filter.lowercased())
          || $0.sentence.lowercased().contains(filter.lowercased()) || $0.group == filter
      }
    guard !cases.isEmpty else {
      let known = suite.clauses.map(\.id) + suite.cases.map(\.id)
      throw .usage(
        "nothing to do: no clause and no case is called '\(filter)'"
          + NearestName.hint(filter, among: known))
    }
    return cases
  }

  /// The library's own parts and every matcher, or only the matchers that were asked for.
  private func subjects() throws(CommandError) -> (
    subjects: [ConformanceSubject], asked: [String]
  ) {
    let participants = try plan.engines.participants(
      plan.matchers, required: plan.demands.requiredIDs)
    if let absence = participants.askedFor.absences.first { throw .engine(absence) }
    let entries = participants.map { ConformanceSubject.matcher($0.entry) }
    let asked = participants.askedFor.map(\.id)
    return (plan.matchers.isEmpty ? [.oracle, .marks, .session] + entries : entries, asked)
  }

  private func refuseIdleness(_ report: ConformanceReport) throws(CommandError) {
    let silent = report.silent(among: report.subjects)
    guard report.isRight, silent == report.subjects else { return }
    throw .unanswered(
      by: silent, "none of these cases",
      reason: report.outcomes.first(where: \.isSkipped)?.result.reason)
  }
}

extension CaseResult {
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  var reason: String? {
    switch self {
    case .passed: nil
    case .failed(let failure): failure.description
    case .skipped(let reason): reason
    }
  }
}

/// The command that runs a single case of the suite again.
struct ConformanceReplay {
  let engineFile: String?

  /// For instance `./matchmark verify --conformance -e inverted-index -f Q8-01`.
  ///
  /// - Parameter subject: its id; the oracle and the search field run if no matcher is chosen.
  func command(_ testCase: ConformanceCase, of subject: String) -> String {
    let always = [ConformanceSubject.oracle, .marks, .session].map(\.id)
    let file = engineFile.map { ["--engine-file", $0] } ?? []
    let choice = always.contains(subject) ? [] : file + ["-e", subject]
    return ShownProgram.current.command(
      ["verify", "--conformance"] + choice + ["-f", testCase.id])
  }
}

extension DivergenceLedger {
  /// Marks failures of conformance cases that it covers as skipped in the report.
  ///
  /// - Parameter isWhole: whether all cases were run; only then can it be concluded that none
  ///   diverges.
  /// - Returns: the state of each entry that is about a clause and a subject of the report.
  fileprivate func mark(_ report: inout ConformanceReport, isWhole: Bool) -> [LedgerRecord] {
    var uses: [LedgerUse] = []
    let outcomes = report.outcomes.map { outcome in
      let covering = positions(covering: outcome)
      for position in covering where !outcome.isSkipped {
        let diverged = outcome.result.isFailure ? 1 : 0
        uses.append(
          LedgerUse(entry: position, askedCount: isWhole ? 1 : diverged, divergedCount: diverged))
      }
      guard outcome.result.isFailure, let position = covering.first else { return outcome }
      return CaseOutcome(
        testCase: outcome.testCase, subject: outcome.subject,
        result: .skipped(reason: "diverges (ledger): \(entries[position].reason)"),
        duration: outcome.duration)
    }
    report = ConformanceReport(
      clauses: report.clauses, subjects: report.subjects, outcomes: outcomes)
    return standings(after: uses, among: report.subjects).filter { $0.clause != nil }
  }

  private func positions(covering outcome: CaseOutcome) -> [Int] {
    entries.indices.filter { index in
      let entry = entries[index]
      return entry.engine == outcome.subject && !isExpired(entry)
        && outcome.testCase.clauses.contains { $0 == entry.clause }
    }
  }
}

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Each clause's id and sentence; a clause that is not in force is marked as such.
  static func entries() throws(CommandError) -> [(String, String)] {
    try CommandError.wrap { try ConformanceSuite.embedded() }.clauses.map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses, without reading any case, because every run asks for them.
  static func ids() throws(CommandError) -> [String] {
    try CommandError.wrap { try ConformanceSuite.load(with: []) }.clauses.map(\.id)
  }
}
