package import MatchmarkCore

package enum DatasetFormat: Sendable, Hashable {
  /// Values separated by a delimiter.
  case delimited(DelimitedFormat)
  /// JSON objects, one to a line or in one array.
  case json
  /// One title per line, in a column ``titleColumn``.
  case titles

  package static let titleColumn = "title"

  /// RFC 4180.
  package static let csv = DatasetFormat.delimited(DelimitedFormat())
  /// IANA's `text/tab-separated-values`, in which a quotation mark is text.
  package static let tsv = DatasetFormat.delimited(
    DelimitedFormat(delimiter: 0x09, hasQuotes: false))

  package static let byEnding: [(ending: String, format: DatasetFormat)] = [
    ("csv", .csv), ("tsv", .tsv), ("json", .json), ("jsonl", .json), ("ndjson", .json),
    ("txt", .titles),
  ]

  package static var endings: [String] { byEnding.map { "." + $0.ending } }

  /// Returns the format for a file's extension, ignoring case; nil if there is none.
  package init?(endingOf path: String) {
    let path = path.lowercased()
    guard let known = Self.byEnding.first(where: { path.hasSuffix(".\($0.ending)") }) else {
      return nil
    }
    self = known.format
  }
}

/// The form of values that are separated by a delimiter, one record to a line.
package struct DelimitedFormat: Sendable, Hashable {
  /// An ASCII character other than a quotation mark or a line end.
  package var delimiter: UInt8
  /// True if a cell may be quoted as RFC 4180 says; otherwise a quotation mark is text.
  package var hasQuotes: Bool
  /// True if the first record names the columns; otherwise they are called `column1` and so on.
  package var hasHeader: Bool

  package init(
    delimiter: UInt8 = UInt8(ascii: ","), hasQuotes: Bool = true, hasHeader: Bool = true
  ) {
    (self.delimiter, self.hasQuotes, self.hasHeader) = (delimiter, hasQuotes, hasHeader)
  }
}

/// The rows of a file from which a corpus is made.
package struct Dataset: Sendable {
  package let name: String
  package let source: RowSource
  package let format: DatasetFormat

  package init(name: String, source: RowSource, format: DatasetFormat) {
    self.name = name
    self.source = source
    self.format = format
  }

  /// Returns the corpus, with the roles of `columns`, or with roles inferred by
  /// ``ColumnInference``.
  ///
  /// Columns of the file that are not mapped stay in the corpus without a role. The columns of a
  /// delimited file keep their order. JSON takes the order of the mapping, followed by the other
  /// keys, because the keys of an object have no order. Without a mapping, a canonical file states
  /// its own roles.
  ///
  /// - Throws: ``DatasetError`` with file, line and column.
  /// - Complexity: O(bytes) time, in one pass.
  package func corpus(columns: [Column]? = nil) throws(DatasetError) -> Corpus {
    try rows(columns: columns).corpus
  }

  /// Returns the corpus with inferred roles, except that exactly the named columns are text.
  ///
  /// - Throws: ``DatasetError/missingColumn(_:known:file:)``, or the errors of
  ///   ``corpus(columns:)``.
  /// - Complexity: that of ``corpus(columns:)``.
  package func corpus(text names: [String]) throws(DatasetError) -> Corpus {
    try rows(text: names).corpus
  }

  /// Returns the corpus of ``corpus(columns:)``, and what a reader should know about it.
  package func rows(columns: [Column]? = nil) throws(DatasetError) -> DatasetRows {
    try rows(columns.map { .mapped($0) } ?? .inferred(text: nil))
  }

  /// Returns the corpus of ``corpus(text:)``, and what a reader should know about it.
  package func rows(text names: [String]) throws(DatasetError) -> DatasetRows {
    try rows(.inferred(text: names))
  }

  private func rows(_ roles: RoleSource) throws(DatasetError) -> DatasetRows {
    let isArray = format == .json ? try source.firstSign() == UInt8(ascii: "[") : false
    let window = try RowWindow(source, rows: isArray ? .elements : .lines)
    switch format {
    case .delimited(let format):
      return try CorpusLoad.rows(of: DelimitedReader(window, format), roles, name: name)
    case .json where !isArray && CanonicalCorpus.isCanonical(window):
      return try CanonicalCorpus.read(window, name: name, roles)
    case .json:
      if !isArray { try source.refuseWrappedList() }
      return try CorpusLoad.rows(
        of: JSONRowReader(window, mapped: roles.given?.map(\.name)), roles, name: name)
    case .titles:
      return try CorpusLoad.rows(of: TitleReader(window), roles.ofTitles, name: name)
    }
  }
}

/// A corpus from a file, and what is not seen in it.
package struct DatasetRows: Sendable {
  package let corpus: Corpus
  /// The keys of JSON whose lists and objects were left out.
  package let nestedKeys: [String]
  /// The keys of JSON whose nulls became empty cells.
  package let nullKeys: [String]
  /// The columns that got no role when roles were inferred, each with the reason.
  package let columnsWithoutRole: [(name: String, reason: String)]
}
