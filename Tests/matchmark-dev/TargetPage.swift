package import MatchmarkMeasurement
import MatchmarkReports

/// The targets of a suite as a page of the documentation, from the record of one run.
package struct TargetPage {
  private let record: RunRecord
  private let notes: [String: String]

  /// - Parameter notes: The obstacle to each target. They are learned after the run, and therefore
  ///   replace those in the record.
  package init(_ record: RunRecord, notes: [String: String] = [:]) {
    self.record = record
    self.notes = notes
  }

  /// The page, including its last line feed; nil for a record without targets.
  package func markdown() -> String? {
    guard let findings = record.targets, !findings.isEmpty else { return nil }
    let lines = head(findings) + warnings + table(findings) + obstacles(findings) + engines
    return lines.joined(separator: "\n") + "\n"
  }

  private var name: String {
    DisplayText.line(FormerName.suites[record.suite.name] ?? record.suite.name, limit: 60)
  }

  private func head(_ findings: [TargetFinding]) -> [String] {
    let minutes = Int((record.context.durationInSeconds / 60).rounded(.up))
    return [
      "# \(name.prefix(1).uppercased())\(name.dropFirst())",
      "",
      "What the suite `\(name)` wants to reach, and what was reached.",
      "",
      "## Overview",
      "",
      MarkdownText.prose(DisplayText.line(record.suite.why, limit: 2_000)),
      "",
      "\(findings.count) figures: \(TargetTable.counts(findings)). "
        + MarkdownText.prose(
          DisplayText.line(ContextTable.origin(record), limit: 400).capitalisedFirst)
        + ", in \(minutes) \(minutes == 1 ? "minute" : "minutes"), seed \(record.suite.seed).",
      "",
      """
      This page is made of the committed record of that run, and a test holds it to the record and \
      the suite. *Floor* is what must not be exceeded, *goal* what would be far enough. Times are \
      of the medians over rounds (<doc:Methodology>), ratios of two such figures over the same \
      keystrokes and rounds; intervals are of 95 %, over rounds and sessions drawn again. The \
      verdict is by the figure, and *not certain* where part of its interval says otherwise. \
      How much input is taken at all is on <doc:InputLimits>.
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
    return told.isEmpty ? [] : ["## What stands in the way", ""] + told + [""]
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
