/// How the medians of each cluster of queries move when the rounds of one fork are drawn again.
///
/// There is no simple formula for the scatter of medians that share their rounds; the replicates
/// show it.
struct RoundScatter {
  /// The medians as measured, subtracted so that no digits are lost.
  private let centre: [Double]
  private let clusters: Clusters
  /// For each cluster the sum over replicates of how far its medians moved together, and of the
  /// squares.
  private var sums: [Double]
  private var squares: [Double]
  private var sumOfMeans = 0.0
  private var squareOfMeans = 0.0
  private var replicateCount = 0

  init(centre: [Double], _ clusters: Clusters) {
    self.centre = centre
    self.clusters = clusters
    sums = Array(repeating: 0, count: clusters.count)
    squares = sums
  }

  /// Takes in the medians of one replicate.
  mutating func add(_ medians: [Double]) {
    var mean = 0.0
    for (cluster, queries) in clusters.members.enumerated() {
      let difference = queries.reduce(0) { $0 + medians[$1] - centre[$1] }
      sums[cluster] += difference
      squares[cluster] += difference * difference
      mean += difference
    }
    mean /= Double(centre.count)
    sumOfMeans += mean
    squareOfMeans += mean * mean
    replicateCount += 1
  }

  /// The terms of the round and of what is left when rounds and queries are taken away.
  ///
  /// Draws with replacement scatter by (r − 1) / r of what new rounds would: the terms are scaled
  /// back.
  func terms(
    roundCount: Int
  ) -> (repetition: VarianceComponents.Term, interaction: VarianceComponents.Term) {
    let scale = Double(roundCount) / Double(max(1, roundCount - 1))
    let ofMeans = Self.variance(sum: sumOfMeans, squares: squareOfMeans, count: replicateCount)
    var ofClusters = 0.0
    for cluster in sums.indices {
      ofClusters += Self.variance(
        sum: sums[cluster], squares: squares[cluster], count: replicateCount)
    }
    let count = Double(centre.count)
    let shared = clusters.concentration
    let rest =
      clusters.count > 1
      ? max(0, ofClusters / count / count - shared * ofMeans) / (1 - shared) : 0
    let freedom = Double(roundCount - 1)
    return (
      VarianceComponents.Term(variance: scale * ofMeans, degreesOfFreedom: freedom),
      VarianceComponents.Term(
        variance: scale * rest, degreesOfFreedom: freedom * clusters.degreesOfFreedom)
    )
  }

  private static func variance(sum: Double, squares: Double, count: Int) -> Double {
    let count = Double(count)
    return max(0, squares - sum * sum / count) / (count - 1)
  }
}
