internal import MatchmarkCore

/// A row together with where its cells stand in the window of its reader.
struct SourceRow {
  /// The cells, in column order.
  var cells = RowBytes()
  /// The offset at which each cell begins.
  var cellOffsets: [Int] = []
  /// The offset at which the row begins.
  var start = 0
  /// Whether the text of each column's cells is kept; nil where all is.
  var keepsText: [Bool]?

  /// Forgets the row; the next one begins at `start`.
  mutating func begin(at start: Int) {
    cells.removeAll()
    cellOffsets.removeAll(keepingCapacity: true)
    self.start = start
  }
}

/// The name of a column, as a file states it.
enum ColumnName {
  /// The longest name; it stands in every table and in each line of canonical rows.
  static let sizeLimitInBytes = 1_024

  static func check(_ sizeInBytes: Int, at position: SourcePosition) throws(DatasetError) {
    guard sizeInBytes <= sizeLimitInBytes else {
      throw .columnNameTooLong(sizeInBytes: sizeInBytes, at: position)
    }
  }
}

/// Reads one file format row by row.
///
/// A copy reads the same rows again, for as long as the source stays as it is.
protocol RecordReader {
  /// The columns, in the order of the rows' cells.
  var columnNames: [String] { get }

  /// What the offsets of the row that was read last count in.
  var window: RowWindow { get }

  /// Reads the next row.
  ///
  /// - Returns: false after the last one.
  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool
}
