import MatchmarkCore
import MatchmarkSystem

/// A comparison of two contenders on one workload, or of the same two at two times.
package struct RatioComparison: Sendable {
  /// The group of the comparison; comparisons of one group were measured in the same rounds and are
  /// resampled together.
  package var group: Int
  package var ratios: PairedRatios
  /// The ratios of another time with which these are compared; nil means comparison with one.
  package var earlier: PairedRatios?
  /// True if the queries are the entire population, not a sample.
  ///
  /// They are if both sides of a gate are asked the same queries: the question is whether this
  /// workload became slower, and not what another workload would have shown.
  package var hasFixedQueries: Bool
  /// The sessions to draw if queries are a sample; nil if each query is independent.
  package var sessions: TypingSessions?

  package init(
    group: Int = 0, ratios: PairedRatios, earlier: PairedRatios? = nil,
    hasFixedQueries: Bool = false, sessions: TypingSessions? = nil
  ) {
    self.group = group
    self.ratios = ratios
    self.earlier = earlier
    self.hasFixedQueries = hasFixedQueries
    self.sessions = sessions
  }
}

/// Intervals for ratios, computed by resampling the measurements.
///
/// Forks are drawn with replacement, then the rounds of each drawn fork, then queries unless they
/// are fixed; one draw serves all comparisons that were measured together, so that they keep their
/// common effects (the hierarchical bootstrap: Davison and Hinkley, "Bootstrap methods and their
/// application", 1997, section 3.8; Kalibera and Jones, "Rigorous benchmarking in reasonable time",
/// 2013).
///
/// A plain percentile interval of such draws would be wrong in two ways: it counts the noise of
/// single measurements at every level, and it treats five forks like fifty. So the standard error
/// comes from ``VarianceComponents``, and the critical value is Student's with their degrees of
/// freedom. For a family, the draws show the deviation of its most deviant member, in units of its
/// scatter, compared with any single one (max-t: Romano and Wolf, "Exact and approximate stepdown
/// methods for multiple hypothesis testing", 2005); Bonferroni's bound is never exceeded.
package struct HierarchicalBootstrap: Sendable {
  package static let defaultReplicateCount = 2_000

  package let seed: UInt64
  package let replicateCount: Int
  package let confidence: Double

  /// Creates a bootstrap.
  ///
  /// - Precondition: there are at least two replicates.
  package init(
    seed: UInt64, replicateCount: Int = defaultReplicateCount, confidence: Double = 0.95
  ) {
    precondition(replicateCount >= 2, "a deviation needs two replicates")
    self.seed = seed
    self.replicateCount = replicateCount
    self.confidence = confidence
  }

  /// Returns the interval of one comparison; nil if there is only one round, which shows no
  /// scatter.
  ///
  /// - Complexity: O(replicates × n) for n logarithms.
  package func interval(_ comparison: RatioComparison) -> RatioInterval? {
    intervals([comparison])[0]
  }

  /// Returns intervals that all contain their true values simultaneously with the stated
  /// confidence; nil where there is no comparison, or only one round.
  ///
  /// - Complexity: O(replicates × n) for n logarithms in total.
  package func intervals(_ family: [RatioComparison?]) -> [RatioInterval?] {
    let isAlone = family.count { $0 != nil } == 1
    let replicates = family.map { comparison in
      comparison.flatMap { Replicates($0, bootstrap: self, isAlone: isAlone) }
    }
    let members = replicates.compactMap(\.self)
    let largest = largestDeviations(members)
    return replicates.map { member in
      guard let member else { return nil }
      let coverage = memberConfidence(member, largest: largest, familySize: members.count)
      return member.interval(coverage: coverage, confidence: confidence)
    }
  }

  /// Returns the deviation of the most deviant member in each replicate, ascending.
  private func largestDeviations(_ members: [Replicates]) -> [Double] {
    guard members.count > 1 else { return [] }
    var largest = Array(repeating: 0.0, count: replicateCount)
    for member in members {
      for index in largest.indices {
        largest[index] = max(largest[index], member.deviations[index])
      }
    }
    return largest.sorted()
  }

  /// Returns the confidence of one member with which the family has the stated confidence.
  private func memberConfidence(
    _ member: Replicates, largest: [Double], familySize: Int
  ) -> Double {
    let bonferroni = 1 - (1 - confidence) / Double(max(familySize, 1))
    guard familySize > 1, let family = Quantile.type7(largest, confidence),
      let own = Quantile.type7(member.deviations.sorted(), confidence), own > 0, family > own
    else { return confidence }
    let normal = StudentDistribution.quantile((1 + confidence) / 2, degreesOfFreedom: .infinity)
    let reach = NormalDistribution.cumulative(normal * family / own)
    return min(max(confidence, 2 * reach - 1), bonferroni)
  }
}

/// The resampled estimates of one comparison.
private struct Replicates {
  private let estimate: Double
  private let components: VarianceComponents
  /// The distance of each draw of forks, rounds and queries from the mean of all draws, in their
  /// standard deviations.
  private(set) var deviations: [Double] = []

  /// Resamples a comparison; the result is nil if there is only one round, which shows no scatter.
  ///
  /// - Parameter isAlone: true if no other comparison needs the deviations of this one; several
  ///   forks are then sufficient by themselves, and nothing is drawn.
  init?(_ comparison: RatioComparison, bootstrap: HierarchicalBootstrap, isAlone: Bool) {
    let sides = [comparison.ratios, comparison.earlier].compactMap(\.self)
    guard sides.allSatisfy({ $0.forkCount > 1 || $0.roundCounts[0] > 1 }) else { return nil }
    var sampler = ReplicateSampler(comparison)
    estimate = sampler.estimate
    guard !isAlone || sides.contains(where: { $0.forkCount == 1 }) else {
      components = sampler.components()
      return
    }
    var forkSeeds = SeededGenerator(seed: bootstrap.seed, stream: "forks")
    var groupSeeds = SeededGenerator(seed: bootstrap.seed, stream: "group-\(comparison.group)")
    var estimates: [Double] = []
    estimates.reserveCapacity(bootstrap.replicateCount)
    for _ in 0..<bootstrap.replicateCount {
      var draws = ForkDraws(forkSeed: forkSeeds.next(), roundSeed: groupSeeds.next())
      estimates.append(sampler.redraw(&draws))
    }
    components = sampler.components()
    let centred = estimates.centred
    let deviation = (centred.dot(centred) / Double(estimates.count - 1)).squareRoot()
    deviations = centred.map { deviation > 0 ? abs($0) / deviation : 0 }
  }

  /// Returns the interval.
  ///
  /// - Parameters:
  ///   - coverage: the confidence of this interval on its own.
  ///   - confidence: the confidence of the whole family.
  func interval(coverage: Double, confidence: Double) -> RatioInterval {
    let error = max(0, components.variance).squareRoot()
    let freedom = components.degreesOfFreedom
    let t = StudentDistribution.quantile((1 + coverage) / 2, degreesOfFreedom: freedom)
    let skew = components.skew(t: t)
    return RatioInterval(
      ratio: ElementaryFunctions.exp(estimate),
      lower: ElementaryFunctions.exp(estimate + (min(skew, 0) - t) * error),
      upper: ElementaryFunctions.exp(estimate + (max(skew, 0) + t) * error), confidence: confidence,
      standardError: error, repetitionWidth: components.repetitionWidth(coverage: coverage),
      degreesOfFreedom: freedom.isFinite ? freedom : nil)
  }
}
