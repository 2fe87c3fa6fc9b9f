internal import MatchmarkCore

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
protocol RecordReader {
  /// The columns, in the order of the rows' cells; reading rows may add more.
  var columnNames: [String] { get }

  /// True if reading rows adds no columns.
  var knowsColumns: Bool { get }

  /// The keys of lists and objects that are left out.
  var nestedKeys: [String] { get }

  /// The keys of nulls, each of which is an empty cell.
  var nullKeys: [String] { get }

  /// The window that the offsets of cells refer to.
  var window: RowWindow { get }

  /// Appends the next row, or several.
  ///
  /// The window moves on only for a batch without rows, so that offsets of cells stay valid.
  ///
  /// - Returns: false if no row was appended: after the last one, or because the window must move.
  mutating func readRow(into batch: inout RowBatch) throws(DatasetError) -> Bool
}

extension RecordReader {
  var knowsColumns: Bool { true }
  var nestedKeys: [String] { [] }
  var nullKeys: [String] { [] }
}

/// The rows of a reader in batches, each of what is visible in the window at a time.
struct RowBatches<Reader: RecordReader> {
  private(set) var reader: Reader
  /// The error of the row after the last batch.
  private var failure: DatasetError?

  /// No row is added to a batch of that many cells: rows of JSON need no bytes for them.
  private static var cellLimit: Int { 1 << 16 }

  init(_ reader: Reader) { self.reader = reader }

  /// Reads the next rows.
  ///
  /// Rows before a mistake are a batch of their own, so that the first mistake of a file is found
  /// first, whatever kind it is.
  ///
  /// - Returns: false after the last row.
  mutating func next(into batch: inout RowBatch) throws(DatasetError) -> Bool {
    batch.removeRows()
    if let failure { throw failure }
    do throws(DatasetError) {
      while batch.cells.count < Self.cellLimit, try reader.readRow(into: &batch) {}
    } catch {
      guard batch.rowCount > 0 else { throw error }
      batch.removeOpenCells()
      failure = error
    }
    return batch.rowCount > 0
  }
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

  mutating func readRow(into batch: inout RowBatch) throws(DatasetError) -> Bool {
    guard try window.show(&position, to: &batch) else { return false }
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
    batch.cells.append(RowBatch.Cell(title.indices, at: position))
    batch.endRow()
    position = min(end + 1, rest.endIndex)
    return true
  }
}

extension RowWindow {
  /// Makes sure that there is text at a position, which moves with the window, and that a batch
  /// sees the same bytes as its reader.
  ///
  /// - Returns: false after the last row, or if the window must move, but the batch has rows.
  mutating func show(
    _ position: inout Int, to batch: inout RowBatch
  ) throws(DatasetError) -> Bool {
    guard batch.rowCount == 0 else { return position < bytes.count }
    // A batch that holds the bytes of the window would make moving them a copy.
    batch.bytes = []
    if position == bytes.count {
      let hasMore = try advance(past: position)
      position = 0
      guard hasMore else { return false }
    }
    batch.bytes = bytes
    return true
  }
}
