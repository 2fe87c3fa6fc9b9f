import Foundation
import MatchmarkConformance
import MatchmarkHarness
import MatchmarkReports

extension ConformanceFacts {
  /// The tallies of a conformance run, for a page.
  init(
    _ report: ConformanceReport, started: Date, replay: ConformanceReplay, hostname: String
  ) {
    self.init(
      matrix: Self.matrix(report), clauses: Self.clauses(report),
      failures: report.failures.map { Failure($0, replay) },
      caseCount: Set(report.outcomes.map(\.testCase.id)).count,
      startedAt: started.ISO8601Format(), hostname: hostname)
  }

  /// Groups of clauses, then levels.
  private static func matrix(_ report: ConformanceReport) -> ParityMatrix {
    let groups = Clause.kinds.map { kind in
      let ids = Set(report.clauses.filter { $0.group == kind.letter }.map(\.id))
      return row(report, "Clauses", "\(kind.letter) · \(kind.title)") {
        !ids.isDisjoint(with: $0.clauses)
      }
    }
    let levels = ConformanceLevel.allCases.map { level in
      row(report, "Levels", level.title) { $0.level == level }
    }
    return ParityMatrix(
      matchers: report.subjects,
      rows: (groups + levels).filter { $0.entries.contains { $0.total > 0 } })
  }

  private static func row(
    _ report: ConformanceReport, _ theme: String, _ group: String,
    _ isMember: (ConformanceCase) -> Bool
  ) -> ParityMatrix.Row {
    let own = report.outcomes.filter { isMember($0.testCase) }
    return ParityMatrix.Row(
      theme: theme, group: group,
      entries: report.subjects.map { subject in
        let tally = CaseTally(own.filter { $0.subject == subject }.map(\.result))
        return ParityMatrix.Entry(
          verified: tally.passed, voided: tally.failed, skipped: tally.skipped)
      })
  }

  private static func clauses(_ report: ConformanceReport) -> ReportTable {
    var table = ReportTable(
      "Every clause that was asked about",
      columns: [.words("clause"), .prose("says"), .words("status")]
        + report.subjects.map { .words(DisplayText.line($0)) })
    for clause in report.clauses {
      let tallies = report.subjects.map { report.tally(of: $0, clause: clause.id) }
      guard tallies.contains(where: { $0.total > 0 }) else { continue }
      table.append([clause.id, clause.text, clause.statusText] + tallies.map(text))
    }
    return table
  }

  private static func text(_ tally: CaseTally) -> String {
    switch tally.verdict {
    case .conforms: "\(tally.passed)"
    case .conformsWhereAnswered: "\(tally.passed) of \(tally.total)"
    case .fails: "\(tally.failed) of \(tally.total) fail"
    case .notAnswered: tally.total > 0 ? "skipped" : "–"
    }
  }
}

extension ConformanceFacts.Failure {
  init(_ outcome: CaseOutcome, _ replay: ConformanceReplay) {
    let testCase = outcome.testCase
    var lines: [String] = []
    if case .failed(let failure) = outcome.result { lines = [failure.summary] + failure.details }
    self.init(
      subject: outcome.subject, title: "\(testCase.id) \(testCase.sentence)",
      clauses: testCase.clauses, lines: lines,
      replayCommand: replay.command(testCase, of: outcome.subject))
  }
}
