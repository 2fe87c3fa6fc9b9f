/// How often a keystroke is repeated between two readings of the clock.
///
/// Work shorter than about a hundred readings would be measured together with the clock, so it is
/// repeated until it is long enough. Such a sample is a mean and is marked by its batch size: it
/// cannot show a tail.
package struct BatchCalibration: Sendable {
  /// Work below this is batched, in nanoseconds.
  package let minimumNanoseconds: Double

  /// The largest batch: beyond it, the loop itself would be measured.
  package static let maximumSize = 1_000

  /// - Parameters:
  ///   - readingCost: the cost of one reading of the clock, in nanoseconds.
  ///   - minimum: the least time that work is batched up to, in nanoseconds.
  package init(readingCost: Double, atLeast minimum: Double = 0) {
    minimumNanoseconds = max(100 * max(readingCost, 1), minimum)
  }

  /// The batch size for work that took `nanoseconds` once.
  package func size(forWorkOf nanoseconds: Double) -> Int {
    guard nanoseconds < minimumNanoseconds else { return 1 }
    return min(Self.maximumSize, Int((minimumNanoseconds / max(nanoseconds, 1)).rounded(.up)))
  }
}
