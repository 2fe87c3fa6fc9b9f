internal import MatchmarkCore

/// A row with the positions of its cells in the window of its reader.
struct SourceRow {
  /// The cells, in column order.
  var cells = RowBytes()
  /// The offset at which each cell begins.
  var cellOffsets: [Int] = []
  /// The offset at which the row begins.
  var start = 0
  /// Whether the text of each column's cells is kept; nil if all of it is.
  var keepsText: [Bool]?

  /// Forgets the row; the next one begins at `start`.
  mutating func begin(at start: Int) {
    cells.removeAll()
    cellOffsets.removeAll(keepingCapacity: true)
    self.start = start
  }
}

/// The name of a column, as given in a file.
enum ColumnName {
  /// The longest name; it appears in every table and in each line of canonical rows.
  static let sizeLimitInBytes = 1_024

  static func check(_ sizeInBytes: Int, at position: SourcePosition) throws(DatasetError) {
    guard sizeInBytes <= sizeLimitInBytes else {
      throw .columnNameTooLong(sizeInBytes: sizeInBytes, at: position)
    }
  }
}

/// Reads one file format row by row.
///
/// A copy reads the same rows again, as long as the source does not change.
protocol RecordReader {
  /// The columns, in the order of the rows' cells.
  var columnNames: [String] { get }

  /// The window that the offsets of the last row refer to.
  var window: RowWindow { get }

  /// Reads the next row.
  ///
  /// - Returns: false after the last one.
  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool
}
