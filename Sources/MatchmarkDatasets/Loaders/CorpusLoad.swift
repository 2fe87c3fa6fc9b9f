internal import MatchmarkCore

/// Turns a reader's rows into a corpus, and what the corpus refuses into a place in the file.
struct CorpusLoad {
  let name: String
  let source: SourceFile
  /// One column per cell of the reader's rows, in that order.
  let columns: [Column]

  /// Reads all rows.
  func corpus<Reader: RecordReader>(from reader: Reader) throws(DatasetError) -> Corpus {
    var reader = reader
    var row = SourceRow()
    var builder = try emptyBuilder()
    while try reader.next(into: &row) {
      do throws(CorpusError) {
        try builder.append(row.cells)
      } catch {
        throw located(error, row)
      }
    }
    return builder.finish()
  }

  private func emptyBuilder() throws(DatasetError) -> CorpusBuilder {
    do throws(CorpusError) {
      return CorpusBuilder(name: name, schema: try Schema(columns))
    } catch {
      throw .corpus(error, file: source.name)
    }
  }

  private func located(_ error: CorpusError, _ row: SourceRow) -> DatasetError {
    switch error {
    case .fieldTooLong(_, let column, let sizeInBytes):
      .fieldTooLong(column: column, sizeInBytes: sizeInBytes, at: position(of: column, row))
    case .notANumber(_, let column, let cell):
      .notANumber(column: column, cell: cell, at: position(of: column, row))
    default:
      .corpus(error, file: source.name)
    }
  }

  private func position(of column: String, _ row: SourceRow) -> SourcePosition {
    let index = columns.firstIndex { $0.name == column } ?? 0
    return source.position(of: row.cellOffsets[index])
  }
}
