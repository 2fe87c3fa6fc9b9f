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
        for place in text.indices where text[place] & 0xC0 != 0x80 {
          if WordBoundary.isStart(of: place, in: text) { body(string, place) }
        }
      }
    }
  }
}

/// For each suffix how far behind the beginning of its string it starts, in as few bytes as the
/// longest string allows.
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
