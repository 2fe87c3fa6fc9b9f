internal import MatchmarkCore

/// The way in which a person spells a text in a search field: as the keyboard has it, not as the
/// rows have it.
///
/// Keyboards have neither invisible characters nor presentation forms (ligatures, other widths,
/// positions of Arabic letters), and people type plain quotes and hyphens. Three of four type lower
/// case only, and one of two leaves accents out. Where case or accents count, they are typed. Under
/// `loose`, one of two also types plain letters for those that most keyboards lack (l for ł,
/// hiragana for katakana), and no apostrophes and hyphens where they do not count.
struct Spelling: Sendable {
  private let folding: Folding
  /// True if words begin after apostrophes and hyphens, so that people type them.
  private let typesSigns: Bool

  init(_ profile: SearchProfile) {
    folding = profile.folding
    typesSigns = profile.textFields.contains { $0.match == .wordPrefix }
  }

  /// Returns the text as a person types it; never empty, unless the text is.
  func callAsFunction(_ text: [Character], using random: inout SeededGenerator) -> [Character] {
    var typed = CanonicalForm.composed(String(text.flatMap(Self.key)))
    let (letterCase, omitsMarks) = (random.below(20), random.below(2) == 0)
    if folding != .exact {
      // No keyboard has the dot that lowercasing leaves over an i.
      if letterCase < 15 { typed = typed.lowercased().replacing("i\u{307}", with: "i") }
      if letterCase == 19 { typed = typed.uppercased() }
      if omitsMarks { typed = CanonicalForm.withoutMarks(typed) }
    }
    if folding == .loose, random.below(2) == 0 {
      typed = CanonicalForm.withPlainLetters(typed)
      if !typesSigns { typed.removeAll { $0 == "'" || $0 == "-" } }
    }
    return typed.isEmpty ? text : Array(typed)
  }

  /// Returns what the keyboard has for a character of a row; empty if it has nothing.
  private static func key(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    // A picker inserts an emoji as a whole.
    if let first = scalars.first, first.properties.isEmojiPresentation { return String(character) }
    return scalars.reduce(into: "") { $0 += key($1) }
  }

  private static func key(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BC}": return "'"
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}": return "\""
    case "\u{2010}"..."\u{2015}", "\u{2212}": return "-"
    case "\u{A0}", "\u{2007}", "\u{202F}", "\u{3000}": return " "
    default: break
    }
    if let plain = presentationForms[scalar] { return plain }
    return scalar.properties.isDefaultIgnorableCodePoint ? "" : String(scalar)
  }

  /// The plain letters of presentation forms, in the order of Unicode's blocks.
  private static let presentationForms: [Unicode.Scalar: String] = {
    var forms: [Unicode.Scalar: String] = [:]
    func add(_ letters: some Sequence<String>, from first: UInt32) {
      for (offset, letter) in letters.enumerated() {
        if let scalar = Unicode.Scalar(first + UInt32(offset)) { forms[scalar] = letter }
      }
    }
    add(["ff", "fi", "fl", "ffi", "ffl", "st", "st"], from: 0xFB00)
    add((0x21...0x7E).map { String(UnicodeScalar(UInt8($0))) }, from: 0xFF01)
    add(
      "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .map(String.init) + ["\u{3099}", "\u{309A}"], from: 0xFF66)
    // Most letters have four positions in a word; those that join no next letter have two.
    let two = Set("آأؤإاةدذرزوىژ")
    func positions(of letters: String) -> [String] {
      letters.flatMap { Array(repeating: String($0), count: two.contains($0) ? 2 : 4) }
    }
    add(["ء"] + positions(of: "آأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي"), from: 0xFE80)
    add(["لآ", "لآ", "لأ", "لأ", "لإ", "لإ", "لا", "لا"], from: 0xFEF5)
    for (letter, first) in [
      ("پ", 0xFB56), ("چ", 0xFB7A), ("ژ", 0xFB8A), ("ک", 0xFB8E), ("گ", 0xFB92),
    ] {
      add(positions(of: letter), from: UInt32(first))
    }
    add(positions(of: "ی"), from: 0xFBFC)
    return forms
  }()
}
