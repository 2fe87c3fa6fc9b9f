import MatchmarkMeasurement

extension Figure {
  /// What the choice rests on, in one picture; nil below two sizes.
  static func overview(of record: RunRecord) -> Figure? {
    let facts = OverviewFacts(record)
    let series = facts.series.map { series in
      OverviewFacts.Series(
        matcher: series.matcher, points: series.points.filter { !record.isDwarfed($0.rowCount) })
    }
    let points = series.flatMap(\.points)
    guard Set(points.map(\.rowCount)).count > 1 else { return nil }
    let roster = Roster(record)
    var plot = Plot(
      x: .logarithmic(points.map { Double($0.rowCount) }, title: "rows", label: TickLabel.count),
      y: .logarithmic(
        points.map(\.worstP99) + [BudgetCounts.nanosecondsAt120Hertz], title: "worst p99",
        label: TickLabel.time),
      summary: "Line chart: the worst p99 of each matcher against the number of rows; the figures "
        + "are in the table below")
    plot.width = 400
    plot.height = 284
    plot.addBudgets()
    for series in series.prefix(matcherLimit) {
      let sign = Sign(position: roster.position(of: series.matcher))
      let points = series.points.thinned(to: pointLimit)
      plot.layers.append(.line(points.map { (Double($0.rowCount), $0.worstP99) }, sign))
      for point in points {
        let part =
          point.isComplete ? "" : ", \(point.cellCount) of \(facts.cellCounts[point.rowCount] ?? 0)"
        let title =
          "\(DisplayText.line(series.matcher)), \(QuantityFormat.rows(point.rowCount))\(part): "
          + "worst p99 \(QuantityFormat.time(point.worstP99))"
        plot.layers.append(
          .mark(
            x: Double(point.rowCount), y: point.worstP99, sign,
            .init(title: title, size: 3.8, isHollow: !point.isComplete)))
      }
    }
    var figure = Figure(
      id: "overview", title: "The worst p99 at each size", lead: "",
      panels: [Panel(title: "", subtitle: "", picture: plot.markup())], table: facts.table)
    figure.notes = [
      "Over all corpora and profiles of a size. Hollow: did not answer all of them, or only a "
        + "sample of the keystrokes. Dashed: frames at 120 Hz (8.33 ms) and 60 Hz (16.67 ms)."
    ]
    figure.show(roster.legend(series.filter { !$0.points.isEmpty }.map(\.matcher)))
    return figure
  }
}
