import Foundation
import MatchmarkConformance
import MatchmarkReports
import MatchmarkSystem

/// The files that a conformance run writes.
enum ConformanceFiles {
  /// Writes `conformance.json`, `junit.xml`, `report.html` and `report.md`, which appear together.
  static func write(
    _ report: ConformanceReport, _ document: Document, started: Date, to reports: ReportsFolder,
    dialect: JUnitDialect
  ) throws(CommandError) {
    let junit = JUnitReport(
      report, startedAt: started.formatted(.iso8601), hostname: MachineFacts.current().hostName)
    try reports.write(
      ConformanceRecord(report), as: "conformance.json", junit, document, dialect: dialect)
  }

  static func write(_ badge: ConformanceBadge, to path: String) throws(CommandError) {
    guard path != "-" else {
      throw .usage("got '-' for the badge, expected a file; './-' is one")
    }
    try CommandError.wrap("cannot write the badge: ") {
      try AtomicFile.write(try JSONText.page(badge), to: path)
    }
  }
}

extension JUnitReport {
  /// The report of a conformance run: a test suite per subject, a test case per case.
  init(_ report: ConformanceReport, startedAt: String, hostname: String) {
    let locations = CaseLocations()
    self.init(
      name: "conformance",
      suites: report.subjects.map { subject in
        JUnitSuite(
          name: "conformance.\(subject)", package: "conformance", startedAt: startedAt,
          hostname: hostname,
          cases: report.outcomes.filter { $0.subject == subject }.map {
            JUnitCase($0, locations)
          })
      })
  }
}

extension JUnitCase {
  fileprivate init(_ outcome: CaseOutcome, _ locations: CaseLocations) {
    let result: JUnitResult =
      switch outcome.result {
      case .passed: .passed
      case .skipped(let reason): .skipped(reason: reason)
      case .failed(let failure):
        .failure(
          type: .conformanceFailure, message: failure.summary,
          details: failure.details.joined(separator: "\n"))
      }
    self.init(
      name: "\(outcome.testCase.id) \(outcome.testCase.sentence)",
      classname: "conformance.\(outcome.testCase.group).\(outcome.subject)",
      time: outcome.duration, result: result,
      systemOut: "clauses: \(outcome.testCase.clauses.joined(separator: " "))")
    if let place = locations[outcome.testCase.id] {
      file = place.file
      line = place.line
    }
    properties = [
      JUnitProperty("level", outcome.testCase.level.rawValue),
      JUnitProperty("clauses", outcome.testCase.clauses.joined(separator: " ")),
    ]
  }
}
