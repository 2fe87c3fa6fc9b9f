import MatchmarkMeasurement

extension Figure {
  /// Percentile curves with the frame budgets.
  static func percentiles(of record: RunRecord) -> Figure {
    let roster = Roster(record)
    let profiles = PercentileFacts.profiles(of: record)
    let drawn = profiles.filter { !record.isDwarfed($0.rowCount) }
    let times = drawn.flatMap(\.curves).flatMap { [$0.quantile(0), $0.quantile(0.999)] }
    let y = Axis.logarithmic(
      times + [BudgetCounts.nanosecondsAt100Milliseconds], title: "time per keystroke",
      label: TickLabel.time)
    var figure = Figure(
      id: "percentiles", title: "Percentiles of a keystroke",
      lead: "Raw samples, noise included, at the largest size: at p99, one key in a hundred felt "
        + "slower. Dashed lines are the frame budgets, 8.33 ms, 16.67 ms and 100 ms.",
      panels: drawn.map { profile in
        panel(profile, y: y, roster: roster) { plot in
          plot.height = Plot.height(matchers: drawn.map(\.curves.count).max() ?? 0)
        }
      },
      table: PercentileFacts.table(profiles))
    figure.show(roster.legend(drawn.flatMap { $0.curves.map(\.matcher) }))
    if drawn.contains(where: { $0.curves.contains { $0.batchedShare > 0 } }) {
      figure.notes.append(
        "Keystrokes too short for the clock were repeated and are means: they show no tail.")
    }
    if drawn.contains(where: { $0.curves.contains(where: \.isSampled) }) {
      figure.notes.append("Hollow: measured on a seeded sample of the keystrokes.")
    }
    figure.noteDwarfed(profiles.count - drawn.count)
    return figure
  }

  /// Where a curve bends is seen well enough at so many places.
  private static let probabilities: [Double] =
    (0..<50).map { Double($0) / 50 } + [
      0.985, 0.99, 0.993, 0.995, 0.997, 0.998, 0.999, 0.9995, 0.9999,
    ]

  private static func panel(
    _ profile: PercentileFacts, y: Axis, roster: Roster, adjust: (inout Plot) -> Void
  ) -> Panel {
    let levels = PercentileFacts.levels.filter { $0.probability < 1 }
    var plot = Plot(
      x: .nines(levels, title: "percentile"), y: y,
      summary: "Percentile curves of raw keystroke times, "
        + "profile \(DisplayText.line(profile.profile)), \(QuantityFormat.rows(profile.rowCount)); "
        + "the figures are in the table below")
    adjust(&plot)
    plot.addBudgets()
    for curve in profile.curves.prefix(matcherLimit) {
      let sign = Sign(position: roster.position(of: curve.matcher))
      // A curve ends where it rests on one sample.
      let end = 1 - 1 / Double(max(curve.times.count, 2))
      let shown = probabilities.filter { $0 <= end && $0 <= 0.9991 }
      plot.layers.append(.line(shown.map { (Axis.nines($0), curve.quantile($0)) }, sign))
      for level in levels where level.probability <= end {
        let time = curve.quantile(level.probability)
        let title =
          "\(DisplayText.line(curve.matcher)), \(level.name): \(QuantityFormat.time(time))"
        plot.layers.append(
          .mark(
            x: Axis.nines(level.probability), y: time, sign,
            .init(title: title, isHollow: curve.isSampled)))
      }
    }
    let corpora = profile.cellCount == 1 ? "1 corpus" : "\(profile.cellCount) corpora"
    return Panel(
      title: DisplayText.line(profile.profile, limit: 40),
      subtitle: "\(QuantityFormat.rows(profile.rowCount)), \(corpora)", picture: plot.markup())
  }
}
