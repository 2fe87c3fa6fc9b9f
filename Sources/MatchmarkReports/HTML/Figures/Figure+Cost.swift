import MatchmarkMeasurement

extension Figure {
  /// p99 against index bytes, with the Pareto front.
  static func front(of record: RunRecord) -> Figure {
    let roster = Roster(record)
    let profiles = CostFacts.profiles(of: record)
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let points = drawn.flatMap(\.entries).flatMap(\.points)
    let x = Axis.fromZero(
      points.map(\.indexBytesPerByte), title: "index bytes per corpus byte",
      label: TickLabel.ratio)
    let y = Axis.logarithmic(
      points.map(\.p99) + [BudgetCounts.nanosecondsAt120Hertz], title: "p99",
      label: TickLabel.time)
    var figure = Figure(
      id: "front", title: "Speed against memory",
      lead: "Down is faster, left is smaller. Large signs are a matcher's worst p99 and its index "
        + "bytes over all corpora of the size, small ones single corpora. The line is the Pareto "
        + "front: off it, another matcher is better in one and no worse in the other.",
      panels: drawn.map { panel($0, x: x, y: y, roster: roster) },
      table: CostFacts.frontTable(profiles))
    figure.show(roster.legend(drawn.flatMap { $0.entries.map(\.matcher) }))
    if drawn.contains(where: { $0.entries.contains { !$0.isComplete } }) {
      figure.notes.append(
        "Hollow: left a corpus or a part of the keystrokes out, so never on the front.")
    }
    figure.noteDwarfed(profiles.count - drawn.count)
    return figure
  }

  private static func panel(
    _ profile: CostFacts, x: Axis, y: Axis, roster: Roster
  ) -> Panel {
    var plot = Plot(
      x: x, y: y,
      summary: "Scatter plot: p99 per keystroke against index bytes per corpus byte, "
        + "profile \(DisplayText.line(profile.profile)); the figures are in the table below")
    plot.height = Plot.height(matchers: profile.entries.count)
    plot.addBudgets()
    if profile.front.count > 1 {
      plot.layers.append(.outline(profile.front.map { ($0.indexBytesPerByte, $0.worstP99) }))
    }
    let shown = profile.entries.prefix(matcherLimit)
    for entry in shown where entry.points.count > 1 {
      for point in entry.points.thinned(to: pointLimit) {
        plot.layers.append(mark(point, of: entry, roster))
      }
    }
    for entry in shown { plot.layers.append(mark(entry, roster)) }
    return Panel(
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: QuantityFormat.rows(profile.rowCount), picture: plot.markup())
  }

  private static func mark(
    _ point: CostFacts.Point, of entry: CostFacts.Entry, _ roster: Roster
  ) -> Plot.Layer {
    let title =
      "\(DisplayText.line(entry.matcher)) on \(DisplayText.line(point.corpus)): "
      + "p99 \(QuantityFormat.time(point.p99)), "
      + "\(QuantityFormat.ratio(point.indexBytesPerByte)) index bytes per byte"
    return .mark(
      x: point.indexBytesPerByte, y: point.p99,
      Sign(position: roster.position(of: entry.matcher)),
      .init(title: title, size: 2.2, isFaint: true))
  }

  private static func mark(_ entry: CostFacts.Entry, _ roster: Roster) -> Plot.Layer {
    let title =
      "\(DisplayText.line(entry.matcher)), all corpora: "
      + "worst p99 \(QuantityFormat.time(entry.worstP99)), "
      + "\(QuantityFormat.ratio(entry.indexBytesPerByte)) index bytes per byte"
    return .mark(
      x: entry.indexBytesPerByte, y: entry.worstP99,
      Sign(position: roster.position(of: entry.matcher)),
      .init(title: title, size: 5, isHollow: !entry.isComplete))
  }
}
