import MatchmarkSystem

/// A ratio, and where the true one lies with a stated confidence.
package struct RatioInterval: Sendable, Hashable, Codable {
  package var ratio: Double
  package var lower: Double
  package var upper: Double
  /// How often such an interval contains the truth; for a family, all of its intervals together.
  package var confidence: Double
  /// The standard error of the ratio's logarithm.
  package var standardError: Double
  /// How wide the interval would be, as a share of its lower bound, if there were no other queries:
  /// the part that more rounds and forks narrow.
  package var repetitionWidth: Double
  /// How well the standard error is known; nil if the record is older than this figure, and if
  /// nothing scattered.
  package var degreesOfFreedom: Double?

  /// What a larger number becomes: a record must be readable, and as a ratio it says nothing.
  ///
  /// One or two rounds of unlike times have bounds beyond every number.
  package static let largest = 1e12

  package init(
    ratio: Double, lower: Double, upper: Double, confidence: Double, standardError: Double,
    repetitionWidth: Double = 0, degreesOfFreedom: Double? = nil
  ) {
    self.ratio = Self.limited(ratio)
    self.lower = Self.limited(lower)
    self.upper = Self.limited(upper)
    self.confidence = confidence
    self.standardError = standardError
    self.repetitionWidth = Self.limited(repetitionWidth)
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// An infinite or undefined number stays: nothing is concluded from it.
  private static func limited(_ number: Double) -> Double {
    number.isFinite ? min(number, largest) : number
  }

  /// How far the bounds lie apart, as a share of the lower one.
  package var relativeWidth: Double { upper / lower - 1 }

  /// The bounds that decide whether two things are equivalent: each by a one-sided test, at 5 %
  /// together an interval of 90 % (Schuirmann: "A comparison of the two one-sided tests procedure
  /// and the power approach for assessing the equivalence of average bioavailability", 1987).
  ///
  /// Both tests must reject, so being one of many comparisons does not make a wrong claim any more
  /// likely, and no wider bounds are needed. Those of an older record are its wide ones.
  package func equivalenceBounds(level: Double) -> (lower: Double, upper: Double) {
    guard let degreesOfFreedom, degreesOfFreedom >= 1 else { return (lower, upper) }
    let reach =
      standardError * StudentDistribution.quantile(1 - level, degreesOfFreedom: degreesOfFreedom)
    return (
      max(lower, ratio * ElementaryFunctions.exp(-reach)),
      min(upper, ratio * ElementaryFunctions.exp(reach))
    )
  }

  package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
