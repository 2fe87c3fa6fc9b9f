internal import MatchmarkCore

/// Draws texts that a person might type over a corpus.
///
/// The texts are from the profile's first text field. By its match mode, a needle that lies
/// anywhere or begins a word is a word of the text; a needle that begins the field is typed from
/// the field's start; if the whole field must be equal, all of it is typed. A run without spaces
/// that is longer than a word (ideographs, identifiers) is typed in part.
struct TextSampler: Sendable {
  /// The longest text typed, in characters; the maximum number of terms of a query fits into it.
  static let textLength = 2 * SearchLimits.termCount
  /// The longest word typed, in characters.
  static let wordLength = 12
  /// The maximum size of a sampled text: what is changed or added still fits into a query.
  static let textSizeInBytes = SearchLimits.querySizeInBytes / 2
  /// The maximum size of a single sampled character; a letter may carry any number of marks.
  static let characterSizeInBytes = 64
  /// The text typed if there is nothing to sample from.
  static let placeholder: [Character] = Array("query")

  private let corpus: FoldedCorpus
  private let match: MatchMode

  init(_ corpus: FoldedCorpus) {
    self.corpus = corpus
    match = corpus.profile.textFields.first?.match ?? .contains
  }

  /// A word that occurs, at a place where the profile matches it.
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

  /// A word that occurs, with one character replaced by one from another row.
  func nearWord(using random: inout SeededGenerator) -> [Character] {
    var word = word(using: &random)
    guard !word.isEmpty else { return Self.placeholder }
    let index = random.below(word.count)
    word[index] = character(unlike: word[index], using: &random)
    return word
  }

  /// 8 characters, each from a different row: practically certain not to occur together.
  func absentWord(using random: inout SeededGenerator) -> [Character] {
    (0..<8).map { _ in character(unlike: nil, using: &random) }
  }

  /// Two words of one row; neighbours if the text is one term, so that it can match.
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

  /// The text of a row drawn uniformly, from its start.
  func wholeText(using random: inout SeededGenerator) -> [Character] {
    guard corpus.rowCount > 0, !corpus.profile.textFields.isEmpty else { return Self.placeholder }
    let text = corpus.text(row: random.below(corpus.rowCount)).prefix(Self.textLength)
    guard !text.isEmpty, text.utf8.count <= Self.textSizeInBytes else {
      return Self.placeholder
    }
    return Array(text)
  }

  /// The word, or a few characters of one that no one would type in full.
  private func part(
    of word: [Character], using random: inout SeededGenerator
  ) -> [Character] {
    guard word.count > Self.wordLength else { return word }
    let count = 3 + random.below(6)
    let start = match == .contains ? random.below(word.count - count + 1) : 0
    return Array(word[start..<start + count])
  }

  /// A character that is not white space, from a row drawn uniformly.
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
