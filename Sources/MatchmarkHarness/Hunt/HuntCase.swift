package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets

/// One random corpus under one random profile, with typing sessions over it; the same for the same
/// seed, number and row limit, whatever was hunted before.
package struct HuntCase: Sendable {
  /// Its number, from 0.
  package let number: Int
  package let corpus: Corpus
  /// The distinct rows and their order, if there are many rows made of few.
  package let kinds: (rows: Corpus, order: RowOrder)?
  package let profile: SearchProfile
  /// The content of the field after each keystroke, session by session.
  package let sessions: [[SearchQuery]]
  /// Short texts that are only folded.
  package let texts: [String]
  /// A small world with a keystroke in it, for the laws; not in every case.
  package let situation: Situation?
  private let seed: UInt64

  /// The most rows of a case, unless fewer are requested.
  package static let rowLimit = 1_000_000
  /// The most rows that are all drawn independently.
  static let mostVariedRows = 5_000

  /// - Parameters:
  ///   - rowLimit: the most rows, at most the type's ``rowLimit``.
  ///   - asked: a profile that the case's is like; nil for any.
  package init(
    seed: UInt64, number: Int, rowLimit: Int = Self.rowLimit, like asked: SearchProfile? = nil,
    titles: HuntTitles
  ) throws(CorpusError) {
    self.number = number
    self.seed = seed
    var world = RandomWorld(SeededGenerator(seed: seed, stream: "hunt/\(number)"))
    if world.generator.chance(Self.manyValuesShare) { world.drawValues() }
    if world.generator.chance(Self.largeShare) {
      let (rows, order) = try Self.kinds(&world, rowLimit: rowLimit, titles)
      kinds = (rows, order)
      corpus = try order.corpus(of: rows)
    } else {
      kinds = nil
      corpus = try Self.corpus(&world, rowLimit: min(rowLimit, Self.mostVariedRows), titles)
    }
    // sorted-prefix does not answer 'contains', so some of the profiles do without it.
    let modes: [MatchMode] =
      world.generator.chance(0.4) ? [.prefix, .wordPrefix, .equality] : MatchMode.allCases
    profile = world.profile(modes: modes).with {
      if world.isOfLongRows, world.generator.chance(0.8) {
        $0.textFields = [TextField("name", world.generator.pick([.contains, .wordPrefix]))]
      }
      // Only a needle that contains a space is a phrase.
      guard world.isOfSentences, world.generator.chance(0.7) else { return }
      $0.terms = .phrase
      $0.textFields = [TextField("name", world.generator.pick([.contains, .wordPrefix]))]
    }.like(asked)
    var folds = SeededGenerator(seed: seed, stream: "hunt/\(number)/folds")
    texts = (0..<Self.textCount).map { _ in RandomFolds.text(using: &folds) }
    let table = kinds?.rows ?? corpus
    // The first two columns are the texts of a random world.
    let textSize = (0..<table.rowCount).reduce(0) {
      $0 + table.cell(row: $1, column: 0).utf8.count + table.cell(row: $1, column: 1).utf8.count
    }
    let editCount = min(96, max(12, Self.oracleBytes / max(textSize, 1)))
    let sessionCount = 1 + world.generator.below(3)
    var sessions: [[SearchQuery]] = []
    for _ in 0..<sessionCount {
      sessions.append(
        world.typing(over: table, profile, editCount: max(1, editCount / sessionCount)))
    }
    self.sessions = sessions
    situation =
      world.generator.chance(Self.lawShare)
      ? try world.situation(rowCount: 1 + world.generator.below(9), modes: modes, like: asked) : nil
  }

  /// The options that a matcher is built with: any value of each choice, because a default that
  /// depends on the rows rarely chooses some of them, and in half of the cases any thresholds.
  package func options(for descriptor: MatcherDescriptor) -> [String: String] {
    var generator = SeededGenerator(seed: seed, stream: "hunt/\(number)/\(descriptor.id)")
    let isUsual = generator.chance(0.5)
    // Small thresholds belong together: few rows then reach what otherwise only many would.
    let usualShare = generator.chance(0.6) ? 0.1 : 0.5
    return descriptor.options.reduce(into: [:]) { options, option in
      guard let range = option.range else {
        options[option.name] = generator.pick(option.values)
        return
      }
      if isUsual { return }
      options[option.name] =
        generator.chance(usualShare) ? option.values[0] : Self.number(in: range, &generator)
    }
  }

  /// Any number for an option, mostly the smallest or the largest one.
  private static func number(
    in range: ClosedRange<Int>, _ generator: inout SeededGenerator
  ) -> String {
    switch generator.below(10) {
    case ..<6: return String(range.lowerBound)
    case ..<8: return String(range.upperBound)
    default:
      let bits = generator.below(1 + Int.bitWidth - (range.upperBound | 1).leadingZeroBitCount)
      return String(max(range.lowerBound, min(range.upperBound, generator.below(1 << bits + 1))))
    }
  }

  /// A keystroke of a session; equal rows share their cells.
  func situation(_ query: SearchQuery, after earlier: [SearchQuery]) -> Situation {
    guard let kinds else {
      return Situation(corpus, profile: profile, query: query, earlier: earlier)
    }
    var situation = Situation(kinds.rows, profile: profile, query: query, earlier: earlier)
    let rows = situation.rows
    situation.rows = kinds.order.runs.flatMap { repeatElement(rows[$0.kind], count: $0.count) }
    return situation
  }

  private static let textCount = 6
  /// The size of the text that the oracle examines in a case, in bytes.
  private static let oracleBytes = 300_000
  private static let lawShare = 0.05
  /// The share of cases with many rows of few kinds.
  private static let largeShare = 0.012
  /// The most text of many rows, in bytes, if each were as long as the longest.
  private static let largeBytes = 16_000_000
  /// The share of cases whose non-text columns have many values.
  private static let manyValuesShare = 0.3

  private static func kinds(
    _ world: inout RandomWorld, rowLimit: Int, _ titles: HuntTitles
  ) throws(CorpusError) -> (rows: Corpus, order: RowOrder) {
    let kindCount = max(1, min(rowLimit, 2 + world.generator.below(23)))
    let rows = try kindRows(&world, count: kindCount, titles)
    let longest = (0..<rows.rowCount).map { rows.cell(row: $0, column: 0).utf8.count }.max() ?? 0
    let rowCount = min(rowLimit, manyRows(using: &world.generator), largeBytes / max(16, longest))
    let order = RowOrder.skewed(
      rowCount: max(rowCount, kindCount), kindCount: rows.rowCount, using: &world.generator)
    return (rows, order)
  }

  private static func kindRows(
    _ world: inout RandomWorld, count: Int, _ titles: HuntTitles
  ) throws(CorpusError) -> Corpus {
    switch world.generator.below(10) {
    case ..<6:
      return try sentences(&world, count: count, haveOwnWords: world.generator.chance(0.5))
    case ..<8: return try world.corpus(rowCount: count)
    default:
      var names = titles.some(count, using: &world.generator)[...]
      return try world.corpus(rowCount: max(1, names.count)) { _ in names.popFirst() ?? "" }
    }
  }

  /// Sentences of few words, so that phrases and near misses are frequent.
  ///
  /// - Parameter haveOwnWords: true if each has a unique word, so that some answers have only one
  ///   kind of rows.
  private static func sentences(
    _ world: inout RandomWorld, count: Int, haveOwnWords: Bool = false
  ) throws(CorpusError) -> Corpus {
    let words = ["of", "the", "c", "cat", "sea", "e", world.text(maximumPieces: 2)]
    world.isOfSentences = true
    var number = 0
    return try world.corpus(rowCount: count) { world in
      number += 1
      let own = haveOwnWords ? ["own\(number)"] : []
      return ((0..<1 + world.generator.below(6)).map { _ in world.generator.pick(words) } + own)
        .joined(separator: " ")
    }
  }

  /// Thousands, often around the limit of two bytes or beyond, occasionally a million.
  private static func manyRows(using generator: inout SeededGenerator) -> Int {
    switch generator.below(100) {
    case ..<40: 2_000 + generator.below(20_000)
    case ..<92: 65_500 + generator.below(80_000)
    case ..<99: 140_000 + generator.below(260_000)
    default: 400_000 + generator.below(rowLimit - 399_999)
    }
  }

  private static func corpus(
    _ world: inout RandomWorld, rowLimit: Int, _ titles: HuntTitles
  ) throws(CorpusError) -> Corpus {
    let rowCount = min(rowLimit, rowCount(using: &world.generator))
    switch world.generator.below(100) {
    case ..<18:
      return try world.corpus(rowCount: rowCount)
    case ..<36:
      return try sentences(&world, count: rowCount)
    case ..<71:
      world.pieces = RandomAlphabet.pieces(using: &world.generator)
      return try world.corpus(rowCount: rowCount)
    case ..<90:
      var names = titles.some(rowCount, using: &world.generator)[...]
      return try world.corpus(rowCount: names.count) { _ in names.removeFirst() }
    case ..<95:
      world.isOfLongRows = true
      return try world.corpus(rowCount: min(rowCount, 40)) { world in
        let size = world.generator.pick([
          40, 61, 64, 80, 150, 255, 256, 257, 300, 500, 1_000, 2_000,
        ])
        return world.lateText(sizeInBytes: size)
      }
    default:
      // Rows of hostile length.
      world.isOfLongRows = true
      let size = world.generator.pick(hostileSizes)
      return try world.corpus(rowCount: min(rowCount, size > 5_000 ? 3 : 12)) { world in
        // Folding makes this longer: words begin beyond 65 535 bytes.
        if world.generator.chance(0.05) { return String(repeating: "\u{149} ", count: size / 3) }
        return world.lateText(sizeInBytes: size)
      }
    }
  }

  /// Around the lengths at which engines cut fields, and mostly the limit of the contract.
  private static let hostileSizes = [
    4_096, 4_098, 8_192, 32_767, 65_535, SearchLimits.fieldSizeInBytes,
    SearchLimits.fieldSizeInBytes, SearchLimits.fieldSizeInBytes,
  ]

  /// Mostly few rows, often the size of an index's block plus or minus one, occasionally thousands.
  private static func rowCount(using generator: inout SeededGenerator) -> Int {
    switch generator.below(100) {
    case ..<5: generator.below(2)
    case ..<60: generator.below(41)
    case ..<76: generator.pick([63, 64, 65, 127, 128, 129, 255, 256, 257])
    case ..<92: 41 + generator.below(560)
    default: 600 + generator.below(mostVariedRows - 599)
    }
  }
}

/// Titles of every generator, created once: a case takes some of them.
package struct HuntTitles: Sendable {
  let pools: [[String]]

  package init(seed: UInt64) throws(CorpusError) {
    pools = try CorpusGenerator.all.map { generator throws(CorpusError) in
      let rowCount = generator.name == "long" ? 40 : HuntCase.mostVariedRows
      let corpus = try generator.corpus(rowCount: rowCount, seed: seed)
      return (0..<rowCount).map { corpus.cell(row: $0, column: 0) }
    }
  }

  /// That many adjacent titles of a generator, or fewer if they would be long.
  func some(_ count: Int, using generator: inout SeededGenerator) -> [String] {
    let pool = generator.pick(pools)
    let start = generator.below(max(1, pool.count - count + 1))
    var size = 0
    return pool[start...].prefix(count).prefix { title in
      size += title.utf8.count
      return size <= Self.sizeInBytes
    }.map(\.self)
  }

  private static let sizeInBytes = 200_000
}
