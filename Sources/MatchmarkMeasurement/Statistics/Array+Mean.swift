extension Array where Element == Double {
  /// The mean; not a number if there are no values.
  var mean: Double { reduce(0, +) / Double(count) }

  /// How far each value lies from the mean.
  var centred: [Double] {
    let mean = mean
    return map { $0 - mean }
  }

  /// The sum of the products of values at equal positions.
  func dot(_ other: [Double]) -> Double { zip(self, other).reduce(0) { $0 + $1.0 * $1.1 } }
}
