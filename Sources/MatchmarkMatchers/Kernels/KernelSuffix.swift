import MatchmarkCore

/// Comparisons of the suffixes of an arena's strings, eight bytes at a time.
///
/// A suffix is compared by its bytes up to and including the separator that ends its string; since
/// the separator is greater than every byte of UTF-8, a string is sorted after all its extensions.
struct KernelSuffix: Sendable {
  private let arena: TextArena

  init(_ arena: TextArena) { self.arena = arena }

  /// Returns eight bytes of string `row` from `offset` on, big-endian, with separators after its
  /// end.
  ///
  /// - Precondition: the offset is at most the length of the string.
  @inline(__always)
  func key(_ row: Int, _ offset: Int) -> UInt64 {
    let position = Int(arena.offsets[row]) + offset
    let end = Int(arena.offsets[row + 1]) - 1
    // Safety: the arena keeps 64 readable bytes after the last string.
    let raw = unsafe arena.bytes.withUnsafeBytes { bytes in
      unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    let left = end - position
    return left >= 8 ? raw : raw | (UInt64.max &>> UInt64(8 * left))
  }

  /// Returns the first two bytes of a suffix as one number; two separators if the suffix is empty.
  @inline(__always)
  func pair(_ row: Int, _ place: Int) -> Int {
    let start = Int(arena.offsets[row]) + place
    let first = Int(arena.bytes[start])
    // Another string begins after the separator, so the separator itself is repeated.
    return first << 8
      | (first == Int(TextArena.separator) ? first : Int(arena.bytes[start + 1]))
  }

  /// Returns the byte of string `row` at `offset`; the separator at its end.
  @inline(__always)
  func byte(_ row: Int, _ offset: Int) -> UInt8 { arena.bytes[Int(arena.offsets[row]) + offset] }

  /// Inserts rows into a bitmap.
  ///
  /// - Precondition: the bitmap covers the strings of the arena, and every row is one of them.
  func insert(_ rows: ArraySlice<UInt32>, into bitmap: inout Bitmap) {
    precondition(bitmap.bitCount == arena.count, "a bitmap of other rows")
    // Safety: every row is below the bit count, so its word belongs to the bitmap.
    unsafe bitmap.words.withUnsafeMutableBufferPointer { words in
      unsafe rows.withUnsafeBufferPointer { rows in
        for index in rows.indices {
          let row = unsafe rows[index]
          unsafe words[Int(row &>> 6)] |= 1 &<< UInt64(row & 63)
        }
      }
    }
  }

  /// Returns true if a suffix is not greater than another one, compared by their first `limit`
  /// bytes.
  func isAscending(
    _ left: (string: Int, place: Int), _ right: (string: Int, place: Int), limit: Int
  ) -> Bool {
    let (leftBytes, rightBytes) = (bytes(left, limit: limit), bytes(right, limit: limit))
    return leftBytes == rightBytes || leftBytes.lexicographicallyPrecedes(rightBytes)
  }

  /// Returns the first bytes of a suffix, with the separator that ends it.
  private func bytes(_ suffix: (string: Int, place: Int), limit: Int) -> ArraySlice<UInt8> {
    let range = arena.range(of: suffix.string)
    return arena.bytes[range.lowerBound + suffix.place...range.upperBound].prefix(limit)
  }

  /// Compares a suffix with the first `limit` bytes of a pattern.
  ///
  /// - Returns: zero if the suffix starts with those bytes, a negative number if it is less, a
  ///   positive number if it is greater.
  /// - Precondition: a separator can only be the last byte of the pattern, so that a comparison
  ///   ends at the end of the string.
  func compare(_ row: Int, _ place: Int, with pattern: [UInt8], limit: Int) -> Int {
    let position = Int(arena.offsets[row]) + place
    // Safety: the string from `position` on ends with a separator, which differs from the pattern
    // if the pattern is longer; the pointers do not escape.
    return unsafe arena.bytes.withUnsafeBufferPointer { text in
      unsafe pattern.withUnsafeBufferPointer { pattern in
        for offset in 0..<min(pattern.count, limit) {
          let byte = unsafe text[position &+ offset]
          let wanted = unsafe pattern[offset]
          if byte != wanted { return Int(byte) - Int(wanted) }
        }
        return 0
      }
    }
  }
}
