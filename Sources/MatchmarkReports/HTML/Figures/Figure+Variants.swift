import MatchmarkMeasurement

extension Figure {
  /// What more is asked for costs more: outcome by outcome; nil where there was one.
  static func outcomes(of record: RunRecord) -> Figure? {
    let facts = VariantFacts.outcomes(of: record)
    return variants(
      facts, of: record, id: "outcomes", title: "What is asked for",
      lead: "The p99 of medians of the same keystrokes by what an answer holds. "
        + meaning(facts.ways) + " No ratio is formed between them.")
  }

  /// Warm keystrokes beside those at a person's pace; nil where none were replayed so.
  static func paces(of record: RunRecord) -> Figure? {
    variants(
      VariantFacts.paces(of: record), of: record, id: "pace", title: "At a person's pace",
      lead:
        "The p99 of medians of the same keystrokes warm (signs) and with the gaps of a person's "
        + "fingers between them (strokes), in which caches and clocks cool down.")
  }

  private static func meaning(_ ways: [String]) -> String {
    let others = ways.dropFirst().joined(separator: ", ")
    return "Signs: \(ways.first ?? ""). Strokes: \(others)."
  }

  private static func variants(
    _ facts: VariantFacts, of record: RunRecord, id: String, title: String, lead: String
  ) -> Figure? {
    let drawn = facts.largest.filter { !record.isDwarfed($0.rowCount) }
    guard !drawn.isEmpty else { return nil }
    let roster = Roster(record)
    let times = drawn.flatMap(\.entries).flatMap(\.tails).compactMap { $0?.p99OfMedians }
    let x = Axis.logarithmic(times, title: "p99 of medians", label: TickLabel.time)
    var figure = Figure(
      id: id, title: title, lead: lead,
      panels: drawn.map { cell in
        Panel(
          title: DisplayText.line(cell.corpus, limit: 40),
          subtitle: DisplayText.line(cell.profile, limit: 40),
          picture: plot(cell, facts.ways, x, roster).markup())
      }, table: facts.table)
    figure.show(roster.legend(drawn.flatMap(\.entries).map(\.matcher)))
    // Rows bear the names.
    figure.legend = []
    return figure
  }

  private static func plot(
    _ cell: VariantFacts.Cell, _ ways: [String], _ x: Axis, _ roster: Roster
  ) -> Plot {
    let rows = Array(cell.entries.prefix(matcherLimit).reversed())
    var plot = Plot(
      x: x, y: .places(rows.map { DisplayText.line($0.matcher, limit: 18) }),
      summary: "Dot plot: p99 per keystroke on \(DisplayText.line(cell.corpus)), profile "
        + "\(DisplayText.line(cell.profile)), \(ways.joined(separator: ", ")); the figures are in "
        + "the table below")
    plot.left = 112
    plot.height = 56 + 24 * Double(rows.count)
    for (row, entry) in rows.enumerated() {
      let sign = Sign(position: roster.position(of: entry.matcher))
      let times = entry.tails.compactMap { $0?.p99OfMedians }
      if let low = times.min(), let high = times.max() {
        plot.layers.append(.whisker(from: low, to: high, y: Double(row), sign))
      }
      for (index, tails) in entry.tails.enumerated() {
        guard let time = tails?.p99OfMedians else { continue }
        let title =
          "\(DisplayText.line(entry.matcher)), \(ways[index]): \(QuantityFormat.time(time))"
        plot.layers.append(
          index == 0
            ? .mark(x: time, y: Double(row), sign, .init(title: title, isHollow: entry.isSampled))
            : .stroke(x: time, y: Double(row), sign, title: title))
      }
    }
    return plot
  }
}
