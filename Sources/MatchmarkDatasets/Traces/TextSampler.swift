internal import MatchmarkCore

/// A random source of texts that a person might type to search a corpus.
///
/// A text comes from any text field of the profile that is not empty, and from anywhere in it. If
/// a needle may lie anywhere or begins a word, it is a word of the text; if it begins the field, it
/// is typed from the start of the field; if it must equal the field, it is the whole text. Of a run
/// without spaces that is longer than a word (ideographs, identifiers), only a part is typed.
///
/// The texts stand as in the rows; ``Spelling`` makes them what a person types.
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

  init(_ corpus: FoldedCorpus) { self.corpus = corpus }

  /// A text of a field, and how the profile matches the field.
  private struct Source {
    let text: [Character]
    let match: MatchMode
  }

  /// Returns a word that occurs, at a position where the profile matches it.
  func word(using random: inout SeededGenerator) -> [Character] {
    word(of: source(using: &random), using: &random)
  }

  private func word(of source: Source, using random: inout SeededGenerator) -> [Character] {
    switch source.match {
    case .equality:
      return source.text
    case .prefix:
      return Array(source.text.prefix(3 + random.below(Self.wordLength - 2)))
    case .contains, .wordPrefix:
      let words = Self.words(source.text)
      guard !words.isEmpty else { return Self.placeholder }
      return part(of: random.pick(words), source.match, using: &random)
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

  /// Returns two words of one row, in any order and from any fields if the terms are split; else
  /// neighbours, so that the text can match.
  func twoTerms(using random: inout SeededGenerator) -> [Character] {
    let isSplit = corpus.profile.terms == .splitAND
    guard let place = place(using: &random) else { return Self.placeholder }
    let source = source(at: place, using: &random)
    let words = Self.words(source.text)
    if isSplit, random.below(2) == 0,
      let other = otherWord(of: place, using: &random), let word = words.first
    {
      let own = part(of: words.count > 1 ? random.pick(words) : word, source.match, using: &random)
      return Self.inAnyOrder(own, other, using: &random)
    }
    guard words.count > 1 else { return part(of: source.text, source.match, using: &random) }
    if source.match == .prefix || source.match == .equality {
      return Self.joined(words[0], words[1])
    }
    let first = random.below(words.count - 1)
    if !isSplit { return Self.joined(words[first], words[first + 1]) }
    let second = first + 1 + random.below(words.count - first - 1)
    return Self.inAnyOrder(words[first], words[second], using: &random)
  }

  /// Returns the text of a random row, from its start.
  func wholeText(using random: inout SeededGenerator) -> [Character] {
    guard let place = place(using: &random) else { return Self.placeholder }
    return Self.start(of: corpus.text(row: place.row, field: place.field))
  }

  /// Returns a number of a random row and a word of the same row; nil if the profile searches no
  /// numbers, or the rows have none.
  func number(
    using random: inout SeededGenerator
  ) -> (number: [Character], word: [Character])? {
    guard !corpus.profile.numericFields.isEmpty else { return nil }
    let name = random.pick(corpus.profile.numericFields)
    guard let column = corpus.corpus.schema.index(of: name) else { return nil }
    for _ in 0..<8 {
      guard let place = place(using: &random) else { return nil }
      let cell = corpus.corpus.cell(row: place.row, column: column)
      guard !cell.isEmpty, cell.utf8.count <= Self.textLength else { continue }
      return (Array(cell), word(of: source(at: place, using: &random), using: &random))
    }
    return nil
  }

  private func source(using random: inout SeededGenerator) -> Source {
    guard let place = place(using: &random) else {
      return Source(text: Self.placeholder, match: .contains)
    }
    return source(at: place, using: &random)
  }

  private func source(
    at place: (row: Int, field: Int), using random: inout SeededGenerator
  ) -> Source {
    let text = corpus.text(row: place.row, field: place.field)
    let match = corpus.profile.textFields[place.field].match
    switch match {
    case .prefix, .equality: return Source(text: Self.start(of: text), match: match)
    case .contains, .wordPrefix:
      return Source(text: Self.window(of: text, using: &random), match: match)
    }
  }

  /// Returns a word of another text field of the same row; nil if all others are empty.
  private func otherWord(
    of place: (row: Int, field: Int), using random: inout SeededGenerator
  ) -> [Character]? {
    let others = corpus.profile.textFields.indices.filter {
      $0 != place.field && !corpus.foldedText(row: place.row, field: $0).isEmpty
    }
    guard !others.isEmpty else { return nil }
    let source = source(at: (place.row, random.pick(others)), using: &random)
    let words = Self.words(source.text)
    if source.match == .prefix || source.match == .equality { return words.first }
    return words.isEmpty ? nil : part(of: random.pick(words), source.match, using: &random)
  }

  /// A random row, and a text field that is not empty in it; nil if none was found.
  private func place(using random: inout SeededGenerator) -> (row: Int, field: Int)? {
    guard corpus.rowCount > 0 else { return nil }
    for _ in 0..<8 {
      let row = random.below(corpus.rowCount)
      let filled = corpus.profile.textFields.indices.filter {
        !corpus.foldedText(row: row, field: $0).isEmpty
      }
      if !filled.isEmpty { return (row, random.pick(filled)) }
    }
    return nil
  }

  /// The first characters of a text.
  private static func start(of text: String) -> [Character] {
    let start = Array(text.prefix(textLength))
    let isShort = start.reduce(0) { $0 + $1.utf8.count } <= textSizeInBytes
    return start.isEmpty || !isShort ? placeholder : start
  }

  /// The characters around a random place of a text; all of them if there are few.
  ///
  /// It segments few characters, however long the text is.
  private static func window(
    of text: String, using random: inout SeededGenerator
  ) -> [Character] {
    guard text.utf8.count > windowSizeInBytes else { return start(of: text) }
    let offset = random.below(text.utf8.count - windowSizeInBytes / 2)
    let bytes = Array(text.utf8.dropFirst(offset).prefix(windowSizeInBytes))
    let whole = bytes.drop { $0 & 0xC0 == 0x80 }
    // A character at either end may be half of one.
    let characters = Array(String(decoding: whole, as: UTF8.self)).dropLast()
    let words = characters.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
    let window = Array((words.isEmpty ? characters.dropFirst() : words).prefix(textLength))
    return window.isEmpty ? start(of: text) : window
  }

  private static let windowSizeInBytes = 512

  /// Returns the word, or a few characters of a word that no one would type in full.
  private func part(
    of word: [Character], _ match: MatchMode, using random: inout SeededGenerator
  ) -> [Character] {
    guard word.count > Self.wordLength else { return word }
    let count = 3 + random.below(6)
    let start = match == .contains ? random.below(word.count - count + 1) : 0
    return Array(word[start..<start + count])
  }

  /// Returns a character that is not white space, from a random row.
  func character(
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

  static func inAnyOrder(
    _ first: [Character], _ second: [Character], using random: inout SeededGenerator
  ) -> [Character] {
    random.below(2) == 0 ? joined(first, second) : joined(second, first)
  }

  private static func joined(_ first: [Character], _ second: [Character]) -> [Character] {
    first + [" "] + second
  }
}
