import MatchmarkCore

/// Rows that resemble those of a corpus, to measure a list that is longer than it.
///
/// A made-up row has the filters and numbers of one random row. Its texts keep what the cost of a
/// search depends on: the share of cells that repeat, the number of words in a cell, the frequency
/// of the words, and the letters and lengths of new words. A word is new as often as Good and
/// Turing's estimate says: by the share of words that occur once. The letters of a new word follow
/// from the two before them, as they do in the rows (Shannon's third-order approximation). The
/// texts mean nothing.
///
/// The same corpus and seed give the same rows, and fewer rows are the first of more.
struct MadeUpRows {
  private let corpus: Corpus
  private let columns: [Int: TextModel]
  private let seed: UInt64

  /// Examines the texts of a corpus, which must have rows.
  ///
  /// - Complexity: O(bytes of the text columns).
  init(resembling corpus: Corpus, seed: UInt64) {
    self.corpus = corpus
    self.seed = seed
    let texts = corpus.schema.columns.indices.filter { index in
      // A value that filters or is a number must stay one that occurs.
      corpus.schema.columns[index].roles == .text
    }
    columns = Dictionary(uniqueKeysWithValues: texts.map { ($0, TextModel(corpus, column: $0)) })
  }

  /// Appends this many rows.
  ///
  /// - Throws: ``CorpusError/tooLarge(_:)`` above a limit of the contract.
  /// - Complexity: O(bytes of the rows).
  func append(_ count: Int, to builder: inout CorpusBuilder) throws(CorpusError) {
    var random = SeededGenerator(seed: seed, stream: "made-up-rows")
    for _ in 0..<count {
      let model = random.below(corpus.rowCount)
      var cells: [String] = []
      for column in corpus.schema.columns.indices {
        cells.append(
          columns[column]?.text(likeRow: model, using: &random)
            ?? corpus.cell(row: model, column: column))
      }
      try builder.append(cells)
    }
  }
}

/// The words of a column of text, and how often they repeat.
private struct TextModel {
  private let corpus: Corpus
  private let column: Int
  /// The words in the order of the rows, so that a random one is drawn by frequency.
  private var words: [Substring] = []
  /// The letters that follow two others; the start of a word stands for both.
  private var followers: [[Character]: [Character]] = [:]
  /// The share of cells that repeat an earlier one.
  private let repeatedShare: Double
  private var newWordShare = 0.0

  /// More rows than this, or more words for their letters, add nothing.
  private static let sampleLimit = 200_000

  init(_ corpus: Corpus, column: Int) {
    self.corpus = corpus
    self.column = column
    var cells: Set<String> = []
    var filled = 0
    for row in Self.sample(of: corpus.rowCount) {
      let cell = corpus.cell(row: row, column: column)
      guard !cell.isEmpty else { continue }
      filled += 1
      cells.insert(cell)
      words += cell.split(whereSeparator: \.isWhitespace)
    }
    repeatedShare = filled > 0 ? 1 - Double(cells.count) / Double(filled) : 0
    learn()
  }

  /// Evenly spaced indices, all of them if there are few.
  private static func sample(of count: Int) -> StrideTo<Int> {
    stride(from: 0, to: count, by: max(1, count / sampleLimit))
  }

  private mutating func learn() {
    let counts = words.reduce(into: [Substring: Int]()) { $0[$1, default: 0] += 1 }
    guard !words.isEmpty else { return }
    newWordShare = Double(counts.values.count { $0 == 1 }) / Double(words.count)
    for index in Self.sample(of: words.count) {
      var context: [Character] = []
      for letter in words[index] {
        followers[context, default: []].append(letter)
        context = (context + [letter]).suffix(2)
      }
    }
  }

  /// Returns a text with as many words, and the same separators, as the cell of a row.
  func text(likeRow row: Int, using random: inout SeededGenerator) -> String {
    if random.chance(repeatedShare) {
      return corpus.cell(row: random.below(corpus.rowCount), column: column)
    }
    var text = ""
    var letterCount = 0
    for letter in corpus.cell(row: row, column: column) {
      guard letter.isWhitespace else {
        letterCount += 1
        continue
      }
      if letterCount > 0 { text += word(ofLength: letterCount, using: &random) }
      text.append(letter)
      letterCount = 0
    }
    return letterCount > 0 ? text + word(ofLength: letterCount, using: &random) : text
  }

  /// Returns a word that occurs, or a new one of this length in characters.
  private func word(ofLength count: Int, using random: inout SeededGenerator) -> String {
    guard !words.isEmpty, random.chance(newWordShare) else {
      return words.isEmpty ? "" : String(random.pick(words))
    }
    var letters: [Character] = []
    while letters.count < count {
      // After the letters that only end words, the next ones begin like a word.
      let next = followers[Array(letters.suffix(2))] ?? followers[[]] ?? []
      if next.isEmpty { break }
      letters.append(random.pick(next))
    }
    return String(letters)
  }
}
