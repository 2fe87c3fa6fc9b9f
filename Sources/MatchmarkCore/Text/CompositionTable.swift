/// The pairs of scalars that compose: Unicode's primary composites, and Hangul syllables by rule.
///
/// An open-addressed hash table of 16 KB, less than half full.
///
/// - Complexity: O(1) per look-up.
struct CompositionTable: Sendable {
  /// Each entry holds first, second and composed, 21 bits each; 0 marks a free slot.
  private var entries: [UInt64] = Array(repeating: 0, count: 1 << 11)

  init(_ compositions: [CanonicalData.Composition]) {
    for composition in compositions {
      let key = Self.key(composition.first, composition.second)
      var slot = Self.slot(key)
      while entries[slot] != 0 { slot = (slot + 1) % entries.count }
      entries[slot] = key | UInt64(composition.composed)
    }
  }

  /// The composition of the two scalars; nil if they do not compose.
  func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if let syllable = Hangul.composition(first, second) { return syllable }
    let key = Self.key(first, second)
    var slot = Self.slot(key)
    while entries[slot] != 0 {
      if entries[slot] & ~0x1F_FFFF == key {
        return UInt32(truncatingIfNeeded: entries[slot] & 0x1F_FFFF)
      }
      slot = (slot &+ 1) & (entries.count &- 1)
    }
    return nil
  }

  @inline(__always)
  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) &<< 42 | UInt64(second) &<< 21
  }

  /// Fibonacci hashing: the upper eleven bits of a multiplication.
  @inline(__always)
  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: ((key &>> 21) &* 0x9E37_79B9_7F4A_7C15) &>> 53)
  }
}

/// Hangul syllables, which compose by arithmetic (The Unicode Standard 15.0, section 3.12).
enum Hangul {
  static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  static let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let firstSyllable: UInt32 = 0xAC00
  private static let firstInitial: UInt32 = 0x1100
  private static let initialCount: UInt32 = 19
  private static let syllableCount: UInt32 = 11_172

  /// The syllable of an initial and a vowel, or of an open syllable and a final.
  static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if vowels.contains(second) {
      let initial = first &- firstInitial
      guard initial < initialCount else { return nil }
      return firstSyllable + (initial * 21 + second - vowels.lowerBound) * 28
    }
    if finals.contains(second) {
      let syllable = first &- firstSyllable
      guard syllable < syllableCount, syllable % 28 == 0 else { return nil }
      return first + second - finals.lowerBound + 1
    }
    return nil
  }
}
