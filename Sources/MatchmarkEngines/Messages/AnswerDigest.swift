internal import MatchmarkCore

/// The digest of an answer: zlib's CRC-32 of all ids as little-endian 32-bit numbers, ascending.
///
/// It replaces an answer that is too long to send with every keystroke. It detects a mistake, but
/// not a forgery.
package enum AnswerDigest {
  /// The digest of ids in ascending order.
  ///
  /// - Complexity: O(ids) time, O(1) space beyond a chunk.
  package static func value(of ids: some Sequence<UInt32>) -> UInt32 {
    var checksum = Checksum()
    var chunk: [UInt8] = []
    chunk.reserveCapacity(chunkSizeInBytes)
    for id in ids {
      for shift: UInt32 in stride(from: 0, to: 32, by: 8) {
        chunk.append(UInt8(truncatingIfNeeded: id >> shift))
      }
      if chunk.count >= chunkSizeInBytes {
        checksum.update(chunk)
        chunk.removeAll(keepingCapacity: true)
      }
    }
    checksum.update(chunk)
    return checksum.value
  }

  private static let chunkSizeInBytes = 64 << 10
}
