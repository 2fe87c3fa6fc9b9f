internal import MatchmarkCore

/// Turns a reader's rows into a corpus, and a refusal by the corpus into a position in the file.
///
/// All rows are read twice. The first pass keeps nothing, so refusing a row for its contents costs
/// next to nothing. In the second pass nothing can be wrong, unless the file has changed.
struct CorpusLoad {
  let name: String
  /// One column per cell of the reader's rows, in that order.
  let columns: [Column]

  /// The corpus of all rows, with inferred roles.
  static func inferred<Reader: RecordReader>(
    name: String, from reader: Reader
  ) throws(DatasetError) -> Corpus {
    var first = reader
    let columns = try ColumnInference.columns(of: &first)
    let load = CorpusLoad(name: name, columns: columns)
    return try load.corpus(from: reader, like: first.window)
  }

  /// The corpus of all rows.
  func corpus<Reader: RecordReader>(from reader: Reader) throws(DatasetError) -> Corpus {
    var first = reader
    try check(&first, with: try emptyBuilder(file: reader.window.name))
    return try corpus(from: reader, like: first.window)
  }

  private func check<Reader: RecordReader>(
    _ reader: inout Reader, with builder: CorpusBuilder
  ) throws(DatasetError) {
    // A reader checks the sizes of all cells; apart from that, only numbers can be wrong.
    var row = SourceRow()
    row.keepsText = columns.map { $0.roles.contains(.numeric) }
    while try reader.next(into: &row) {
      do throws(CorpusError) {
        try builder.check(row.cells)
      } catch {
        throw located(error, row, reader.window)
      }
    }
  }

  /// Reads rows that are known to be valid.
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
      // Limits that only the number of rows can exceed are checked here.
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
