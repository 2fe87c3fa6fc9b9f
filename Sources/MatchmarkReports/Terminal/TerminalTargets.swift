import MatchmarkMeasurement

/// The targets of a suite on a terminal: a line for each, painted by its verdict.
struct TerminalTargets {
  private let findings: [TargetFinding]
  private let style: TextStyle

  init(_ record: RunRecord, style: TextStyle) {
    findings = record.targets ?? []
    self.style = style
  }

  /// The table, its notes, and the line that counts the verdicts; none where there is no target.
  func lines() -> [String] {
    guard !findings.isEmpty else { return [] }
    let report = TargetTable.table(findings)
    var table = TextTable()
    table.append(report.columns.map(\.title))
    for row in report.rows { table.append(row) }
    let rows = table.lines(indent: 2)
    var lines = ["", style.strong("targets")] + rows.prefix(1).map(style.faint)
    for (row, finding) in zip(rows.dropFirst(), findings) {
      lines.append(paint(row, finding.verdict))
    }
    lines += report.notes.map { style.faint("  \($0)") }
    let counts = "targets: \(TargetTable.counts(findings))"
    let isMissed = findings.contains { $0.verdict == .missed }
    return lines + [isMissed ? style.wrong(counts) : style.faint(counts)]
  }

  private func paint(_ row: String, _ verdict: TargetFinding.Verdict) -> String {
    switch verdict {
    case .goal: style.right(row)
    case .floor: row
    case .missed: style.wrong(row)
    case .notMeasured: style.caution(row)
    }
  }
}
