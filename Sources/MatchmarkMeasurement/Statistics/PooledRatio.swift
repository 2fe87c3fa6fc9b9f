import MatchmarkSystem

/// What several cells say together.
package enum PooledRatio {
  /// The geometric mean of the ratios, each cell weighing the same.
  ///
  /// Its interval is Student's, from how the cells scatter: that holds the noise of each as well as
  /// what differs from cell to cell. A single cell has its own interval.
  ///
  /// - Returns: nil where there is no ratio.
  /// - Complexity: O(n) for n ratios.
  package static func mean(_ ratios: [RatioInterval], confidence: Double = 0.95) -> RatioInterval? {
    guard ratios.count > 1 else { return ratios.first }
    let logarithms = ratios.map { ElementaryFunctions.log($0.ratio) }
    let count = Double(ratios.count)
    let mean = logarithms.reduce(0, +) / count
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / (count - 1) / count).squareRoot()
    let reach =
      error * StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: count - 1)
    return RatioInterval(
      ratio: ElementaryFunctions.exp(mean), lower: ElementaryFunctions.exp(mean - reach),
      upper: ElementaryFunctions.exp(mean + reach), confidence: confidence, standardError: error)
  }
}
