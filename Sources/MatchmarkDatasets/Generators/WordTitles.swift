internal import MatchmarkCore

/// Titles of invented ASCII words, drawn with natural word frequencies: `Mora stel hani bo`.
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

  /// Returns the pieces of a text, separated by spaces; a hyphen stands for the empty piece.
  private static func pieces(_ text: String) -> [[UInt8]] {
    text.split(separator: " ").map { $0 == "-" ? [] : Array($0.utf8) }
  }
}

/// Titles of the same few letters: every n-gram is in every row, so filters exclude nothing.
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

/// Titles up to the size limit of a field, which break assumptions that hold for words.
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

/// A few titles, each repeated many times: long posting lists, and answers full of equal rows.
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

/// Many words in one buffer, the most frequent first.
package struct Vocabulary {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]

  subscript(rank: Int) -> ArraySlice<UInt8> { bytes[ends[rank]..<ends[rank + 1]] }

  /// Calls `make` for words until `count` different ones are found.
  ///
  /// `make` receives the rank of the word, so that frequent words can be short, as in every
  /// language, and the number of attempts so far, so that it can make longer words when it runs out
  /// of short ones.
  init(count: Int, make: (_ rank: Int, _ attempt: Int, _ word: inout [UInt8]) -> Void) {
    // Words with equal hashes are treated as equal, which rarely loses a word and saves an array
    // for each.
    var seen: Set<UInt64> = []
    seen.reserveCapacity(count)
    var word: [UInt8] = []
    for rank in 0..<count {
      var attempt = 0
      repeat {
        word.removeAll(keepingCapacity: true)
        make(rank, attempt, &word)
        attempt += 1
      } while !seen.insert(Self.hash(word)).inserted
      bytes += word
      ends.append(bytes.count)
    }
  }

  /// Returns the FNV-1a hash with 64 bits; the standard library's own hashes differ from run to
  /// run.
  package static func hash(_ word: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}

/// A random source of ranks with natural word frequencies: rank k has the weight 1 / (k + 2.7).
///
/// This is Zipf's law with Mandelbrot's shift. Ranks are drawn by the alias method (Walker 1977, in
/// Vose's form of 1991), with integers throughout, so that every machine builds the same table.
///
/// - Complexity: O(ranks) time and space to create; O(1) per draw.
struct ZipfSampler {
  private var thresholds: [UInt64]
  private var aliases: [Int]
  private let total: UInt64

  /// Builds the table.
  ///
  /// - Precondition: `0 < count ≤ 1 000 000`, so that no product exceeds 64 bits.
  init(count: Int) {
    precondition((1...1_000_000).contains(count), "a sampler has 1 to 1 000 000 ranks")
    // The weights are those of ten times the shifted rank, so that 2.7 becomes a whole number.
    let weights = (0..<count).map { (UInt64(1) << 36) / UInt64(10 * ($0 + 1) + 27) }
    total = weights.reduce(0, +)
    thresholds = weights.map { $0 * UInt64(count) }
    aliases = Array(0..<count)
    var small: [Int] = []
    var large: [Int] = []
    for rank in 0..<count {
      if thresholds[rank] < total { small.append(rank) } else { large.append(rank) }
    }
    while let under = small.last, let over = large.last {
      small.removeLast()
      aliases[under] = over
      thresholds[over] -= total - thresholds[under]
      if thresholds[over] < total {
        large.removeLast()
        small.append(over)
      }
    }
  }

  /// Returns a random rank; 0 is the most frequent.
  func draw(using random: inout SeededGenerator) -> Int {
    let rank = random.below(thresholds.count)
    return UInt64(random.below(Int(total))) < thresholds[rank] ? rank : aliases[rank]
  }
}
