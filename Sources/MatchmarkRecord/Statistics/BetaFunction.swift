import MatchmarkSystem

/// The regularised incomplete beta function and its inverse, from which the exact distributions of
/// means and of proportions are computed.
package enum BetaFunction {
  /// Returns I_x(a, b): the probability that a beta variate of shapes `a` and `b` is at most `x`.
  ///
  /// This is Lentz's evaluation of the continued fraction 8.17.22 in the NIST Digital Library of
  /// Mathematical Functions, on the side of the mean where it converges fast.
  ///
  /// - Precondition: both shapes are positive.
  /// - Complexity: O(√max(a, b)).
  package static func regularised(_ x: Double, _ a: Double, _ b: Double) -> Double {
    precondition(a > 0 && b > 0, "the shapes of a beta distribution are positive")
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    let front = ElementaryFunctions.exp(
      logGamma(a + b) - logGamma(a) - logGamma(b) + a * ElementaryFunctions.log(x)
        + b * ElementaryFunctions.log(1 - x))
    return x < (a + 1) / (a + b + 2)
      ? front * continuedFraction(x, a, b) / a
      : 1 - front * continuedFraction(1 - x, b, a) / b
  }

  /// Returns the x with I_x(a, b) = `probability`, by bisection down to adjacent numbers.
  ///
  /// - Complexity: O(√max(a, b)) for each of at most 1 100 halvings, usually about sixty.
  package static func inverse(_ probability: Double, _ a: Double, _ b: Double) -> Double {
    guard probability > 0 else { return 0 }
    guard probability < 1 else { return 1 }
    var lower = 0.0
    var upper = 1.0
    while true {
      let middle = lower + (upper - lower) / 2
      guard middle > lower, middle < upper else { return middle }
      if regularised(middle, a, b) < probability { lower = middle } else { upper = middle }
    }
  }

  private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    func nonzero(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / nonzero(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonzero(1 + even * d)
      c = nonzero(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonzero(1 + odd * d)
      c = nonzero(1 + odd / c)
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return fraction
  }

  /// Returns the logarithm of the gamma function for positive values.
  ///
  /// This is Stirling's series (5.11.1 in the NIST Digital Library of Mathematical Functions),
  /// reached by recurrence from small values. The C library's function is not used, because it
  /// writes a global variable.
  static func logGamma(_ value: Double) -> Double {
    var product = 1.0
    var x = value
    while x < 12 {
      product *= x
      x += 1
    }
    let square = 1 / (x * x)
    let coefficients = [
      1.0 / 12, -1.0 / 360, 1.0 / 1_260, -1.0 / 1_680, 1.0 / 1_188, -691.0 / 360_360,
    ]
    let series = coefficients.reversed().reduce(0) { $0 * square + $1 } / x
    let halfLogOfTwoPi = 0.918_938_533_204_672_74
    return (x - 0.5) * ElementaryFunctions.log(x) - x + halfLogOfTwoPi + series
      - ElementaryFunctions.log(product)
  }
}
