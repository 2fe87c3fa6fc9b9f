import MatchmarkSystem

/// Student's t distribution: that of a mean of few values, in units of its own standard error.
package enum StudentDistribution {
  /// Returns the t below which a variate of `degreesOfFreedom` stays with the given probability.
  ///
  /// It is computed from the beta distribution (26.5.27 in Abramowitz and Stegun: "Handbook of
  /// mathematical functions", 1964).
  ///
  /// - Precondition: `degreesOfFreedom > 0`, and the probability lies between 0 and 1.
  /// - Complexity: O(√degreesOfFreedom), about sixty times.
  package static func quantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "a t distribution has positive degrees of freedom")
    precondition(probability > 0 && probability < 1, "a quantile belongs to a probability")
    let tail = min(probability, 1 - probability)
    // Beyond this number, the beta function loses digits, and t equals the normal distribution in
    // all of them.
    let freedom = min(degreesOfFreedom, 1e7)
    let x = BetaFunction.inverse(2 * tail, freedom / 2, 0.5)
    let t = (freedom * (1 - x) / x).squareRoot()
    return probability < 0.5 ? -t : t
  }
}

package enum NormalDistribution {
  /// Returns the probability that a standard normal variate is at most `value`.
  ///
  /// - Complexity: O(1).
  package static func cumulative(_ value: Double) -> Double {
    ElementaryFunctions.complementaryError(-value / 2.0.squareRoot()) / 2
  }
}
