package import MatchmarkMeasurement

/// A ratio with its interval, as a person reads it.
package enum IntervalFormat {
  /// For instance `1.021 [1.011, 1.031]`: as many digits as the width of the interval gives sense.
  package static func text(_ interval: RatioInterval) -> String {
    guard interval.upper > interval.lower else { return QuantityFormat.ratio(interval.ratio) }
    let digits = digits(width: interval.upper - interval.lower)
    let bounds = [interval.lower, interval.upper].map { QuantityFormat.fixed($0, digits: digits) }
    return QuantityFormat.fixed(interval.ratio, digits: digits)
      + " [\(bounds.joined(separator: ", "))]"
  }

  /// A share as percent: `3.0 %`.
  package static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }

  private static func digits(width: Double) -> Int {
    switch width {
    case 10...: 0
    case 1...: 1
    case 0.1...: 2
    case 0.01...: 3
    case 0.001...: 4
    default: 5
    }
  }
}
