import MatchmarkCore

/// The random numbers of one replicate.
///
/// Forks have a separate sequence: all comparisons of a family, whatever their group, draw the same
/// forks, because they share these processes.
struct ForkDraws {
  private var forks: SeededGenerator
  private var rounds: SeededGenerator

  init(forkSeed: UInt64, roundSeed: UInt64) {
    forks = SeededGenerator(seed: forkSeed)
    rounds = SeededGenerator(seed: roundSeed)
  }

  @inline(__always)
  mutating func fork(of count: Int) -> Int { count == 1 ? 0 : forks.below(count) }

  @inline(__always)
  mutating func round(of count: Int) -> Int { rounds.below(count) }

  @inline(__always)
  mutating func query(of count: Int) -> Int { rounds.below(count) }
}

/// A sampler that resamples one comparison repeatedly.
struct ReplicateSampler {
  private var sides: [RatioSide]
  private let queries: [Int]
  private let sessions: TypingSessions?
  private let hasFixedQueries: Bool
  /// The mean over forks for each query, with the earlier side subtracted.
  private let queryMeans: [Double]

  private var queryCount: Int { queries.count }

  /// Creates a sampler.
  ///
  /// - Precondition: one or two sides, with the same queries.
  init(_ comparison: RatioComparison) {
    sides = [RatioSide(comparison.ratios)]
    var means = sides[0].queryMeans
    if let earlier = comparison.earlier {
      precondition(earlier.queries == comparison.ratios.queries, "sides differ in their queries")
      sides.append(RatioSide(earlier))
      for (query, mean) in sides[1].queryMeans.enumerated() { means[query] -= mean }
    }
    queries = comparison.ratios.queries
    sessions = comparison.sessions
    hasFixedQueries = comparison.hasFixedQueries
    queryMeans = means
  }

  var estimate: Double { queryMeans.mean }

  /// Returns the estimate over resampled forks, rounds and queries.
  ///
  /// - Complexity: O(n) for n logarithms; nothing is allocated.
  mutating func redraw(_ draws: inout ForkDraws) -> Double {
    for index in sides.indices { sides[index].redraw(&draws) }
    var sum = 0.0
    for position in 0..<queryCount {
      let query = hasFixedQueries ? position : draws.query(of: queryCount)
      sum += sides[0].redrawnMeans[query]
      if sides.count > 1 { sum -= sides[1].redrawnMeans[query] }
    }
    return sum / Double(queryCount)
  }

  /// Returns the sources of the uncertainty, once the replicates are drawn.
  func components() -> VarianceComponents {
    let terms = sides.map { $0.terms() }
    var components = VarianceComponents(
      repetitions: terms.map(\.repetition), queries: nil, interactions: terms.map(\.interaction))
    guard queryCount > 1, !hasFixedQueries else { return components }
    let scatter = sessions?.scatter(queryMeans, of: queries)
    components.queries = scatter?.term ?? VarianceComponents.Term(ofMean: queryMeans)
    components.thirdMoment = scatter?.thirdMoment ?? 0
    return components
  }
}

/// The movement of each query's median when the rounds of one fork are resampled.
///
/// There is no simple formula for the scatter of medians that share their rounds, so it is taken
/// from the replicates.
struct RoundScatter {
  /// The measured medians, which are subtracted so that no digits are lost.
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

  /// Returns the terms of the rounds and of the remainder without rounds and queries.
  ///
  /// The scatter of draws with replacement is (r − 1) / r of the scatter of new rounds, so the
  /// terms are scaled back.
  func terms(roundCount: Int) -> VarianceComponents.Terms {
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
