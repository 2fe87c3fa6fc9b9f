/// Four bytes that are looked for at the same time, a word at a time.
///
/// The test of eight bytes for a zero byte is Alan Mycroft's (1987).
package struct SoughtBytes: Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  package init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    words = (
      UInt64(first) * Self.ones, UInt64(second) * Self.ones, UInt64(third) * Self.ones,
      UInt64(fourth) * Self.ones
    )
  }

  /// Returns the position of the first of the bytes, or the end of the text.
  ///
  /// - Complexity: O(bytes).
  package func first(in text: Span<UInt8>, from start: Int) -> Int {
    // Safety: bytes have no padding, and each one is valid.
    let bytes = unsafe text.bytes
    var position = start
    while position &+ 8 <= bytes.byteCount {
      let word = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: position, as: UInt64.self)
      let found = marks(UInt64(littleEndian: word))
      if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
    while position < text.count, marks(UInt64(text[position]) * Self.ones) == 0 { position &+= 1 }
    return position
  }

  /// Returns a word whose lowest mark is in the lowest byte that is one of the four.
  @inline(__always)
  private func marks(_ word: UInt64) -> UInt64 {
    Self.zeros(word ^ words.0) | Self.zeros(word ^ words.1) | Self.zeros(word ^ words.2)
      | Self.zeros(word ^ words.3)
  }

  /// Marks the bytes that are zero; only marks above the lowest one can be wrong.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
}
