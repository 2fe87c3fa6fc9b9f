import MatchmarkSystem

/// The growth of a matcher's time with the number of rows, from which all exponents, capacities and
/// crossovers are computed.
///
/// Between two measured sizes, time follows the power law through both, which is a straight line
/// between their logarithms. Beyond the largest size, it follows the steeper of two lines, one
/// through all sizes and one through the last two, because a curve bends upwards where data no
/// longer fits into a cache. Such a prediction requires three sizes, since a line through two
/// always fits, and ends at ten times the largest size.
package struct GrowthLaw: Sendable, Hashable {
  /// A size in rows, and its time in nanoseconds.
  package struct Point: Sendable, Hashable, Encodable {
    package var rowCount: Int
    package var time: Double

    private enum CodingKeys: String, CodingKey {
      case rowCount
      case time = "nanoseconds"
    }

    package init(rowCount: Int, time: Double) {
      self.rowCount = rowCount
      self.time = time
    }
  }

  /// The measured points, ascending by size, each size once; at least one.
  package let points: [Point]
  /// The line through the logarithms of all points; nil for fewer than three sizes.
  package let fit: PowerLawFit?
  /// The exponents from each size to the next: a bend, for example where a cache is outgrown, is
  /// visible here, but not in ``fit``.
  package var localExponents: [Double] {
    zip(points, points.dropFirst()).map { Self.exponent($0, $1) }
  }

  /// The multiple of the largest measured size up to which the law is trusted.
  package static let farthestFactor = 10

  /// Creates the law of points; nil if no point is left.
  ///
  /// - Parameter points: the points in any order. If a size occurs twice, the slowest time counts;
  ///   sizes of zero rows are left out, because they have no logarithm.
  /// - Complexity: O(n log n) for n points.
  package init?(_ points: [Point]) {
    let bySize = Dictionary(grouping: points.filter { $0.rowCount > 0 }, by: \.rowCount)
    self.points = bySize.map { size, points in
      // No measured time is below a picosecond.
      Point(rowCount: size, time: points.map(\.time).reduce(1e-3, max))
    }.sorted { $0.rowCount < $1.rowCount }
    fit =
      self.points.count < 3
      ? nil
      : PowerLawFit(sizes: self.points.map { Double($0.rowCount) }, times: self.points.map(\.time))
    if self.points.isEmpty { return nil }
  }

  // MARK: Capacity

  /// Returns the largest size within a limit such that all smaller sizes are within it, too, and
  /// the smallest size beyond the limit.
  package func bracket(of limit: Double) -> (within: Point?, beyond: Point?) {
    let beyond = points.firstIndex { $0.time > limit }
    let within = (beyond ?? points.count) - 1
    return (within < 0 ? nil : points[within], beyond.map { points[$0] })
  }

  /// Returns the number of rows up to which the time stays within a limit in nanoseconds; it never
  /// includes a size that was measured to exceed the limit.
  package func capacity(within limit: Double) -> Reach {
    let (within, beyond) = bracket(of: limit)
    guard let within else { return Reach(.below, points[0].rowCount, measured: measured) }
    guard let beyond else { return extrapolated(to: limit, from: within) }
    let rows = Self.size(reaching: limit, from: within, Self.exponent(within, beyond))
    return .about(rows, in: within.rowCount...beyond.rowCount - 1, measured: measured)
  }

  private func extrapolated(to limit: Double, from last: Point) -> Reach {
    guard let exponent = exponentBeyond else { return Reach(.above, measured, measured: measured) }
    let rows = Self.size(reaching: limit, from: last, exponent)
    guard rows <= Double(end) else { return Reach(.above, end, measured: measured) }
    return .about(rows, in: measured...end, measured: measured)
  }

  // MARK: Crossover

  /// Returns the number of rows up to which this law is at least as fast as another, which is
  /// faster from there on, within the range that both cover.
  ///
  /// - Returns: nil if no size is known for both.
  /// - Complexity: O(n²) for n points.
  package func crossover(with other: GrowthLaw) -> Reach? {
    let first = max(points[0].rowCount, other.points[0].rowCount)
    let last = min(end, other.end)
    guard first <= last else { return nil }
    let measured = min(measured, other.measured)
    // Both laws are straight lines between the logarithms of these sizes.
    let knots = Set((points + other.points).map(\.rowCount) + [first, last])
      .filter { (first...last).contains($0) }.sorted()
    let leads = knots.map { logarithm(at: $0) - other.logarithm(at: $0) }
    guard let held = leads.lastIndex(where: { $0 <= 0 }) else {
      return Reach(.below, first, measured: measured)
    }
    guard held + 1 < knots.count else { return Reach(.above, last, measured: measured) }
    let share = -leads[held] / (leads[held + 1] - leads[held])
    let (low, high) = (Double(knots[held]), Double(knots[held + 1]))
    let rows = low * ElementaryFunctions.exp(share * ElementaryFunctions.log(high / low))
    return .about(rows, in: knots[held]...knots[held + 1], measured: measured)
  }

  /// Returns the logarithm of the time at a size between the first one measured and ``end``.
  private func logarithm(at rowCount: Int) -> Double {
    let upper = max(1, points.firstIndex { $0.rowCount >= rowCount } ?? points.count)
    let from = points[upper - 1]
    let slope =
      upper < points.count ? Self.exponent(from, points[upper]) : exponentBeyond ?? 0
    return ElementaryFunctions.log(from.time)
      + slope * ElementaryFunctions.log(Double(rowCount) / Double(from.rowCount))
  }

  // MARK: Law

  private var lastPoint: Point { points[points.count - 1] }
  private var measured: Int { lastPoint.rowCount }

  /// The largest size that the law covers.
  private var end: Int {
    guard exponentBeyond != nil else { return measured }
    let (end, isTooLarge) = measured.multipliedReportingOverflow(by: Self.farthestFactor)
    return isTooLarge ? measured : end
  }

  /// The exponent beyond the largest size, at least that of a constant time; nil for fewer than
  /// three sizes.
  private var exponentBeyond: Double? {
    fit.map { max(0, $0.exponent, Self.exponent(points[points.count - 2], lastPoint)) }
  }

  private static func exponent(_ lower: Point, _ upper: Point) -> Double {
    ElementaryFunctions.log(upper.time / lower.time)
      / ElementaryFunctions.log(Double(upper.rowCount) / Double(lower.rowCount))
  }

  /// Returns the size at which a power law through a point within the limit reaches the limit.
  private static func size(reaching limit: Double, from point: Point, _ exponent: Double) -> Double
  {
    guard exponent > 0 else { return .infinity }
    return Double(point.rowCount)
      * ElementaryFunctions.exp(ElementaryFunctions.log(limit / point.time) / exponent)
  }
}

/// The number of rows up to which something holds: a time stays within a limit, or one matcher is
/// faster than another.
package struct Reach: Sendable, Hashable {
  package enum Bound: Sendable, Hashable {
    /// It does not hold even at the smallest measured size.
    case below
    /// It ends near this size.
    case about
    /// It holds up to this size; larger sizes are unknown.
    case above
  }

  package var bound: Bound
  /// The size, rounded down to two significant digits unless it was measured.
  package var rowCount: Int
  /// The largest measured size of the curve that decides.
  package var measuredRowCount: Int

  package init(_ bound: Bound, _ rowCount: Int, measured: Int) {
    self.bound = bound
    self.rowCount = rowCount
    measuredRowCount = measured
  }

  package var isExtrapolated: Bool { rowCount > measuredRowCount }

  /// Rounds an estimate down, because an overestimated reach does more harm than an underestimated
  /// one; the upper bound of an interval is rounded up.
  ///
  /// - Parameter sizes: the range that the rounded size must not leave.
  static func about(
    _ rows: Double, in sizes: ClosedRange<Int>, measured: Int,
    rounding rule: FloatingPointRoundingRule = .down
  ) -> Reach {
    // Impossible times, infinite or not a number, must not cause a trap.
    let bounded = rows.isNaN ? 0 : min(max(rows, 0), 1e15)
    // Rounding errors of logarithms must not cost a whole step.
    let rows = bounded * (rule == .down ? 1 + 1e-9 : 1 - 1e-9)
    var scale = 1.0
    while rows / scale >= 100 { scale *= 10 }
    let rounded = Int((rows / scale).rounded(rule) * scale)
    return Reach(
      .about, min(max(rounded, sizes.lowerBound), sizes.upperBound), measured: measured)
  }
}

/// The growth of time with size, as a straight line through the logarithms of both.
///
/// The line is fitted by ordinary least squares; its slope is the exponent of the power law, with
/// an interval from Student's distribution (for instance Draper and Smith, "Applied regression
/// analysis", 1998, chapter 1). A bend in the line, for example where a cache is outgrown, widens
/// the interval.
package struct PowerLawFit: Sendable, Hashable {
  package var exponent: Double
  /// The time at size 1.
  package var factor: Double
  /// The 95 % bounds of the exponent; nil if they cannot be estimated because there are fewer than
  /// three sizes.
  package var exponentBounds: Bounds<Double>?

  /// Fits `times` to `sizes`; the result is nil without two different sizes, or if a value is not
  /// positive.
  ///
  /// - Complexity: O(n) for n sizes.
  package init?(sizes: [Double], times: [Double]) {
    guard sizes.count == times.count, (sizes + times).allSatisfy({ $0 > 0 }) else { return nil }
    let x = sizes.map(ElementaryFunctions.log)
    let y = times.map(ElementaryFunctions.log)
    let (centredX, centredY) = (x.centred, y.centred)
    let spread = centredX.dot(centredX)
    guard spread > 0 else { return nil }
    let slope = centredX.dot(centredY) / spread
    exponent = slope
    factor = ElementaryFunctions.exp(y.mean - slope * x.mean)
    guard x.count > 2 else { return }
    let freedom = Double(x.count - 2)
    let residuals = zip(centredX, centredY).map { $1 - slope * $0 }
    let error = (residuals.dot(residuals) / freedom / spread).squareRoot()
    let t = StudentDistribution.quantile(0.975, degreesOfFreedom: freedom)
    exponentBounds = Bounds(lower: slope - t * error, upper: slope + t * error)
  }
}
