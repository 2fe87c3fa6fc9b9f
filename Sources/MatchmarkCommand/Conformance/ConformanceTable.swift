import MatchmarkConformance
import MatchmarkReports

/// Clause × subject for a terminal: what is wrong, the table, and a verdict line for each subject.
struct ConformanceTable {
  private let report: ConformanceReport
  private let style: TextStyle

  /// So many failures of one subject are told in full.
  private static let failureLimit = 5
  /// So many cases of one clause are named.
  private static let caseLimit = 4

  init(_ report: ConformanceReport, style: TextStyle) {
    self.report = report
    self.style = style
  }

  func lines() -> [String] {
    failures() + table() + [""] + verdicts()
  }

  // MARK: What is wrong

  private func failures() -> [String] {
    report.subjects.flatMap { subject -> [String] in
      let failed = report.failures.filter { $0.subject == subject }
      let told = failed.prefix(Self.failureLimit).flatMap { outcome in
        [
          style.wrong("\(subject) fails \(outcome.testCase.id): \(outcome.testCase.sentence)"),
          "  " + (outcome.result.reason ?? "").replacing("\n", with: "\n  "), "",
        ]
      }
      let rest = failed.count - Self.failureLimit
      return told + (rest > 0 ? ["\(subject): \(rest) more cases fail", ""] : [])
    }
  }

  // MARK: The table

  private func table() -> [String] {
    let rows = report.clauses.compactMap(row)
    let header = ["clause"] + report.subjects + ["cases"]
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].count }.max() ?? 0
    }
    let lines = ([header] + rows).map { cells in
      let line = zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return lines.enumerated().map { index, line in
      if index == 0 { return style.strong(line) }
      return line.contains("FAIL") ? style.wrong(line) : line
    }
  }

  /// A clause that the chosen cases touch; one that is not in force says why.
  private func row(_ clause: Clause) -> [String]? {
    let tallies = report.subjects.map { report.tally(of: $0, clause: clause.id) }
    guard tallies.contains(where: { $0.total > 0 }) else { return nil }
    let status = clause.status == .inForce ? "" : "\(clause.statusText): "
    return [clause.id] + tallies.map(cell) + [status + cases(of: clause)]
  }

  private func cell(_ tally: CaseTally) -> String {
    switch tally.verdict {
    case .conforms: "\(tally.passed) ok"
    case .conformsWhereAnswered: "\(tally.passed) ok, \(tally.skipped) skipped"
    case .fails: "\(tally.failed) FAIL of \(tally.total)"
    case .notAnswered: tally.total > 0 ? "skipped" : "-"
    }
  }

  private func cases(of clause: Clause) -> String {
    var ids: [String] = []
    for outcome in report.outcomes where outcome.testCase.clauses.contains(clause.id) {
      if !ids.contains(outcome.testCase.id) { ids.append(outcome.testCase.id) }
    }
    let rest = ids.count > Self.caseLimit ? " +\(ids.count - Self.caseLimit)" : ""
    return ids.prefix(Self.caseLimit).joined(separator: " ") + rest
  }

  // MARK: The verdicts

  private func verdicts() -> [String] {
    let width = report.subjects.map(\.count).max() ?? 0
    return report.subjects.map { subject in
      let padding = String(repeating: " ", count: width - subject.count)
      let levels = ConformanceLevel.allCases.compactMap { level in
        verdict(level, report.tally(of: subject, level: level))
      }
      return style.strong(subject) + padding + "  " + levels.joined(separator: "   ")
    }
  }

  /// Nil where the level has no case for the subject.
  private func verdict(_ level: ConformanceLevel, _ tally: CaseTally) -> String? {
    guard tally.total > 0 else { return nil }
    return switch tally.verdict {
    case .conforms:
      style.right("\(level.title) conforms (\(tally.passed))")
    case .conformsWhereAnswered:
      style.caution(
        "\(level.title) conforms where it answers (\(tally.passed), \(tally.skipped) skipped)")
    case .fails:
      style.wrong("\(level.title) FAILS (\(tally.failed) of \(tally.total))")
    case .notAnswered:
      style.faint("\(level.title) not answered")
    }
  }
}
