import MatchmarkRecord

/// Bounds of a probability, given how often an event happened.
package struct ProportionBounds: Sendable, Hashable {
  package let lower: Double
  package let upper: Double

  /// The exact interval of Clopper and Pearson ("The use of confidence or fiducial limits
  /// illustrated in the case of the binomial", 1934): for every probability, such an interval
  /// misses it at most `1 − confidence` of the time.
  ///
  /// - Precondition: `0 ≤ successCount ≤ trialCount` and `trialCount ≥ 1`.
  /// - Complexity: O(√trialCount), about sixty times.
  package init(successCount: Int, trialCount: Int, confidence: Double = 0.95) {
    precondition(trialCount > 0 && (0...trialCount).contains(successCount))
    let tail = (1 - confidence) / 2
    let successes = Double(successCount)
    let failures = Double(trialCount - successCount)
    lower = successCount == 0 ? 0 : BetaFunction.inverse(tail, successes, failures + 1)
    upper = failures == 0 ? 1 : BetaFunction.inverse(1 - tail, successes + 1, failures)
  }
}
