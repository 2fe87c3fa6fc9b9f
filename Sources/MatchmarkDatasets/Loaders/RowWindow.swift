package import MatchmarkCore

/// The part of a source that a reader sees: whole lines, or elements of an array, of valid UTF-8.
///
/// The window ends with the end of a line or element, or of the source. No scalar crosses such an
/// end, so rows are validated as they arrive. More bytes can change the meaning of the rows in only
/// one way: a quoted cell that seemed to have no end may get one. Which rows are refused, and why,
/// does not depend on the number of bytes that arrive at a time.
struct RowWindow {
  /// The visible bytes; readers use offsets into them.
  private(set) var bytes: [UInt8] = []
  /// The bytes that have been read but are not visible yet.
  private var pending: [UInt8] = []
  /// The number of bytes of the source before the visible ones.
  private var passedSizeInBytes = 0
  /// The number of bytes of the source before the line with the first visible byte.
  private var lineStart = 0
  private var hasEnded = false
  private let source: RowSource
  /// The parts of the text that are visible as a whole or not at all.
  let rows: Rows

  enum Rows {
    case lines
    /// The elements of the one array of a JSON text, each with the comma after it.
    case elements
  }

  /// Creates a window on the first rows, if there are any.
  init(_ source: RowSource, rows: Rows = .lines) throws(DatasetError) {
    self.source = source
    self.rows = rows
    _ = try advance(past: 0)
  }

  var name: String { source.name }
  /// The number of bytes of the source up to the end of the visible ones.
  var shownSizeInBytes: Int { passedSizeInBytes + bytes.count }
  var sourceSizeInBytes: Int { source.sizeInBytes }

  /// The offset at which the text begins in the first lines, after a byte-order mark.
  var textStart: Int { SourceText.byteOrderMarkSizeInBytes(in: bytes) }

  /// Discards the bytes before an offset, and makes more lines visible after the rest.
  ///
  /// - Returns: false at the end of the source, when there are no more bytes.
  /// - Throws: ``DatasetError/invalidUTF8(byteOffset:at:)``,
  ///   ``DatasetError/rowTooLong(limitInBytes:at:)`` if the rest would exceed the size limit of a
  ///   row, or the errors of the source.
  /// - Complexity: O(visible bytes before and after).
  mutating func advance(past offset: Int) throws(DatasetError) -> Bool {
    let shownCount = bytes.count - offset
    if let lineFeed = bytes[..<offset].lastIndex(of: Self.lineFeed) {
      lineStart = passedSizeInBytes + lineFeed + 1
    }
    passedSizeInBytes += offset
    bytes.removeFirst(offset)
    bytes += pending
    while true {
      try read()
      if try showLines(beyond: shownCount) { return true }
      guard bytes.count <= source.rowSizeLimitInBytes else {
        throw .rowTooLong(limitInBytes: source.rowSizeLimitInBytes, at: position(of: 0))
      }
      if hasEnded { return false }
    }
  }

  /// Returns the position of an offset in the file; without a column on a line that is longer than
  /// a row may be.
  ///
  /// - Complexity: O(bytes of the source up to there), which are read again: only errors need it.
  func position(of offset: Int) -> SourcePosition {
    let linesBefore = linesBefore
    let hiddenSize = passedSizeInBytes - lineStart
    guard hiddenSize > 0, !bytes[..<min(offset, bytes.count)].contains(Self.lineFeed) else {
      return SourcePosition(file: name, bytes: bytes, offset: offset, linesBefore: linesBefore)
    }
    guard hiddenSize <= source.rowSizeLimitInBytes,
      let hidden = try? source.bytes(lineStart, hiddenSize), hidden.count == hiddenSize
    else { return SourcePosition(file: name, line: linesBefore + 1) }
    return SourcePosition(
      file: name, bytes: hidden + bytes, offset: hiddenSize + offset, linesBefore: linesBefore)
  }

  /// The number of lines before the one with the first visible byte.
  private var linesBefore: Int {
    var (count, offset) = (0, 0)
    while offset < lineStart,
      let chunk = try? source.bytes(offset, min(source.chunkSizeInBytes, lineStart - offset)),
      !chunk.isEmpty
    {
      count += chunk.count { $0 == Self.lineFeed }
      offset += chunk.count
    }
    return count
  }

  private static let lineFeed: UInt8 = 0x0A

  /// Doubles the number of bytes read, up to one byte above the size limit of a row.
  private mutating func read() throws(DatasetError) {
    let room = source.rowSizeLimitInBytes + 1 - bytes.count
    guard !hasEnded && room > 0 else { return }
    let count = min(max(source.chunkSizeInBytes, bytes.count), room)
    let chunk = try source.bytes(passedSizeInBytes + bytes.count, count)
    hasEnded = chunk.isEmpty
    bytes += chunk
  }

  /// Keeps whole lines visible, and the rest pending.
  ///
  /// - Returns: false if there is no line beyond the first bytes; nothing is pending then.
  private mutating func showLines(beyond shownCount: Int) throws(DatasetError) -> Bool {
    if passedSizeInBytes == 0, Self.isUTF16(bytes) { throw .utf16(source.name) }
    pending = []
    let limit = source.rowSizeLimitInBytes
    let isWhole = hasEnded && bytes.count <= limit
    let end = isWhole ? bytes.count : rowEnd(before: min(bytes.count, limit))
    guard end > shownCount else { return false }
    hide(from: end)
    if let failure = SourceText.firstInvalidByte(in: bytes) {
      let end = rowEnd(before: failure)
      guard end > shownCount else {
        throw .invalidUTF8(byteOffset: passedSizeInBytes + failure, at: position(of: failure))
      }
      hide(from: end)
    }
    return true
  }

  /// Returns true if a file begins with a byte-order mark of UTF-16, or with two ASCII characters
  /// in UTF-16.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false]
  }

  private mutating func hide(from end: Int) {
    pending = Array(bytes[end...]) + pending
    bytes.removeLast(bytes.count - end)
  }

  /// Returns the start of the row that contains an offset.
  private func rowEnd(before offset: Int) -> Int {
    switch rows {
    case .lines: (bytes[..<offset].lastIndex(of: Self.lineFeed) ?? -1) + 1
    case .elements: elementEnd(before: offset)
    }
  }

  /// Returns the offset after the last comma between two elements, 0 if there is none.
  ///
  /// Only the first window begins outside the array. What the text looks like beyond a mistake does
  /// not matter, because the reader stops there.
  private func elementEnd(before offset: Int) -> Int {
    var depth = passedSizeInBytes == 0 ? 0 : 1
    var (isInString, isEscaped) = (false, false)
    var end = 0
    for index in 0..<offset {
      let byte = bytes[index]
      if isInString {
        // No string spans lines.
        if byte == Self.lineFeed || byte == UInt8(ascii: "\"") && !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): (isInString, isEscaped) = (true, false)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: end = index + 1
      default: break
      }
    }
    return end
  }
}

/// The bytes of rows, which are read in pieces.
package struct RowSource: Sendable {
  /// The name of the source, for errors.
  package let name: String
  /// The stated size, which only limits the number of cells that rows may omit.
  package let sizeInBytes: Int
  package var chunkSizeInBytes = 1 << 18
  package var rowSizeLimitInBytes = Self.rowSizeLimitInBytes

  /// The maximum size of a row of a file with its line end, in bytes; a row is held in memory as a
  /// whole.
  package static let rowSizeLimitInBytes = 1 << 23

  let bytes: Piece

  /// A function that returns up to `count` bytes from an offset on; none only at the end.
  package typealias Piece =
    @Sendable (_ offset: Int, _ count: Int) throws(DatasetError) -> [UInt8]

  package init(name: String, sizeInBytes: Int, piece: @escaping Piece) {
    self.name = name
    self.sizeInBytes = sizeInBytes
    bytes = piece
  }

  /// Returns the first byte of the text that is not blank; nil if there is none nearby.
  package func firstSign() throws(DatasetError) -> UInt8? {
    let head = try bytes(0, 4_096)
    let text = head.dropFirst(SourceText.byteOrderMarkSizeInBytes(in: head))
    return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  /// Returns the checksum of all bytes.
  ///
  /// - Complexity: O(bytes) time, O(chunk) space.
  package func checksum() throws(DatasetError) -> Checksum {
    var checksum = Checksum()
    while true {
      let chunk = try bytes(checksum.byteCount, chunkSizeInBytes)
      if chunk.isEmpty { return checksum }
      checksum.update(chunk)
    }
  }
}
