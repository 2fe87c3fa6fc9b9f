package import MatchmarkMeasurement

/// A ratio with its interval, as a person reads it.
package enum IntervalFormat {
  /// For instance `1.021 [1.011, 1.031]`: as many digits as the width of the interval gives sense.
  ///
  /// An interval whose ends are factors apart is read as factors: two digits of each number.
  package static func text(_ interval: RatioInterval) -> String {
    guard interval.upper > interval.lower else { return QuantityFormat.ratio(interval.ratio) }
    guard interval.upper <= interval.lower * farFactor else {
      let numbers = [interval.ratio, interval.lower, interval.upper].map(twoDigits)
      return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
    }
    let digits = digits(width: interval.upper - interval.lower)
    let bounds = [interval.lower, interval.upper].map { QuantityFormat.fixed($0, digits: digits) }
    return QuantityFormat.fixed(interval.ratio, digits: digits)
      + " [\(bounds.joined(separator: ", "))]"
  }

  /// The ratio to the reference matcher, with its interval where there is one.
  package static func text(_ figures: Figures) -> String {
    figures.ratioInterval.map(text) ?? figures.ratioToReference.map(QuantityFormat.ratio) ?? "–"
  }

  /// A share as percent: `3.0 %`.
  package static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }

  private static let farFactor = 4.0

  private static func twoDigits(_ value: Double) -> String {
    var digits = 0
    var scaled = abs(value)
    while scaled > 0, scaled < 9.95, digits < 6 {
      scaled *= 10
      digits += 1
    }
    return QuantityFormat.fixed(value, digits: digits)
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
