/// How each query's median moves when the rounds of one fork are resampled.
///
/// There is no simple formula for the scatter of medians that share their rounds, so it is taken
/// from the replicates.
struct RoundScatter {
  /// The medians as measured, subtracted so that no digits are lost.
  private let centre: [Double]
  private var sums: [Double]
  private var squares: [Double]
  private var sumOfMeans = 0.0
  private var squareOfMeans = 0.0
  private var replicateCount = 0

  init(centre: [Double]) {
    self.centre = centre
    sums = Array(repeating: 0, count: centre.count)
    squares = sums
  }

  /// Adds the medians of one replicate.
  mutating func add(_ medians: [Double]) {
    var mean = 0.0
    for query in centre.indices {
      let difference = medians[query] - centre[query]
      sums[query] += difference
      squares[query] += difference * difference
      mean += difference
    }
    mean /= Double(centre.count)
    sumOfMeans += mean
    squareOfMeans += mean * mean
    replicateCount += 1
  }

  /// The terms of the rounds and of the remainder without rounds and queries.
  ///
  /// Draws with replacement scatter by (r − 1) / r of what new rounds would, so the terms are
  /// scaled back.
  func terms(
    roundCount: Int
  ) -> (repetition: VarianceComponents.Term, interaction: VarianceComponents.Term) {
    let scale = Double(roundCount) / Double(max(1, roundCount - 1))
    let ofMeans = Self.variance(sum: sumOfMeans, squares: squareOfMeans, count: replicateCount)
    var ofQueries = 0.0
    for query in centre.indices {
      ofQueries += Self.variance(sum: sums[query], squares: squares[query], count: replicateCount)
    }
    let count = Double(centre.count)
    let rest = count > 1 ? max(0, ofQueries - count * ofMeans) / (count - 1) / count : 0
    let freedom = Double(roundCount - 1)
    return (
      VarianceComponents.Term(variance: scale * ofMeans, degreesOfFreedom: freedom),
      VarianceComponents.Term(variance: scale * rest, degreesOfFreedom: freedom * (count - 1))
    )
  }

  private static func variance(sum: Double, squares: Double, count: Int) -> Double {
    let count = Double(count)
    return max(0, squares - sum * sum / count) / (count - 1)
  }
}
