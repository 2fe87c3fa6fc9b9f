package import MatchmarkCore

/// The part of a source that a reader sees: whole lines, known to be UTF-8.
///
/// It ends with a line end or with the source. No scalar crosses a line end, so lines
/// are validated as they arrive, and more bytes can change their meaning to a reader in only one
/// way: a quoted cell that seems to have no end. Which lines are refused, and why, does not
/// depend on how many bytes arrive at a time.
struct RowWindow {
  /// The bytes shown; readers count in offsets into them.
  private(set) var bytes: [UInt8] = []
  /// The bytes read but not yet shown.
  private var pending: [UInt8] = []
  /// The number of bytes of the source before those shown.
  private var passedSizeInBytes = 0
  private var hasEnded = false
  private let source: RowSource
  /// A checksum that shows whether another reading got the same bytes.
  private(set) var digest = ContentDigest()

  /// Shows the first lines, if there are any.
  init(_ source: RowSource) throws(DatasetError) {
    self.source = source
    _ = try advance(past: 0)
  }

  var name: String { source.name }
  var sourceSizeInBytes: Int { source.sizeInBytes }

  /// Where the text begins in the first lines, after a byte-order mark.
  var textStart: Int { SourceText.byteOrderMarkSizeInBytes(in: bytes) }

  /// Discards the bytes before an offset, and shows more lines after the rest.
  ///
  /// - Returns: false at the end of the source, when there is no more to show.
  /// - Throws: ``DatasetError/invalidUTF8(byteOffset:at:)``,
  ///   ``DatasetError/rowTooLong(limitInBytes:at:)`` where the rest would be over the size limit of
  ///   a row, or what the source throws.
  /// - Complexity: O(bytes shown before and after).
  mutating func advance(past offset: Int) throws(DatasetError) -> Bool {
    let shownCount = bytes.count - offset
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

  /// - Complexity: O(bytes shown); only errors need it.
  func position(of offset: Int) -> SourcePosition {
    let held = bytes.count { $0 == Self.lineFeed } + pending.count { $0 == Self.lineFeed }
    return SourcePosition(
      file: name, bytes: bytes, offset: offset, linesBefore: digest.lineFeedCount - held)
  }

  fileprivate static let lineFeed: UInt8 = 0x0A

  /// Doubles what has been read, up to one byte over the size limit of a row.
  private mutating func read() throws(DatasetError) {
    let room = source.rowSizeLimitInBytes + 1 - bytes.count
    guard !hasEnded && room > 0 else { return }
    let count = min(max(source.chunkSizeInBytes, bytes.count), room)
    let chunk = try source.bytes(passedSizeInBytes + bytes.count, count)
    hasEnded = chunk.isEmpty
    digest.update(chunk)
    bytes += chunk
  }

  /// Keeps the whole lines shown, and the rest pending.
  ///
  /// - Returns: false if there is none beyond the first bytes; then nothing is pending.
  private mutating func showLines(beyond shownCount: Int) throws(DatasetError) -> Bool {
    if passedSizeInBytes == 0, Self.isUTF16(bytes) { throw .utf16(source.name) }
    pending = []
    let limit = source.rowSizeLimitInBytes
    let isWhole = hasEnded && bytes.count <= limit
    let end = isWhole ? bytes.count : lineEnd(before: min(bytes.count, limit))
    guard end > shownCount else { return false }
    hide(from: end)
    if let fault = SourceText.firstInvalidByte(in: bytes) {
      let end = lineEnd(before: fault)
      guard end > shownCount else {
        throw .invalidUTF8(byteOffset: passedSizeInBytes + fault, at: position(of: fault))
      }
      hide(from: end)
    }
    return true
  }

  /// Whether a file begins with a byte-order mark of UTF-16, or with two ASCII characters in it.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false]
  }

  private mutating func hide(from end: Int) {
    pending = Array(bytes[end...]) + pending
    bytes.removeLast(bytes.count - end)
  }

  /// The beginning of the last line that begins at or before an offset.
  private func lineEnd(before offset: Int) -> Int {
    (bytes[..<offset].lastIndex(of: Self.lineFeed) ?? -1) + 1
  }
}

/// A checksum over bytes in order; different contents differ, unless a collision is crafted.
struct ContentDigest: Equatable {
  /// The number of line feeds, counted here since every byte is read anyway.
  private(set) var lineFeedCount = 0
  private var sum: UInt64 = 0
  private var sumOfSums: UInt64 = 0

  /// - Complexity: O(bytes), about one cycle per byte.
  mutating func update(_ bytes: [UInt8]) {
    // In local variables, which stay in registers.
    var (lineFeedCount, sum, sumOfSums) = (lineFeedCount, sum, sumOfSums)
    for byte in bytes {
      if byte == RowWindow.lineFeed { lineFeedCount += 1 }
      sum &+= UInt64(byte) &+ 1
      sumOfSums &+= sum
    }
    (self.lineFeedCount, self.sum, self.sumOfSums) = (lineFeedCount, sum, sumOfSums)
  }
}

/// The bytes of rows, read in pieces, and more than once.
package struct RowSource: Sendable {
  /// The name, for errors.
  package let name: String
  /// The stated size, used only to limit what rows may omit.
  package let sizeInBytes: Int
  package var chunkSizeInBytes = 1 << 18
  package var rowSizeLimitInBytes = Self.rowSizeLimitInBytes

  /// The longest row of a file, with its line end; all of it is held at once.
  package static let rowSizeLimitInBytes = 1 << 23

  let bytes: Piece

  /// Returns the bytes from an offset on, up to a number of them, and none only at the end.
  package typealias Piece =
    @Sendable (_ offset: Int, _ count: Int) throws(DatasetError) -> [UInt8]

  package init(name: String, sizeInBytes: Int, piece: @escaping Piece) {
    self.name = name
    self.sizeInBytes = sizeInBytes
    bytes = piece
  }

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
