import MatchmarkCore

/// The order in which the contenders of a round take their turns.
///
/// Over as many rounds as there are contenders, each takes each turn exactly once, so that drift
/// favours none. Each also follows every other exactly once (for an odd number: twice in twice as
/// many rounds), so that none is favoured by what its predecessor leaves in the caches. Two scans
/// of the same rows, one after another, differ by a percent or two from that alone. The positions
/// in the square, and the order of its rows, are drawn again for every block of
/// rounds.
///
/// The square is that of Williams ("Experimental designs balanced for the estimation of residual
/// effects of treatments", 1949).
package struct RoundOrder: Sendable {
  private let count: Int
  private var generator: SeededGenerator
  private var base: [Int] = []
  private var shifts: [Int] = []
  /// Whether the rows of this block are read from the right.
  private var isReversed = true

  /// Orders for `count` contenders, drawn from `seed`.
  package init(count: Int, seed: UInt64) {
    self.count = count
    generator = SeededGenerator(seed: seed, stream: "round-order")
  }

  /// The order of the next round: a permutation of `0 ..< count`.
  package mutating func next() -> [Int] {
    if shifts.isEmpty { beginBlock() }
    guard let shift = shifts.popLast() else { return [] }
    let row = (0..<count).map { base[(Self.step($0, of: count) + shift) % count] }
    return isReversed ? row.reversed() : row
  }

  /// An odd square is followed by its mirror image, which completes the pairs of neighbours.
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

  /// 0, 1, n − 1, 2, n − 2, …: the differences between neighbours are all distinct.
  private static func step(_ index: Int, of count: Int) -> Int {
    index.isMultiple(of: 2) ? (count - index / 2) % count : (index + 1) / 2
  }
}
