internal import MatchmarkCore

/// A row with the positions of its cells in the window of its reader.
struct SourceRow {
  /// The cells, in column order.
  var cells = RowBytes()
  var cellOffsets: [Int] = []
  var start = 0
  /// For each column, true if the text of its cells is kept; nil if all text is kept.
  var keepsText: [Bool]?

  /// Clears the row; the next one begins at `start`.
  mutating func begin(at start: Int) {
    cells.removeAll()
    cellOffsets.removeAll(keepingCapacity: true)
    self.start = start
  }
}

/// The name of a column, as given in a file.
enum ColumnName {
  /// The maximum size of a name, in bytes; the name appears in every table and in each line of
  /// canonical rows.
  static let sizeLimitInBytes = 1_024

  static func check(_ sizeInBytes: Int, at position: SourcePosition) throws(DatasetError) {
    guard sizeInBytes <= sizeLimitInBytes else {
      throw .columnNameTooLong(sizeInBytes: sizeInBytes, at: position)
    }
  }
}

/// A reader of one file format, row by row.
///
/// A copy of a reader reads the same rows again, as long as the source does not change.
protocol RecordReader {
  /// The columns, in the order of the rows' cells.
  var columnNames: [String] { get }

  /// The keys of lists and objects that are left out.
  var nestedKeys: [String] { get }

  /// The keys of nulls, each of which is an empty cell.
  var nullKeys: [String] { get }

  /// The window that the offsets of the last row refer to.
  var window: RowWindow { get }

  /// Reads the next row.
  ///
  /// - Returns: false after the last row.
  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool
}

extension RecordReader {
  var nestedKeys: [String] { [] }
  var nullKeys: [String] { [] }
}

/// A reader of one title per line; the title is the whole line, so a blank line is an empty title.
///
/// Lines end with LF or CR LF; the last line may end with the file. Nothing is trimmed. CR without
/// LF is an error: some systems end lines with CR alone, and the whole file would become one title.
///
/// - Complexity: O(bytes) time, O(row) space.
struct TitleReader: RecordReader {
  private(set) var window: RowWindow
  private var position: Int

  let columnNames = [DatasetFormat.titleColumn]

  init(_ window: RowWindow) {
    self.window = window
    position = window.textStart
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    if position == window.bytes.count {
      guard try window.advance(past: position) else { return false }
      position = 0
    }
    row.begin(at: position)
    row.cellOffsets.append(position)
    let rest = window.bytes[position...]
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    var title = rest[..<end]
    if end < rest.endIndex, title.last == 0x0D { title.removeLast() }
    if let place = title.firstIndex(of: 0x0D) {
      throw .loneCarriageReturn(at: window.position(of: place))
    }
    guard title.count <= SearchLimits.fieldSizeInBytes else {
      throw .fieldTooLong(
        column: columnNames[0], sizeInBytes: title.count, at: window.position(of: position))
    }
    if row.keepsText?[0] ?? true { row.cells.append(contentsOf: title) }
    row.cells.endCell()
    position = min(end + 1, rest.endIndex)
    return true
  }
}
