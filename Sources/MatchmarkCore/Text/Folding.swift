/// The characters that count as equal: text and needles are folded accordingly before their bytes
/// are compared.
///
/// A needle occurs in a text if and only if the fold of the needle is not empty and its bytes occur
/// in the fold of the text; UTF-8 never matches in the middle of a scalar. All data is from Unicode
/// 15.0 on every platform, and scalars that are unknown to that version fold to themselves. The
/// locale has no effect.
///
/// Folding is idempotent, and normalizing the input does not change the result. It is *not* a
/// homomorphism: marks reorder and Hangul composes, so fold(a + b) need not be fold(a) + fold(b).
///
/// Only ``loose`` depends on the match mode of the field: it drops apostrophes and dashes, but
/// words still begin after them in a field matched by word prefix.
public enum Folding: String, Sendable, CaseIterable {
  /// Canonical equivalence only: NFC (UAX #15).
  case exact
  /// Canonical caseless match (The Unicode Standard 15.0, section 3.13, D145), composed at the end:
  /// NFC(toCasefold(NFD(text))), with full case folding but without the Turkic mappings.
  case caseInsensitive = "c"
  /// Caseless, and without marks that people omit when typing: NFC(toCasefold(strip(NFD(text)))).
  ///
  /// Strip removes accents (Canonical_Combining_Class 1…7, 10…83, 133…255), enclosing marks, emoji
  /// modifiers and default-ignorable scalars. Vowel signs, viramas and kana voicing stay.
  case caseAndDiacriticInsensitive = "cd"
  /// A comparison for names and titles that are typed without the letters that a keyboard lacks:
  /// that of `cd`, with more letters equal.
  ///
  /// Compatibility forms, such as full and half width (NFKD), letters with a stroke (ł l, ø o,
  /// œ oe, ı i), forms of Arabic and Hebrew letters, and katakana and hiragana are equal. Hangul is
  /// compared letter by letter, so that a list does not blink while a syllable grows. Apostrophes
  /// and dashes are dropped; in a field matched by word prefix, an apostrophe becomes U+0027, a
  /// dash a space, and a run of white space one space, with none at either end.
  case loose

  /// Returns the fold of a text for a field that is matched by contains, as UTF-8.
  ///
  /// ```swift
  /// Folding.caseAndDiacriticInsensitive.fold("Crème")  // the bytes of "creme"
  /// ```
  ///
  /// - Complexity: O(bytes) time and space; the result has at most three times the bytes of the
  ///   text, under ``loose`` at most eleven times.
  public func fold(_ text: String) -> [UInt8] { fold(text, for: .contains) }

  /// Returns the fold of a text for a field of a match mode, which only ``loose`` heeds.
  ///
  /// ```swift
  /// Folding.loose.fold("Spider‑Man", for: .contains)  // the bytes of "spiderman"
  /// Folding.loose.fold("Spider‑Man", for: .wordPrefix)  // the bytes of "spider man"
  /// ```
  ///
  /// - Complexity: that of ``fold(_:)``.
  public func fold(_ text: String, for mode: MatchMode) -> [UInt8] {
    var result: [UInt8] = []
    text.withUTF8Span { fold($0, for: mode, into: &result) }
    return result
  }

  /// Appends the fold of well-formed UTF-8 to `output`, whose earlier content does not belong to
  /// the text.
  ///
  /// Nothing is allocated if `output` has room for ``expansion`` times the bytes (for ASCII, as
  /// many bytes), and for seven more, unless more than 32 marks follow each other.
  ///
  /// - Complexity: O(bytes); O(m log m) for more than 32 marks in a row.
  package func fold(_ utf8: Span<UInt8>, for mode: MatchMode, into output: inout [UInt8]) {
    if self == .loose { return foldLoosely(utf8, for: mode, into: &output) }
    var asciiCount = 0
    output.append(addingCapacity: ASCIIWord.roomNeeded(for: utf8.count)) { output in
      asciiCount = output.fillWithASCIIPrefix(of: utf8, caseBit: asciiCaseBit)
    }
    if asciiCount == utf8.count { return }
    // A mark may compose with the letter before it, so the last letter is folded again.
    let start = Swift.max(asciiCount - 1, 0)
    output.removeLast(asciiCount - start)
    output.append(addingCapacity: (utf8.count - start) * expansion) { output in
      FoldingTable.shared(self, for: mode).fold(utf8, from: start, into: &output)
    }
  }

  /// Builds the tables for non-ASCII text in advance, which takes some milliseconds once, so that
  /// no later call has to.
  package func prepare(for mode: MatchMode) { _ = FoldingTable.shared(self, for: mode) }

  /// The most bytes that a fold has for each byte of the text; U+FDFA stands for four words.
  var expansion: Int { self == .loose ? 11 : 3 }

  /// The bit that turns upper-case ASCII letters into lower-case ones, 0x20, or 0 if case matters.
  var asciiCaseBit: UInt8 { self == .exact ? 0 : 0x20 }
}

/// Folding of ASCII text: one byte in, one byte out.
extension OutputSpan where Element == UInt8 {
  private static var blockSize: Int { 16 }

  /// Fills the empty span with the fold of a long ASCII prefix.
  ///
  /// The bytes are first counted and then folded, because the compiler vectorizes loops of known
  /// length but not loops with an early exit.
  mutating func fillWithLongASCIIPrefix(of utf8: Span<UInt8>, caseBit: UInt8) -> Int {
    let count = Self.asciiPrefixCount(utf8)
    append(repeating: 0, count: count)
    var folded = mutableSpan
    let ascii = utf8.extracting(first: count)
    // The loop runs to the span's own count; only then does the compiler check the bounds once,
    // before the loop.
    for index in 0..<folded.count { folded[index] = Self.folded(ascii[index], caseBit) }
    return count
  }

  private static func asciiPrefixCount(_ utf8: Span<UInt8>) -> Int {
    var end = 0
    while end &+ blockSize <= utf8.count {
      let block = utf8.extracting(end..<end &+ blockSize)
      var union: UInt8 = 0
      for index in 0..<blockSize { union |= block[index] }
      guard union < 0x80 else { break }
      end &+= blockSize
    }
    while end < utf8.count, utf8[end] < 0x80 { end &+= 1 }
    return end
  }

  /// Returns the byte in lower case if it is an upper-case ASCII letter and `caseBit` is not 0.
  @inline(__always)
  static func folded(_ byte: UInt8, _ caseBit: UInt8) -> UInt8 {
    byte | (byte &- 0x41 < 26 ? caseBit : 0)
  }
}
