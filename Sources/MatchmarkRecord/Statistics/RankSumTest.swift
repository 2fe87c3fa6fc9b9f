/// A test of whether values of one kind tend to be larger than those of another, stratum by
/// stratum.
///
/// The statistic is the sum of rank sums over strata (van Elteren: "On the combination of
/// independent two-sample tests of Wilcoxon", 1960), each without weights. If chance decides the
/// kind of each value in a stratum, the sum has the distribution stated here, whatever the values
/// are: neither noise with long tails nor strata of different sizes can raise it.
package struct RankSumTest: Sendable {
  /// The number of rising pairs minus that of falling ones, over all strata.
  private var score = 0.0
  private var variance = 0.0
  /// The number of strata that have values of both kinds.
  package private(set) var stratumCount = 0
  /// The number of those strata in which more pairs rise than fall.
  package private(set) var risingCount = 0

  package init() {}

  /// Adds a stratum; a stratum that lacks one of the kinds has no effect.
  ///
  /// - Complexity: O(low × high).
  package mutating func add(low: [Double], high: [Double]) {
    guard !low.isEmpty, !high.isEmpty else { return }
    var sum = 0.0
    for upper in high {
      for lower in low { sum += upper > lower ? 1 : upper < lower ? -1 : 0 }
    }
    let (lows, highs) = (Double(low.count), Double(high.count))
    score += sum
    variance += lows * highs * (lows + highs + 1) / 3
    stratumCount += 1
    risingCount += sum > 0 ? 1 : 0
  }

  /// The number of standard deviations by which the second kind is larger; 0 without values.
  package var deviations: Double {
    variance > 0 ? score / variance.squareRoot() : 0
  }
}
