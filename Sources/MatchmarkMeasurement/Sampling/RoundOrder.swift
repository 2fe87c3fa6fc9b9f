import MatchmarkCore

/// In which order the contenders of a round take their turns.
///
/// Over as many rounds as there are contenders, each takes each turn exactly once, so that neither
/// drift nor the state a neighbour leaves behind favours one; which row of that Latin square comes
/// when, and who stands where in it, is drawn afresh for every block of rounds.
package struct RoundOrder: Sendable {
  private let count: Int
  private var generator: SeededGenerator
  private var base: [Int] = []
  private var shifts: [Int] = []

  /// Orders for `count` contenders, drawn from `seed`.
  package init(count: Int, seed: UInt64) {
    self.count = count
    generator = SeededGenerator(seed: seed, stream: "round-order")
  }

  /// The order of the next round: a permutation of `0 ..< count`.
  package mutating func next() -> [Int] {
    if shifts.isEmpty {
      base = Array(0..<count)
      shifts = Array(0..<count)
      generator.shuffle(&base)
      generator.shuffle(&shifts)
    }
    guard let shift = shifts.popLast() else { return [] }
    return (0..<count).map { base[($0 + shift) % count] }
  }
}
