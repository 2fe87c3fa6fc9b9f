import MatchmarkMeasurement

extension Figure {
  /// Latency against corpus size.
  static func scaling(of record: RunRecord) -> Figure {
    let roster = Roster(record)
    let groups = GrowthGroup.all(of: record)
    let drawn = groups.filter { $0.sizeCount > 1 }
    let points = drawn.flatMap(\.curves).flatMap(\.points)
    // One scale for all panels, so that they can be compared.
    let x = Axis.logarithmic(
      points.map { Double($0.rowCount) }, title: "rows", label: TickLabel.count)
    let y = Axis.logarithmic(
      points.map(\.p99) + [BudgetCounts.nanosecondsAt120Hertz], title: "p99",
      label: TickLabel.time)
    var figure = Figure(
      id: "scaling", title: "Latency against corpus size",
      lead: "The p99 over keystrokes, each taken as its median over the rounds, against the number "
        + "of rows. Both scales are logarithmic: a straight line is a power law, and its slope the "
        + "exponent, 1 for linear growth. Capacity is how many rows stay within one frame at "
        + "120 Hz.",
      panels: drawn.map { panel($0, x: x, y: y, roster: roster) }, table: GrowthGroup.table(groups)
    )
    figure.show(roster.legend(drawn.flatMap { $0.curves.map(\.matcher) }))
    // Each panel names its own.
    figure.legend = []
    if drawn.contains(where: { $0.curves.contains { $0.points.contains(where: \.isSampled) } }) {
      figure.notes.append("Hollow: measured on a seeded sample of the keystrokes.")
    }
    if drawn.contains(where: { $0.sizeCount > 2 }) {
      figure.notes.append("± is half of the 95 % interval of an exponent.")
    }
    figure.notes.append(
      "A capacity marked ≈ lies between two measured sizes, < and > are sizes measured, and ∼ is "
        + "extrapolated from three sizes or more to at most ten times the largest. Dashed lines "
        + "are the frame budgets, 8.33 ms, 16.67 ms and 100 ms.")
    return figure
  }

  private static func panel(
    _ group: GrowthGroup, x: Axis, y: Axis, roster: Roster
  ) -> Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Line chart: p99 per keystroke against rows, "
        + "\(DisplayText.line(group.family)), profile \(DisplayText.line(group.profile)); "
        + "the figures are in the table below")
    plot.height = Plot.height(matchers: group.curves.count)
    plot.addBudgets()
    for curve in group.curves.prefix(matcherLimit) {
      let sign = Sign(position: roster.position(of: curve.matcher))
      let points = curve.points.thinned(to: pointLimit)
      plot.layers.append(.line(points.map { (Double($0.rowCount), $0.p99) }, sign))
      for point in points {
        let title =
          "\(DisplayText.line(curve.matcher)), \(QuantityFormat.rows(point.rowCount)): "
          + "p99 \(QuantityFormat.time(point.p99)), p50 \(QuantityFormat.time(point.p50))"
        plot.layers.append(
          .mark(
            x: Double(point.rowCount), y: point.p99, sign,
            .init(title: title, isHollow: point.isSampled)))
      }
    }
    return Panel(
      title: DisplayText.line(group.family, limit: 40),
      subtitle: DisplayText.line(group.axes, limit: 60), picture: plot.markup(),
      key: key(group, roster))
  }

  /// How each grows, and how far it reaches.
  private static func key(_ group: GrowthGroup, _ roster: Roster) -> PanelKey {
    let isFitted = group.sizeCount > 2
    return PanelKey(
      caption: "Growth and capacity, \(DisplayText.line(group.family)), "
        + "profile \(DisplayText.line(group.profile))",
      columns: (isFitted ? ["exponent"] : []) + ["capacity"],
      rows: group.curves.prefix(matcherLimit).map { curve in
        let capacity = curve.p99.capacity(within: BudgetCounts.nanosecondsAt120Hertz)
        return PanelKey.Row(
          position: roster.position(of: curve.matcher), name: curve.matcher,
          figures: (isFitted ? [curve.p99.fit.map(exponent) ?? "–"] : []) + [
            capacity.shortDescription
          ])
      })
  }

  /// For instance `0.97 ± 0.05`; the interval of a straight line is symmetric.
  private static func exponent(_ fit: PowerLawFit) -> String {
    let text = QuantityFormat.fixed(fit.exponent, digits: 2)
    guard let bounds = fit.exponentBounds else { return text }
    return "\(text) ± \(QuantityFormat.fixed((bounds.upper - bounds.lower) / 2, digits: 2))"
  }
}

extension Roster {
  /// The matchers among `names`, each once, in roster order.
  func legend(_ names: [String]) -> [(position: Int, name: String)] {
    let present = Set(names)
    return ids.enumerated().filter { present.contains($0.element) }
      .map { (position: $0.offset, name: $0.element) }
  }
}
