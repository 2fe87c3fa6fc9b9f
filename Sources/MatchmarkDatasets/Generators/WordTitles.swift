internal import MatchmarkCore

/// Titles of invented ASCII words, drawn by natural word frequencies: `Mora stel hani bo`.
struct WordTitles: TitleSource {
  static let name = "titles"
  static let summary = "2 to 6 words out of 57 000, by Zipf's law; ASCII, about 23 bytes"

  private let vocabulary: Vocabulary
  private let ranks: ZipfSampler

  init(vocabularySeed seed: UInt64) {
    self.init(vocabularySeed: seed, wordCount: 57_000)
  }

  init(vocabularySeed seed: UInt64, wordCount: Int) {
    var random = SeededGenerator(seed: seed, stream: "\(Self.name)/vocabulary")
    let onsets = Self.pieces(
      "b c d f g h j k l m n p r s t v w y z br cr dr fl gr pl pr st tr ch sh")
    let vowels = Self.pieces("a a a e e e e i i i o o o u u ai ea ee io ou")
    let codas = Self.pieces("- - - - n r s l t m d ck nd st")
    vocabulary = Vocabulary(count: wordCount) { rank, attempt, word in
      let added = rank < 500 ? 0 : rank < 9_000 ? 1 : 1 + random.below(2)
      let syllableCount = 1 + added + attempt / 8
      for _ in 0..<syllableCount {
        word += random.pick(onsets)
        word += random.pick(vowels)
      }
      word += random.pick(codas)
    }
    ranks = ZipfSampler(count: wordCount)
  }

  mutating func appendTitle(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    let start = bytes.count
    // 2 to 6 words; the sum of two draws puts most titles at 4.
    let wordCount = 2 + random.below(3) + random.below(3)
    for index in 0..<wordCount {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes += vocabulary[ranks.draw(using: &random)]
    }
    bytes[start] -= 32
  }

  /// Pieces given as one text; a hyphen stands for the empty piece.
  private static func pieces(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
  }
}
