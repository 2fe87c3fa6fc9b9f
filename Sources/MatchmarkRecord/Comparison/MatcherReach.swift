import MatchmarkCore

/// The number of rows up to which a matcher's p99 of medians stays within a limit on all timed
/// cells.
///
/// A corpus family under a profile is one curve; the worst curve decides. A size at which the
/// matcher did not answer everything, or took longer on any cell, is out of reach whatever the
/// curves predict. In a cell with too few keystrokes for a p99, the slowest keystroke must stay
/// within the limit, and the cell is not a point of a curve.
package struct MatcherReach: Sendable, Hashable {
  package var reach: Reach
  /// The 95 % interval of an estimate, from resampled rounds and keystrokes.
  ///
  /// See ``QuantileBootstrap``. The interval covers the noise of the measurements, but not the risk
  /// that the law ends beyond them; nil if nothing is estimated, or if there is only one round,
  /// which shows no scatter.
  package var bounds: Bounds<Reach>?
  /// The largest measured size within the reach.
  package var measuredRowCount: Int

  /// Computes the reach of a matcher; nil if the matcher is too slow at the smallest size at which
  /// anything was timed.
  ///
  /// - Parameter limit: the limit in nanoseconds.
  /// - Complexity: O(replicates × n log n) for n samples of the matcher.
  package init?(of matcher: String, in record: RunRecord, within limit: Double) {
    let timed = record.cells.filter {
      // Being fast enough for zero rows does not count as a reach.
      $0.corpus.rowCount > 0 && $0.matchers.contains { $0.isRanked && $0.figures != nil }
    }
    let bySize = Dictionary(grouping: timed, by: \.corpus.rowCount)
    let sizes = bySize.keys.sorted()
    let enough = sizes.prefix { size in
      bySize[size, default: []].allSatisfy { cell in
        cell.completeFigures(of: matcher)?.typed.tail.map { $0 <= limit } ?? false
      }
    }
    guard let largest = enough.last else { return nil }
    let curves = MatcherCurve.all(of: matcher, in: timed)
    let worst = Self.worst(curves.compactMap(\.law), within: limit)
    if let worst, enough.count == sizes.count || worst.rowCount < sizes[enough.count] {
      reach = worst
      measuredRowCount = enough.last { $0 <= worst.rowCount } ?? largest
    } else {
      reach = Reach(.above, largest, measured: largest)
      measuredRowCount = largest
    }
    if reach.bound == .about {
      bounds = Self.bounds(of: reach, curves, within: limit, seed: record.suite.seed)
    }
  }

  private static func worst(_ laws: [GrowthLaw], within limit: Double) -> Reach? {
    laws.map { $0.capacity(within: limit) }.min {
      // If two sizes are equal, the one at which the reach ends counts.
      ($0.rowCount, $0.bound == .above ? 1 : 0) < ($1.rowCount, $1.bound == .above ? 1 : 0)
    }
  }

  private static func bounds(
    of reach: Reach, _ curves: [MatcherCurve], within limit: Double, seed: UInt64
  ) -> Bounds<Reach>? {
    let quantiles = curves.flatMap { $0.cells.compactMap(\.quantile) }
    guard quantiles.count == curves.map(\.cells.count).reduce(0, +) else { return nil }
    var bootstrap = QuantileBootstrap(seed: seed, stream: "capacity", replicateCount: 1_000)
    let drawn = bootstrap.bounds(of: quantiles.map { [$0] }) { values in
      var times = values.compactMap(\.first)[...]
      let laws = curves.compactMap { curve in
        defer { times = times.dropFirst(curve.cells.count) }
        return curve.law(times: times)
      }
      return worst(laws, within: limit).map { Double($0.rowCount) }
    }
    guard let drawn else { return nil }
    let farthest = worst(curves.compactMap(\.law), within: .infinity) ?? reach
    let measured = reach.measuredRowCount
    let lower = Reach.about(drawn.lower, in: 0...reach.rowCount, measured: measured)
    let sizes = reach.rowCount...max(reach.rowCount, farthest.rowCount)
    let upper = Reach.about(drawn.upper, in: sizes, measured: measured, rounding: .up)
    return Bounds(lower: lower, upper: upper.rowCount < farthest.rowCount ? upper : farthest)
  }
}

/// The times of one matcher on one corpus family under one profile, at several sizes.
private struct MatcherCurve {
  /// The size, the p99 of medians, and the same for resampling, of each cell; nil if a typed
  /// keystroke was not timed.
  var cells: [(rowCount: Int, p99: Double, quantile: MedianQuantile?)] = []

  /// Returns the curves that grow, which requires two sizes.
  static func all(of matcher: String, in cells: [CellRecord]) -> [MatcherCurve] {
    var curves: [[String]: MatcherCurve] = [:]
    for cell in cells where cell.corpus.rowCount > 0 {
      guard let p99 = cell.completeFigures(of: matcher)?.typed.p99OfMedians else { continue }
      curves[[cell.corpus.family, cell.profile.name], default: MatcherCurve()].cells.append(
        (cell.corpus.rowCount, p99, cell.p99(of: matcher)))
    }
    return curves.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      .filter { Set($0.cells.map(\.rowCount)).count > 1 }
  }

  var law: GrowthLaw? { law(times: cells.map(\.p99)[...]) }

  /// Returns the law for other times, one for each cell.
  func law(times: ArraySlice<Double>) -> GrowthLaw? {
    GrowthLaw(
      zip(cells, times).map { cell, time in
        GrowthLaw.Point(rowCount: cell.rowCount, time: time)
      })
  }
}

extension CellRecord {
  /// Returns the figures of a matcher that answered every keystroke correctly; nil for any other.
  package func completeFigures(of matcher: String) -> Figures? {
    guard let record = matchers.first(where: { $0.id == matcher }), record.isRanked,
      !record.isSampled, record.declinedCount == 0, record.divergedCount == 0
    else { return nil }
    return record.figures
  }

  /// Returns the p99 of medians over typed keystrokes; nil if one of them was not timed.
  fileprivate func p99(of matcher: String) -> MedianQuantile? {
    guard let record = matchers.first(where: { $0.id == matcher }),
      let samples = try? record.measuredSamples()
    else { return nil }
    let byKeystroke = Dictionary(grouping: samples, by: \.keystroke)
    let typed = keystrokes.indices.filter { keystrokes[$0].isTyped }
    let times = typed.map { keystroke in
      byKeystroke[keystroke, default: []].map(\.nanoseconds)
    }
    guard let roundCount = times.map(\.count).min(), roundCount > 0 else { return nil }
    return MedianQuantile(
      times.map { Array($0.prefix(roundCount)) }, sessions: typed.map { keystrokes[$0].trace },
      probability: 0.99)
  }
}
