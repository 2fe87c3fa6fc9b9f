/// White space as Unicode defines it: it is trimmed from a query and separates its terms.
///
/// The property White_Space has had the same 25 scalars since Unicode 6.3; zero width space, zero
/// width non-joiner and soft hyphen are not among them and separate nothing. All functions read the
/// raw text, before folding. Source: UAX #44, PropList.txt.
package enum WhiteSpace {
  /// Returns true if the scalar has the property White_Space.
  ///
  /// - Complexity: O(1).
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A: true
    case 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// The scalars that have the property.
  package static let scalars = (UInt32(0)...0x3000).filter(contains)

  /// Returns the range of well-formed UTF-8 without the white space at both ends.
  ///
  /// - Returns: a range of bytes, empty if there is only white space.
  /// - Complexity: O(bytes of white space at the ends).
  package static func trimmed(_ utf8: Span<UInt8>) -> Range<Int> {
    let start = endOfRun(ofWhiteSpace: true, in: utf8, from: 0)
    var end = utf8.count
    while end > start {
      let last = utf8.scalar(before: end)
      guard contains(last.value) else { break }
      end &-= last.length
    }
    return start..<end
  }

  /// Returns the next maximal run without white space that begins at or after `position`.
  ///
  /// - Precondition: `position` is the count, or a scalar begins there; a position inside a run
  ///   cuts off the part before it.
  /// - Returns: a range of bytes, never empty; nil if only white space is left.
  /// - Complexity: O(bytes up to the end of the run).
  package static func nextTerm(in utf8: Span<UInt8>, from position: Int) -> Range<Int>? {
    let start = endOfRun(ofWhiteSpace: true, in: utf8, from: position)
    guard start < utf8.count else { return nil }
    return start..<endOfRun(ofWhiteSpace: false, in: utf8, from: start)
  }

  private static func endOfRun(
    ofWhiteSpace isWhiteSpace: Bool, in utf8: Span<UInt8>, from start: Int
  ) -> Int {
    var position = start
    while position < utf8.count {
      let scalar = utf8.scalar(at: position)
      guard contains(scalar.value) == isWhiteSpace else { break }
      position &+= scalar.length
    }
    return position
  }
}
