import MatchmarkSystem

/// How time grows with size: a straight line through the logarithms of both.
///
/// Ordinary least squares; the slope is the exponent of the power law, with its interval from
/// Student's distribution (for instance Draper and Smith, "Applied regression analysis", 1998,
/// chapter 1). A bend in the line, for example from an outgrown cache, widens the interval.
package struct PowerLawFit: Sendable, Hashable, Codable {
  package var exponent: Double
  /// The time at size 1.
  package var factor: Double
  package var confidence: Double
  /// The bounds of the exponent; nil if fewer than three sizes leave no way to estimate them.
  package var exponentBounds: Bounds?

  package struct Bounds: Sendable, Hashable, Codable {
    package var lower: Double
    package var upper: Double
  }

  /// Fits `times` to `sizes`; nil without two different sizes, or if a value is not positive.
  ///
  /// - Complexity: O(n) for n sizes.
  package init?(sizes: [Double], times: [Double], confidence: Double = 0.95) {
    guard sizes.count == times.count, (sizes + times).allSatisfy({ $0 > 0 }) else { return nil }
    let x = sizes.map(ElementaryFunctions.log)
    let y = times.map(ElementaryFunctions.log)
    let count = Double(x.count)
    let meanX = x.reduce(0, +) / count
    let meanY = y.reduce(0, +) / count
    let spread = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    guard spread > 0 else { return nil }
    let shared = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let slope = shared / spread
    let rest = zip(x, y).reduce(0) { sum, point in
      let residual = point.1 - meanY - slope * (point.0 - meanX)
      return sum + residual * residual
    }
    exponent = slope
    factor = ElementaryFunctions.exp(meanY - slope * meanX)
    self.confidence = confidence
    guard x.count > 2 else { return }
    let error = (rest / (count - 2) / spread).squareRoot()
    let t = StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: count - 2)
    exponentBounds = Bounds(lower: slope - t * error, upper: slope + t * error)
  }
}
