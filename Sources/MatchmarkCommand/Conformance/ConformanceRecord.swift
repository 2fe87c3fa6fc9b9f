import Foundation
import MatchmarkConformance
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

extension JudgedCase {
  var isSkipped: Bool {
    if case .skipped = result { true } else { false }
  }
}

extension ConformanceReport {
  /// The subjects with these ids that answered none of the cases.
  func silent(among ids: [String]) -> [String] {
    // The harness refuses a query beyond the contract without asking an engine.
    let answerable = cases.filter { $0.testCase.expectsAnswer }
    let telling = answerable.isEmpty ? cases : answerable
    let answering = Set(telling.lazy.filter { !$0.isSkipped }.map(\.subject))
    return ids.filter { !answering.contains($0) }
  }

  /// The first reason for which a subject answered nothing.
  func firstReason(to id: String) -> String? {
    cases.first { $0.subject == id && $0.isSkipped }?.result.reason
  }

  /// The verdict on the run, for its exit code and all its reports.
  ///
  /// - Parameters:
  ///   - silent: the subjects that were asked for and answered nothing.
  ///   - ledger: the state of the ledger's entries after the run.
  func verdict(silent: [String], _ ledger: [LedgerRecord] = []) -> Verdict {
    if ledger.contains(where: \.standing.isFailure) { return .wrong }
    if !isRight { return isOnlySlow ? .slower : .wrong }
    return silent.isEmpty ? .right : .notComparable
  }
}

extension JUnitReport {
  /// The report of a conformance run: a test suite per subject, a test case per case, and one for
  /// the verdict.
  init(_ report: ConformanceReport, _ facts: ConformanceFacts) {
    let (startedAt, hostname) = (facts.startedAt, facts.hostname)
    self.init(
      name: "conformance",
      suites: report.subjects.map { subject in
        JUnitSuite(
          name: "conformance.\(subject)", package: "conformance", startedAt: startedAt,
          hostname: hostname,
          cases: report.cases.filter { $0.subject == subject }.map { JUnitCase($0) })
      } + [JUnitSuite(verdictOn: facts)])
  }
}

extension JUnitCase {
  fileprivate init(_ judged: JudgedCase) {
    let result: JUnitResult =
      switch judged.result {
      case .passed: .passed
      // JUnit has no third way, and a pass must not hide what was not answered.
      case .passedInPart(let reason), .skipped(let reason): .skipped(reason: reason)
      case .failed(let failure):
        .failure(
          type: failure.isSlow ? .benchmarkRegression : .conformanceFailure,
          message: failure.summary,
          details: failure.details.joined(separator: "\n"))
      }
    self.init(
      name: "\(judged.testCase.id) \(judged.subject): \(judged.testCase.sentence)",
      classname: "conformance.\(judged.testCase.group).\(judged.subject)",
      time: .nanoseconds(judged.durationInNanoseconds), result: result,
      systemOut: "clauses: \(judged.testCase.clauses.joined(separator: " "))")
  }
}

/// The judged cases as JSON: one object per subject, with its levels and its cases.
struct ConformanceRecord: Codable {
  struct Level: Codable {
    var verdict: ConformanceVerdict
    var passed: Int
    var passedInPart: Int
    var failed: Int
    var skipped: Int
  }

  struct Case: Codable {
    var id: String
    var sentence: String
    var clauses: [String]
    var level: ConformanceLevel?
    var status: String
    var reason: String?

    fileprivate init(_ judged: JudgedCase) {
      let test = judged.testCase
      (id, sentence, clauses, level) = (test.id, test.sentence, test.clauses, test.level)
      (status, reason) = (judged.result.word, judged.result.reason)
    }
  }

  struct Subject: Codable {
    var id: String
    var levels: [String: Level]
    var cases: [Case]
  }

  var schemaVersion = 1
  var verdict: Verdict
  var subjects: [Subject]

  init(_ report: ConformanceReport, _ verdict: Verdict) {
    self.verdict = verdict
    subjects = report.subjects.map { subject in
      let levels = ConformanceLevel.allCases.map { level in
        let tally = report.tally(of: subject, level: level)
        return (
          level.rawValue,
          Level(
            verdict: tally.verdict, passed: tally.passed, passedInPart: tally.passedInPart,
            failed: tally.failed, skipped: tally.skipped)
        )
      }
      return Subject(
        id: subject, levels: Dictionary(uniqueKeysWithValues: levels),
        cases: report.cases.filter { $0.subject == subject }.map(Case.init))
    }
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
  init(_ report: ConformanceReport, silent: [String]) {
    let only = report.subjects.count == 1 ? report.subjects.first : nil
    label = only.map { "\($0) conformance" } ?? "conformance"
    let failed = report.failures.count
    guard failed == 0 else {
      message = failed == 1 ? "1 case fails" : "\(failed) cases fail"
      color = "red"
      return
    }
    guard silent.isEmpty else {
      message = "\(silent.joined(separator: ", ")) answered nothing"
      color = "lightgrey"
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

extension ConformanceFacts {
  init(
    _ report: ConformanceReport, _ verdict: Verdict, started: Date, replay: ConformanceReplay,
    silent: [String], ledger: [LedgerRecord]
  ) {
    self.init(
      matrix: Self.matrix(report), clauses: Self.clauses(report),
      failures: report.failures.map { judged in
        Card(judged, at: report.subjects.firstIndex(of: judged.subject) ?? 0, replay)
      },
      caseCount: Set(report.cases.map(\.testCase.id)).count,
      startedAt: started.ISO8601Format(), hostname: MachineFacts.hostName, verdict: verdict)
    (self.silent, self.ledger) = (silent, ledger)
    schedules = report.failures.compactMap(ScheduleTimeline.init)
    skips = report.cases.compactMap { judged in
      switch judged.result {
      case .passedInPart(let reason), .skipped(let reason): reason
      case .passed, .failed: nil
      }
    }
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
    _ isMember: (CaseHead) -> Bool
  ) -> ParityMatrix.Row {
    let own = report.cases.filter { isMember($0.testCase) }
    return ParityMatrix.Row(
      theme: theme, group: group,
      entries: report.subjects.map { subject in
        entry(CaseTally(own.filter { $0.subject == subject }.map(\.result)))
      })
  }

  private static func entry(_ tally: CaseTally) -> ParityMatrix.Entry {
    ParityMatrix.Entry(
      verified: tally.passed, inPart: tally.passedInPart, voided: tally.failed,
      skipped: tally.skipped)
  }

  private static func clauses(_ report: ConformanceReport) -> ReportTable {
    let touched = report.clauses.filter { clause in
      report.cases.contains { $0.testCase.clauses.contains(clause.id) }
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
      let own = report.cases.map(\.testCase).filter { $0.clauses.contains(clause.id) }
      return DisplayText.list(own.map(\.id).uniqued, limit: 4)
    }
    return ReportTable("Every tested clause", touched, names + subjects + [cases])
  }
}

extension ScheduleTimeline {
  /// The timeline of a failed search box; nil for every other result.
  fileprivate init?(_ judged: JudgedCase) {
    guard case .failed(let failure) = judged.result, let timeline = failure.timeline else {
      return nil
    }
    self.init(
      subject: judged.subject, clause: timeline.clause,
      moments: timeline.moments.map { moment in
        Moment(
          time: moment.time, heard: moment.heard, did: moment.did, answer: moment.answer,
          shows: moment.shows, asked: moment.asked, answered: moment.answered)
      })
  }
}

extension Card {
  fileprivate init(_ judged: JudgedCase, at position: Int, _ replay: ConformanceReplay) {
    let testCase = judged.testCase
    var lines: [String] = []
    if case .failed(let failure) = judged.result { lines = [failure.summary] + failure.details }
    self.init(
      judged.subject, at: position, title: "\(testCase.id) \(testCase.sentence)",
      clauses: testCase.clauses, lines: lines,
      replayCommand: replay.command(testCase, of: judged.subject))
  }
}
