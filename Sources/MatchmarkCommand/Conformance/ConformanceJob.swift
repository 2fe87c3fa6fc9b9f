import ArgumentParser
import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// Runs the conformance cases on the chosen subjects, and reports the results.
struct ConformanceJob {
  let matchers: [String]
  let engines: EngineOptions
  let demands: EngineDemands
  let filter: String?
  let output: String?
  let badge: String?
  let json: Bool
  let display: DisplayOptions
  let dialect: JUnitDialect

  /// Runs the cases and reports the results.
  ///
  /// - Throws: ``CommandError``, or the exit code for wrong answers.
  func run() throws {
    let reports = try output.map { path throws(CommandError) in try ReportsFolder(path) }
    let ledger = try demands.ledger(engineFile: engines.engineFile)
    let started = Date()
    var report = try report()
    let standings = ConformanceLedger(ledger: ledger, isWhole: filter == nil).apply(to: &report)
    let document = Document(
      ConformanceFacts(
        report, started: started, replay: replay, hostname: MachineFacts.current().hostName,
        ledger: standings))
    if let reports {
      try ConformanceFiles.write(report, document, started: started, to: reports, dialect: dialect)
    }
    if let badge { try ConformanceFiles.write(ConformanceBadge(report), to: badge) }
    if json {
      try JSONLine.show(ConformanceRecord(report))
    } else {
      RecordPrinter.show(document, display: display)
    }
    if !report.isRight || standings.contains(where: \.standing.isFailure) {
      throw ExitCode(ExitStatus.wrongAnswers.rawValue)
    }
  }

  private var replay: ConformanceReplay { ConformanceReplay(engineFile: engines.engineFile) }

  private func report() throws(CommandError) -> ConformanceReport {
    let suite = try CommandError.wrap { try ConformanceSuite.embedded() }
    let cases = try chosen(suite)
    let subjects = try subjects()
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
    return report
  }

  /// The cases that the filter selects: those of the clause that it names, else those whose id or
  /// sentence contains it.
  private func chosen(_ suite: ConformanceSuite) throws(CommandError) -> [ConformanceCase] {
    guard let filter else { return suite.cases }
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

  /// The oracle, the session and every matcher, or only the matchers that were asked for.
  private func subjects() throws(CommandError) -> [ConformanceSubject] {
    let participants = try engines.participants(matchers, required: demands.requiredIDs)
    if let absence = participants.absences(of: demands.requiredIDs).first {
      throw .engine("required \(absence)")
    }
    let entries = participants.map { ConformanceSubject.matcher($0.entry) }
    return matchers.isEmpty ? [.oracle, .session] + entries : entries
  }

  private func refuseIdleness(_ report: ConformanceReport) throws(CommandError) {
    let reasons = report.outcomes.compactMap { outcome -> String? in
      guard case .skipped(let reason) = outcome.result else { return nil }
      return "\(outcome.subject): \(reason)"
    }
    guard reasons.count == report.outcomes.count else { return }
    throw .usage(
      "nothing to do: no matcher answers these cases" + (reasons.first.map { " (\($0))" } ?? ""))
  }
}

extension CaseResult {
  /// The word of the machine-readable record.
  var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .skipped: "skipped"
    }
  }

  /// Why it did not pass.
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
  /// The file of the user's own engines, if any.
  let engineFile: String?

  /// For instance `./matchmark verify --conformance -e inverted-index -f Q8-01`.
  ///
  /// - Parameter subject: its id; the oracle and the search field run if no matcher is chosen.
  func command(_ testCase: ConformanceCase, of subject: String) -> String {
    let always = [ConformanceSubject.oracle, .session].map(\.id)
    let file = engineFile.map { ["--engine-file", $0] } ?? []
    let choice = always.contains(subject) ? [] : file + ["-e", subject]
    return ShownProgram.current.command(
      ["verify", "--conformance"] + choice + ["-f", testCase.id])
  }
}
