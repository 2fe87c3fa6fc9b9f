import MatchmarkCore
import MatchmarkSystem

/// The gaps between a person's keystrokes, seeded.
///
/// Log-normal, as gaps between keys are, with a median of 200 ms: people who type with a keyboard
/// leave 239 ms on average (Dhakal, Feit, Kristensson and Oulasvirta: "Observations on typing from
/// 136 million keystrokes", 2018), and a search field is typed into a little faster than prose.
struct TypingPace {
  private var generator: SeededGenerator

  private static let medianNanoseconds = 200_000_000.0
  /// A gap of thought or of a repeated key is left out: it would only cost time.
  private static let bounds = 60_000_000.0...800_000_000.0
  /// The standard deviation of the logarithm.
  private static let spread = 0.45

  init(seed: UInt64) { generator = SeededGenerator(seed: seed, stream: "typing-pace") }

  /// The next gap.
  mutating func nextNanoseconds() -> UInt64 {
    // The sum of twelve uniform variates is as normal as fingers are.
    let normal = (0..<12).reduce(-6) { sum, _ in sum + generator.unit() }
    let gap = Self.medianNanoseconds * ElementaryFunctions.exp(Self.spread * normal)
    return UInt64(min(max(gap, Self.bounds.lowerBound), Self.bounds.upperBound))
  }
}
