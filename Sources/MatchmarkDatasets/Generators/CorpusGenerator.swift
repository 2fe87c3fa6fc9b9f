package import MatchmarkCore

/// A named generator of corpora of any size, the same on every machine and in every release.
///
/// Rows are drawn one after another from random sequences that depend only on the generator's name
/// and the seed, so the rows of a smaller corpus are the first rows of a larger one. All arithmetic
/// uses integers, since two C libraries may disagree about a logarithm.
package struct CorpusGenerator: Sendable {
  /// The name of the generator in suites.
  package let name: String
  package let summary: String
  private let generate: @Sendable (Int, UInt64) throws(CorpusError) -> Corpus

  init<Source: TitleSource>(_: Source.Type) {
    name = Source.name
    summary = Source.summary
    generate = { (rowCount, seed) throws(CorpusError) in
      var builder = CorpusBuilder(
        name: "\(Source.name)-\(rowCount)", schema: try Schema(SharedColumns.all))
      var titles = Source(vocabularySeed: seed)
      var titleDraws = SeededGenerator(seed: seed, stream: "\(Source.name)/titles")
      var columns = SharedColumns(seed: seed, generator: Source.name)
      var row = RowBytes()
      for _ in 0..<rowCount {
        row.removeAll()
        row.withOpenCell { bytes in titles.appendTitle(to: &bytes, using: &titleDraws) }
        row.endCell()
        columns.append(to: &row)
        try builder.append(row)
      }
      return builder.finish()
    }
  }

  /// Returns the first `rowCount` rows, as a corpus named `<generator>-<row count>`.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` above a limit of the contract.
  /// - Complexity: O(bytes of the rows), plus the size of the vocabulary if the generator has one.
  package func corpus(rowCount: Int, seed: UInt64) throws(CorpusError) -> Corpus {
    try generate(rowCount, seed)
  }

  package static let all = [
    CorpusGenerator(WordTitles.self), CorpusGenerator(PeopleTitles.self),
    CorpusGenerator(PlaceTitles.self), CorpusGenerator(IdentifierTitles.self),
    CorpusGenerator(IdeographTitles.self), CorpusGenerator(RepetitiveTitles.self),
    CorpusGenerator(LongTitles.self), CorpusGenerator(DuplicateTitles.self),
  ]

  package static func named(_ name: String) -> CorpusGenerator? { all.first { $0.name == name } }
}

/// A source of titles, the only part in which generators differ.
protocol TitleSource: SendableMetatype {
  static var name: String { get }
  static var summary: String { get }

  /// Prepares the material from which titles are drawn, with random sequences of its own.
  init(vocabularySeed seed: UInt64)

  /// Appends one title as UTF-8.
  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator)
}

/// The columns that all generated corpora share, with random sequences that determine everything
/// except the title.
///
/// `kind` is a facet with eight declared values of very different frequency, and is empty in 8 % of
/// the rows; `year` is 1990 … 2025, a number and the scope; `price` is a number, and is empty in 6
/// %. Because the values are declared, the known values, and so the scope bar, are the same for
/// every size.
struct SharedColumns {
  static let all = [
    Column("title", .text),
    Column("kind", .facet, declaredValues: kinds.map(\.name)),
    Column("year", [.numeric, .scope], declaredValues: years.map(String.init)),
    Column("price", .numeric),
  ]

  private static let kinds: [(name: String, percent: Int)] = [
    ("book", 34), ("film", 22), ("album", 14), ("podcast", 9), ("course", 6), ("game", 4),
    ("map", 2), ("poster", 1),
  ]
  private static let years = 1990...2025
  private static let cents = ["99", "99", "95", "49", "50", "00"].map { Array($0.utf8)[...] }

  /// The kind for each percentile; the last percentiles are empty.
  private let kindOfPercent: [ArraySlice<UInt8>]
  private let yearTexts: [ArraySlice<UInt8>]
  private var random: SeededGenerator

  init(seed: UInt64, generator: String) {
    random = SeededGenerator(seed: seed, stream: "\(generator)/columns")
    yearTexts = Self.years.map { Array(String($0).utf8)[...] }
    var percents: [ArraySlice<UInt8>] = []
    for kind in Self.kinds {
      percents += Array(repeating: Array(kind.name.utf8)[...], count: kind.percent)
    }
    kindOfPercent = percents + Array(repeating: [], count: 100 - percents.count)
  }

  /// Appends the cells after the title.
  mutating func append(to row: inout RowBytes) {
    row.append(contentsOf: random.pick(kindOfPercent))
    row.endCell()
    // The later of two draws is used, because there are more new things than old ones.
    let year = max(random.below(yearTexts.count), random.below(yearTexts.count))
    row.append(contentsOf: yearTexts[year])
    row.endCell()
    if random.below(100) >= 6 {
      // The lower of two draws is used, because there are more cheap things than expensive ones.
      let whole = min(random.below(200), random.below(200))
      row.withOpenCell { bytes in DecimalText.append(whole, to: &bytes) }
      row.append(UInt8(ascii: "."))
      row.append(contentsOf: random.pick(Self.cents))
    }
    row.endCell()
  }
}

/// Functions that write digits without an intermediate string.
enum DecimalText {
  /// Appends a nonnegative number, with leading zeros up to `width` digits.
  static func append(_ number: Int, width: Int = 1, to bytes: inout [UInt8]) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0 || bytes.count - start < width
    bytes[start...].reverse()
  }
}

/// A random sample of rows; a larger sample with the same seed contains the smaller one.
package struct CorpusSample: Sendable {
  private let corpus: Corpus
  /// All rows, in the order in which they are drawn.
  private let order: [UInt32]
  private let seed: UInt64

  /// Shuffles the rows of a corpus.
  ///
  /// - Complexity: O(rows).
  package init(of corpus: Corpus, seed: UInt64) {
    (self.corpus, self.seed) = (corpus, seed)
    var generator = SeededGenerator(seed: seed, stream: "sample-of-rows")
    var order = (0..<UInt32(corpus.rowCount)).map(\.self)
    generator.shuffle(&order)
    self.order = order
  }

  /// Returns a sample of this many rows in the order of the corpus; if it has fewer, all of them
  /// and then made-up rows (``MadeUpRows``).
  ///
  /// - Complexity: O(n log n) and O(bytes) for n rows.
  package func corpus(rowCount: Int, named name: String) throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: name, schema: corpus.schema)
    for row in order.prefix(rowCount).sorted() {
      try builder.append(
        corpus.schema.columns.indices.map { corpus.cell(row: Int(row), column: $0) })
    }
    if rowCount > order.count, !order.isEmpty {
      try MadeUpRows(resembling: corpus, seed: seed).append(rowCount - order.count, to: &builder)
    }
    return builder.finish()
  }
}
