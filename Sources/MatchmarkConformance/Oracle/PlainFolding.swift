package import MatchmarkCore

/// The oracle's folding: the definition, step by step, over whole texts.
///
/// It shares nothing with the folding of Core. Its decompositions come from a list of its own, and
/// classes, ignorables and case from the standard library, for the scalars that Unicode 15.0 has:
/// none of that has changed for them since.
package struct PlainFolding: Sendable {
  package let folding: Folding
  /// The parts of the scalars that were read so far; a corpus has few different ones.
  private var known: [Unicode.Scalar: [Part]] = [:]

  package init(_ folding: Folding) { self.folding = folding }

  /// A scalar of a decomposition.
  struct Part: Sendable {
    let scalar: Unicode.Scalar
    /// Canonical_Combining_Class.
    let rank: UInt8
    let isStripped: Bool
    /// The case folding, decomposed.
    let folded: [Piece]
  }

  /// A scalar of a folded decomposition.
  struct Piece: Sendable {
    let scalar: Unicode.Scalar
    let rank: UInt8
    /// True if it may compose with a scalar before it.
    let joins: Bool
  }

  /// The fold of a text: NFC(casefold(strip(NFD(text)))), as far as the folding has these steps,
  /// and those of `loose`, of which the last two depend on the match mode.
  ///
  /// - Complexity: O(n log n) for n scalars.
  package mutating func fold(_ text: String, for mode: MatchMode = .contains) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      let bytes = text.utf8.map { folding != .exact && (65...90).contains($0) ? $0 + 32 : $0 }
      return folding == .loose ? Self.signed(bytes.map(Unicode.Scalar.init), for: mode) : bytes
    }
    var parts: [Part] = []
    for scalar in text.unicodeScalars { parts += self.parts(of: scalar) }
    Self.order(&parts) { $0.rank }
    var pieces = parts.filter { !$0.isStripped }.flatMap(\.folded)
    if folding == .loose { pieces = Self.signed(pieces, for: mode) }
    Self.order(&pieces) { $0.rank }
    return Self.composed(pieces)
  }

  /// The fold of a single text.
  package static func fold(
    _ text: String, _ folding: Folding, for mode: MatchMode = .contains
  ) -> [UInt8] {
    var plain = PlainFolding(folding)
    return plain.fold(text, for: mode)
  }

  private static func signed(_ scalars: [Unicode.Scalar], for mode: MatchMode) -> [UInt8] {
    let signed = scalars.compactMap { sign($0, for: mode) }
    let left = mode == .wordPrefix ? withoutExtraSpaces(signed) { $0 } : signed
    return left.flatMap(\.utf8)
  }

  private static func signed(_ pieces: [Piece], for mode: MatchMode) -> [Piece] {
    let signed = pieces.compactMap { sign($0.scalar, for: mode).map(piece) }
    return mode == .wordPrefix ? withoutExtraSpaces(signed) { $0.scalar } : signed
  }

  /// The composed form of a text (NFC).
  package static func composed(_ text: String) -> String {
    String(decoding: fold(text, .exact), as: UTF8.self)
  }

  /// The decomposed form of a text (NFD).
  package static func decomposed(_ text: String) -> String {
    var pieces = text.unicodeScalars.flatMap(decomposition).map(piece)
    order(&pieces) { $0.rank }
    return String(scalars: pieces.map(\.scalar))
  }

  /// The parts of a scalar, before anything is put in order.
  mutating func parts(of scalar: Unicode.Scalar) -> [Part] {
    if let parts = known[scalar] { return parts }
    let parts = Self.decomposition(scalar).map { part in
      Part(
        scalar: part, rank: Self.rank(part),
        isStripped: folding == .caseAndDiacriticInsensitive && Self.isStripped(part),
        folded: letters(of: part).map(Self.piece))
    }
    known[scalar] = parts
    return parts
  }

  /// Returns the fold of a scalar of a decomposition, decomposed.
  private func letters(of part: Unicode.Scalar) -> [Unicode.Scalar] {
    switch folding {
    case .exact: [part]
    case .caseInsensitive, .caseAndDiacriticInsensitive:
      Self.caseFolding(part).flatMap(Self.decomposition)
    case .loose: Self.looseLetters(of: part)
    }
  }

  /// Puts the marks between two scalars of class 0 in order by class; equal ones stay as they are.
  static func order<Element>(_ elements: inout [Element], by rank: (Element) -> UInt8) {
    guard elements.contains(where: { rank($0) > 0 }) else { return }
    var starters = 0
    let places = elements.enumerated().map { offset, element in
      let number = rank(element)
      if number == 0 { starters += 1 }
      return (starters, number, offset)
    }
    elements = places.sorted(by: <).map { elements[$0.2] }
  }

  /// The class that orders a scalar, as Unicode 15.0 has it.
  static func rank(_ scalar: Unicode.Scalar) -> UInt8 {
    PlainText.isPinned(scalar) ? scalar.properties.canonicalCombiningClass.rawValue : 0
  }

  private static func piece(_ scalar: Unicode.Scalar) -> Piece {
    let isHangul =
      (0x1161...0x1175).contains(scalar.value) || (0x11A8...0x11C2).contains(scalar.value)
    return Piece(
      scalar: scalar, rank: rank(scalar),
      joins: isHangul || PlainDecompositions.seconds.contains(scalar.value))
  }

  static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    guard PlainText.isPinned(scalar) else { return false }
    let rank = properties.canonicalCombiningClass.rawValue
    return properties.isEmojiModifier || properties.generalCategory == .enclosingMark
      || (1...255).contains(rank) && rank != 8 && rank != 9 && !(84...132).contains(rank)
  }

  /// Full case folding (C and F), by way of the mappings to lower and upper case.
  static func caseFolding(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    guard PlainText.isPinned(scalar) else { return [scalar] }
    switch scalar.value {
    // Dotless i has a capital, I, but does not fold.
    case 0x131: return [scalar]
    // Cherokee folds to its capital letters, which are older.
    case 0x13A0...0x13FF, 0xAB70...0xABBF:
      return Array(scalar.properties.uppercaseMapping.unicodeScalars)
    default:
      guard scalar.properties.changesWhenCaseMapped else { return [scalar] }
      return scalar.properties.lowercaseMapping.unicodeScalars
        .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
        .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
    }
  }
}

extension PlainFolding {
  /// The canonical decomposition of a scalar, not put in order.
  static func decomposition(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if (0xAC00...0xD7A3).contains(scalar.value) {
      let (syllable, end) = (scalar.value - 0xAC00).quotientAndRemainder(dividingBy: 28)
      let (initial, vowel) = syllable.quotientAndRemainder(dividingBy: 21)
      let jamo = [0x1100 + initial, 0x1161 + vowel] + (end == 0 ? [] : [0x11A7 + end])
      return jamo.compactMap(Unicode.Scalar.init)
    }
    guard let parts = PlainDecompositions.parts[scalar.value] else { return [scalar] }
    return parts.compactMap(Unicode.Scalar.init).flatMap(decomposition)
  }

  /// Returns true if a scalar, other than a Hangul syllable, has a canonical decomposition.
  static func isComposite(_ scalar: Unicode.Scalar) -> Bool {
    PlainDecompositions.parts[scalar.value] != nil
  }

  /// The scalar that two others compose to; nil if they do not.
  private static func composition(_ first: UInt32, _ second: UInt32) -> UInt32? {
    switch (first, second) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return 0xAC00 + (first - 0x1100) * 588 + (second - 0x1161) * 28
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00).isMultiple(of: 28):
      return first + second - 0x11A7
    default: return PlainDecompositions.composites[UInt64(first) << 32 | UInt64(second)]
    }
  }

  /// The pieces, which are in order, as UTF-8, with all scalars composed that compose.
  ///
  /// A scalar composes with the last one of class 0 if nothing between them has the same class or a
  /// higher one, or class 0 (D115, D117).
  private static func composed(_ pieces: [Piece]) -> [UInt8] {
    var result: [(scalar: UInt32, rank: UInt8)] = []
    var starter: Int?
    for piece in pieces {
      let scalar = piece.scalar.value
      if piece.joins, let starter,
        starter == result.count - 1
          || result[result.count - 1].rank > 0 && result[result.count - 1].rank < piece.rank,
        let composite = composition(result[starter].scalar, scalar)
      {
        result[starter].scalar = composite
        continue
      }
      if piece.rank == 0 { starter = result.count }
      result.append((scalar, piece.rank))
    }
    return result.compactMap { Unicode.Scalar($0.scalar) }.flatMap(\.utf8)
  }
}

/// The decompositions of Unicode 15.0, read from the list of the oracle.
private enum PlainDecompositions {
  /// The one or two parts of each scalar that has them.
  static let parts: [UInt32: [UInt32]] = {
    var parts: [UInt32: [UInt32]] = [:]
    for pair in UnicodeDecompositions.pairs.split(whereSeparator: \.isWhitespace) {
      let sides = pair.split(separator: "=")
      guard sides.count == 2, let scalar = UInt32(sides[0], radix: 16) else { continue }
      parts[scalar] = sides[1].split(separator: "+").compactMap { UInt32($0, radix: 16) }
    }
    return parts
  }()

  /// The composite of each pair of parts: all but singletons, those that do not begin with class 0,
  /// and those that Unicode excludes.
  static let composites: [UInt64: UInt32] = {
    let excluded = Set(
      UnicodeDecompositions.exclusions.split(whereSeparator: \.isWhitespace)
        .compactMap { UInt32($0, radix: 16) })
    var composites: [UInt64: UInt32] = [:]
    for (scalar, parts) in parts where parts.count == 2 && !excluded.contains(scalar) {
      let ranks = [scalar, parts[0]].compactMap(Unicode.Scalar.init).map(PlainFolding.rank)
      if ranks == [0, 0] { composites[UInt64(parts[0]) << 32 | UInt64(parts[1])] = scalar }
    }
    return composites
  }()

  static let seconds = Set(composites.keys.map { UInt32(truncatingIfNeeded: $0) })
}
