import MatchmarkRecord

/// A run as a comment on a change: the verdict, what failed, what changed, and nothing else.
///
/// A reviewer reads it next to the code, so it stays short, however much the record contains. The
/// reports have the rest.
package struct MarkdownComment {
  private let document: Document
  private let record: RunRecord

  /// The maximum number of lines, which leaves eight of forty for a second comment and the commits.
  package static let lineLimit = 32
  /// The maximum numbers of lines of each part, which keep the whole within that.
  private static let failureLimit = 8
  private static let changeLimit = 6
  private static let listLimit = 3
  private static let warningLimit = 2

  init(_ document: Document, of record: RunRecord) {
    (self.document, self.record) = (document, record)
  }

  func render() -> String {
    let parts = [
      [MarkdownRenderer.heading(document)], [MarkdownRenderer.verdict(document)],
      Array(MarkdownRenderer.failures(document).prefix(Self.failureLimit)),
      record.gate.map(changes)
        ?? items(document.ownLines) + items(document.choiceLines.flatMap(\.self).map { [$0] }),
      warnings,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n\n" + MarkdownRenderer.mark
  }

  /// The findings that are not "same" without reservation, those that fail first.
  private func changes(_ gate: GateRecord) -> [String] {
    let changed = GateText.ordered(gate.findings.filter { $0.verdict != .same || $0.reason != nil })
    let table = ReportTable.changes(Array(changed.prefix(Self.changeLimit)))
    let rows = MarkdownRenderer.lines(table, limit: Self.changeLimit)
    return ["New to old: \(GateText.counts(gate))."] + (rows.isEmpty ? [] : [""] + rows)
      + rest(changed.count - Self.changeLimit)
  }

  /// Returns the lines of the first groups, such as a result and its hint.
  private func items(_ groups: [[String]]) -> [String] {
    groups.prefix(Self.listLimit).joined().map { "- \(MarkdownText.prose($0))" }
      + rest(groups.count - Self.listLimit)
  }

  /// Returns a paragraph about what was left out; empty if nothing was.
  private func rest(_ count: Int) -> [String] {
    QuantityFormat.rest(count, "are in the report").flatMap { ["", $0] }
  }

  private var warnings: [String] {
    let shown = record.warnings.prefix(Self.warningLimit)
    return shown.map { "> ⚠️ \(MarkdownText.prose(DisplayText.line($0, limit: 400)))" }
      + QuantityFormat.rest(record.warnings.count - Self.warningLimit, "are in the report")
      .map { "> \($0)" }
  }
}
