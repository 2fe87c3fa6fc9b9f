internal import MatchmarkCore

/// A row together with where its cells stand in the file.
struct SourceRow {
  /// The cells, in column order.
  var cells = RowBytes()
  /// The file offset at which each cell begins.
  var cellOffsets: [Int] = []
  /// The file offset at which the row begins.
  var start = 0

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

  /// - Throws: ``DatasetError/columnNameTooLong(sizeInBytes:at:)``.
  static func check(_ sizeInBytes: Int, at position: SourcePosition) throws(DatasetError) {
    guard sizeInBytes <= sizeLimitInBytes else {
      throw .columnNameTooLong(sizeInBytes: sizeInBytes, at: position)
    }
  }
}

/// Reads one file format row by row.
protocol RecordReader {
  /// The columns, in the order of the rows' cells.
  var columnNames: [String] { get }

  /// Reads the next row.
  ///
  /// - Returns: false behind the last one.
  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool
}

/// A file in memory, able to say where one of its bytes is.
struct SourceFile {
  /// The name, for errors.
  let name: String
  /// The content.
  let bytes: [UInt8]

  /// A file that is known to be UTF-8.
  ///
  /// - Throws: ``DatasetError/invalidUTF8(byteOffset:at:)``.
  init(name: String, bytes: [UInt8]) throws(DatasetError) {
    self.name = name
    self.bytes = bytes
    if let byteOffset = SourceText.firstInvalidByte(in: bytes) {
      throw .invalidUTF8(byteOffset: byteOffset, at: position(of: byteOffset))
    }
  }

  /// Where the text begins, behind a byte-order mark.
  var textStart: Int { SourceText.byteOrderMarkSizeInBytes(in: bytes) }

  /// Line and column of a byte.
  ///
  /// - Complexity: O(offset); only errors ask.
  func position(of offset: Int) -> SourcePosition {
    SourcePosition(file: name, bytes: bytes, offset: offset)
  }
}
