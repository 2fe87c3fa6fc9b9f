/// The pairs of scalars that compose: Unicode's primary composites, and Hangul syllables, which
/// compose by rule.
///
/// This is an open-addressed hash table of 16 KB, less than half full.
///
/// - Complexity: O(1) per look-up.
struct CompositionTable: Sendable {
  /// The slots of the table: first, second and composed scalar, 21 bits each; 0 marks a free slot.
  private var entries: [UInt64] = Array(repeating: 0, count: 1 << 11)

  init(_ compositions: [CanonicalData.Composition]) {
    for composition in compositions {
      let key = Self.key(composition.first, composition.second)
      var slot = Self.slot(key)
      while entries[slot] != 0 { slot = (slot + 1) % entries.count }
      entries[slot] = key | UInt64(composition.composed)
    }
  }

  /// Returns the composition of two scalars; nil if they do not compose.
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

  /// Returns the slot of a key by Fibonacci hashing: the upper eleven bits of a multiplication.
  @inline(__always)
  private static func slot(_ key: UInt64) -> Int {
    Int(truncatingIfNeeded: ((key &>> 21) &* 0x9E37_79B9_7F4A_7C15) &>> 53)
  }
}

/// Hangul syllables, which compose by arithmetic (The Unicode Standard 15.0, section 3.12).
enum Hangul {
  static let initials: ClosedRange<UInt32> = 0x1100...0x1112
  static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  static let finals: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let firstSyllable: UInt32 = 0xAC00
  private static let firstInitial: UInt32 = 0x1100
  private static let initialCount: UInt32 = 19
  private static let syllableCount: UInt32 = 11_172
  static let syllables = firstSyllable..<firstSyllable + syllableCount

  /// Returns the numbers of the parts of a syllable; the first final is none.
  @inline(__always)
  static func parts(of syllable: UInt32) -> (initial: Int, vowel: Int, final: Int) {
    let number = Int(syllable &- firstSyllable)
    return (number / 588, number % 588 / 28, number % 28)
  }

  /// Returns the syllable of an initial and a vowel, or of an open syllable and a final.
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

/// The marks that follow the last scalar of the output, up to the next scalar that is not a mark.
///
/// Their order, and with it which of them compose, is only known when that scalar arrives. Up to 32
/// marks wait without allocation; real letters never have more, but longer runs must not be slow,
/// either.
struct PendingMarks {
  /// A vector, because `InlineArray` needs a newer system than an app's library should.
  private var few = SIMD32<UInt32>()
  /// The marks, once there are more than fit in `few`; otherwise empty.
  private var many: [FoldingTable.Item] = []
  private var count = 0

  var isEmpty: Bool { count == 0 }

  /// Takes the next scalar of a folded decomposition.
  ///
  /// A mark waits; any other scalar is written, and composed with the scalar before it if possible.
  ///
  /// - Complexity: amortised O(log marks), O(1) for up to 32 marks.
  mutating func feed(
    _ item: FoldingTable.Item, compositions: CompositionTable,
    into output: inout OutputSpan<UInt8>
  ) {
    if item.combiningClass > 0 {
      append(item)
      return
    }
    if count > 0 { _ = flush(compositions: compositions, into: &output) }
    guard output.count > 0 else { return output.append(scalar: item.scalar) }
    let last = output.span.scalar(before: output.count)
    guard let composed = compositions.composition(last.value, item.scalar) else {
      return output.append(scalar: item.scalar)
    }
    output.removeLast(last.length)
    output.append(scalar: composed)
  }

  /// Writes all waiting marks, in canonical order.
  ///
  /// A mark composes with the last scalar of the output if no remaining mark between them has the
  /// same or a higher class (D117).
  ///
  /// - Returns: the number of marks now at the end of the output.
  /// - Complexity: O(marks · log marks).
  mutating func flush(compositions: CompositionTable, into output: inout OutputSpan<UInt8>) -> Int {
    sort()
    var leftCount = 0
    if output.count > 0 {
      let last = output.span.scalar(before: output.count)
      var starter = last.value
      var blockingClass: UInt8 = 0
      for index in 0..<count {
        let mark = self[index]
        if mark.combiningClass > blockingClass,
          let composed = compositions.composition(starter, mark.scalar)
        {
          starter = composed
        } else {
          blockingClass = mark.combiningClass
          self[leftCount] = mark
          leftCount += 1
        }
      }
      if starter != last.value {
        output.removeLast(last.length)
        output.append(scalar: starter)
      }
    } else {
      leftCount = count
    }
    for index in 0..<leftCount { output.append(scalar: self[index].scalar) }
    count = 0
    many.removeAll()
    return leftCount
  }

  private subscript(index: Int) -> FoldingTable.Item {
    get { many.isEmpty ? FoldingTable.Item(bits: few[index]) : many[index] }
    set { if many.isEmpty { few[index] = newValue.bits } else { many[index] = newValue } }
  }

  private mutating func append(_ mark: FoldingTable.Item) {
    if count < few.scalarCount {
      few[count] = mark.bits
    } else {
      if many.isEmpty { many = few.indices.map { FoldingTable.Item(bits: few[$0]) } }
      many.append(mark)
    }
    count += 1
  }

  /// Sorts the marks by class; marks of one class keep their order.
  private mutating func sort() {
    if many.isEmpty {
      for index in 1..<max(count, 1) { sink(index) }
      return
    }
    many.sortMarks { $0.combiningClass }
  }

  private mutating func sink(_ position: Int) {
    let mark = self[position]
    var index = position
    while index > 0, self[index - 1].combiningClass > mark.combiningClass {
      few[index] = few[index - 1]
      index -= 1
    }
    few[index] = mark.bits
  }
}
