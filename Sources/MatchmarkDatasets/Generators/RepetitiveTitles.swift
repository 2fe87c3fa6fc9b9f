internal import MatchmarkCore

/// A few letters over and over: every n-gram is in every row, so filters exclude nothing.
struct RepetitiveTitles: TitleSource {
  static let name = "repetitive"
  static let summary = "runs of a and b, hostile to n-gram indexes"

  init(vocabularySeed _: UInt64) {}

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let runCount = 1 + random.below(4)
    for _ in 0..<runCount {
      bytes += [UInt8](repeating: UInt8(ascii: "a"), count: 1 + random.below(20))
      bytes.append(UInt8(ascii: random.below(4) == 0 ? "b" : "a"))
    }
  }
}

/// Rows at the size limit of a field, which break assumptions made for words.
struct LongTitles: TitleSource {
  static let name = "long"
  static let summary = "titles of up to 65 536 bytes; meant for few rows"

  private var words: WordTitles

  init(vocabularySeed seed: UInt64) {
    words = WordTitles(vocabularySeed: seed, wordCount: 5_000)
  }

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let limit = bytes.count + SearchLimits.fieldSizeInBytes
    while bytes.count < limit {
      words.appendTitle(to: &bytes, using: &random)
      bytes.append(UInt8(ascii: " "))
    }
    bytes.removeLast(bytes.count - limit)
  }
}

/// A few titles, each many times: long posting lists, and answers full of equal rows.
struct DuplicateTitles: TitleSource {
  static let name = "duplicates"
  static let summary = "100 different titles, over and over"

  private var titles: [[UInt8]] = []

  init(vocabularySeed seed: UInt64) {
    var words = WordTitles(vocabularySeed: seed, wordCount: 1_000)
    var random = SeededGenerator(seed: seed, stream: "\(Self.name)/vocabulary")
    for _ in 0..<100 {
      var title: [UInt8] = []
      words.appendTitle(to: &title, using: &random)
      titles.append(title)
    }
  }

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    bytes += random.pick(titles)
  }
}
