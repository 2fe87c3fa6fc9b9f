import MatchmarkSystem

/// The sources of an estimate's variance, and their shares of it.
///
/// Every fork (or every round, if there is only one fork) asks the same queries. Repetitions and
/// queries are therefore crossed, and the noise of single cells is counted twice, once in the
/// scatter of repetitions and once in that of queries. With each term below as its share of the
/// variance of the grand mean, the variance is `repetition + query − interaction` (Searle, Casella
/// and McCulloch: "Variance components", 1992, chapter 4; the same sum as two-way clustering,
/// Cameron, Gelbach and Miller, 2011). A negative component is taken as zero.
struct VarianceComponents {
  /// A mean square as a share of the variance of the grand mean, with its degrees of freedom.
  struct Term {
    var variance: Double
    var degreesOfFreedom: Double
  }

  /// The terms of one side of a comparison.
  typealias Terms = (repetition: Term, interaction: Term)

  /// The scatter of the repetitions, with one term for each side of the comparison.
  var repetitions: [Term]
  /// The scatter of the queries; nil if there is only one.
  var queries: Term?
  /// The remainder without both, with one term for each side.
  var interactions: [Term]
  /// The third central moment of the estimate, as far as sessions show it.
  var thirdMoment = 0.0

  private var repetition: Double { repetitions.reduce(0) { $0 + $1.variance } }
  private var interaction: Double { interactions.reduce(0) { $0 + $1.variance } }

  private var parts: (added: [Term], subtracted: [Term]) {
    guard let queries else { return (repetitions, []) }
    switch (repetition > interaction, queries.variance > interaction) {
    case (true, true): return (repetitions + [queries], interactions)
    case (true, false): return (repetitions, [])
    case (false, true): return ([queries], [])
    case (false, false): return (interactions, [])
    }
  }

  var variance: Double {
    let parts = parts
    return parts.added.reduce(0) { $0 + $1.variance }
      - parts.subtracted.reduce(0) { $0 + $1.variance }
  }

  /// The degrees of freedom of the variance (Satterthwaite: "An approximate distribution of
  /// estimates of variance components", 1946).
  var degreesOfFreedom: Double {
    let parts = parts
    let spread = (parts.added + parts.subtracted).reduce(0) {
      $0 + $1.variance * $1.variance / max($1.degreesOfFreedom, 1)
    }
    return spread > 0 ? max(1, variance * variance / spread) : .infinity
  }

  /// Returns the distance by which the bound on the side of the longer tail moves out, in standard
  /// errors; negative for the lower bound.
  ///
  /// A sample that misses the rare costly sessions has both too low a mean and too small a scatter,
  /// so a symmetric interval misses the true value on that side. This is half of the first term of
  /// Johnson's correction ("Modified t tests and confidence intervals for asymmetrical
  /// populations", 1978): the third moment of few sessions is poorly known, so the other bound
  /// stays as it is.
  ///
  /// - Parameter t: Student's t, which bounds the interval.
  func skew(t: Double) -> Double {
    guard variance > 0 else { return 0 }
    let skewness = thirdMoment / (variance * variance.squareRoot())
    let t = min(t, Self.largestSkewedT)
    return min(max(skewness, -1), 1) * (2 * t * t + 1) / 12
  }

  /// The largest t up to which the expansion holds; fewer degrees of freedom have a larger one.
  private static let largestSkewedT = 3.0

  /// Returns the width that an interval of this coverage would have, as a share of its lower bound,
  /// if there were no other queries.
  func repetitionWidth(coverage: Double) -> Double {
    let alone = VarianceComponents(repetitions: repetitions, queries: nil, interactions: [])
    let freedom = alone.degreesOfFreedom
    guard freedom.isFinite else { return 0 }
    let t = StudentDistribution.quantile((1 + coverage) / 2, degreesOfFreedom: freedom)
    return ElementaryFunctions.exp(2 * t * repetition.squareRoot()) - 1
  }
}

extension VarianceComponents.Term {
  init(ofMean values: [Double]) {
    let count = Double(values.count)
    let centred = values.centred
    self.init(variance: centred.dot(centred) / (count - 1) / count, degreesOfFreedom: count - 1)
  }
}
