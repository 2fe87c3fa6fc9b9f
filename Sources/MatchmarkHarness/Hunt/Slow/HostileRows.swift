import MatchmarkCore

/// Rows that are made to hurt an index: few letters, words that all begin or end alike or that
/// never occur twice, dozens of words in a row.
///
/// All of these are drawn, and the same generator gives the same rows.
struct HostileRows {
  private var generator: SeededGenerator
  private let letters: [UInt8]
  private let wordLength: Int
  private let wordCount: Int
  private let beginning: [UInt8]
  private let ending: [UInt8]
  /// The words from which rows are made; empty if each word is a new one.
  private var words: [[UInt8]] = []
  private let kindCount: Int
  /// True if the first words are far more frequent than the others.
  private let isSkewed: Bool

  init(_ generator: SeededGenerator) {
    var generator = generator
    letters = Array(Self.alphabet.prefix(generator.pick(Self.letterCounts)))
    wordLength = generator.pick([1, 2, 3, 5, 8, 16, 40])
    wordCount = generator.pick([1, 1, 2, 3, 5, 12, 60])
    beginning = Self.affix(letters, &generator)
    ending = Self.affix(letters, &generator)
    isSkewed = generator.chance(0.5)
    kindCount = generator.pick([1, 2, 50])
    let vocabulary = generator.pick([0, 0, 2, 20, 300, 5_000])
    self.generator = generator
    words = (0..<vocabulary).map { _ in word() }
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
  private static let letterCounts = [1, 2, 2, 3, 5, 10, 26, 36]

  private static func affix(_ letters: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    guard generator.chance(0.3) else { return [] }
    return (0..<generator.pick([1, 3, 8, 20])).map { _ in generator.pick(letters) }
  }

  private mutating func word() -> [UInt8] {
    let length = 1 + generator.below(wordLength)
    return beginning + (0..<length).map { _ in generator.pick(letters) } + ending
  }

  private mutating func nextWord() -> [UInt8] {
    guard !words.isEmpty else { return word() }
    let index = generator.below(words.count)
    return words[isSkewed ? generator.below(index + 1) : index]
  }

  private static let sizeInBytes = 12_000_000

  /// The rows, fewer if they would be long.
  ///
  /// - Throws: ``CorpusError`` beyond the limits of the contract.
  mutating func corpus(rowCount: Int) throws(CorpusError) -> Corpus {
    let schema = try Schema([
      Column("title", .text), Column("kind", .facet), Column("year", [.numeric, .scope]),
    ])
    var builder = CorpusBuilder(name: "hostile", schema: schema)
    var size = 0
    for _ in 0..<rowCount where size < Self.sizeInBytes {
      var title: [UInt8] = []
      for index in 0..<1 + generator.below(wordCount) {
        title += (index == 0 ? [] : [UInt8(ascii: " ")]) + nextWord()
      }
      size += title.count
      let kind = generator.below(kindCount)
      try builder.append([
        String(decoding: title, as: UTF8.self), "kind \(kind)", "\(1_990 + generator.below(30))",
      ])
    }
    return builder.finish()
  }

  /// The properties, in words.
  var description: String {
    let made =
      words.isEmpty
      ? "words that are all new" : "\(words.count) words\(isSkewed ? ", some frequent" : "")"
    let affixes =
      (beginning.isEmpty ? "" : " after '\(String(decoding: beginning, as: UTF8.self))'")
      + (ending.isEmpty ? "" : " before '\(String(decoding: ending, as: UTF8.self))'")
    return "\(letters.count == 1 ? "1 letter" : "\(letters.count) letters"), "
      + "up to \(wordCount) in a row, \(made) of up to \(wordLength) letters\(affixes)"
  }
}
