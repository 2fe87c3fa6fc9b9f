import MatchmarkCore
package import MatchmarkMeasurement

/// A record as text for a terminal: one block for each corpus family and profile, sizes as columns.
package struct TerminalReport {
  private let record: RunRecord
  private let style: TextStyle

  package init(_ record: RunRecord, style: TextStyle) {
    self.record = record
    self.style = style
  }

  /// The lines of the report; the last one is the choice, where there is one.
  package func lines() -> [String] {
    var lines: [String] = []
    if record.hasTimes { lines += legend }
    for block in blocks {
      lines.append("")
      lines += block.lines(reference: record.suite.reference, style: style)
    }
    lines.append("")
    lines += counterexamples
    lines += record.warnings.map { style.caution("warning: \($0)") }
    lines += GateText.lines(record.budgets ?? [], style: style)
    lines.append(verdict)
    if let choice = Choice(record) { lines.append(style.strong(choice.description)) }
    return lines
  }

  private var legend: [String] {
    [
      style.faint(
        """
        Time per keystroke (\(record.suite.outcome.rawValue)), p50 / p99 over keystrokes of the \
        median over rounds;
        ratio: geometric mean per keystroke and round against \(record.suite.reference), with its \
        95 % interval;
        index: bytes per corpus byte.
        """)
    ]
  }

  /// The cells grouped by family and profile, in order of appearance.
  private var blocks: [TerminalBlock] {
    var order: [String] = []
    var groups: [String: [CellRecord]] = [:]
    for cell in record.cells {
      let key = "\(cell.corpus.family)\u{0}\(cell.profile.name)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(cell)
    }
    return order.compactMap { key in groups[key].map(TerminalBlock.init) }
  }

  private var counterexamples: [String] {
    record.cells.flatMap { cell in
      cell.matchers.filter { $0.status == .voided || $0.status == .errored }.flatMap { matcher in
        describe(matcher, in: cell)
      }
    }
  }

  private func describe(_ matcher: MatcherRecord, in cell: CellRecord) -> [String] {
    let head = style.wrong("\(matcher.status.rawValue): \(matcher.id) on \(cell.id)")
    guard let example = matcher.counterexamples.first else {
      return ["\(head): \(matcher.reason ?? "no reason given")", ""]
    }
    return [
      head,
      "  query    \(example.query.text.debugDescription)\(example.query.filterDescription)",
      "  differs  \(example.difference)",
      "  row      \(example.firstRow): \(example.firstRowText.debugDescription)",
      "  replay   \(example.replayCommand)",
      "",
    ]
  }

  private var verdict: String {
    let summary = ParitySummary(record)
    let states = MatcherStatus.allCases.filter { summary.count($0) > 0 }
      .map { "\(summary.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let checked = "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
    let how =
      summary.isSampled ? " (by the oracle on a seeded sample, else by agreement)" : ""
    let line = "\(checked)\(how): \(states) of matchers on \(record.cells.count) cells"
    return summary.isRight ? style.right(line) : style.wrong(line)
  }
}

extension RunRecord {
  /// Whether any matcher was timed.
  fileprivate var hasTimes: Bool {
    cells.contains { $0.matchers.contains { $0.figures != nil } }
  }
}
