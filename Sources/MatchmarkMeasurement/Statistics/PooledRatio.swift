import MatchmarkSystem

/// Figures over several cells.
package enum PooledRatio {
  /// The geometric mean of the ratios, with the same weight for each cell.
  ///
  /// Its interval is Student's, from the scatter of the cells, which covers the noise of each as
  /// well as the differences between cells. A single cell has its own interval.
  ///
  /// - Returns: nil if there is no ratio.
  /// - Complexity: O(n) for n ratios.
  package static func mean(_ ratios: [RatioInterval], confidence: Double = 0.95) -> RatioInterval? {
    guard ratios.count > 1 else { return ratios.first }
    let logarithms = ratios.map { ElementaryFunctions.log($0.ratio) }
    let mean = logarithms.reduce(0, +) / Double(ratios.count)
    let term = VarianceComponents.Term(ofMean: logarithms)
    let error = term.variance.squareRoot()
    let reach =
      error
      * StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: term.degreesOfFreedom)
    return RatioInterval(
      ratio: ElementaryFunctions.exp(mean), lower: ElementaryFunctions.exp(mean - reach),
      upper: ElementaryFunctions.exp(mean + reach), confidence: confidence, standardError: error)
  }
}
