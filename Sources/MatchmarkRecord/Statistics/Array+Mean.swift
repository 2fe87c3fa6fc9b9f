extension Array where Element == Double {
  /// The mean; not a number if there are no values.
  var mean: Double { reduce(0, +) / Double(count) }

  /// The differences of the values from their mean.
  var centred: [Double] {
    let mean = mean
    return map { $0 - mean }
  }

  /// Returns the sum of the products of values at equal positions.
  func dot(_ other: [Double]) -> Double { zip(self, other).reduce(0) { $0 + $1.0 * $1.1 } }
}
