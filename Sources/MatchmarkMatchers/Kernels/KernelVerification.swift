import MatchmarkCore

/// A needle inside the byte buffer of a resolved query.
struct Needle {
  let bytes: [UInt8]
  let range: Range<Int>
  let mode: MatchMode
}

extension TextArena {
  /// Whether the needle occurs in string `index` according to its mode: the exact test for the
  /// candidates of an index.
  ///
  /// - Complexity: O(string × needle) at worst, O(string) on ordinary text; no allocation.
  func matches(_ index: Int, _ needle: Needle) -> Bool {
    let range = range(of: index)
    // Safety: `range` lies in `bytes` by the arena's layout, the needle's range in its own buffer;
    // neither pointer leaves the closures.
    return unsafe bytes.withUnsafeBytes { text in
      unsafe needle.bytes.withUnsafeBytes { pattern in
        unsafe KernelVerification.matches(
          UnsafeRawBufferPointer(rebasing: text[range]),
          UnsafeRawBufferPointer(rebasing: pattern[needle.range]), needle.mode)
      }
    }
  }
}

/// The exact test of one needle against one string.
enum KernelVerification {
  static func matches(
    _ text: UnsafeRawBufferPointer, _ needle: UnsafeRawBufferPointer, _ mode: MatchMode
  ) -> Bool {
    guard needle.count <= text.count else { return false }
    switch mode {
    case .prefix:
      return unsafe equals(text, at: 0, needle)
    case .equality:
      return unsafe text.count == needle.count && equals(text, at: 0, needle)
    case .contains:
      return unsafe position(of: needle, in: text, from: 0) != nil
    case .wordPrefix:
      var start = 0
      while let position = unsafe position(of: needle, in: text, from: start) {
        if unsafe isWordStart(position, in: text) { return true }
        start = position + 1
      }
      return false
    }
  }

  /// Whether `needle` occurs at `position`.
  ///
  /// - Precondition: `position + needle.count ≤ text.count`.
  @inline(__always)
  static func equals(
    _ text: UnsafeRawBufferPointer, at position: Int, _ needle: UnsafeRawBufferPointer
  ) -> Bool {
    var offset = 0
    while offset < needle.count {
      if unsafe text[position &+ offset] != needle[offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// The first occurrence at or after `start`.
  @inline(__always)
  private static func position(
    of needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    let first = unsafe needle[0]
    var position = start
    let last = text.count - needle.count
    while position <= last {
      if unsafe text[position] == first, unsafe equals(text, at: position, needle) {
        return position
      }
      position &+= 1
    }
    return nil
  }

  static func isWordStart(_ position: Int, in text: UnsafeRawBufferPointer) -> Bool {
    // Safety: the span does not outlive the call, during which the buffer is borrowed.
    let span = unsafe Span<UInt8>(_unsafeBytes: text)
    return WordBoundary.isStart(of: position, in: span)
  }
}
