package import MatchmarkRecord

/// Formats of the times of a keystroke for people.
enum TimesFormat {
  /// Returns the median, and the p99 or the slowest of few keystrokes, for instance `2.00 µs / 4.10
  /// µs`.
  static func text(_ tails: Tails) -> String { text(tails.p50OfMedians, tails.tail) }

  static func text(_ share: Standings.Share?) -> String? {
    share?.p50.map { text($0, share?.tail) }
  }

  private static func text(_ p50: Double, _ tail: Double?) -> String {
    "\(QuantityFormat.time(p50)) / \(tail.map(QuantityFormat.time) ?? "–")"
  }

  /// Returns the name of ``Tails/tail`` for that number of keystrokes.
  static func tailName(of count: Int) -> String { count < Tails.fewestForP99 ? "max" : "p99" }

  /// Returns the tail, with the number of keystrokes if that is not all of them or there is no p99:
  /// `4 ms (max of 12)`.
  static func tail(_ tails: Tails, isComplete: Bool) -> String {
    guard let tail = tails.tail else { return "–" }
    let isPlain = isComplete && tails.p99OfMedians != nil
    let count = QuantityFormat.count(tails.keystrokeCount)
    return QuantityFormat.time(tail)
      + (isPlain ? "" : " (\(tailName(of: tails.keystrokeCount)) of \(count))")
  }
}

/// Formats of a ratio with its interval for people.
package enum IntervalFormat {
  /// Returns a text such as `1.021 [1.011, 1.031]`, with the digits that the width of the interval
  /// justifies.
  ///
  /// If the ends of an interval are factors apart, each number has two digits.
  package static func text(_ interval: RatioInterval) -> String {
    // Bounds that differ only in the last digits of a logarithm count as equal.
    guard interval.upper > interval.lower * (1 + 1e-9) else {
      return QuantityFormat.ratio(interval.ratio)
    }
    guard interval.upper <= interval.lower * farFactor else {
      let numbers = [interval.ratio, interval.lower, interval.upper].map(twoDigits)
      return "\(numbers[0]) [\(numbers[1]), \(numbers[2])]"
    }
    let digits = decimals(interval.upper - interval.lower, reaching: 10, limit: 5)
    let bounds = [interval.lower, interval.upper].map { QuantityFormat.fixed($0, digits: digits) }
    return QuantityFormat.fixed(interval.ratio, digits: digits)
      + " [\(bounds.joined(separator: ", "))]"
  }

  /// Returns the ratio to the reference matcher, with its interval if there is one; nil without a
  /// ratio.
  package static func text(_ share: Standings.Share?) -> String? {
    share?.interval.map(text) ?? share?.ratio.map(QuantityFormat.ratio)
  }

  /// Returns a share as a percentage: `3.0 %`.
  package static func percent(_ share: Double) -> String {
    QuantityFormat.fixed(share * 100, digits: 1) + " %"
  }

  private static let farFactor = 4.0

  private static func twoDigits(_ value: Double) -> String {
    QuantityFormat.fixed(value, digits: decimals(value, reaching: 9.95, limit: 6))
  }

  /// Returns the number of times that a value must be multiplied by ten to reach `floor`, but at
  /// most `limit`.
  private static func decimals(_ value: Double, reaching floor: Double, limit: Int) -> Int {
    var digits = 0
    var scaled = abs(value)
    while scaled > 0, scaled < floor, digits < limit {
      scaled *= 10
      digits += 1
    }
    return digits
  }
}
