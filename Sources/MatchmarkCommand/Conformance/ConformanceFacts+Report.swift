import Foundation
import MatchmarkConformance
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkReports

extension ConformanceFacts {
  /// The tallies of a conformance run, for a report.
  init(
    _ report: ConformanceReport, started: Date, replay: ConformanceReplay, hostname: String,
    ledger: [LedgerRecord]
  ) {
    self.init(
      matrix: Self.matrix(report), clauses: Self.clauses(report),
      failures: report.failures.map { Failure($0, replay) },
      caseCount: Set(report.outcomes.map(\.testCase.id)).count,
      startedAt: started.ISO8601Format(), hostname: hostname)
    self.ledger = ledger
  }

  /// One row per group of clauses, then one per level.
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
        entry(CaseTally(own.filter { $0.subject == subject }.map(\.result)))
      })
  }

  private static func entry(_ tally: CaseTally) -> ParityMatrix.Entry {
    ParityMatrix.Entry(verified: tally.passed, voided: tally.failed, skipped: tally.skipped)
  }

  private static func clauses(_ report: ConformanceReport) -> ReportTable {
    let touched = report.clauses.filter { clause in
      report.outcomes.contains { $0.testCase.clauses.contains(clause.id) }
    }
    typealias Column = ReportTable.Column<Clause>
    let names: [Column] = [
      .words("clause") { $0.id }, .prose("says", limit: 600) { $0.text }.onlyInDetail,
      .words("status") { $0.statusText },
    ]
    let subjects = report.subjects.map { subject in
      Column.words(subject) { entry(report.tally(of: subject, clause: $0.id)).text }
        .painted { report.tally(of: subject, clause: $0.id).failed > 0 ? .wrong : .plain }
    }
    let cases = Column.words("cases") { clause in
      let own = report.outcomes.map(\.testCase).filter { $0.clauses.contains(clause.id) }
      return DisplayText.list(own.map(\.id).uniqued, limit: 4)
    }
    return ReportTable("Every tested clause", touched, names + subjects + [cases])
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
