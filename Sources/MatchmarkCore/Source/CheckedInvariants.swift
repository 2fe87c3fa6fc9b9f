/// A structure that can check its own invariants.
package protocol CheckedInvariants {
  /// A description of the broken invariant; nil if all hold.
  ///
  /// - Complexity: O(size).
  var brokenInvariant: String? { get }
}

extension CheckedInvariants {
  /// Traps in a debug build if an invariant is broken; costs nothing in an optimised build.
  @inline(__always)
  package func checkInvariants() {
    assert(brokenInvariant == nil, "\(Self.self): \(brokenInvariant ?? "")")
  }
}

extension Bitmap: CheckedInvariants {
  /// A message if the word count does not fit the bit count, or a bit is set beyond the last one.
  package var brokenInvariant: String? {
    let wordCount = (bitCount + 63) / 64
    guard words.count == wordCount else {
      return "\(words.count) words, expected \(wordCount) for \(bitCount) bits"
    }
    guard let last = words.last, bitCount % 64 != 0 else { return nil }
    return last >> UInt64(bitCount % 64) == 0 ? nil : "a bit at or beyond \(bitCount)"
  }
}

extension TextArena: CheckedInvariants {
  /// A message if the offsets do not ascend, or a separator occurs elsewhere than at the end of a
  /// string.
  package var brokenInvariant: String? {
    guard offsets.first == 0 else { return "the first string does not begin at 0" }
    for index in 0..<count {
      guard offsets[index] < offsets[index + 1] else { return "string \(index) has no end" }
      let range = range(of: index)
      guard bytes[range.upperBound] == Self.separator else {
        return "string \(index) does not end with a separator"
      }
      guard !bytes[range].contains(Self.separator) else {
        return "a separator inside of string \(index)"
      }
    }
    guard isSealed else { return nil }
    let padding = bytes[textSizeInBytes...]
    return padding.count == Self.padding && padding.allSatisfy { $0 == Self.separator }
      ? nil : "no \(Self.padding) separators at the end"
  }
}
