package import MatchmarkConformance
package import MatchmarkCore

/// One random corpus under one random profile, with typing sessions over it; the same for the same
/// seed, number and most rows, whatever was hunted before.
package struct HuntCase: Sendable {
  /// Its number, from 0.
  package let number: Int
  package let corpus: Corpus
  package let profile: SearchProfile
  /// What the field holds after each keystroke, session by session.
  package let sessions: [[SearchQuery]]
  /// A small world with a keystroke in it, for the laws; not in every case.
  package let situation: Situation?
  private let seed: UInt64

  /// The most rows of a case, unless fewer are wanted.
  package static let rowLimit = 5_000

  /// - Parameter rowLimit: the most rows, ``rowLimit`` of the type at most.
  /// - Throws: ``CorpusError``.
  package init(
    seed: UInt64, number: Int, rowLimit: Int = Self.rowLimit, titles: HuntTitles
  ) throws(CorpusError) {
    self.number = number
    self.seed = seed
    var world = RandomWorld(SeededGenerator(seed: seed, stream: "hunt/\(number)"))
    if world.generator.chance(Self.manyValuesShare) { world.drawValues() }
    corpus = try Self.corpus(&world, rowLimit: rowLimit, titles)
    // sorted-prefix answers no 'contains', so part of the profiles do without it.
    let modes: [MatchMode] =
      world.generator.chance(0.4) ? [.prefix, .wordPrefix, .equality] : MatchMode.allCases
    profile = world.profile(modes: modes)
    let textSize = corpus.textSizeInBytes
    let editCount = min(96, max(8, Self.oracleBytes / max(textSize, 1)))
    let sessionCount = 1 + world.generator.below(3)
    var sessions: [[SearchQuery]] = []
    for _ in 0..<sessionCount {
      sessions.append(
        world.typing(over: corpus, profile, editCount: max(1, editCount / sessionCount)))
    }
    self.sessions = sessions
    situation =
      world.generator.chance(Self.lawShare)
      ? try world.situation(rowCount: 1 + world.generator.below(9), modes: modes) : nil
  }

  /// The options with which a matcher is built: its defaults in half of the cases, else any value
  /// of each, for a default that looks at the rows seldom chooses some of them.
  package func options(for descriptor: MatcherDescriptor) -> [String: String] {
    var generator = SeededGenerator(seed: seed, stream: "hunt/\(number)/\(descriptor.id)")
    if generator.chance(0.5) { return [:] }
    return descriptor.options.reduce(into: [:]) { options, option in
      options[option.name] = generator.pick(option.values)
    }
  }

  /// How much text the oracle looks through in a case, in bytes.
  private static let oracleBytes = 300_000
  private static let lawShare = 0.05
  /// In how many cases the columns that are no texts have many values.
  private static let manyValuesShare = 0.3

  private static func corpus(
    _ world: inout RandomWorld, rowLimit: Int, _ titles: HuntTitles
  ) throws(CorpusError) -> Corpus {
    let rowCount = min(rowLimit, rowCount(using: &world.generator))
    switch world.generator.below(100) {
    case ..<35:
      return try world.corpus(rowCount: rowCount)
    case ..<75:
      world.pieces = RandomAlphabet.pieces(using: &world.generator)
      return try world.corpus(rowCount: rowCount)
    case ..<97:
      var names = titles.some(rowCount, using: &world.generator)[...]
      return try world.corpus(rowCount: names.count) { _ in names.removeFirst() }
    default:
      // Rows of a hostile length, of a few pieces over and over.
      return try world.corpus(rowCount: min(rowCount, 6)) { world in
        let unit = world.text(maximumPieces: 3)
        let size = world.generator.pick([255, 256, 4_096, 65_535, 65_536])
        return unit.isEmpty ? "" : String(repeating: unit, count: max(1, size / unit.utf8.count))
      }
    }
  }

  /// Mostly few rows, often as many as a block of an index or one more or less, at times thousands.
  private static func rowCount(using generator: inout SeededGenerator) -> Int {
    switch generator.below(100) {
    case ..<5: generator.below(2)
    case ..<60: generator.below(41)
    case ..<76: generator.pick([63, 64, 65, 127, 128, 129, 255, 256, 257])
    case ..<92: 41 + generator.below(560)
    default: 600 + generator.below(rowLimit - 599)
    }
  }
}

extension Corpus {
  /// The bytes of the first two columns, which are the texts of a ``RandomWorld``.
  fileprivate var textSizeInBytes: Int {
    (0..<rowCount).reduce(0) {
      $0 + cell(row: $1, column: 0).utf8.count + cell(row: $1, column: 1).utf8.count
    }
  }
}
