import MatchmarkSystem

/// How one contender compares with another: the logarithms of their ratios, paired by fork, round
/// and query.
///
/// The two times of a pair were measured moments apart, so that the machine's effect on both
/// cancels out. Logarithms are used so that a ratio and its inverse are equally far from one.
package struct PairedRatios: Sendable, Hashable {
  /// The queries that both sides have in every round in which both took part, ascending.
  package let queries: [Int]
  /// For each fork, the number of rounds in which both took part.
  package let roundCounts: [Int]
  /// By fork, then round, then query.
  package let logarithms: [Double]

  package var forkCount: Int { roundCounts.count }
  package var queryCount: Int { queries.count }

  /// - Precondition: there is a logarithm for each fork, round and query, and none is empty.
  package init(queries: [Int], roundCounts: [Int], logarithms: [Double]) {
    precondition(!queries.isEmpty && !roundCounts.isEmpty && !roundCounts.contains(0))
    precondition(logarithms.count == roundCounts.reduce(0, +) * queries.count)
    self.queries = queries
    self.roundCounts = roundCounts
    self.logarithms = logarithms
  }

  /// For each fork and query the median over rounds, by fork, then query.
  ///
  /// It is a median because a single round with a disturbance says nothing.
  ///
  /// - Complexity: O(n log r) for n logarithms in r rounds.
  package func medians() -> [Double] {
    var medians: [Double] = []
    medians.reserveCapacity(forkCount * queryCount)
    var start = 0
    for roundCount in roundCounts {
      var column = Array(repeating: 0.0, count: roundCount)
      for query in 0..<queryCount {
        for round in 0..<roundCount {
          column[round] = logarithms[start + round * queryCount + query]
        }
        medians.append(Quantile.median(column) ?? 0)
      }
      start += roundCount * queryCount
    }
    return medians
  }

  /// The ratio: the geometric mean over forks and queries of the median over rounds.
  package var ratio: Double {
    let medians = medians()
    return ElementaryFunctions.exp(medians.reduce(0, +) / Double(medians.count))
  }
}

extension PairedRatios {
  /// Pairs samples of two contenders; nil if they have no fork, round or query in common.
  ///
  /// A round that one side sat out is left out, and then every query that is missing in one of the
  /// remaining rounds. Work below a picosecond counts as one, so that there is a logarithm.
  ///
  /// - Parameter isIncluded: which keystrokes count.
  /// - Complexity: O(n) for n samples.
  package init?(_ numerator: [Sample], to denominator: [Sample], where isIncluded: (Int) -> Bool) {
    var above: [Turn: [Int: Double]] = [:]
    var below: [Turn: [Int: Double]] = [:]
    for sample in numerator where isIncluded(sample.keystroke) {
      above[sample.turn, default: [:]][sample.keystroke] = sample.nanoseconds
    }
    for sample in denominator where isIncluded(sample.keystroke) {
      below[sample.turn, default: [:]][sample.keystroke] = sample.nanoseconds
    }
    var turns: [Turn] = []
    var common: Set<Int> = []
    for turn in above.keys.sorted() {
      let both = Set(above[turn, default: [:]].keys).intersection(below[turn, default: [:]].keys)
      guard !both.isEmpty else { continue }
      common = turns.isEmpty ? both : common.intersection(both)
      turns.append(turn)
    }
    guard !common.isEmpty else { return nil }
    let queries = common.sorted()
    var logarithms: [Double] = []
    logarithms.reserveCapacity(turns.count * queries.count)
    for turn in turns {
      guard let above = above[turn], let below = below[turn] else { continue }
      for query in queries {
        logarithms.append(
          ElementaryFunctions.log(max(above[query] ?? 0, 1e-3) / max(below[query] ?? 0, 1e-3)))
      }
    }
    let forks = Set(turns.map(\.fork)).sorted()
    self.init(
      queries: queries, roundCounts: forks.map { fork in turns.count { $0.fork == fork } },
      logarithms: logarithms)
  }
}
