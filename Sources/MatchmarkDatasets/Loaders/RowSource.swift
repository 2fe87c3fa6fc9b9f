package import MatchmarkCore

/// The bytes of rows, read in pieces, and more than once.
package struct RowSource: Sendable {
  /// The name, for errors.
  package let name: String
  /// The stated size, used only to limit what rows may omit.
  package let sizeInBytes: Int
  /// The number of bytes requested at a time.
  package var chunkSizeInBytes = 1 << 18
  /// The longest row that is read, with its line end.
  package var rowSizeLimitInBytes = Self.rowSizeLimitInBytes

  /// The longest row of a file, with its line end; all of it is held at once.
  package static let rowSizeLimitInBytes = 1 << 23

  private let piece: Piece

  /// Returns the bytes from an offset on, up to a number of them, and none only at the end.
  package typealias Piece =
    @Sendable (_ offset: Int, _ count: Int) throws(DatasetError) -> [UInt8]

  /// Bytes that are stored elsewhere.
  package init(name: String, sizeInBytes: Int, piece: @escaping Piece) {
    self.name = name
    self.sizeInBytes = sizeInBytes
    self.piece = piece
  }

  package init(name: String, bytes: [UInt8]) {
    self.init(name: name, sizeInBytes: bytes.count) { offset, count in
      Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
  }

  /// The bytes from an offset on, up to a number of them; none only at the end.
  func bytes(from offset: Int, count: Int) throws(DatasetError) -> [UInt8] {
    try piece(offset, count)
  }

  /// The checksum of all bytes.
  ///
  /// - Complexity: O(bytes) time, O(chunk) space.
  package func checksum() throws(DatasetError) -> Checksum {
    var checksum = Checksum()
    while true {
      let chunk = try bytes(from: checksum.byteCount, count: chunkSizeInBytes)
      if chunk.isEmpty { return checksum }
      checksum.update(chunk)
    }
  }
}
