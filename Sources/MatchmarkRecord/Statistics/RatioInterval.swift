import MatchmarkSystem

/// A ratio, and the interval that contains the true one with a stated confidence.
package struct RatioInterval: Sendable, Hashable, Codable {
  package var ratio: Double
  package var lower: Double
  package var upper: Double
  /// The share of such intervals that contain the true value; for a family, the share of families
  /// in which all intervals do.
  package var confidence: Double
  /// The standard error of the ratio's logarithm.
  package var standardError: Double
  /// The width that the interval would have, as a share of its lower bound, if there were no other
  /// queries: the part that more rounds and forks narrow.
  package var repetitionWidth: Double
  /// The degrees of freedom of the standard error; nil if the record is older than this figure, or
  /// if nothing scattered.
  package var degreesOfFreedom: Double?

  /// The number to which larger ones are reduced: a record must be readable, and a larger ratio has
  /// no meaning.
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

  /// Returns a number up to ``largest``; an infinite or undefined number stays, because nothing is
  /// concluded from it.
  private static func limited(_ number: Double) -> Double {
    number.isFinite ? min(number, largest) : number
  }

  /// The width of the interval, as a share of its lower bound.
  package var relativeWidth: Double { upper / lower - 1 }

  /// Returns the bounds that decide whether two sides are equivalent, each by a one-sided test; at
  /// 5 %, the two form an interval of 90 % (Schuirmann: "A comparison of the two one-sided tests
  /// procedure and the power approach for assessing the equivalence of average bioavailability",
  /// 1987).
  ///
  /// Both tests must reject, so a wrong claim is no more likely for being one of many comparisons,
  /// and no wider bounds are needed. An older record has only its wide bounds.
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
