/// Folding ASCII: one byte in, one byte out.
///
/// Nearly all bytes of many corpora are ASCII. They are counted first and then folded, because the
/// compiler vectorizes loops of known length, but not loops with an early exit.
extension OutputSpan where Element == UInt8 {
  private static var blockSize: Int { 16 }

  /// Fills the empty span with the fold of the ASCII prefix of `utf8`.
  ///
  /// - Parameter caseBit: 0x20 if upper-case letters become lower-case ones, otherwise 0.
  /// - Returns: the number of bytes.
  /// - Precondition: the span is empty and has room for all of `utf8`.
  /// - Complexity: O(bytes).
  mutating func fillWithASCIIPrefix(of utf8: Span<UInt8>, caseBit: UInt8) -> Int {
    precondition(isEmpty, "the positions of both spans must agree")
    let count = Self.asciiPrefixCount(utf8)
    append(repeating: 0, count: count)
    var folded = mutableSpan
    let ascii = utf8.extracting(first: count)
    // The loop uses the span's own count: only then are bounds checked once, before the loop.
    for index in 0..<folded.count { folded[index] = Self.folded(ascii[index], caseBit) }
    return count
  }

  /// The length of the ASCII prefix of `utf8`: counted by blocks, then by bytes.
  @inline(__always)
  private static func asciiPrefixCount(_ utf8: Span<UInt8>) -> Int {
    var end = 0
    while end &+ blockSize <= utf8.count {
      let block = utf8.extracting(end..<end &+ blockSize)
      var union: UInt8 = 0
      for index in 0..<blockSize { union |= block[index] }
      guard union < 0x80 else { break }
      end &+= blockSize
    }
    while end < utf8.count, utf8[end] < 0x80 { end &+= 1 }
    return end
  }

  /// The byte in lower case, if it is an upper-case ASCII letter and `caseBit` is not 0.
  @inline(__always)
  static func folded(_ byte: UInt8, _ caseBit: UInt8) -> UInt8 {
    byte | (byte &- 0x41 < 26 ? caseBit : 0)
  }
}
