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
  /// - Complexity: O(bytes) time; O(row) space if the file is refused. The bytes are read twice.
  package func corpus(columns: [Column]? = nil) throws(DatasetError) -> Corpus {
    try rows(columns: columns).corpus
  }

  /// Returns the corpus with inferred roles, except that exactly the named columns are text.
  ///
  /// - Throws: ``DatasetError/missingColumn(_:known:file:)``, or the errors of
  ///   ``corpus(columns:)``.
  /// - Complexity: that of reading the file twice with ``corpus(columns:)``.
  package func corpus(text names: [String]) throws(DatasetError) -> Corpus {
    try rows(text: names).corpus
  }

  /// Returns the corpus of ``corpus(columns:)``, and what a reader should know about it.
  package func rows(columns: [Column]? = nil) throws(DatasetError) -> DatasetRows {
    let isArray = format == .json ? try source.firstSign() == UInt8(ascii: "[") : false
    let window = try RowWindow(source, rows: isArray ? .elements : .lines)
    switch format {
    case .delimited(let format):
      return try rows(from: try DelimitedReader(window, format), columns)
    case .json where !isArray && CanonicalCorpus.isCanonical(window):
      return DatasetRows(try CanonicalCorpus.read(window, name: name, columns: columns))
    case .json:
      if !isArray { try source.refuseWrappedList() }
      return try rows(from: try JSONRowReader(window, mapped: columns?.map(\.name)), columns)
    case .titles:
      return try rows(
        from: TitleReader(window), columns ?? [Column(DatasetFormat.titleColumn, .text)])
    }
  }

  /// Returns the corpus of ``corpus(text:)``, and what a reader should know about it.
  package func rows(text names: [String]) throws(DatasetError) -> DatasetRows {
    let first = try rows()
    let columns = first.corpus.schema.columns
    let named = try names.map { Column($0, .text) }.ordered(
      like: columns.map(\.name), of: source.name)
    var loaded = try rows(
      columns: zip(columns, named).map { column, named in
        Column(
          column.name, column.roles.subtracting(.text).union(named.roles),
          declaredValues: column.declaredValues)
      })
    loaded.columnsWithoutRole = first.columnsWithoutRole.filter { !names.contains($0.name) }
    return loaded
  }

  private func rows<Reader: RecordReader>(
    from reader: Reader, _ columns: [Column]?
  ) throws(DatasetError) -> DatasetRows {
    guard let columns else { return try CorpusLoad.inferred(name: name, from: reader) }
    let ordered = try columns.ordered(like: reader.columnNames, of: source.name)
    return try CorpusLoad(name: name, columns: ordered).rows(from: reader)
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
  package var columnsWithoutRole: [(name: String, reason: String)] = []

  init(_ corpus: Corpus, nestedKeys: [String] = [], nullKeys: [String] = []) {
    (self.corpus, self.nestedKeys, self.nullKeys) = (corpus, nestedKeys, nullKeys)
  }
}

extension [Column] {
  /// Returns a column for each name in the file, without a role if the column is not mapped.
  func ordered(like known: [String], of file: String) throws(DatasetError) -> [Column] {
    for column in self where !known.contains(column.name) {
      throw .missingColumn(column.name, known: known, file: file)
    }
    return known.map { name in first { $0.name == name } ?? Column(name, []) }
  }
}

/// A load of rows into a corpus, which turns an error of the corpus into a position in the file.
///
/// All rows are read twice. The first pass keeps nothing, so that refusing a row for its content
/// costs next to nothing. In the second pass nothing can be wrong, unless the file has changed.
struct CorpusLoad {
  let name: String
  /// One column per cell of the reader's rows, in that order.
  let columns: [Column]

  static func inferred<Reader: RecordReader>(
    name: String, from reader: Reader
  ) throws(DatasetError) -> DatasetRows {
    var first = reader
    let (columns, idle) = try ColumnInference.columns(of: &first)
    let load = CorpusLoad(name: name, columns: columns)
    var rows = try load.rows(from: reader, like: first.window)
    rows.columnsWithoutRole = idle
    return rows
  }

  func rows<Reader: RecordReader>(from reader: Reader) throws(DatasetError) -> DatasetRows {
    var first = reader
    var row = SourceRow()
    let builder = try emptyBuilder(file: reader.window.name)
    // A reader checks the sizes of all cells; apart from that, only numbers can be wrong.
    row.keepsText = columns.map { $0.roles.contains(.numeric) }
    while try first.next(into: &row) {
      do throws(CorpusError) {
        try builder.check(row.cells)
      } catch {
        throw located(error, row, first.window)
      }
    }
    return try rows(from: reader, like: first.window)
  }

  /// Reads all rows for the second time.
  ///
  /// - Parameter checked: the window at its end, after all rows were found to be valid.
  private func rows<Reader: RecordReader>(
    from reader: Reader, like checked: RowWindow
  ) throws(DatasetError) -> DatasetRows {
    var reader = reader
    var row = SourceRow()
    var builder = try emptyBuilder(file: checked.name)
    do throws(DatasetError) {
      while try reader.next(into: &row) {
        do throws(CorpusError) {
          try builder.append(row.cells)
        } catch {
          throw located(error, row, reader.window)
        }
      }
    } catch {
      // Only the total number of rows can exceed these limits, so they are checked here.
      if case .corpus = error { throw error }
      if case .unreadableFile = error { throw error }
      throw .changedFile(checked.name)
    }
    guard reader.window.digest == checked.digest else { throw .changedFile(checked.name) }
    return DatasetRows(builder.finish(), nestedKeys: reader.nestedKeys, nullKeys: reader.nullKeys)
  }

  private func emptyBuilder(file: String) throws(DatasetError) -> CorpusBuilder {
    do throws(CorpusError) {
      return CorpusBuilder(name: name, schema: try Schema(columns))
    } catch {
      throw .corpus(error, file: file)
    }
  }

  private func located(
    _ error: CorpusError, _ row: SourceRow, _ window: RowWindow
  ) -> DatasetError {
    func position(of column: String) -> SourcePosition {
      window.position(of: row.cellOffsets[columns.firstIndex { $0.name == column } ?? 0])
    }
    return switch error {
    case .fieldTooLong(_, let column, let sizeInBytes):
      .fieldTooLong(column: column, sizeInBytes: sizeInBytes, at: position(of: column))
    case .notANumber(_, let column, let cell):
      .notANumber(column: column, cell: cell, at: position(of: column))
    default:
      .corpus(error, file: window.name)
    }
  }
}
