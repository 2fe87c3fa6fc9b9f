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
    lines += TerminalPeers(record, style: style).lines()
    lines += TerminalTargets(record, style: style).lines()
    lines.append("")
    lines += engines
    lines += counterexamples
    lines += ledger
    if record.hasTimes { lines.append(style.faint(ContextTable.origin(record))) }
    lines += record.warnings.map { style.caution("warning: \($0)") }
    lines += GateText.lines(record.budgets ?? [], style: style)
    lines.append(checked)
    lines.append(VerdictText(record).line(style))
    if let choice = Choice(record) { lines.append(style.strong(choice.description)) }
    return lines.map(style.harmless)
  }

  private var legend: [String] {
    [
      "Time per keystroke (\(record.suite.outcome.rawValue)), p50 / p99 over keystrokes of the "
        + "median over rounds;",
      "ratio: geometric mean per keystroke and round against \(record.suite.reference), with its "
        + "95 % interval;",
      "index: bytes per corpus byte.",
    ].map(style.faint)
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

  /// Who the engines say they are, once each.
  private var engines: [String] {
    var seen: Set<String> = []
    return record.cells.flatMap(\.matchers).compactMap { matcher in
      guard let summary = matcher.engine?.summary, seen.insert(matcher.id).inserted else {
        return nil
      }
      return style.faint("engine \(matcher.id): \(summary)")
    }
  }

  /// What became of the entries of the ledger that are about whoever took part.
  private var ledger: [String] {
    (record.ledger ?? []).map { $0.line(style) }
  }

  private func describe(_ matcher: MatcherRecord, in cell: CellRecord) -> [String] {
    let head = style.wrong("\(matcher.state): \(matcher.id) on \(cell.id)")
    guard let example = matcher.counterexamples.first else {
      return ["\(head): \(matcher.reason ?? "no reason given")"] + fault(of: matcher) + [""]
    }
    return [
      head,
      "  query    \(example.query.text.debugDescription)\(example.query.filterDescription)",
      "  differs  \(example.difference)",
      "  row      \(example.firstRow): \(example.firstRowText.debugDescription)",
      "  replay   \(example.replayLine)",
    ] + shrunk(example) + [""]
  }

  private func shrunk(_ example: Counterexample) -> [String] {
    guard let shrunk = example.shrunk else { return [] }
    return ["  smallest rows and query that still show it:"]
      + shrunk.split(separator: "\n").map { "  \($0)" }
  }

  /// The request that an engine failed at, and the last that it said.
  private func fault(of matcher: MatcherRecord) -> [String] {
    guard let fault = matcher.engine?.fault else { return [] }
    let request = fault.requestLine.map { ["  request  \($0.prefix(Self.requestLimit))"] } ?? []
    let errors = fault.standardErrorTail.split(separator: "\n").suffix(Self.errorLineLimit)
    return request + errors.map { "  stderr   \($0)" }
  }

  /// A request that names the known values of a large corpus would fill the screen.
  private static let requestLimit = 400
  private static let errorLineLimit = 5

  private var checked: String {
    let summary = ParitySummary(record)
    let states = MatcherStatus.allCases.filter { summary.count($0) > 0 }
      .map { "\(summary.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let checked = "\(QuantityFormat.count(summary.checkedAnswers)) answers checked"
    let how =
      summary.isSampled ? " (by the oracle on a seeded sample, else by agreement)" : ""
    let cells = record.cells.count == 1 ? "1 cell" : "\(record.cells.count) cells"
    return "\(checked)\(how): \(states) of matchers on \(cells)"
  }
}

extension LedgerRecord {
  /// The entry on one line.
  package func line(_ style: TextStyle) -> String {
    let line = "ledger: \(engine), \(subject): \(verdict)"
    return standing.isFailure ? style.wrong(line) : style.faint(line)
  }
}

extension RunRecord {
  /// Whether any matcher was timed.
  fileprivate var hasTimes: Bool {
    cells.contains { $0.matchers.contains { $0.figures != nil } }
  }
}
