internal import MatchmarkCore

/// A reader of delimited values that follows RFC 4180 strictly, as far as cells may be quoted.
///
/// The first record is the header, unless there is none. Lines end with LF or CR LF; the last line
/// may end with the file. Nothing is trimmed. A cell is quoted as a whole or not at all; CR without
/// LF is text only in a quoted cell. A blank line is a row with too few cells, even if there is
/// only one column, because an empty cell can be written as `""`; without quotes, it is an empty
/// cell of an only column.
///
/// - Complexity: O(bytes) time, O(row) space.
struct DelimitedReader: RecordReader {
  private(set) var window: RowWindow
  private var bytes: [UInt8]
  private var position: Int
  private let delimiter: UInt8
  private let hasQuotes: Bool

  private(set) var columnNames: [String] = []

  private static let quote = UInt8(ascii: "\"")
  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  /// Reads the header, or counts the cells of the first record.
  ///
  /// - Throws: ``DatasetError/emptyFile(_:)``, ``DatasetError/emptyColumnName(at:)``,
  ///   ``DatasetError/duplicateColumnName(_:at:)``, or the errors of ``next(into:)``.
  init(_ window: RowWindow, _ format: DelimitedFormat) throws(DatasetError) {
    self.window = window
    (delimiter, hasQuotes) = (format.delimiter, format.hasQuotes)
    bytes = window.bytes
    position = window.textStart
    var header = SourceRow()
    guard try readRecord(into: &header) != nil else { throw .emptyFile(window.name) }
    if let line = separatorLine(header.start) {
      throw .separatorLine(line, at: self.window.position(of: header.start))
    }
    if format.hasHeader {
      columnNames = try Self.names(header, self.window)
    } else {
      try Self.checkCount(header, self.window)
      columnNames = (1...header.cells.cellCount).map { "column\($0)" }
      // The first record is a row; it is read again, and any window holds it as a whole.
      position = header.start
    }
  }

  /// Returns the first line if it is one such as `sep=;`, which tells spreadsheets the delimiter,
  /// otherwise nil.
  private func separatorLine(_ start: Int) -> String? {
    let line = bytes[start..<position].prefix {
      ![Self.lineFeed, Self.carriageReturn].contains($0)
    }
    let isOne = line.count == 5 && line.starts(with: Array("sep=".utf8))
    return isOne ? String(decoding: line, as: UTF8.self) : nil
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    guard let cellCount = try readRecord(into: &row) else { return false }
    guard cellCount == columnNames.count else {
      throw .raggedRow(
        cellCount: cellCount, expectedCount: columnNames.count,
        at: window.position(of: row.start))
    }
    return true
  }

  /// Reads a record, and reads it again with more bytes if a quoted cell extends beyond the window.
  ///
  /// - Returns: the number of all cells; nil at the end.
  private mutating func readRecord(into row: inout SourceRow) throws(DatasetError) -> Int? {
    if position == bytes.count, try !advance(past: position) { return nil }
    while true {
      row.begin(at: position)
      do throws(DatasetError) {
        return try readCells(into: &row)
      } catch {
        guard case .unterminatedQuote = error, try advance(past: row.start) else { throw error }
      }
    }
  }

  private mutating func advance(past offset: Int) throws(DatasetError) -> Bool {
    guard try window.advance(past: offset) else { return false }
    bytes = window.bytes
    position = 0
    return true
  }

  private static func checkCount(
    _ header: SourceRow, _ window: RowWindow
  ) throws(DatasetError) {
    guard header.cells.cellCount > 0 else {
      throw .emptyColumnName(at: window.position(of: header.start))
    }
    guard header.cells.cellCount <= SearchLimits.columnCount else {
      throw .corpus(.tooManyColumns, file: window.name)
    }
  }

  private static func names(
    _ header: SourceRow, _ window: RowWindow
  ) throws(DatasetError) -> [String] {
    try checkCount(header, window)
    var names: [String] = []
    for index in 0..<header.cells.cellCount {
      let offset = header.cellOffsets[index]
      let cell = header.cells.slice(index)
      if cell.count > ColumnName.sizeLimitInBytes {
        try ColumnName.check(cell.count, at: window.position(of: offset))
      }
      let name = String(decoding: cell, as: UTF8.self)
      guard !name.isEmpty else { throw .emptyColumnName(at: window.position(of: offset)) }
      guard !names.contains(name) else {
        throw .duplicateColumnName(name, at: window.position(of: offset))
      }
      names.append(name)
    }
    return names
  }
}

extension DelimitedReader {
  /// Reads up to and including the end of the line; a blank line has no cells.
  ///
  /// Cells beyond the last column, and the excess bytes of cells that are too long, are counted but
  /// not kept.
  ///
  /// - Returns: the number of all cells.
  private mutating func readCells(into row: inout SourceRow) throws(DatasetError) -> Int {
    if hasQuotes || columnNames.count > 1, readLineEnd() { return 0 }
    // A header may have one column too many, so that the error can be reported.
    let keptCount = columnNames.isEmpty ? SearchLimits.columnCount + 1 : columnNames.count
    var cellCount = 0
    while true {
      cellCount += 1
      let start = position
      let isKept = cellCount <= keptCount
      let keepsText = isKept && row.keepsText?[cellCount - 1] ?? true
      let sizeInBytes = try readCell(
        into: &row.cells, keeping: keepsText ? SearchLimits.fieldSizeInBytes : 0)
      if isKept {
        guard sizeInBytes <= SearchLimits.fieldSizeInBytes else {
          let place = window.position(of: start)
          throw columnNames.isEmpty
            ? .columnNameTooLong(sizeInBytes: sizeInBytes, at: place)
            : .fieldTooLong(
              column: columnNames[cellCount - 1], sizeInBytes: sizeInBytes, at: place)
        }
        row.cellOffsets.append(start)
        row.cells.endCell()
      }
      if position == bytes.count || readLineEnd() { return cellCount }
      // A byte that ends neither the file nor the line can only be the delimiter.
      position += 1
    }
  }

  /// Reads a cell.
  ///
  /// - Parameter limit: the size beyond which the rest of a cell is not appended.
  /// - Returns: the size of the whole cell.
  private mutating func readCell(
    into cells: inout RowBytes, keeping limit: Int
  ) throws(DatasetError) -> Int {
    if hasQuotes, position < bytes.count, bytes[position] == Self.quote {
      return try readQuoted(into: &cells, keeping: limit)
    }
    let start = position
    try skipBare()
    if position - start <= limit { cells.append(contentsOf: bytes[start..<position]) }
    return position - start
  }

  private mutating func readLineEnd() -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == Self.lineFeed {
      position += 1
      return true
    }
    guard isCarriageReturnWithLineFeed(position) else { return false }
    position += 2
    return true
  }

  private func isCarriageReturnWithLineFeed(_ index: Int) -> Bool {
    bytes[index] == Self.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == Self.lineFeed
  }

  private mutating func skipBare() throws(DatasetError) {
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == delimiter || byte == Self.lineFeed { break }
      if byte == Self.quote, hasQuotes { throw .strayQuote(at: window.position(of: index)) }
      if byte == Self.carriageReturn {
        if isCarriageReturnWithLineFeed(index) { break }
        throw .loneCarriageReturn(at: window.position(of: index))
      }
      index += 1
    }
    position = index
  }

  private mutating func readQuoted(
    into cells: inout RowBytes, keeping limit: Int
  ) throws(DatasetError) -> Int {
    let opening = position
    var sizeInBytes = 0
    var index = position + 1
    var copied = index
    while index < bytes.count {
      guard bytes[index] == Self.quote else {
        index += 1
        continue
      }
      sizeInBytes += index - copied
      if sizeInBytes <= limit { cells.append(contentsOf: bytes[copied..<index]) }
      guard index + 1 < bytes.count && bytes[index + 1] == Self.quote else {
        position = index + 1
        try checkCellEnd()
        return sizeInBytes
      }
      // Two quotation marks stand for one; the second one begins the next stretch of text.
      copied = index + 1
      index += 2
    }
    throw .unterminatedQuote(at: window.position(of: opening))
  }

  private func checkCellEnd() throws(DatasetError) {
    guard position < bytes.count, bytes[position] != delimiter,
      bytes[position] != Self.lineFeed, !isCarriageReturnWithLineFeed(position)
    else { return }
    throw .textAfterQuote(at: window.position(of: position))
  }
}
