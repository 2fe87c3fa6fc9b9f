import MatchmarkCore

/// Which suffixes of an arena's strings are sorted.
package enum SuffixStarts: Sendable {
  /// Each string as a whole: for prefixes and equality.
  case strings
  /// Each place at which a word prefix can begin.
  case words

  /// Calls `body` with every start, string by string, ascending.
  ///
  /// - Complexity: O(bytes).
  @inline(__always)
  func visit(_ arena: TextArena, _ body: (_ string: Int, _ place: Int) -> Void) {
    switch self {
    case .strings: for string in 0..<arena.count { body(string, 0) }
    case .words:
      for string in 0..<arena.count {
        let text = arena.bytes.span.extracting(arena.range(of: string))
        // The previous byte, initially a space.
        var last: UInt8 = 0x20
        for place in text.indices {
          let byte = text[place]
          defer { last = byte }
          if byte & 0xC0 == 0x80 || last < 0x80 && Self.isWordByte(last) { continue }
          if last < 0x80 || WordBoundary.isStart(of: place, in: text) { body(string, place) }
        }
      }
    }
  }

  /// The rule of ``WordBoundary`` for ASCII, which is applied at every byte.
  @inline(__always)
  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}

/// The offset of each suffix in its string, in as few bytes as the longest string allows.
enum SuffixPlaces: Sendable {
  /// All start where their strings do.
  case none
  case bytes([UInt8])
  case shorts([UInt16])
  case words([UInt32])

  @inline(__always)
  subscript(index: Int) -> Int {
    switch self {
    case .none: 0
    case .bytes(let places): Int(places[index])
    case .shorts(let places): Int(places[index])
    case .words(let places): Int(places[index])
    }
  }

  var byteCount: Int {
    switch self {
    case .none: 0
    case .bytes(let places): places.count
    case .shorts(let places): places.count * MemoryLayout<UInt16>.stride
    case .words(let places): places.count * MemoryLayout<UInt32>.stride
    }
  }
}
