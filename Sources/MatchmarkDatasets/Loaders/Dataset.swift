package import MatchmarkCore

package enum DatasetFormat: Sendable, Hashable {
  /// Values separated by a delimiter, RFC 4180; the delimiter is an ASCII character.
  case csv(delimiter: UInt8)
  /// One flat JSON object per line.
  case jsonLines
  /// One title per line, in a column ``titleColumn``.
  case titles

  package static let titleColumn = "title"

  package static let csv = DatasetFormat.csv(delimiter: UInt8(ascii: ","))
  package static let tsv = DatasetFormat.csv(delimiter: 0x09)

  package static let byEnding: [(ending: String, format: DatasetFormat)] = [
    ("csv", .csv), ("tsv", .tsv), ("jsonl", .jsonLines), ("ndjson", .jsonLines), ("txt", .titles),
  ]

  /// Returns the format for a file's extension, ignoring case; nil if there is none.
  package init?(endingOf path: String) {
    let path = path.lowercased()
    guard let known = Self.byEnding.first(where: { path.hasSuffix(".\($0.ending)") }) else {
      return nil
    }
    self = known.format
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
  /// CSV file keep their order. JSON Lines take the order of the mapping, because the keys of an
  /// object have no order. Without a mapping, a canonical file states its own roles.
  ///
  /// - Throws: ``DatasetError`` with file, line and column.
  /// - Complexity: O(bytes) time; O(row) space if the file is refused. The bytes are read twice.
  package func corpus(columns: [Column]? = nil) throws(DatasetError) -> Corpus {
    let window = try RowWindow(source)
    switch format {
    case .csv(let delimiter):
      return try corpus(from: try CSVReader(window, delimiter: delimiter), columns)
    case .jsonLines where CanonicalCorpus.isCanonical(window):
      return try CanonicalCorpus.read(window, name: name, columns: columns)
    case .jsonLines:
      return try corpus(
        from: try JSONLinesReader(window, columnNames: columns?.map(\.name)), columns)
    case .titles:
      return try corpus(
        from: TitleReader(window), columns ?? [Column(DatasetFormat.titleColumn, .text)])
    }
  }

  /// Returns the corpus with inferred roles, except that exactly the named columns are text.
  ///
  /// - Throws: ``DatasetError/missingColumn(_:known:file:)``, or the errors of
  ///   ``corpus(columns:)``.
  /// - Complexity: that of reading the file twice with ``corpus(columns:)``.
  package func corpus(text names: [String]) throws(DatasetError) -> Corpus {
    let columns = try corpus().schema.columns
    let named = try names.map { Column($0, .text) }.ordered(
      like: columns.map(\.name), of: source.name)
    return try corpus(
      columns: zip(columns, named).map { column, named in
        Column(
          column.name, column.roles.subtracting(.text).union(named.roles),
          declaredValues: column.declaredValues)
      })
  }

  private func corpus<Reader: RecordReader>(
    from reader: Reader, _ columns: [Column]?
  ) throws(DatasetError) -> Corpus {
    guard let columns else { return try CorpusLoad.inferred(name: name, from: reader) }
    let ordered = try columns.ordered(like: reader.columnNames, of: source.name)
    return try CorpusLoad(name: name, columns: ordered).corpus(from: reader)
  }

  package static func format(of path: String) throws(DatasetError) -> DatasetFormat {
    guard let format = DatasetFormat(endingOf: path) else {
      throw .unknownFormat(path, known: DatasetFormat.byEnding.map { "." + $0.ending })
    }
    return format
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
  ) throws(DatasetError) -> Corpus {
    var first = reader
    let columns = try ColumnInference.columns(of: &first)
    let load = CorpusLoad(name: name, columns: columns)
    return try load.corpus(from: reader, like: first.window)
  }

  func corpus<Reader: RecordReader>(from reader: Reader) throws(DatasetError) -> Corpus {
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
    return try corpus(from: reader, like: first.window)
  }

  /// Reads all rows for the second time.
  ///
  /// - Parameter checked: the window at its end, after all rows were found to be valid.
  private func corpus<Reader: RecordReader>(
    from reader: Reader, like checked: RowWindow
  ) throws(DatasetError) -> Corpus {
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
    return builder.finish()
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
