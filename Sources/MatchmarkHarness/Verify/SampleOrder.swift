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

  /// Returns the same keystrokes, but first one of each event class and of each length in bytes.
  ///
  /// - Returns: the order, and the number of keystrokes that stand first.
  package func covering(_ keystrokes: [KeystrokeRecord]) -> (positions: [Int], coverCount: Int) {
    var classes: Set<String> = []
    var lengths: Set<Int> = []
    var (cover, rest): ([Int], [Int]) = ([], [])
    for position in positions {
      let keystroke = keystrokes[position]
      let isNewClass = classes.insert(keystroke.eventClass).inserted
      let isNewLength = lengths.insert(keystroke.query.text.utf8.count).inserted
      if isNewClass || isNewLength { cover.append(position) } else { rest.append(position) }
    }
    return (cover + rest, cover.count)
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
