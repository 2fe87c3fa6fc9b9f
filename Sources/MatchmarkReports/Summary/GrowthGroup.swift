import MatchmarkCore
package import MatchmarkMeasurement

/// How the matchers grow on one corpus family under one profile.
package struct GrowthGroup: Sendable, Hashable {
  /// One matcher at one size, in nanoseconds.
  package struct Point: Sendable, Hashable {
    package var rowCount: Int
    package var p50: Double
    package var p99: Double
    package var isSampled: Bool
  }

  /// One matcher over all sizes.
  package struct Curve: Sendable, Hashable {
    package var matcher: String
    /// Ascending in rows; sizes of no row are left out, for they have no logarithm.
    package var points: [Point]
    /// How p50 and p99 grow.
    package var p50: GrowthLaw
    package var p99: GrowthLaw
  }

  package var family: String
  package var profile: String
  package var axes: String
  package var curves: [Curve]

  /// The groups of a record, in its order; those where nothing was timed are left out.
  package static func all(of record: RunRecord) -> [GrowthGroup] {
    let roster = Roster(record)
    let groups = CellGroup.groups(record.cells) { [$0.corpus.family, $0.profile.name] }
    return groups.compactMap { group in
      let cells = group.cells.sorted { $0.corpus.rowCount < $1.corpus.rowCount }
      let curves = Participation.all(in: cells, roster).compactMap(Curve.init)
      guard let cell = cells.first, !curves.isEmpty else { return nil }
      return GrowthGroup(
        family: cell.corpus.family, profile: cell.profile.name, axes: cell.profile.axes,
        curves: curves)
    }
  }

  /// How many sizes there are at most.
  package var sizeCount: Int { curves.map(\.points.count).max() ?? 0 }

  /// The figures of all groups.
  package static func table(_ groups: [GrowthGroup]) -> ReportTable {
    var table = ReportTable(
      "Time per keystroke against corpus size",
      columns: [
        .words("corpus"), .words("profile"), .words("matcher"), .figures("rows"), .figures("p50"),
        .figures("p99"), .figures("p99 grows as"), .figures("capacity at 120 Hz"),
      ])
    for group in groups {
      for curve in group.curves {
        let exponent = GrowthText.exponent(curve.p99.fit)
        let capacity = curve.p99.capacity(within: BudgetCounts.nanosecondsAt120Hertz)
        for (index, point) in curve.points.enumerated() {
          let isLast = index == curve.points.count - 1
          table.append([
            DisplayText.line(group.family), DisplayText.line(group.profile),
            DisplayText.line(curve.matcher), QuantityFormat.count(point.rowCount),
            QuantityFormat.time(point.p50),
            QuantityFormat.time(point.p99) + (point.isSampled ? "*" : ""),
            isLast ? exponent : "", isLast ? capacity.description : "",
          ])
        }
      }
    }
    table.notes = [
      "p50 and p99 are over keystrokes of the median over rounds.",
      "Growth is the power of the rows that fits p99 over at least three sizes, with its 95 % "
        + "interval: 1 is linear, 0 does not grow.",
      "Capacity is up to how many rows p99 stays within 8.33 ms: ≈ is between two measured sizes; "
        + "< and > are sizes measured. What is extrapolated takes three sizes, follows the steeper "
        + "of all of them and the last two, and ends at ten times the largest.",
    ]
    if groups.contains(where: { $0.curves.contains { $0.points.contains(where: \.isSampled) } }) {
      table.notes.append("* measured on a seeded sample of the keystrokes.")
    }
    return table
  }
}

extension GrowthGroup.Curve {
  init?(_ participation: Participation) {
    let points = participation.parts.compactMap { cell, record -> GrowthGroup.Point? in
      guard cell.corpus.rowCount > 0, record.isRanked, let typed = record.figures?.typed
      else { return nil }
      return GrowthGroup.Point(
        rowCount: cell.corpus.rowCount, p50: typed.p50OfMedians, p99: typed.p99OfMedians,
        isSampled: record.isSampled)
    }
    func law(_ time: KeyPath<GrowthGroup.Point, Double>) -> GrowthLaw? {
      GrowthLaw(points.map { GrowthLaw.Point(rowCount: $0.rowCount, time: $0[keyPath: time]) })
    }
    guard let p50 = law(\.p50), let p99 = law(\.p99) else { return nil }
    self.init(matcher: participation.matcher, points: points, p50: p50, p99: p99)
  }
}
