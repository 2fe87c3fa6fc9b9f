import MatchmarkCore
package import MatchmarkRecord
import MatchmarkSession

/// The order in which keystrokes join a sample for a slow participant.
///
/// Any number of keystrokes at its beginning is a sample in which each event class has its share.
/// So a smaller sample is a part of every larger one, and processes of different speed have
/// keystrokes in common that can be compared.
package struct SampleOrder: Sendable {
  /// The keystrokes by their position in the workload.
  package let positions: [Int]

  package init(_ keystrokes: [KeystrokeRecord], seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: "sampled-contender")
    var indices = Array(keystrokes.indices)
    generator.shuffle(&indices)
    let byClass = Dictionary(grouping: indices) { keystrokes[$0].eventClass }
    let ordered = EventClass.allCases.flatMap { byClass[$0.rawValue] ?? [] }
    positions = Self.farApart(ordered.count).map { ordered[$0] }
  }

  /// The numbers below a count in van der Corput's order, which reverses the bits of each number,
  /// so that consecutive ones are far apart.
  private static func farApart(_ count: Int) -> [Int] {
    let bitCount = Int.bitWidth - max(count - 1, 0).leadingZeroBitCount
    return (0..<1 << bitCount).map { number in
      (0..<bitCount).reduce(0) { $0 << 1 | (number >> $1 & 1) }
    }.filter { $0 < count }
  }
}
