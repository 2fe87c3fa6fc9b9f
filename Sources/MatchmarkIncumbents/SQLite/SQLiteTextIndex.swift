#if SQLite
  internal import GRDB
  import MatchmarkCore

  /// The index of a text field, and the SQL that finds a needle with it.
  ///
  /// A field is the column `f<position>` of the table `rows`; its index, if it has one, is the
  /// contentless full-text table `i<position>`.
  enum SQLiteTextIndex: String, Sendable {
    /// No index; the rows are read.
    case none = "LIKE"
    /// An index of sequences of three characters, which decides `contains`.
    case trigrams = "FTS5 trigrams"
    /// An index of words as ``WordBoundary`` defines them, which decides `wordPrefix`.
    case words = "FTS5 words"
    /// An index of the whole field in byte order, which decides `prefix` and `equality`.
    case sorted = "B-tree"

    static func best(for mode: MatchMode) -> SQLiteTextIndex {
      switch mode {
      case .contains: .trigrams
      case .wordPrefix: .words
      case .prefix, .equality: .sorted
      }
    }

    func schema(_ field: Int) -> String? {
      switch self {
      case .none: nil
      case .sorted: "CREATE INDEX i\(field) ON rows(f\(field))"
      case .trigrams:
        "CREATE VIRTUAL TABLE i\(field) USING fts5("
          + "text, content='', tokenize='trigram case_sensitive 1')"
      case .words:
        "CREATE VIRTUAL TABLE i\(field) USING fts5("
          + "text, content='', tokenize='ascii', prefix='1 2')"
      }
    }

    /// Returns the text of a row for a full-text table; nil if the index is not one.
    ///
    /// The tokenizer for words is SQLite's simplest, which treats everything beyond ASCII as part
    /// of a word. So words are split here, by the rules that answers must follow, and passed on
    /// with spaces between them.
    func document(_ text: ArraySlice<UInt8>) -> String? {
      switch self {
      case .none, .sorted: nil
      case .trigrams: String(decoding: text, as: UTF8.self)
      case .words: FoldedWords(String(decoding: text, as: UTF8.self)).words.joined(separator: " ")
      }
    }

    func condition(
      _ needle: String, field: Int, mode: MatchMode, folding: Folding
    ) -> SQLiteCondition {
      // No row contains U+0000, and SQLite would read the needle only up to that character.
      if needle.unicodeScalars.contains("\0") { return SQLiteCondition(sql: "0") }
      switch self {
      case .none: break
      case .sorted:
        return mode == .equality
          ? SQLiteCondition(sql: "f\(field) = ?", [needle])
          : SQLiteCondition(rangeOf: needle, field: field)
      case .trigrams:
        let scalars = needle.unicodeScalars
        guard scalars.count >= 3 else { break }
        return SQLiteCondition(
          match: SQLiteCondition.phrase(String(scalars.prefix(Self.phraseScalarLimit))),
          field: field,
          isDecided: scalars.count <= Self.phraseScalarLimit && !needle.confusesSQLite)
      case .words:
        let parts = FoldedWords(needle)
        guard !parts.words.isEmpty else { break }
        return SQLiteCondition(
          match: SQLiteCondition.phrase(parts.words.joined(separator: " "))
            + (parts.endsInWord ? "*" : ""),
          field: field, isDecided: parts.isOneWord && folding != .exact)
      }
      return SQLiteCondition(like: needle, field: field, mode: mode)
    }

    /// The number of scalars to which a phrase is cut: its time grows with its length, and a
    /// beginning of this length leaves few rows.
    private static let phraseScalarLimit = 64
  }

  struct SQLiteCondition {
    let sql: String
    let arguments: [any DatabaseValueConvertible]
    /// The full-text expression, if it is the whole condition.
    let match: String?
    /// True if every row that the condition admits matches; otherwise rows must be verified.
    let isDecided: Bool

    init(
      sql: String, _ arguments: [any DatabaseValueConvertible] = [], match: String? = nil,
      isDecided: Bool = true
    ) {
      self.sql = sql
      self.arguments = arguments
      self.match = match
      self.isDecided = isDecided
    }

    init(match: String, field: Int, isDecided: Bool) {
      self.init(
        sql: "id IN (SELECT rowid FROM i\(field) WHERE i\(field) MATCH ?)", [match], match: match,
        isDecided: isDecided)
    }

    init(like needle: String, field: Int, mode: MatchMode) {
      var pattern = mode == .prefix || mode == .equality ? "" : "%"
      for scalar in needle.unicodeScalars {
        if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
        pattern.unicodeScalars.append(scalar)
      }
      if mode != .equality { pattern += "%" }
      self.init(
        sql: "f\(field) LIKE ? ESCAPE '\\'", [pattern],
        isDecided: mode != .wordPrefix && !needle.confusesSQLite)
    }

    /// Creates the condition that a text begins with the needle; byte order is the order of
    /// scalars.
    init(rangeOf needle: String, field: Int) {
      var end = Array(needle.unicodeScalars)
      while let last = end.popLast() {
        guard let next = last.successor else { continue }
        end.append(next)
        break
      }
      if end.isEmpty {
        self.init(sql: "f\(field) >= ?", [needle])
      } else {
        var upper = ""
        upper.unicodeScalars.append(contentsOf: end)
        self.init(sql: "(f\(field) >= ? AND f\(field) < ?)", [needle, upper])
      }
    }

    /// Returns text as one phrase of a full-text expression.
    static func phrase(_ text: String) -> String {
      let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
    }
  }

  /// The words of a folded text: maximal runs of letters, marks and numbers.
  struct FoldedWords {
    let words: [String]
    let endsInWord: Bool
    let isOneWord: Bool

    init(_ text: String) {
      let scalars = text.unicodeScalars
      let isOfWord = { (scalar: Unicode.Scalar) in WordBoundary.isWordScalar(scalar.value) }
      words = scalars.split { !isOfWord($0) }.map { String($0) }
      endsInWord = scalars.last.map(isOfWord) ?? false
      isOneWord = scalars.allSatisfy(isOfWord)
    }
  }

  extension Unicode.Scalar {
    /// The next scalar; nil after the last one.
    fileprivate var successor: Unicode.Scalar? {
      value == 0xD7FF ? "\u{E000}" : Unicode.Scalar(value + 1)
    }
  }

  extension String {
    /// True if `LIKE` and trigrams confuse one of the scalars with another: SQLite reads U+FFFE and
    /// U+FFFF as U+FFFD.
    fileprivate var confusesSQLite: Bool {
      unicodeScalars.contains { (0xFFFD...0xFFFF).contains($0.value) }
    }
  }
#endif
