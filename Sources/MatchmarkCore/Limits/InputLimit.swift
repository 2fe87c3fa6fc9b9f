/// A limit of input: the largest accepted amount, and the message that appears if there is more.
///
/// Each room lists its own limits next to the checks, with the constants that the checks compare
/// against and the errors that they throw, so that the table of all limits cannot contradict the
/// code. The command joins these lists.
package struct InputLimit: Sendable, Hashable {
  package enum Unit: String, Sendable {
    case bytes, cells, characters, cases, columns, counterexamples, digits, files, forks, keys
    case processes, repetitions, rows, seconds, steps, terms, titles, tokens, values, workers
    case aliases, attributes, levels, texts
    case number = ""
  }

  /// The consequence of exceeding a limit; the text is the message for a person or a program.
  package enum Consequence: Sendable, Hashable {
    /// The arguments are refused.
    case misused(String)
    /// The file, the query or the event is refused.
    case refused(String)
    /// An engine is terminated.
    case failed(String)
    /// The request is answered with an error, and the session continues.
    case answered(String)
    /// Part of the input or output is left out; the text tells the user so.
    case cut(String)

    package var text: String {
      switch self {
      case .misused(let text), .refused(let text), .failed(let text), .answered(let text),
        .cut(let text):
        text
      }
    }
  }

  /// The name, in kebab-case, unique across all rooms.
  package let name: String
  /// The thing that is limited, as a noun.
  package let subject: String
  package let value: Int
  package let unit: Unit
  package let beyond: Consequence

  package init(_ name: String, _ subject: String, _ value: Int, _ unit: Unit, beyond: Consequence) {
    self.name = name
    self.subject = subject
    self.value = value
    self.unit = unit
    self.beyond = beyond
  }
}

extension InputLimit {
  package static let core = [
    InputLimit(
      "query-size", "the text of a query", SearchLimits.querySizeInBytes, .bytes,
      beyond: .misused(
        "\(QueryError.textTooLong(sizeInBytes: SearchLimits.querySizeInBytes + 1))")),
    InputLimit(
      "query-terms", "the terms of a query", SearchLimits.termCount, .terms,
      beyond: .misused("\(QueryError.tooManyTerms(SearchLimits.termCount + 1))")),
    InputLimit(
      "query-tokens", "the tokens of a query", SearchLimits.tokenCount, .tokens,
      beyond: .misused("\(QueryError.tooManyTokens(SearchLimits.tokenCount + 1))")),
    InputLimit(
      "corpus-columns", "the columns of a corpus", SearchLimits.columnCount, .columns,
      beyond: .refused("\(CorpusError.tooManyColumns)")),
    InputLimit(
      "corpus-rows", "the rows of a corpus", SearchLimits.rowCount, .rows,
      beyond: .refused("\(CorpusError.tooManyRows)")),
    InputLimit(
      "column-size", "the text of one column, raw or folded", SearchLimits.columnSizeInBytes,
      .bytes, beyond: .refused("\(CorpusError.columnTooLarge)")),
    InputLimit(
      "mistyped-name-size", "an unknown name for which the nearest known one is suggested",
      NearestName.sizeLimitInBytes, .bytes, beyond: .cut("none is suggested")),
  ]
}

/// The limits of the contract; input above any of them causes a named error and is never truncated.
public enum SearchLimits {
  /// The maximum size of a query text, in UTF-8 bytes; see
  /// ``QueryError/textTooLong(sizeInBytes:)``.
  public static let querySizeInBytes = 4_096
  /// The maximum number of terms of a query; see ``QueryError/tooManyTerms(_:)``.
  public static let termCount = 32
  /// The maximum number of tokens of a query; see ``QueryError/tooManyTokens(_:)``.
  public static let tokenCount = 64
  /// The maximum size of a cell, in raw UTF-8 bytes; folded text may be up to three times that
  /// size.
  public static let fieldSizeInBytes = 65_536
  /// The maximum number of columns of a corpus; see ``CorpusError/tooLarge(_:)``.
  public static let columnCount = 1_024
  /// The maximum number of rows of a corpus: row ids fit in 32 bits and leave room for sentinels.
  public static let rowCount = 1 << 30
  /// The maximum size of the text of one column, raw or folded: offsets fit in 32 bits.
  public static let columnSizeInBytes = Int(clamping: UInt32.max) - 4_096
}
