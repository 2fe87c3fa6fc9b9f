/// Finds the largest size that is still good enough, by doubling and then bisection.
///
/// Measurements are noisy near the border, so the border is given as two sizes: one that was good
/// and a larger one that was not, as close together as requested.
package struct CapacitySearch: Sendable {
  package let limit: Double
  package let largestSize: Int
  /// How far apart the two sizes may remain, as a share of the smaller one.
  package let tolerance: Double
  private let start: Int
  /// The sizes tried so far, as a curve; nil before the first size.
  package private(set) var law: GrowthLaw?

  /// - Parameters:
  ///   - limit: the value that must not be exceeded.
  ///   - start: the first size to try.
  ///   - largestSize: the largest size to try.
  package init(limit: Double, start: Int, largestSize: Int, tolerance: Double = 0.1) {
    self.limit = limit
    self.start = max(1, min(start, largestSize))
    self.largestSize = largestSize
    self.tolerance = tolerance
  }

  /// The largest size that was good, below every size that was not.
  package var good: GrowthLaw.Point? { law?.bracket(of: limit).within }

  /// The smallest size that was not good.
  package var bad: GrowthLaw.Point? { law?.bracket(of: limit).beyond }

  /// The size to try next; nil if the border is known precisely enough.
  ///
  /// - Complexity: O(n) for n sizes tried.
  package var next: Int? {
    switch (good, bad) {
    case (nil, nil): return start
    case (let good?, nil):
      return good.rowCount < largestSize ? min(good.rowCount * 2, largestSize) : nil
    case (nil, let bad?):
      return bad.rowCount > 1 ? bad.rowCount / 2 : nil
    case (let good?, let bad?):
      guard Double(bad.rowCount - good.rowCount) > tolerance * Double(good.rowCount),
        bad.rowCount - good.rowCount > 1
      else { return nil }
      return good.rowCount + (bad.rowCount - good.rowCount) / 2
    }
  }

  /// Adds the value measured at a size.
  package mutating func add(_ value: Double, at size: Int) {
    law = GrowthLaw((law?.points ?? []) + [GrowthLaw.Point(rowCount: size, time: value)])
  }
}
