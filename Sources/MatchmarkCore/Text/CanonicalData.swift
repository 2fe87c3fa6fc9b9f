/// The decoded Unicode tables, which are needed only while a ``FoldingTable`` is built.
package struct CanonicalData {
  /// Full canonical decompositions, in canonical order, without Hangul syllables.
  package private(set) var decompositions: [UInt32: [UInt32]] = [:]
  /// Canonical_Combining_Class by scalar, if it is not 0.
  package private(set) var combiningClasses: [UInt32: UInt8] = [:]
  package private(set) var caseFoldings: [UInt32: [UInt32]] = [:]
  /// The decompositions into two parts that compose again.
  package private(set) var compositions: [Composition] = []
  /// The scalars that folding without diacritics removes.
  package private(set) var stripped: Set<UInt32> = []

  /// A primary composite and its two parts.
  package struct Composition: Sendable {
    package var first: UInt32
    package var second: UInt32
    package var composed: UInt32
  }

  /// Decodes the tables.
  ///
  /// - Complexity: O(entries), about 10 000.
  package init() {
    readDecompositions()
    readCombiningClasses()
    readCaseFoldings()
    stripped = Set(NumberReader.ranges(of: UnicodeTables.stripped).joined().map { UInt32($0) })
  }

  /// Decodes what the folding ``Folding/loose`` leaves of scalars without a decomposition, where it
  /// differs from what `cd` leaves; U+0027 stands for every apostrophe, and U+002D for every dash.
  ///
  /// - Complexity: O(entries), about 4 000.
  package static func looseLetters() -> [UInt32: [UInt32]] {
    var letters: [UInt32: [UInt32]] = [:]
    var reader = NumberReader(UnicodeTables.looseLetters)
    var scalar = 0
    while let gap = reader.next() {
      scalar += gap
      var letter = scalar
      letters[UInt32(scalar)] = (0..<reader.part()).map { _ in
        letter += reader.signedPart()
        return UInt32(letter)
      }
    }
    return letters
  }

  /// Returns the full canonical decomposition of a scalar, which is the scalar itself if it has
  /// none.
  package func decomposition(_ scalar: UInt32) -> [UInt32] { decompositions[scalar] ?? [scalar] }

  /// Returns the combining class of a scalar; 0 for scalars that are not in Unicode 15.0.
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
    // Second parts never decompose further, and parts are in canonical order; tests check both.
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

/// Reads the numbers of a table of ``UnicodeTables``.
///
/// A number is a run of characters from `?` (0) to `~` (63): five bits each, the lowest first, with
/// 32 added on every character but the last. Other characters, mainly line breaks, are ignored.
///
/// - Complexity: O(1) per character.
struct NumberReader {
  private var bytes: Substring.UTF8View

  init(_ table: String) { bytes = table[...].utf8 }

  /// Returns the next number; nil after the last one.
  mutating func next() -> Int? {
    var number = 0
    var shift = 0
    while let byte = bytes.popFirst() {
      guard byte >= 63 else { continue }
      let group = Int(byte) - 63
      number |= (group & 31) << shift
      if group < 32 { return number }
      shift += 5
    }
    return nil
  }

  /// Returns the next number, or 0 after the last one, for the parts of an entry that has begun.
  mutating func part() -> Int { next() ?? 0 }

  mutating func signedPart() -> Int { Self.signed(part()) }

  /// Returns the signed number of a zigzag code: 0, 1, 2, 3 … stand for 0, -1, 1, -2 and so on.
  static func signed(_ code: Int) -> Int { code & 1 == 0 ? code / 2 : -(code + 1) / 2 }

  /// Returns the ranges of a table of pairs; each pair is the gap after the previous range, and the
  /// length minus 1.
  static func ranges(of table: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var reader = NumberReader(table)
    while let gap = reader.next() {
      let start = (ranges.last?.upperBound ?? 0) + gap
      ranges.append(start..<start + reader.part() + 1)
    }
    return ranges
  }
}

/// The two canonical normal forms of Unicode 15.0, for laws that rewrite texts and rows in both
/// forms.
package enum CanonicalForm {
  private static let data = CanonicalData()

  /// Returns the composed form of a text (NFC).
  package static func composed(_ text: String) -> String {
    String(decoding: Folding.exact.fold(text), as: UTF8.self)
  }

  /// Returns a text without what the folding cd removes (accents, invisible characters), in its
  /// composed form; the case stays.
  ///
  /// - Complexity: O(n log n) for n scalars.
  package static func withoutMarks(_ text: String) -> String {
    var scalars = decomposed(text).unicodeScalars
    scalars.removeAll { data.stripped.contains($0.value) }
    return composed(String(scalars))
  }

  private static let looseLetters = CanonicalData.looseLetters()

  /// Returns a text with the letters that the folding `loose` leaves of it, in its composed form;
  /// Hangul stays as it is, and apostrophes and dashes become U+0027 and U+002D.
  ///
  /// - Complexity: O(n log n) for n scalars.
  package static func withPlainLetters(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in decomposed(text).unicodeScalars {
      let isJamo = (0x1100...0x11FF).contains(scalar.value)
      let letters = isJamo ? nil : looseLetters[scalar.value]
      view.append(contentsOf: (letters ?? [scalar.value]).compactMap(Unicode.Scalar.init))
    }
    return composed(String(view))
  }

  /// Returns the decomposed form of a text (NFD).
  ///
  /// - Complexity: O(n log n) for n scalars.
  package static func decomposed(_ text: String) -> String {
    var scalars: [UInt32] = []
    for scalar in text.unicodeScalars { append(scalar.value, to: &scalars) }
    scalars.sortMarks(by: data.combiningClass)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars.compactMap(Unicode.Scalar.init))
    return String(view)
  }

  private static func append(_ scalar: UInt32, to scalars: inout [UInt32]) {
    guard Hangul.syllables.contains(scalar) else {
      scalars += data.decomposition(scalar)
      return
    }
    let parts = Hangul.parts(of: scalar)
    scalars.append(Hangul.initials.lowerBound + UInt32(parts.initial))
    scalars.append(Hangul.vowels.lowerBound + UInt32(parts.vowel))
    if parts.final > 0 { scalars.append(Hangul.finals.lowerBound - 1 + UInt32(parts.final)) }
  }
}

extension Array {
  /// Sorts each run of marks by class; marks of one class keep their order.
  mutating func sortMarks(by combiningClass: (Element) -> UInt8) {
    var start = 0
    while start < count {
      var end = start
      while end < count, combiningClass(self[end]) > 0 { end += 1 }
      if end - start > 1 {
        // The standard library does not promise a stable sort, so the position breaks ties.
        let sorted = self[start..<end].enumerated().sorted {
          (combiningClass($0.element), $0.offset) < (combiningClass($1.element), $1.offset)
        }
        replaceSubrange(start..<end, with: sorted.map { $0.element })
      }
      start = Swift.max(end, start + 1)
    }
  }
}
