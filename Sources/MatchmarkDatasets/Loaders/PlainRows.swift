internal import MatchmarkCore

/// Rows whose cells are in the file exactly as they are meant: nearly all rows of nearly all files.
///
/// Whatever is unusual is left to ``DelimitedReader``: a cell in which a quotation mark is doubled,
/// a last line without an end, and every mistake.
struct PlainRows {
  private let delimiter: UInt8
  private let hasQuotes: Bool
  /// The signs that end a cell without quotation marks.
  private let ends: SoughtBytes

  static let quote = UInt8(ascii: "\"")
  static let carriageReturn: UInt8 = 0x0D
  static let lineFeed: UInt8 = 0x0A

  init(delimiter: UInt8, hasQuotes: Bool) {
    self.delimiter = delimiter
    self.hasQuotes = hasQuotes
    let third = hasQuotes ? Self.quote : delimiter
    ends = SoughtBytes(delimiter, Self.lineFeed, Self.carriageReturn, third)
  }

  /// Appends the cells of as many rows as can be read, from a position on.
  ///
  /// - Returns: the position after them.
  /// - Complexity: O(bytes).
  func read(
    _ text: Span<UInt8>, from position: Int, columnCount: Int, into cells: inout [RowBatch.Cell]
  ) -> Int {
    var (end, cellCount) = (position, cells.count)
    var next = position
    var column = 0
    while next < text.count, column < columnCount, let cell = cell(of: text, at: next) {
      cells.append(cell.cell)
      column += 1
      next = cell.next
      guard cell.endsRow else { continue }
      // A blank line has no cell, if quotation marks can say that there is one.
      guard column == columnCount, columnCount > 1 || !hasQuotes || text[end] > Self.carriageReturn
      else { break }
      (end, cellCount, column) = (next, cells.count, 0)
    }
    cells.removeLast(cells.count - cellCount)
    return end
  }

  /// Returns the cell at a position, where the next one begins, and whether that is in the next
  /// row; nil if the cell is not plain.
  @inline(__always)
  private func cell(
    of text: Span<UInt8>, at start: Int
  ) -> (cell: RowBatch.Cell, next: Int, endsRow: Bool)? {
    let isQuoted = hasQuotes && text[start] == Self.quote
    let first = isQuoted ? start + 1 : start
    var end = (isQuoted ? Self.quotes : ends).first(in: text, from: first)
    let range = first..<end
    if isQuoted { end += 1 }
    guard range.count <= SearchLimits.fieldSizeInBytes, end < text.count else { return nil }
    let cell = RowBatch.Cell(range, at: start)
    switch text[end] {
    case delimiter: return (cell, end + 1, false)
    case Self.lineFeed: return (cell, end + 1, true)
    case Self.carriageReturn where end + 1 < text.count && text[end + 1] == Self.lineFeed:
      return (cell, end + 2, true)
    default: return nil
    }
  }

  private static let quotes = SoughtBytes(quote, quote, quote, quote)
}
