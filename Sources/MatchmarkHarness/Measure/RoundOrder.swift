import MatchmarkCore

/// The order in which the contenders of a round take their turns.
///
/// Over as many rounds as there are contenders, each takes each turn exactly once, so that drift
/// favours none. Each also follows every other exactly once (for an odd number, twice in twice as
/// many rounds), so that none is favoured by the data that its predecessor leaves in the caches;
/// that alone makes a difference of a percent or two between two scans of the same rows. The
/// positions in the square, and the order of its rows, are drawn again for every block of rounds.
///
/// The square is that of Williams ("Experimental designs balanced for the estimation of residual
/// effects of treatments", 1949).
package struct RoundOrder: Sendable {
  private let count: Int
  private var generator: SeededGenerator
  private var base: [Int] = []
  private var shifts: [Int] = []
  /// True if the rows of this block are read from the right.
  private var isReversed = true

  package init(count: Int, seed: UInt64) {
    self.count = count
    generator = SeededGenerator(seed: seed, stream: "round-order")
  }

  /// Returns the order of the next round: a permutation of `0 ..< count`.
  package mutating func next() -> [Int] {
    if shifts.isEmpty { beginBlock() }
    guard let shift = shifts.popLast() else { return [] }
    let row = (0..<count).map { base[(Self.step($0, of: count) + shift) % count] }
    return isReversed ? row.reversed() : row
  }

  /// Draws the positions of a block; an odd square is followed by its mirror image, which completes
  /// the pairs of neighbours.
  private mutating func beginBlock() {
    if count.isMultiple(of: 2) || isReversed {
      base = Array(0..<count)
      generator.shuffle(&base)
      isReversed = false
    } else {
      isReversed = true
    }
    shifts = Array(0..<count)
    generator.shuffle(&shifts)
  }

  /// Returns an element of the sequence 0, 1, n − 1, 2, n − 2, …, in which the differences between
  /// neighbours are all distinct.
  private static func step(_ index: Int, of count: Int) -> Int {
    index.isMultiple(of: 2) ? (count - index / 2) % count : (index + 1) / 2
  }
}

/// The number of times that a keystroke is repeated between two readings of the clock.
///
/// If a keystroke is shorter than about a hundred readings, its time would include that of the
/// clock, so it is repeated until the total is long enough. Such a sample is a mean and is marked
/// by its batch size, because it cannot show a tail.
package struct BatchCalibration: Sendable {
  /// The time in nanoseconds below which keystrokes are repeated.
  package let minimumNanoseconds: Double

  /// The largest batch; beyond it, the loop itself would be measured.
  package static let maximumSize = 1_000

  /// Creates a calibration.
  ///
  /// - Parameters:
  ///   - readingCost: the cost of one reading of the clock, in nanoseconds.
  ///   - minimum: the minimum time of a batch, in nanoseconds.
  package init(readingCost: Double, atLeast minimum: Double = 0) {
    minimumNanoseconds = max(100 * max(readingCost, 1), minimum)
  }

  package func size(forWorkOf nanoseconds: Double) -> Int {
    guard nanoseconds < minimumNanoseconds else { return 1 }
    return min(Self.maximumSize, Int((minimumNanoseconds / max(nanoseconds, 1)).rounded(.up)))
  }
}
