/// A ratio, and where the true one lies with a stated confidence.
package struct RatioInterval: Sendable, Hashable, Codable {
  package var ratio: Double
  package var lower: Double
  package var upper: Double
  /// How often such an interval holds the truth; over a family, all of its intervals together.
  package var confidence: Double
  /// The standard error of the ratio's logarithm.
  package var standardError: Double
  /// How wide the interval would be, as a share of its lower bound, if these queries were all there
  /// are: the part that more rounds and forks make narrower.
  package var repetitionWidth: Double

  package init(
    ratio: Double, lower: Double, upper: Double, confidence: Double, standardError: Double,
    repetitionWidth: Double = 0
  ) {
    self.ratio = ratio
    self.lower = lower
    self.upper = upper
    self.confidence = confidence
    self.standardError = standardError
    self.repetitionWidth = repetitionWidth
  }

  /// How far the bounds lie apart, as a share of the lower one.
  package var relativeWidth: Double { upper / lower - 1 }

  package func contains(_ value: Double) -> Bool { lower <= value && value <= upper }
}
