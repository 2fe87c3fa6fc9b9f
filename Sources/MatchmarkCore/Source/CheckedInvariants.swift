/// A structure that can say whether it is what it promises to be.
package protocol CheckedInvariants {
  /// What is wrong with it; nil where nothing is.
  ///
  /// - Complexity: O(size).
  var brokenInvariant: String? { get }
}

extension CheckedInvariants {
  /// Traps in a debug build where an invariant is broken; free in an optimised one.
  @inline(__always)
  package func checkInvariants() {
    assert(brokenInvariant == nil, "\(Self.self): \(brokenInvariant ?? "")")
  }
}

extension Bitmap: CheckedInvariants {
  /// As many words as its bits need, and no bit beyond the last of them.
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
  /// Offsets ascend, and separators stand at the ends of strings and nowhere else.
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
