import MatchmarkSystem

/// Order statistics of samples.
package enum Quantile {
  /// The quantile of type 7 (Hyndman and Fan: "Sample quantiles in statistical packages", 1996):
  /// linear interpolation between the order statistics around `(count − 1) × probability`.
  ///
  /// - Parameter sorted: ascending values; nil is returned if there are none.
  /// - Complexity: O(1).
  package static func type7(_ sorted: [Double], _ probability: Double) -> Double? {
    guard let last = sorted.last else { return nil }
    let position = Double(sorted.count - 1) * min(max(probability, 0), 1)
    let lower = Int(position)
    guard lower + 1 < sorted.count else { return last }
    let fraction = position - Double(lower)
    return sorted[lower] + fraction * (sorted[lower + 1] - sorted[lower])
  }

  /// The median of values in any order; nil if there are none.
  ///
  /// - Complexity: O(count × log count).
  package static func median(_ values: [Double]) -> Double? { type7(values.sorted(), 0.5) }

  /// The median absolute deviation from the median, without a scale factor; nil if there are no
  /// values (Hampel: "The influence curve and its role in robust estimation", 1974).
  ///
  /// - Complexity: O(count × log count).
  package static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
    guard let middle = median(values) else { return nil }
    return median(values.map { abs($0 - middle) })
  }
}

/// The exponential of the mean logarithm; nil if there is no value or one is not positive.
///
/// - Complexity: O(count).
package func geometricMean(_ values: [Double]) -> Double? {
  guard !values.isEmpty, values.allSatisfy({ $0 > 0 }) else { return nil }
  let sum = values.reduce(0) { $0 + ElementaryFunctions.log($1) }
  return ElementaryFunctions.exp(sum / Double(values.count))
}
