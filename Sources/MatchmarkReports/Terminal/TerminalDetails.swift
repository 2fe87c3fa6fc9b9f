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
    var lines: [String] = []
    for cell in record.cells {
      lines.append(style.strong(cell.id))
      lines += table(cell).lines(indent: 2)
      let rest = TerminalKinds(cell).lines() + worst(cell) + measuring(cell)
      lines += rest.map(style.faint)
      lines.append("")
    }
    return lines.map(style.harmless)
  }

  private func table(_ cell: CellRecord) -> TextTable {
    var table = TextTable()
    table.append([
      "", "p50", "p90", "p99", "max", "p99 of medians", "cold", "trace", ">8.3 ms", ">16.7 ms",
      ">100 ms", "build", "peak", "index", "rounds", "outliers", "again",
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
    let counts = [over.at120Hertz, over.at60Hertz, over.at100Milliseconds]
    var cells = [matcher.id] + times.map(QuantityFormat.time) + counts.map(QuantityFormat.count)
    cells += cost(matcher.build)
    cells.append("\(figures.roundCount)\(matcher.isSampled ? "*" : "")")
    cells.append(figures.outlierCount.map(QuantityFormat.count) ?? "–")
    cells.append(figures.repeatedToUnseen.map(QuantityFormat.ratio) ?? "–")
    return cells
  }

  private func cost(_ build: BuildFigures?) -> [String] {
    guard let build else { return ["–", "–", "–"] }
    return [
      QuantityFormat.time(Double(build.nanoseconds)),
      build.peakGrowthInBytes.map(QuantityFormat.size) ?? "–",
      QuantityFormat.size(build.indexSizeInBytes),
    ]
  }

  /// Why measuring ended.
  private func measuring(_ cell: CellRecord) -> [String] {
    guard let stop = cell.stop else { return [] }
    let why =
      switch stop.reason {
      case .width: "every interval was narrow enough"
      case .time: "the time was spent"
      case .rounds: "there were as many rounds as a record keeps"
      }
    let width = stop.widestInterval.map { ", the widest interval \(IntervalFormat.percent($0))" }
    return ["  stopped because \(why)\(width ?? "")"]
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
