/// Finds the largest size that is still good enough, by doubling and then bisection.
///
/// What is measured is noisy near the border, so the border is given as two sizes: one that was
/// good and a larger one that was not, as close as was asked for.
package struct CapacitySearch: Sendable {
  /// A size that was tried.
  package struct Trial: Sendable, Hashable {
    package var size: Int
    package var value: Double

    package init(size: Int, value: Double) {
      self.size = size
      self.value = value
    }
  }

  package let limit: Double
  package let largestSize: Int
  /// How far apart, as a share of the smaller one, the two sizes may stay.
  package let tolerance: Double
  private let start: Int
  package private(set) var trials: [Trial] = []

  /// - Parameters:
  ///   - limit: the value that must not be exceeded.
  ///   - start: the size that is tried first.
  ///   - largestSize: no larger one is tried.
  package init(limit: Double, start: Int, largestSize: Int, tolerance: Double = 0.1) {
    self.limit = limit
    self.start = max(1, min(start, largestSize))
    self.largestSize = largestSize
    self.tolerance = tolerance
  }

  /// The largest size that was good, below every size that was not.
  package var good: Trial? {
    let bad = bad?.size ?? .max
    return trials.filter { $0.value <= limit && $0.size < bad }.max { $0.size < $1.size }
  }

  /// The smallest size that was not good.
  package var bad: Trial? {
    trials.filter { $0.value > limit }.min { $0.size < $1.size }
  }

  /// The size to try next; nil where the border is known well enough.
  ///
  /// - Complexity: O(trials).
  package var next: Int? {
    switch (good, bad) {
    case (nil, nil): return start
    case (let good?, nil):
      return good.size < largestSize ? min(good.size * 2, largestSize) : nil
    case (nil, let bad?):
      return bad.size > 1 ? bad.size / 2 : nil
    case (let good?, let bad?):
      guard Double(bad.size - good.size) > tolerance * Double(good.size),
        bad.size - good.size > 1
      else { return nil }
      return good.size + (bad.size - good.size) / 2
    }
  }

  /// Notes what a size came to.
  package mutating func add(_ value: Double, at size: Int) {
    trials.append(Trial(size: size, value: value))
  }
}
