import MatchmarkMeasurement

extension Figure {
  /// Build time and memory, matcher by matcher.
  static func building(of record: RunRecord) -> Figure {
    let profiles = CostFacts.profiles(of: record)
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let entries = drawn.flatMap(\.entries)
    let named = Roster(record).legend(entries.map(\.matcher))
    let rows = named.prefix(matcherLimit).map { entry in
      SpreadRow(
        name: entry.name, sign: Sign(position: entry.position),
        points: entries.filter { $0.matcher == entry.name }.flatMap(\.points))
    }
    var figure = Figure(
      id: "building", title: "Build time and memory",
      lead: "What a matcher costs before the first key, at the largest size of each profile: the "
        + "large sign is the median over corpora and profiles, the line reaches from the least to "
        + "the most.",
      panels: rows.isEmpty ? [] : Spread.all.map { $0.panel(rows) },
      table: CostFacts.buildTable(profiles))
    figure.show(named)
    figure.legend = []
    figure.noteDwarfed(profiles.count - drawn.count)
    return figure
  }
}

/// One matcher and all that was measured of it.
private struct SpreadRow {
  let name: String
  let sign: Sign
  let points: [CostFacts.Point]
}

/// A panel that shows how far one figure spreads, a row for each matcher.
private struct Spread {
  let title: String
  let value: (CostFacts.Point) -> Double?
  let text: (Double) -> String
  /// The axis over values in its own unit.
  let axis: ([Double]) -> Axis
  /// What its unit is worth.
  var scale = 1.0

  static var all: [Spread] {
    [
      Spread(
        title: "Build time", value: { $0.buildNanoseconds }, text: QuantityFormat.time,
        axis: { .logarithmic($0, title: "log scale", label: TickLabel.time) }),
      Spread(
        title: "Index bytes per corpus byte", value: { $0.indexBytesPerByte },
        text: QuantityFormat.ratio, axis: { .fromZero($0, title: "", label: TickLabel.ratio) }),
      Spread(
        title: "Growth of peak memory", value: { $0.peakGrowthInBytes.map(Double.init) },
        text: { QuantityFormat.size(Int($0)) },
        axis: { .fromZero($0, title: "MiB", label: TickLabel.ratio) }, scale: 1_048_576),
    ]
  }

  func panel(_ rows: [SpreadRow]) -> Figure.Panel {
    let shown = Array(rows.reversed())
    let values = rows.flatMap { $0.points.compactMap(value) }.map { $0 / scale }
    var plot = Plot(
      x: axis(values), y: .places(shown.map { DisplayText.line($0.name, limit: 18) }),
      summary: "\(title), a row for each matcher; the figures are in the table below")
    plot.left = 112
    plot.height = 60 + 30 * Double(rows.count)
    for (row, entry) in shown.enumerated() {
      plot.layers += layers(entry, y: Double(row))
    }
    return Figure.Panel(title: title, subtitle: "", picture: plot.markup())
  }

  private func layers(_ row: SpreadRow, y: Double) -> [Plot.Layer] {
    let values = row.points.compactMap(value).sorted()
    guard let low = values.first, let high = values.last, let median = Quantile.median(values)
    else { return [.absence(y: y, "unknown")] }
    let range = values.count > 1 ? " (\(text(low)) to \(text(high)))" : ""
    let title = "\(DisplayText.line(row.name)): \(text(median))\(range)"
    return [
      .whisker(from: low / scale, to: high / scale, y: y, row.sign),
      .mark(x: median / scale, y: y, row.sign, .init(title: title, size: 4.4)),
    ]
  }
}
