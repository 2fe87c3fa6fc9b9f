import MatchmarkCore
import MatchmarkSystem

/// Two contenders on one workload, or the same two at two times.
package struct RatioComparison: Sendable {
  /// Comparisons of one group were measured in the same rounds, and are resampled together.
  package var group: Int
  package var ratios: PairedRatios
  /// What the ratios are compared with, measured at another time; nil means comparison with one.
  package var earlier: PairedRatios?
  /// Whether the queries are the entire population, not a sample.
  ///
  /// That is so if both sides of a gate are asked the same: whether this workload became slower
  /// does not depend on what another one would have been.
  package var hasFixedQueries: Bool
  /// If queries are a sample: the sessions to draw; nil if each query is independent.
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

/// Intervals for ratios, by resampling the measurements.
///
/// Forks are drawn with replacement, then the rounds of each drawn fork, then queries unless they
/// are fixed; one draw serves all comparisons that were measured together, so that their common
/// effects stay common (the hierarchical bootstrap: Davison and Hinkley, "Bootstrap methods
/// and their application", 1997, section 3.8; Kalibera and Jones, "Rigorous benchmarking in
/// reasonable time", 2013). A plain percentile interval of such draws would be wrong in two ways:
/// it counts the noise of single measurements at every level, and it treats five forks like fifty.
/// So the standard error comes from ``VarianceComponents``, and the critical value is Student's
/// with their degrees of freedom. For a family, the draws show how far its most deviant member
/// strays, in units of its scatter, compared with any single one (max-t: Romano and Wolf, "Exact
/// and approximate stepdown methods for multiple hypothesis testing", 2005); Bonferroni's bound
/// is never exceeded.
package struct HierarchicalBootstrap: Sendable {
  package static let defaultReplicateCount = 2_000

  package let seed: UInt64
  package let replicateCount: Int
  package let confidence: Double

  /// - Precondition: there are at least two replicates.
  package init(
    seed: UInt64, replicateCount: Int = defaultReplicateCount, confidence: Double = 0.95
  ) {
    precondition(replicateCount >= 2, "a deviation needs two replicates")
    self.seed = seed
    self.replicateCount = replicateCount
    self.confidence = confidence
  }

  /// The interval of one comparison; nil if a single round says nothing about scatter.
  ///
  /// - Complexity: O(replicates × n) for n logarithms.
  package func interval(_ comparison: RatioComparison) -> RatioInterval? {
    intervals([comparison])[0]
  }

  /// Intervals that all contain their true values simultaneously with the stated confidence; nil
  /// where there is no comparison, or a single round.
  ///
  /// - Complexity: O(replicates × n) for n logarithms in all.
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

  /// For each replicate, how far the most deviant member strays, ascending.
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

  /// How sure one member must be for the family to be as sure as stated.
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

/// One comparison, resampled.
private struct Replicates {
  private let estimate: Double
  private let components: VarianceComponents
  /// How far each draw of forks, rounds and queries lies from the mean of all, in their standard
  /// deviations.
  private(set) var deviations: [Double] = []

  /// - Parameter isAlone: whether no other comparison needs to know how far this one strays; then
  ///   several forks are sufficient by themselves, and nothing is drawn.
  /// - Returns: nil if a single round says nothing about scatter.
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

  /// - Parameters:
  ///   - coverage: how sure this interval is on its own.
  ///   - confidence: how sure the whole family is.
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
