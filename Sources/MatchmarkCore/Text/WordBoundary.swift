/// The starts of words: positions before a scalar that does not follow a letter, mark or number.
///
/// An occurrence under ``MatchMode/wordPrefix`` must begin at such a position. The test looks at
/// one scalar only, so every matcher can apply it at any byte; the rules of UAX #29 would need
/// context and dictionaries. General categories are from Unicode 15.0; unassigned scalars belong to
/// no word.
package enum WordBoundary {
  private static let scalars = ScalarSet(ranges: UnicodeTables.wordScalars)

  /// Returns true if the scalar is a letter, mark or number (General_Category L, M or N).
  ///
  /// - Complexity: O(1); no table is read for ASCII.
  package static func isWordScalar(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return isWordByte(UInt8(scalar)) }
    return scalars.contains(scalar)
  }

  /// Lends the set of word scalars to a kernel, as a trie of two stages.
  ///
  /// The bits of scalar `s` are the four words that begin at `4 * blocks[s / 256]`.
  package static func withTables(_ body: (Span<UInt8>, Span<UInt64>) -> Void) {
    let scalars = scalars
    body(scalars.blocks.span, scalars.words.span)
  }

  /// Returns true if a word can start at `position`: at 0, or after a scalar that belongs to no
  /// word.
  ///
  /// - Precondition: `position` is 0, the count, or the beginning of a scalar.
  /// - Complexity: O(1).
  package static func isStart(of position: Int, in utf8: Span<UInt8>) -> Bool {
    guard position > 0 else { return true }
    let last = utf8[position &- 1]
    if last < 0x80 { return !isWordByte(last) }
    return !scalars.contains(utf8.scalar(before: position).value)
  }

  /// Returns true if an ASCII character is a letter or a digit.
  @inlinable @inline(__always)
  package static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}

/// An immutable set of Unicode scalars.
///
/// The set is a trie of two stages, with 256 bits for each block of 256 scalars; equal blocks are
/// shared.
///
/// - Complexity: O(1) per look-up, two loads; about 10 KB for the sets in use.
struct ScalarSet: Sendable {
  /// The number of the block that each 256 scalars use.
  let blocks: ContiguousArray<UInt8>
  /// The bits of the blocks, four words each.
  let words: ContiguousArray<UInt64>

  /// Creates the set of the ranges of a table; see ``NumberReader/ranges(of:)``.
  init(ranges table: String) {
    var members = Bitmap(bitCount: 0x11_0000)
    for range in NumberReader.ranges(of: table) {
      for scalar in range { members.insert(scalar) }
    }
    var blocks: ContiguousArray<UInt8> = []
    var words: ContiguousArray<UInt64> = []
    var seen: [[UInt64]: UInt8] = [:]
    for start in stride(from: 0, to: members.words.count, by: 4) {
      let block = Array(members.words[start..<start + 4])
      let number = seen[block] ?? UInt8(seen.count)
      if number == seen.count {
        seen[block] = number
        words += block
      }
      blocks.append(number)
    }
    self.blocks = blocks
    self.words = words
  }

  /// Returns true if the scalar is in the set; false for numbers that are not scalars.
  func contains(_ scalar: UInt32) -> Bool {
    guard scalar <= 0x10_FFFF else { return false }
    let block = Int(blocks[Int(scalar >> 8)])
    return words[block &* 4 &+ Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 == 1
  }
}
