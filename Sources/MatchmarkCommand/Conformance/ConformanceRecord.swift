import Foundation
import MatchmarkConformance

/// The outcomes for programs: one object for each subject, with its levels and its cases.
struct ConformanceRecord: Codable {
  struct Level: Codable {
    var verdict: ConformanceVerdict
    var passed: Int
    var failed: Int
    var skipped: Int
  }

  struct Case: Codable {
    var id: String
    var sentence: String
    var clauses: [String]
    var level: ConformanceLevel
    var status: String
    var reason: String?
  }

  struct Subject: Codable {
    var id: String
    var levels: [String: Level]
    var cases: [Case]
  }

  var schemaVersion = 1
  var subjects: [Subject]

  init(_ report: ConformanceReport) {
    subjects = report.subjects.map { subject in
      let levels = ConformanceLevel.allCases.map { level in
        let tally = report.tally(of: subject, level: level)
        return (
          level.rawValue,
          Level(
            verdict: tally.verdict, passed: tally.passed, failed: tally.failed,
            skipped: tally.skipped)
        )
      }
      return Subject(
        id: subject, levels: Dictionary(uniqueKeysWithValues: levels),
        cases: report.outcomes.filter { $0.subject == subject }.map(Case.init))
    }
  }

  func encoded() throws -> [UInt8] { try ConformanceFiles.encode(self) }
}

extension ConformanceRecord.Case {
  fileprivate init(_ outcome: CaseOutcome) {
    id = outcome.testCase.id
    sentence = outcome.testCase.sentence
    clauses = outcome.testCase.clauses
    level = outcome.testCase.level
    status = outcome.result.word
    reason = outcome.result.reason
  }
}

/// What a badge of shields.io shows, in the format of its endpoint.
struct ConformanceBadge: Codable {
  var schemaVersion = 1
  var label: String
  var message: String
  var color: String

  /// One matcher is named; of several the badge says whether all of them conform.
  init(_ report: ConformanceReport) {
    label = report.subjects.count == 1 ? "\(report.subjects[0]) conformance" : "conformance"
    let failed = report.failures.count
    guard failed == 0 else {
      message = failed == 1 ? "1 case fails" : "\(failed) cases fail"
      color = "red"
      return
    }
    let verdicts = ConformanceLevel.allCases.map { level in
      (level, report.subjects.map { report.tally(of: $0, level: level).verdict })
    }
    let whole = verdicts.filter { $1.contains(.conforms) && !$1.contains(.conformsWhereAnswered) }
    let isPartial = verdicts.contains { $1.contains(.conformsWhereAnswered) }
    let names = whole.map { $0.0.title }.joined(separator: ", ")
    message = names.isEmpty ? "where it answers" : names
    color = isPartial ? "yellowgreen" : "brightgreen"
  }
}
