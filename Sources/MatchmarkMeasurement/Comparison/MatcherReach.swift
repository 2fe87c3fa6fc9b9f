import MatchmarkCore

/// Up to how many rows the p99 of medians of a matcher stays within a limit on all that was timed.
///
/// A corpus family under a profile is one curve; the worst curve decides. A size at which it did
/// not answer everything, or took longer on any cell, is out of reach whatever the curves say. A
/// cell of fewer keystrokes than a p99 takes must stay within the limit with its slowest, and is a
/// point of no curve.
package struct MatcherReach: Sendable, Hashable {
  package var reach: Reach
  /// The 95 % interval of an estimate, by rounds and keystrokes drawn again.
  ///
  /// See ``QuantileBootstrap``. It holds the noise of what was measured, not whether the law holds
  /// further out; nil where nothing is estimated, or a single round shows no scatter.
  package var bounds: Bounds?
  /// The largest size measured within the reach.
  package var measuredRowCount: Int

  package struct Bounds: Sendable, Hashable {
    package var lower: Reach
    package var upper: Reach
  }

  /// - Parameter limit: in nanoseconds.
  /// - Returns: nil where the matcher is not enough at the smallest size at which anything was
  ///   timed.
  /// - Complexity: O(replicates × n log n) for n samples of the matcher.
  package init?(of matcher: String, in record: RunRecord, within limit: Double) {
    let timed = record.cells.filter {
      // That a matcher is enough for no rows is no reach.
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
      // Of equal sizes the one that ends there counts.
      ($0.rowCount, $0.bound == .above ? 1 : 0) < ($1.rowCount, $1.bound == .above ? 1 : 0)
    }
  }

  private static func bounds(
    of reach: Reach, _ curves: [MatcherCurve], within limit: Double, seed: UInt64
  ) -> Bounds? {
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

/// One matcher on one corpus family under one profile, at several sizes.
private struct MatcherCurve {
  /// At each size its p99 of medians, and the same to be drawn again; nil where a typed keystroke
  /// was not timed.
  var cells: [(rowCount: Int, p99: Double, quantile: MedianQuantile?)] = []

  /// The curves that grow, which takes two sizes.
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

  /// The law of other times, one for each cell.
  func law(times: ArraySlice<Double>) -> GrowthLaw? {
    GrowthLaw(
      zip(cells, times).map { cell, time in
        GrowthLaw.Point(rowCount: cell.rowCount, time: time)
      })
  }
}

extension CellRecord {
  /// The figures of a matcher that answered every keystroke rightly; nil of any other.
  package func completeFigures(of matcher: String) -> Figures? {
    guard let record = matchers.first(where: { $0.id == matcher }), record.isRanked,
      !record.isSampled, record.declinedCount == 0, record.divergedCount == 0
    else { return nil }
    return record.figures
  }

  /// The p99 over typed keystrokes of their medians; nil where one of them was not timed.
  fileprivate func p99(of matcher: String) -> MedianQuantile? {
    guard let record = matchers.first(where: { $0.id == matcher }),
      let samples = try? record.measuredSamples()
    else { return nil }
    let byKeystroke = Dictionary(grouping: samples, by: \.keystroke)
    let sessions = keystrokes.typedSessions
    let times = keystrokes.indices.filter { sessions[$0] != nil }.map { keystroke in
      byKeystroke[keystroke, default: []].map(\.nanoseconds)
    }
    guard let roundCount = times.map(\.count).min(), roundCount > 0 else { return nil }
    return MedianQuantile(
      times.map { Array($0.prefix(roundCount)) }, sessions: sessions.compactMap { $0 },
      probability: 0.99)
  }
}
