import MatchmarkConformance

/// The outcomes as JSON: one object per subject, with its levels and its cases.
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

/// The content of a shields.io badge, in the format of its endpoint.
struct ConformanceBadge: Codable {
  var schemaVersion = 1
  var label: String
  var message: String
  var color: String

  /// For one matcher, the badge names the levels that it fully conforms to; for several, it says
  /// whether any of them is wrong.
  init(_ report: ConformanceReport) {
    let only = report.subjects.count == 1 ? report.subjects.first : nil
    label = only.map { "\($0) conformance" } ?? "conformance"
    let failed = report.failures.count
    guard failed == 0 else {
      message = failed == 1 ? "1 case fails" : "\(failed) cases fail"
      color = "red"
      return
    }
    guard let only else {
      message = "no case fails"
      color = "brightgreen"
      return
    }
    let verdicts = ConformanceLevel.allCases.map { level in
      (title: level.title, verdict: report.tally(of: only, level: level).verdict)
    }
    let names = verdicts.filter { $0.verdict == .conforms }.map(\.title)
    message = names.isEmpty ? "where it answers" : names.joined(separator: ", ")
    color =
      verdicts.contains { $0.verdict == .conformsWhereAnswered } ? "yellowgreen" : "brightgreen"
  }
}
