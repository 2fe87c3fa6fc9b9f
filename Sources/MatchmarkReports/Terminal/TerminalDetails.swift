import MatchmarkCore
package import MatchmarkMeasurement

/// Every figure of every matcher, cell by cell: what the overview leaves out.
package struct TerminalDetails {
  private let record: RunRecord
  private let style: TextStyle

  package init(_ record: RunRecord, style: TextStyle) {
    self.record = record
    self.style = style
  }

  /// The lines, a table for each cell.
  package func lines() -> [String] {
    record.cells.flatMap { cell in
      [style.strong(cell.id)] + table(cell).lines(indent: 2) + worst(cell).map(style.faint) + [""]
    }
  }

  private func table(_ cell: CellRecord) -> TextTable {
    var table = TextTable()
    table.append([
      "", "p50", "p90", "p99", "max", "p99 of medians", "cold", "trace", ">8.3 ms", ">16.7 ms",
      ">100 ms", "build", "peak", "index", "rounds",
    ])
    for matcher in cell.matchers where matcher.status == .verified {
      if let figures = matcher.figures { table.append(row(matcher, figures)) }
    }
    return table
  }

  private func row(_ matcher: MatcherRecord, _ figures: Figures) -> [String] {
    let typed = figures.typed
    let times = [
      typed.p50, typed.p90, typed.p99, typed.maximum, typed.p99OfMedians, figures.coldFirstKey,
      figures.traceNanoseconds,
    ]
    let over = figures.overBudget
    let build = matcher.build
    return [matcher.id] + times.map(QuantityFormat.time)
      + [over.at120Hertz, over.at60Hertz, over.at100Milliseconds].map(QuantityFormat.count)
      + [
        build.map { QuantityFormat.time(Double($0.nanoseconds)) } ?? "–",
        build?.peakGrowthInBytes.map(QuantityFormat.size) ?? "–",
        build.map { QuantityFormat.size($0.indexSizeInBytes) } ?? "–",
        "\(figures.roundCount)\(matcher.isSampled ? "*" : "")",
      ]
  }

  /// The slowest keystroke of each matcher, and what was typed.
  private func worst(_ cell: CellRecord) -> [String] {
    cell.matchers.compactMap { matcher in
      guard let worst = matcher.figures?.worst, cell.keystrokes.indices.contains(worst.keystroke)
      else { return nil }
      let query = cell.keystrokes[worst.keystroke].query
      return "  \(matcher.id): slowest \(query.text.debugDescription)\(query.filterDescription), "
        + QuantityFormat.time(worst.medianNanoseconds)
    }
  }
}
