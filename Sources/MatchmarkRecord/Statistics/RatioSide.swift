/// The ratios of one comparison, prepared for repeated resampling.
///
/// The rounds are sorted once for each fork and query. A resampled median then needs no sorting: it
/// is found by walking up the sorted rounds and counting how often each was drawn.
struct RatioSide {
  let roundCounts: [Int]
  let queryCount: Int
  /// The logarithms by fork, then query, then rank, and the rounds to which they belong.
  private var sorted: [Double] = []
  private var rounds: [Int32] = []
  private var starts: [Int] = []
  /// The medians over rounds, by fork, then query.
  let medians: [Double]
  /// The mean over forks of the measured medians, for each query.
  let queryMeans: [Double]
  /// The means over resampled forks and rounds, for each query.
  private(set) var redrawnMeans: [Double]
  private var drawCounts: [Int]
  private var scatter: RoundScatter

  /// Sorts the rounds.
  ///
  /// - Complexity: O(n log r) for n logarithms in r rounds.
  init(_ ratios: PairedRatios) {
    roundCounts = ratios.roundCounts
    queryCount = ratios.queryCount
    medians = ratios.medians()
    var means = Array(repeating: 0.0, count: ratios.queryCount)
    for index in medians.indices {
      means[index % queryCount] += medians[index] / Double(roundCounts.count)
    }
    queryMeans = means
    redrawnMeans = means
    scatter = RoundScatter(centre: means)
    drawCounts = Array(repeating: 0, count: ratios.roundCounts.max() ?? 0)
    sorted.reserveCapacity(ratios.logarithms.count)
    rounds.reserveCapacity(ratios.logarithms.count)
    var start = 0
    for roundCount in roundCounts {
      starts.append(start)
      for query in 0..<queryCount {
        let column = (0..<roundCount).map { ratios.logarithms[start + $0 * queryCount + query] }
        for round in (0..<roundCount).sorted(by: { column[$0] < column[$1] }) {
          sorted.append(column[round])
          rounds.append(Int32(round))
        }
      }
      start += roundCount * queryCount
    }
  }

  /// Resamples forks and rounds.
  ///
  /// - Complexity: O(n) for n logarithms; nothing is allocated.
  mutating func redraw(_ draws: inout ForkDraws) {
    for query in 0..<queryCount { redrawnMeans[query] = 0 }
    let share = 1 / Double(roundCounts.count)
    for _ in roundCounts.indices {
      let fork = draws.fork(of: roundCounts.count)
      let roundCount = roundCounts[fork]
      for round in 0..<roundCount { drawCounts[round] = 0 }
      for _ in 0..<roundCount { drawCounts[draws.round(of: roundCount)] += 1 }
      var position = starts[fork]
      for query in 0..<queryCount {
        redrawnMeans[query] += share * redrawnMedian(from: position, roundCount: roundCount)
        position += roundCount
      }
    }
    if roundCounts.count == 1 { scatter.add(redrawnMeans) }
  }

  /// Returns the median of `roundCount` draws of the sorted rounds that start at `position`.
  @inline(__always)
  private func redrawnMedian(from position: Int, roundCount: Int) -> Double {
    let lowerRank = (roundCount + 1) / 2
    var index = position
    var seen = drawCounts[Int(rounds[index])]
    while seen < lowerRank {
      index += 1
      seen += drawCounts[Int(rounds[index])]
    }
    let lower = sorted[index]
    guard roundCount % 2 == 0, seen == lowerRank else { return lower }
    repeat { index += 1 } while drawCounts[Int(rounds[index])] == 0
    return (lower + sorted[index]) / 2
  }

  /// Returns the scatter of repetitions, and the remainder: between forks if there are several,
  /// otherwise between the rounds of the only fork, as resampling shows it.
  func terms() -> VarianceComponents.Terms {
    roundCounts.count == 1 ? scatter.terms(roundCount: roundCounts[0]) : forkTerms()
  }

  /// Returns the mean squares of a table of forks and queries with one entry in each cell.
  private func forkTerms() -> VarianceComponents.Terms {
    let forkCount = Double(roundCounts.count)
    let count = Double(queryCount)
    let mean = queryMeans.mean
    var between = 0.0
    var within = 0.0
    for fork in roundCounts.indices {
      let row = medians[fork * queryCount..<(fork + 1) * queryCount]
      let forkMean = row.reduce(0, +) / count
      between += (forkMean - mean) * (forkMean - mean)
      for (query, value) in row.enumerated() {
        let rest = value - forkMean - queryMeans[query] + mean
        within += rest * rest
      }
    }
    let interactionFreedom = (forkCount - 1) * (count - 1)
    return (
      VarianceComponents.Term(
        variance: between / (forkCount - 1) / forkCount, degreesOfFreedom: forkCount - 1),
      VarianceComponents.Term(
        variance: within / max(interactionFreedom, 1) / (forkCount * count),
        degreesOfFreedom: interactionFreedom)
    )
  }
}
