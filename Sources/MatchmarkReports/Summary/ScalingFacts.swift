import MatchmarkCore
package import MatchmarkMeasurement

/// How the time of a keystroke grows with the corpus: one family under one profile.
package struct ScalingFacts: Sendable, Hashable {
  /// One matcher at one size, in nanoseconds.
  package struct Point: Sendable, Hashable {
    package var rowCount: Int
    package var p50: Double
    package var p99: Double
    package var isSampled: Bool
  }

  /// One matcher over all sizes.
  package struct Series: Sendable, Hashable {
    package var matcher: String
    /// Ascending in rows; sizes of no row are left out, for they have no logarithm.
    package var points: [Point]

    /// How p99 grows with the rows; nil below three sizes: a line through two points fits anything.
    package var growth: PowerLawFit? { points.count < 3 ? nil : PowerLawFit(points) }

    /// Up to how many rows p99 stays within a budget.
    package func capacity(within budget: Double) -> Capacity? { Capacity(points, budget: budget) }
  }

  package var family: String
  package var profile: String
  package var axes: String
  package var series: [Series]

  /// The groups of a record, in its order; those where nothing was timed are left out.
  package static func groups(of record: RunRecord) -> [ScalingFacts] {
    let roster = Roster(record)
    let groups = CellGroup.groups(record.cells) { [$0.corpus.family, $0.profile.name] }
    return groups.compactMap { group in
      let cells = group.cells.sorted { $0.corpus.rowCount < $1.corpus.rowCount }
      let series = Participation.all(in: cells, roster).compactMap(Series.init)
      guard let cell = cells.first, !series.isEmpty else { return nil }
      return ScalingFacts(
        family: cell.corpus.family, profile: cell.profile.name, axes: cell.profile.axes,
        series: series)
    }
  }

  /// How many sizes there are at most.
  package var sizeCount: Int { series.map(\.points.count).max() ?? 0 }

  /// The figures of all groups.
  package static func table(_ groups: [ScalingFacts]) -> ReportTable {
    var table = ReportTable(
      "Time per keystroke against corpus size",
      columns: [
        .words("corpus"), .words("profile"), .words("matcher"), .figures("rows"), .figures("p50"),
        .figures("p99"), .figures("p99 grows as"), .figures("capacity at 120 Hz"),
      ])
    for group in groups {
      for series in group.series {
        let exponent = GrowthText.exponent(series.growth)
        let capacity = series.capacity(within: BudgetCounts.nanosecondsAt120Hertz)?.description
        for (index, point) in series.points.enumerated() {
          let isLast = index == series.points.count - 1
          table.append([
            DisplayText.line(group.family), DisplayText.line(group.profile),
            DisplayText.line(series.matcher), QuantityFormat.count(point.rowCount),
            QuantityFormat.time(point.p50),
            QuantityFormat.time(point.p99) + (point.isSampled ? "*" : ""),
            isLast ? exponent : "", isLast ? capacity ?? "–" : "",
          ])
        }
      }
    }
    table.notes = [
      "p50 and p99 are over keystrokes of the median over rounds.",
      "Growth is the power of the rows that fits p99 over at least three sizes, with its 95 % "
        + "interval: 1 is linear, 0 does not grow.",
      "Capacity is the number of rows at which p99 reaches 8.33 ms: measured on both sides, or "
        + "extrapolated by the exponent to at most ten times the largest size.",
    ]
    if groups.contains(where: { $0.series.contains { $0.points.contains(where: \.isSampled) } }) {
      table.notes.append("* measured on a seeded sample of the keystrokes.")
    }
    return table
  }
}

extension ScalingFacts.Series {
  init?(_ participation: Participation) {
    matcher = participation.matcher
    points = participation.parts.compactMap { cell, record in
      guard cell.corpus.rowCount > 0, record.isRanked, let typed = record.figures?.typed
      else { return nil }
      return ScalingFacts.Point(
        rowCount: cell.corpus.rowCount, p50: typed.p50OfMedians, p99: typed.p99OfMedians,
        isSampled: record.isSampled)
    }
    if points.isEmpty { return nil }
  }
}
