/// Which characters count as equal: how text and needles are folded before bytes are compared.
///
/// A needle occurs in a text iff the fold of the needle is not empty and its bytes occur in the
/// fold of the text; UTF-8 never matches in the middle of a scalar. All data is from Unicode 15.0,
/// on every platform; scalars unknown to it fold to themselves. The locale never matters.
///
/// Folding is idempotent and does not change under normalization of its input. It is *not* a
/// homomorphism: marks reorder and Hangul composes, so fold(a + b) need not be fold(a) + fold(b).
public enum Folding: String, Sendable, Codable, CaseIterable {
  /// Canonical equivalence only: NFC (UAX #15).
  case exact
  /// Canonical caseless match (The Unicode Standard 15.0, section 3.13, D145), composed at the end:
  /// NFC(toCasefold(NFD(text))), with full case folding, never the Turkic one.
  case caseInsensitive = "c"
  /// Caseless, and without marks that people omit when typing: NFC(toCasefold(strip(NFD(text)))).
  ///
  /// Strip removes accents (Canonical_Combining_Class 1…7, 10…83, 133…255), enclosing marks, emoji
  /// modifiers and default-ignorable scalars. Vowel signs, viramas and kana voicing stay.
  case caseAndDiacriticInsensitive = "cd"

  /// The fold of a text, as UTF-8.
  ///
  /// - Complexity: O(bytes), time and space; at most three times the bytes of the text.
  public func fold(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    fold(text.utf8Span.span, into: &result)
    return result
  }

  /// Appends the fold of well-formed UTF-8; earlier content of `output` is not part of the text.
  ///
  /// Allocates nothing once `output` has room for three times the bytes (for ASCII, one time),
  /// unless more than 32 marks follow each other.
  ///
  /// - Precondition: the bytes are well-formed UTF-8.
  /// - Complexity: O(bytes); O(m log m) for more than 32 marks in a row.
  package func fold(_ utf8: Span<UInt8>, into output: inout [UInt8]) {
    var asciiCount = 0
    output.append(addingCapacity: utf8.count) { output in
      asciiCount = output.fillWithASCIIPrefix(of: utf8, caseBit: asciiCaseBit)
    }
    if asciiCount == utf8.count { return }
    // A mark may compose with the letter before it, so the last letter is folded again.
    let start = Swift.max(asciiCount - 1, 0)
    output.removeLast(asciiCount - start)
    output.append(addingCapacity: (utf8.count - start) * 3) { output in
      FoldingTable.shared(self).fold(utf8, from: start, into: &output)
    }
  }

  /// Builds the tables for non-ASCII text, so that no later call has to: some milliseconds, once.
  package func prepare() { _ = FoldingTable.shared(self) }

  /// 0x20 if upper-case ASCII letters become lower-case ones, otherwise 0.
  var asciiCaseBit: UInt8 { self == .exact ? 0 : 0x20 }
}
