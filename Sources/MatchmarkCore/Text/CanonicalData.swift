/// The decoded Unicode tables: a ``FoldingTable`` is built from them and does not keep them.
package struct CanonicalData {
  /// Full canonical decompositions, in canonical order, without Hangul syllables.
  package private(set) var decompositions: [UInt32: [UInt32]] = [:]
  /// Canonical_Combining_Class by scalar, if it is not 0.
  package private(set) var combiningClasses: [UInt32: UInt8] = [:]
  /// Full case foldings.
  package private(set) var caseFoldings: [UInt32: [UInt32]] = [:]
  /// The decompositions into two parts that compose again.
  package private(set) var compositions: [Composition] = []
  /// The scalars that folding without diacritics removes.
  package private(set) var stripped: Set<UInt32> = []

  /// A primary composite and its parts.
  package struct Composition: Sendable {
    package var first: UInt32
    package var second: UInt32
    package var composed: UInt32
  }

  /// Decodes the tables.
  ///
  /// - Complexity: O(entries), some 10 000.
  package init() {
    readDecompositions()
    readCombiningClasses()
    readCaseFoldings()
    for range in NumberReader.ranges(of: UnicodeTables.stripped) {
      for scalar in range { stripped.insert(UInt32(scalar)) }
    }
  }

  /// The full canonical decomposition; the scalar itself if it has none.
  package func decomposition(_ scalar: UInt32) -> [UInt32] { decompositions[scalar] ?? [scalar] }

  /// The combining class; 0 for scalars that are not in Unicode 15.0.
  package func combiningClass(_ scalar: UInt32) -> UInt8 { combiningClasses[scalar] ?? 0 }

  private mutating func readDecompositions() {
    var single: [UInt32: [UInt32]] = [:]
    var reader = NumberReader(UnicodeTables.decompositions)
    var scalar = 0
    while let gap = reader.next() {
      scalar += gap
      let code = reader.part()
      let first = UInt32(scalar + NumberReader.signed(code >> 2))
      single[UInt32(scalar)] = [first]
      if code & 3 == 0 { continue }
      let second = UInt32(0x300 + reader.signedPart())
      single[UInt32(scalar)] = [first, second]
      if code & 3 == 1 {
        compositions.append(Composition(first: first, second: second, composed: UInt32(scalar)))
      }
    }
    // Second parts never decompose further and parts are in canonical order: tests check both.
    for (scalar, parts) in single {
      var parts = parts
      while let more = single[parts[0]] { parts.replaceSubrange(0...0, with: more) }
      decompositions[scalar] = parts
    }
  }

  private mutating func readCombiningClasses() {
    var reader = NumberReader(UnicodeTables.combiningClasses)
    var end = 0
    while let gap = reader.next() {
      let first = end + gap
      end = first + reader.part() + 1
      let number = UInt8(reader.part())
      for scalar in first..<end { combiningClasses[UInt32(scalar)] = number }
    }
  }

  private mutating func readCaseFoldings() {
    var reader = NumberReader(UnicodeTables.caseFoldings)
    var scalar = 0
    while let code = reader.next() {
      scalar += code >> 2
      caseFoldings[UInt32(scalar)] = (0..<code & 3).map { _ in
        UInt32(scalar + reader.signedPart())
      }
    }
  }
}
