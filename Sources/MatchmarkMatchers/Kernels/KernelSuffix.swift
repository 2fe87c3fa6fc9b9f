import MatchmarkCore

/// Orders the suffixes of an arena's strings, eight bytes at a time.
///
/// A suffix is compared by its bytes up to and including the separator that ends its string; as
/// the separator is above every byte of UTF-8, a string stands behind all its extensions.
struct KernelSuffix {
  private let arena: TextArena

  init(_ arena: TextArena) { self.arena = arena }

  /// Eight bytes from `position`, big-endian, with separators behind the end of the string.
  ///
  /// - Parameter end: the position of the separator that ends the string.
  func key(at position: Int, end: Int) -> UInt64 {
    // Safety: the arena keeps 64 readable bytes behind the last string.
    let raw = unsafe arena.bytes.withUnsafeBytes { bytes in
      unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
    let left = end - position
    return left >= 8 ? raw : raw | (UInt64.max &>> UInt64(8 * left))
  }

  /// Whether the suffix at `left` stands before the one at `right`; their first keys are equal.
  func precedes(_ left: Suffix, _ right: Suffix) -> Bool {
    var offset = 8
    let leftEnd = end(of: left)
    let rightEnd = end(of: right)
    while true {
      let leftLeft = leftEnd - Int(left.position) - offset
      let rightLeft = rightEnd - Int(right.position) - offset
      guard leftLeft >= 0, rightLeft >= 0 else { return left.position < right.position }
      let leftKey = key(at: Int(left.position) + offset, end: leftEnd)
      let rightKey = key(at: Int(right.position) + offset, end: rightEnd)
      if leftKey != rightKey { return leftKey < rightKey }
      offset += 8
    }
  }

  /// How the first bytes of a suffix compare with a pattern of at least eight bytes whose first
  /// eight are known to be equal: below zero, zero where the pattern is a prefix, above zero.
  func compare(_ suffix: Suffix, with pattern: [UInt8]) -> Int {
    let start = Int(suffix.position)
    for offset in 8..<max(8, pattern.count) {
      let byte = arena.bytes[start + offset]
      if byte != pattern[offset] { return Int(byte) - Int(pattern[offset]) }
    }
    return 0
  }

  /// How the bytes from `position` on compare with a pattern: below zero, zero where the pattern
  /// is a prefix of them, above zero.
  ///
  /// - Precondition: a separator can only be the last byte of the pattern, so that a comparison
  ///   ends at the end of the string.
  func compare(_ position: Int, with pattern: [UInt8]) -> Int {
    // Safety: the string from `position` on ends with a separator, at which any pattern that is
    // longer differs; the pointers do not escape.
    unsafe arena.bytes.withUnsafeBufferPointer { text in
      unsafe pattern.withUnsafeBufferPointer { pattern in
        for offset in 0..<pattern.count {
          let byte = unsafe text[position &+ offset]
          let wanted = unsafe pattern[offset]
          if byte != wanted { return Int(byte) - Int(wanted) }
        }
        return 0
      }
    }
  }

  private func end(of suffix: Suffix) -> Int {
    arena.range(of: Int(suffix.row)).upperBound
  }
}

/// Where a suffix begins, and in which string.
struct Suffix: Sendable {
  let position: UInt32
  let row: UInt32
}
