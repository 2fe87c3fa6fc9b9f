internal import MatchmarkCore

/// Reads comma-separated values by RFC 4180, strictly.
///
/// The first record is the header. Lines end with LF or CR LF, the last one may end with the file.
/// Nothing is trimmed. A cell is quoted as a whole or not at all; a CR without LF is text. A blank
/// line is a ragged row even where there is one column: an empty cell can be written as `""`.
///
/// - Complexity: O(bytes) time; one row of space.
struct CSVReader: RecordReader {
  private let file: SourceFile
  private var scanner: CSVScanner

  let columnNames: [String]

  /// Reads the header.
  ///
  /// - Throws: ``DatasetError/emptyFile(_:)``, ``DatasetError/emptyColumnName(at:)``,
  ///   ``DatasetError/duplicateColumnName(_:at:)``, or what ``next(into:)`` throws.
  init(_ file: SourceFile, delimiter: UInt8) throws(DatasetError) {
    self.file = file
    scanner = CSVScanner(bytes: file.bytes, delimiter: delimiter, position: file.textStart)
    guard !scanner.isAtEnd else { throw .emptyFile(file.name) }
    var header = SourceRow()
    header.begin(at: scanner.position)
    _ = try scanner.readRecord(into: &header, of: file, columnNames: nil)
    columnNames = try Self.names(header, file)
  }

  mutating func next(into row: inout SourceRow) throws(DatasetError) -> Bool {
    guard !scanner.isAtEnd else { return false }
    row.begin(at: scanner.position)
    let cellCount = try scanner.readRecord(into: &row, of: file, columnNames: columnNames)
    guard cellCount == columnNames.count else {
      throw .raggedRow(
        cellCount: cellCount, expectedCount: columnNames.count,
        at: file.position(of: row.start))
    }
    return true
  }

  private static func names(
    _ header: SourceRow, _ file: SourceFile
  ) throws(DatasetError) -> [String] {
    guard header.cells.cellCount > 0 else {
      throw .emptyColumnName(at: file.position(of: header.start))
    }
    guard header.cells.cellCount <= SearchLimits.columnCount else {
      throw .corpus(.tooManyColumns, file: file.name)
    }
    var names: [String] = []
    for index in 0..<header.cells.cellCount {
      let offset = header.cellOffsets[index]
      let cell = header.cells.slice(index)
      if cell.count > ColumnName.sizeLimitInBytes {
        try ColumnName.check(cell.count, at: file.position(of: offset))
      }
      let name = String(decoding: cell, as: UTF8.self)
      guard !name.isEmpty else { throw .emptyColumnName(at: file.position(of: offset)) }
      guard !names.contains(name) else {
        throw .duplicateColumnName(name, at: file.position(of: offset))
      }
      names.append(name)
    }
    return names
  }
}

/// The grammar of one record.
private struct CSVScanner {
  let bytes: [UInt8]
  let delimiter: UInt8
  var position: Int

  private static let quote = UInt8(ascii: "\"")
  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  var isAtEnd: Bool { position == bytes.count }

  /// Reads up to and including the end of the line; a blank line has no cells.
  ///
  /// Cells beyond the last column, and what is too long of others, are counted and take no room.
  ///
  /// - Parameter columnNames: nil for the header.
  /// - Returns: the number of all cells.
  mutating func readRecord(
    into row: inout SourceRow, of file: SourceFile, columnNames: [String]?
  ) throws(DatasetError) -> Int {
    if readLineEnd() { return 0 }
    let keptCount = columnNames?.count ?? SearchLimits.columnCount + 1
    var cellCount = 0
    while true {
      cellCount += 1
      let start = position
      let isKept = cellCount <= keptCount
      let sizeInBytes = try readCell(
        into: &row.cells, of: file, keeping: isKept ? SearchLimits.fieldSizeInBytes : 0)
      if isKept {
        guard sizeInBytes <= SearchLimits.fieldSizeInBytes else {
          throw Self.tooLong(sizeInBytes, columnNames?[cellCount - 1], at: file.position(of: start))
        }
        row.cellOffsets.append(start)
        row.cells.endCell()
      }
      if position == bytes.count || readLineEnd() { return cellCount }
      // What is neither the end of the file nor of the line can only be the delimiter.
      position += 1
    }
  }

  private static func tooLong(
    _ sizeInBytes: Int, _ column: String?, at position: SourcePosition
  ) -> DatasetError {
    guard let column else { return .columnNameTooLong(sizeInBytes: sizeInBytes, at: position) }
    return .fieldTooLong(column: column, sizeInBytes: sizeInBytes, at: position)
  }

  /// - Parameter limit: of a longer cell not all is appended.
  /// - Returns: the size of the whole cell.
  private mutating func readCell(
    into cells: inout RowBytes, of file: SourceFile, keeping limit: Int
  ) throws(DatasetError) -> Int {
    if position < bytes.count && bytes[position] == Self.quote {
      return try readQuoted(into: &cells, of: file, keeping: limit)
    }
    let cell = try readBare(of: file)
    if cell.count <= limit { cells.append(contentsOf: cell) }
    return cell.count
  }

  /// Reads LF or CR LF, if that is what comes next.
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

  private mutating func readBare(of file: SourceFile) throws(DatasetError) -> ArraySlice<UInt8> {
    let start = position
    var index = position
    while index < bytes.count {
      let byte = bytes[index]
      if byte == delimiter || byte == Self.lineFeed { break }
      if byte == Self.quote { throw .strayQuote(at: file.position(of: index)) }
      if byte == Self.carriageReturn && isCarriageReturnWithLineFeed(index) { break }
      index += 1
    }
    position = index
    return bytes[start..<index]
  }

  private mutating func readQuoted(
    into cells: inout RowBytes, of file: SourceFile, keeping limit: Int
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
        try checkCellEnd(of: file)
        return sizeInBytes
      }
      // Two quotation marks stand for one: the second is the first byte of the next stretch.
      copied = index + 1
      index += 2
    }
    throw .unterminatedQuote(at: file.position(of: opening))
  }

  private func checkCellEnd(of file: SourceFile) throws(DatasetError) {
    guard position < bytes.count, bytes[position] != delimiter,
      bytes[position] != Self.lineFeed, !isCarriageReturnWithLineFeed(position)
    else { return }
    throw .textAfterQuote(at: file.position(of: position))
  }
}
