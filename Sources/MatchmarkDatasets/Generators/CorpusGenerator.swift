package import MatchmarkCore

/// A named recipe for corpora of any size, the same on every machine and in every release.
///
/// Rows are drawn one after another from sequences that depend only on the generator's name and
/// the seed, so the rows of a smaller corpus are the first rows of a larger one. All arithmetic is
/// on integers, since two C libraries may disagree on a logarithm.
package struct CorpusGenerator: Sendable {
  /// The generator's name in suites.
  package let name: String
  /// A one-line description of its titles.
  package let summary: String
  private let generate: @Sendable (Int, UInt64) throws(CorpusError) -> Corpus

  /// Creates a generator from a recipe for titles.
  init<Source: TitleSource>(_ source: Source.Type) {
    name = Source.name
    summary = Source.summary
    generate = { (rowCount, seed) throws(CorpusError) in
      try Self.corpus(of: source, rowCount: rowCount, seed: seed)
    }
  }

  /// The first `rowCount` rows, as a corpus named `<generator>-<row count>`.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` over a limit of the contract.
  /// - Complexity: O(bytes of the rows), plus the vocabulary if the recipe has one.
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

  private static func corpus<Source: TitleSource>(
    of _: Source.Type, rowCount: Int, seed: UInt64
  ) throws(CorpusError) -> Corpus {
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

/// A recipe for titles, in which one generator differs from another.
protocol TitleSource: SendableMetatype {
  static var name: String { get }
  /// A one-line description of the titles.
  static var summary: String { get }

  /// Makes what titles are drawn from, with random sequences of its own.
  init(vocabularySeed seed: UInt64)

  /// Appends one title as UTF-8.
  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator)
}
