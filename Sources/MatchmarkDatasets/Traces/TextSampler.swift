internal import MatchmarkCore

/// A random source of texts that a person might type to search a corpus.
///
/// The texts come from the first text field of the profile. If a needle may lie anywhere or begins
/// a word, it is a word of the text; if it begins the field, it is typed from the start of the
/// field; if it must equal the field, it is the whole text. Of a run without spaces that is longer
/// than a word (ideographs, identifiers), only a part is typed.
struct TextSampler: Sendable {
  /// The maximum length of a typed text, in characters; a query's maximum number of terms fits into
  /// it.
  static let textLength = 2 * SearchLimits.termCount
  /// The maximum length of a typed word, in characters.
  static let wordLength = 12
  /// The maximum size of a sampled text, in bytes; changed or added text still fits into a query.
  static let textSizeInBytes = SearchLimits.querySizeInBytes / 2
  /// The maximum size of a sampled character, in bytes; a letter may carry any number of marks.
  static let characterSizeInBytes = 64
  /// The text that is typed if there is nothing to sample from.
  static let placeholder: [Character] = Array("query")

  private let corpus: FoldedCorpus
  private let match: MatchMode

  init(_ corpus: FoldedCorpus) {
    self.corpus = corpus
    match = corpus.profile.textFields.first?.match ?? .contains
  }

  /// Returns a word that occurs, at a position where the profile matches it.
  func word(using random: inout SeededGenerator) -> [Character] {
    let text = wholeText(using: &random)
    switch match {
    case .equality:
      return text
    case .prefix:
      return Array(text.prefix(3 + random.below(Self.wordLength - 2)))
    case .contains, .wordPrefix:
      let words = Self.words(text)
      guard !words.isEmpty else { return Self.placeholder }
      return part(of: random.pick(words), using: &random)
    }
  }

  /// Returns a word that occurs, with one character replaced by one from another row.
  func nearWord(using random: inout SeededGenerator) -> [Character] {
    var word = word(using: &random)
    guard !word.isEmpty else { return Self.placeholder }
    let index = random.below(word.count)
    word[index] = character(unlike: word[index], using: &random)
    return word
  }

  /// Returns 8 characters, each from a different row; it is practically certain that they do not
  /// occur together.
  func absentWord(using random: inout SeededGenerator) -> [Character] {
    (0..<8).map { _ in character(unlike: nil, using: &random) }
  }

  /// Returns two words of one row; they are neighbours if the text is one term, so that it can
  /// match.
  func twoTerms(using random: inout SeededGenerator) -> [Character] {
    let text = wholeText(using: &random)
    let words = Self.words(text)
    guard words.count > 1 else { return part(of: text, using: &random) }
    if match == .prefix || match == .equality { return Self.joined(words[0], words[1]) }
    let first = random.below(words.count - 1)
    if corpus.profile.terms == .phrase { return Self.joined(words[first], words[first + 1]) }
    let second = first + 1 + random.below(words.count - first - 1)
    return random.below(2) == 0
      ? Self.joined(words[first], words[second]) : Self.joined(words[second], words[first])
  }

  /// Returns the text of a random row, from its start.
  func wholeText(using random: inout SeededGenerator) -> [Character] {
    guard corpus.rowCount > 0, !corpus.profile.textFields.isEmpty else { return Self.placeholder }
    let text = corpus.text(row: random.below(corpus.rowCount)).prefix(Self.textLength)
    guard !text.isEmpty, text.utf8.count <= Self.textSizeInBytes else {
      return Self.placeholder
    }
    return Array(text)
  }

  /// Returns the word, or a few characters of a word that no one would type in full.
  private func part(
    of word: [Character], using random: inout SeededGenerator
  ) -> [Character] {
    guard word.count > Self.wordLength else { return word }
    let count = 3 + random.below(6)
    let start = match == .contains ? random.below(word.count - count + 1) : 0
    return Array(word[start..<start + count])
  }

  /// Returns a character that is not white space, from a random row.
  private func character(
    unlike old: Character?, using random: inout SeededGenerator
  ) -> Character {
    for _ in 0..<16 {
      let character = random.pick(wholeText(using: &random))
      if character != old && !character.isWhitespace
        && character.utf8.count <= Self.characterSizeInBytes
      {
        return character
      }
    }
    return old == "q" ? "x" : "q"
  }

  private static func words(_ text: [Character]) -> [[Character]] {
    text.split(whereSeparator: \.isWhitespace).map(Array.init)
  }

  private static func joined(_ first: [Character], _ second: [Character]) -> [Character] {
    first + [" "] + second
  }
}
