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
    for i in utf8.indices { output.append(utf8[i]) }
  }
}
