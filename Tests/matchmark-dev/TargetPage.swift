package import MatchmarkMeasurement
import MatchmarkReports

/// The targets of a suite as a page of the documentation, from the record of one run.
package struct TargetPage {
  private let record: RunRecord
  private let why: String?
  private let notes: [String: String]

  /// - Parameters:
  ///   - why: what the suite is for, in its current words, which replace those in the record.
  ///   - notes: the obstacle to each target. They are learned after the run, and therefore replace
  ///     those in the record.
  package init(_ record: RunRecord, why: String? = nil, notes: [String: String] = [:]) {
    self.record = record
    self.why = why
    self.notes = notes
  }

  /// The page, including its last line feed; nil for a record without targets.
  package func markdown() -> String? {
    guard let findings = record.targets, !findings.isEmpty else { return nil }
    let lines = head(findings) + warnings + table(findings) + obstacles(findings) + engines
    return lines.joined(separator: "\n") + "\n"
  }

  private var name: String { DisplayText.line(Self.suite(of: record), limit: 60) }

  /// The current name of the suite of a record.
  package static func suite(of record: RunRecord) -> String {
    FormerName.suites[record.suite.name] ?? record.suite.name
  }

  private func head(_ findings: [TargetFinding]) -> [String] {
    let minutes = Int((record.context.durationInSeconds / 60).rounded(.up))
    return [
      "# \(name.prefix(1).uppercased())\(name.dropFirst())",
      "",
      "The targets of the suite `\(name)`, and how close the matchers come to them.",
      "",
      "## Overview",
      "",
      MarkdownText.prose(DisplayText.line(why ?? record.suite.why, limit: 2_000)),
      "",
      "\(findings.count) figures: \(TargetTable.counts(findings)). "
        + MarkdownText.prose(
          DisplayText.line(ContextTable.origin(record), limit: 400).capitalisedFirst)
        + ", in \(minutes) \(minutes == 1 ? "minute" : "minutes"), seed \(record.suite.seed).",
      "",
      """
      This page is generated from the committed record of that run, and a test compares it with \
      the record and the suite. *Floor* is the worst figure that passes, and *goal* is the figure \
      that is good enough. Times are medians over rounds (<doc:Methodology>), and ratios are \
      quotients of two such times over the same keystrokes and rounds. Intervals are 95 % \
      intervals, over resampled rounds and sessions. The figure decides the verdict, which is \
      *not certain* if part of the interval would decide otherwise.
      """,
      "",
    ]
  }

  /// The caveats of the figures.
  private var warnings: [String] {
    record.warnings.isEmpty
      ? []
      : record.warnings.map { "- \(MarkdownText.prose(DisplayText.line($0, limit: 400)))" } + [""]
  }

  // MARK: Table

  private func table(_ findings: [TargetFinding]) -> [String] {
    let lines = MarkdownRenderer.lines(TargetTable.table(findings), limit: findings.count)
    let commands = ["command", ":--"] + findings.map { "`\(command($0))`" }
    return ["## Targets", ""]
      + lines.enumerated().map { index, line in
        index < commands.count ? "\(line) \(commands[index]) |" : line
      } + [""]
  }

  /// The command that measures the figure again: its cell, or the whole suite.
  private func command(_ finding: TargetFinding) -> String {
    let suite = "./matchmark run \(name)"
    guard finding.cells.count == 1 else { return suite }
    return "\(suite) -f \(DisplayText.line(finding.cells[0], limit: 120))"
  }

  // MARK: Below

  /// The obstacles to the goals that were not reached.
  private func obstacles(_ findings: [TargetFinding]) -> [String] {
    var seen: Set<String> = []
    let told = findings.compactMap { finding -> String? in
      guard finding.verdict != .goal, seen.insert(finding.target.what).inserted,
        let note = notes[finding.target.what] ?? finding.target.note
      else { return nil }
      let what = MarkdownText.prose(DisplayText.line(finding.target.what, limit: 200))
      return "- **\(what)**: \(MarkdownText.prose(DisplayText.line(note, limit: 2_000)))"
    }
    return told.isEmpty ? [] : ["## Obstacles", ""] + told + [""]
  }

  private var engines: [String] {
    let entries = EngineFacts(record).entries.compactMap { entry in
      entry.greeting?.summary.map { "- `\(DisplayText.line(entry.id))`: \(MarkdownText.prose($0))" }
    }
    guard !entries.isEmpty else { return [] }
    return ["## The incumbents", ""] + entries + ["", "<doc:Bias> says what is unfair to whom."]
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
