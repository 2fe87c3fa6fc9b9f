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
  private var position: Int
  private let delimiter: UInt8
  private let hasQuotes: Bool

  private(set) var columnNames: [String] = []
  private let plainRows: PlainRows

  /// Reads the header, or counts the cells of the first record.
  ///
  /// - Throws: ``DatasetError/emptyFile(_:)``, ``DatasetError/emptyColumnName(at:)``,
  ///   ``DatasetError/duplicateColumnName(_:at:)``, or the errors of ``readRow(into:)``.
  init(_ window: RowWindow, _ format: DelimitedFormat) throws(DatasetError) {
    self.window = window
    (delimiter, hasQuotes) = (format.delimiter, format.hasQuotes)
    plainRows = PlainRows(delimiter: delimiter, hasQuotes: hasQuotes)
    position = window.textStart
    var header = RowBatch(columnCount: 1)
    guard let record = try readRecord(into: &header) else { throw .emptyFile(window.name) }
    if let line = separatorLine(record.start) {
      throw .separatorLine(line, at: self.window.position(of: record.start))
    }
    if format.hasHeader {
      columnNames = try Self.names(header, record.start, self.window)
    } else {
      try Self.checkCount(header, record.start, self.window)
      columnNames = (1...header.cells.count).map { "column\($0)" }
      // The first record is a row; it is read again, and any window holds it as a whole.
      position = record.start
    }
  }

  private var bytes: [UInt8] { window.bytes }

  /// Returns the first line if it is one such as `sep=;`, which tells spreadsheets the delimiter,
  /// otherwise nil.
  private func separatorLine(_ start: Int) -> String? {
    let line = bytes[start..<position].prefix {
      ![PlainRows.lineFeed, PlainRows.carriageReturn].contains($0)
    }
    let isOne = line.count == 5 && line.starts(with: Array("sep=".utf8))
    return isOne ? String(decoding: line, as: UTF8.self) : nil
  }

  mutating func readRow(into batch: inout RowBatch) throws(DatasetError) -> Bool {
    guard try window.show(&position, to: &batch) else { return false }
    let end = plainRows.read(
      window.bytes.span, from: position, columnCount: columnNames.count, into: &batch.cells)
    if end > position {
      position = end
      batch.endRows()
      return true
    }
    guard let record = try readRecord(into: &batch) else { return false }
    guard record.cellCount == columnNames.count else {
      throw .raggedRow(
        cellCount: record.cellCount, expectedCount: columnNames.count,
        at: window.position(of: record.start))
    }
    batch.endRow()
    return true
  }

  /// Reads a record, and reads it again with more bytes if a quoted cell extends beyond the window.
  ///
  /// - Returns: the number of all cells, and where the record starts; nil at the end, or if the
  ///   window must move, but the batch has rows.
  private mutating func readRecord(
    into batch: inout RowBatch
  ) throws(DatasetError) -> (cellCount: Int, start: Int)? {
    while try window.show(&position, to: &batch) {
      let start = position
      if let cellCount = try readCells(into: &batch) { return (cellCount, start) }
      batch.removeOpenCells()
      let opening = position
      position = start
      if batch.rowCount > 0 { return nil }
      batch.bytes = []
      guard try window.advance(past: start) else {
        throw .unterminatedQuote(at: window.position(of: opening - start))
      }
      position = 0
    }
    return nil
  }

  private static func checkCount(
    _ header: RowBatch, _ start: Int, _ window: RowWindow
  ) throws(DatasetError) {
    guard !header.cells.isEmpty else { throw .emptyColumnName(at: window.position(of: start)) }
    guard header.cells.count <= SearchLimits.columnCount else {
      throw .corpus(.tooManyColumns, file: window.name)
    }
  }

  private static func names(
    _ header: RowBatch, _ start: Int, _ window: RowWindow
  ) throws(DatasetError) -> [String] {
    try checkCount(header, start, window)
    var names: [String] = []
    for cell in header.cells {
      let offset = Int(cell.offset)
      if cell.range.count > ColumnName.sizeLimitInBytes {
        try ColumnName.check(cell.range.count, at: window.position(of: offset))
      }
      let name = String(decoding: header.bytes[cell.range], as: UTF8.self)
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
  /// - Returns: the number of all cells; nil if a quoted cell, at the new position, has no end.
  private mutating func readCells(into batch: inout RowBatch) throws(DatasetError) -> Int? {
    if hasQuotes || columnNames.count > 1, readLineEnd() { return 0 }
    // A header may have one column too many, so that the error can be reported.
    let keptCount = columnNames.isEmpty ? SearchLimits.columnCount + 1 : columnNames.count
    var cellCount = 0
    while true {
      cellCount += 1
      let start = position
      let isKept = cellCount <= keptCount
      guard
        let (range, sizeInBytes) = try readCell(
          into: &batch.bytes, keeping: isKept ? SearchLimits.fieldSizeInBytes : 0)
      else { return nil }
      if isKept {
        guard sizeInBytes <= SearchLimits.fieldSizeInBytes else {
          let place = window.position(of: start)
          throw columnNames.isEmpty
            ? .columnNameTooLong(sizeInBytes: sizeInBytes, at: place)
            : .fieldTooLong(
              column: columnNames[cellCount - 1], sizeInBytes: sizeInBytes, at: place)
        }
        batch.cells.append(RowBatch.Cell(range, at: start))
      }
      if position == bytes.count || readLineEnd() { return cellCount }
      // A byte that ends neither the file nor the line can only be the delimiter.
      position += 1
    }
  }

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - texts: the bytes of the window, after which those of a cell with quotation marks are
  ///     appended.
  ///   - limit: the size beyond which the rest of a cell is not appended.
  /// - Returns: the range of the text, and the size of the whole cell; nil for a quoted cell
  ///   without an end.
  private mutating func readCell(
    into texts: inout [UInt8], keeping limit: Int
  ) throws(DatasetError) -> (Range<Int>, sizeInBytes: Int)? {
    if hasQuotes, position < bytes.count, bytes[position] == PlainRows.quote {
      let start = texts.count
      guard let sizeInBytes = try readQuoted(into: &texts, keeping: limit) else { return nil }
      return (start..<texts.count, sizeInBytes)
    }
    let start = position
    try skipBare()
    return (start..<position, position - start)
  }

  private mutating func readLineEnd() -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == PlainRows.lineFeed {
      position += 1
      return true
    }
    guard isCarriageReturnWithLineFeed(position) else { return false }
    position += 2
    return true
  }

  private func isCarriageReturnWithLineFeed(_ index: Int) -> Bool {
    bytes[index] == PlainRows.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == PlainRows.lineFeed
  }

  private mutating func skipBare() throws(DatasetError) {
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == delimiter || byte == PlainRows.lineFeed { break }
      if byte == PlainRows.quote, hasQuotes { throw .strayQuote(at: window.position(of: index)) }
      if byte == PlainRows.carriageReturn {
        if isCarriageReturnWithLineFeed(index) { break }
        throw .loneCarriageReturn(at: window.position(of: index))
      }
      index += 1
    }
    position = index
  }

  private mutating func readQuoted(
    into texts: inout [UInt8], keeping limit: Int
  ) throws(DatasetError) -> Int? {
    var sizeInBytes = 0
    var index = position + 1
    var copied = index
    while index < bytes.count {
      guard bytes[index] == PlainRows.quote else {
        index += 1
        continue
      }
      sizeInBytes += index - copied
      if sizeInBytes <= limit { texts += bytes[copied..<index] }
      guard index + 1 < bytes.count && bytes[index + 1] == PlainRows.quote else {
        position = index + 1
        try checkCellEnd()
        return sizeInBytes
      }
      // Two quotation marks stand for one; the second one begins the next stretch of text.
      copied = index + 1
      index += 2
    }
    return nil
  }

  private func checkCellEnd() throws(DatasetError) {
    guard position < bytes.count, bytes[position] != delimiter,
      bytes[position] != PlainRows.lineFeed, !isCarriageReturnWithLineFeed(position)
    else { return }
    throw .textAfterQuote(at: window.position(of: position))
  }
}
