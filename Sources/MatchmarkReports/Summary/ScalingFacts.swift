import MatchmarkCore
package import MatchmarkMeasurement
import MatchmarkSystem

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

    /// The exponent k of time ~ rowsᵏ, by least squares over the logarithms of rows and p99.
    ///
    /// nil below three sizes: a line through two points fits anything.
    package var exponent: Double? {
      guard points.count >= 3 else { return nil }
      return PowerLaw(points.map { (Double($0.rowCount), $0.p99) })?.exponent
    }

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
        .figures("p99"), .figures("exponent"), .figures("capacity at 120 Hz"),
      ])
    for group in groups {
      for series in group.series {
        let exponent = series.exponent.map { QuantityFormat.fixed($0, digits: 2) } ?? "–"
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
      "The exponent is fitted to p99 over at least three sizes: 1 is linear, 0 does not grow.",
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

/// Where a matcher leaves a budget.
package enum Capacity: Sendable, Hashable {
  /// It never kept it.
  case below(Int)
  /// Between two measured sizes, interpolated between their logarithms.
  case near(Int)
  /// Beyond the largest size measured, by the exponent.
  case extrapolated(Int)
  /// Beyond what may be extrapolated.
  case above(Int)

  init?(_ points: [ScalingFacts.Point], budget: Double) {
    guard let first = points.first, let last = points.last else { return nil }
    guard first.p99 <= budget else {
      self = .below(first.rowCount)
      return
    }
    for (lower, upper) in zip(points, points.dropFirst()) where upper.p99 > budget {
      let law = PowerLaw([(Double(lower.rowCount), lower.p99), (Double(upper.rowCount), upper.p99)])
      let rows = law?.argument(for: budget) ?? Double(lower.rowCount)
      self = .near(Self.rounded(rows))
      return
    }
    let limit = Double(last.rowCount) * 10
    let law = points.count < 3 ? nil : PowerLaw(points.map { (Double($0.rowCount), $0.p99) })
    guard let law, law.exponent > 0 else {
      self = .above(last.rowCount)
      return
    }
    // The line is led through the last point: that is where the extrapolation starts.
    let growth = ElementaryFunctions.exp(
      ElementaryFunctions.log(budget / max(last.p99, 1)) / law.exponent)
    let rows = Double(last.rowCount) * growth
    self = rows <= limit ? .extrapolated(Self.rounded(rows)) : .above(Int(limit))
  }

  /// Two significant digits: more would be a pretence.
  private static func rounded(_ rows: Double) -> Int {
    var scale = 1.0
    while rows / scale >= 100 { scale *= 10 }
    return Int((rows / scale).rounded() * scale)
  }
}

extension Capacity: CustomStringConvertible {
  package var description: String {
    switch self {
    case .below(let rows): "< \(QuantityFormat.count(rows))"
    case .near(let rows): "≈ \(QuantityFormat.count(rows))"
    case .extrapolated(let rows): "≈ \(QuantityFormat.count(rows)) (extrapolated)"
    case .above(let rows): "> \(QuantityFormat.count(rows))"
    }
  }
}

/// y = c · xᵏ, fitted by least squares over the logarithms.
struct PowerLaw {
  let exponent: Double
  private let logFactor: Double

  /// - Returns: nil where fewer than two different positive x are given.
  init?(_ points: [(x: Double, y: Double)]) {
    let logs = points.filter { $0.x > 0 && $0.y > 0 }
      .map { (x: ElementaryFunctions.log($0.x), y: ElementaryFunctions.log($0.y)) }
    guard !logs.isEmpty else { return nil }
    let count = Double(logs.count)
    let meanX = logs.reduce(0) { $0 + $1.x } / count
    let meanY = logs.reduce(0) { $0 + $1.y } / count
    let variance = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard variance > 0 else { return nil }
    exponent = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / variance
    logFactor = meanY - exponent * meanX
  }

  /// The x at which the law gives `y`; nil where it does not grow.
  func argument(for y: Double) -> Double? {
    guard exponent > 0, y > 0 else { return nil }
    return ElementaryFunctions.exp((ElementaryFunctions.log(y) - logFactor) / exponent)
  }
}
