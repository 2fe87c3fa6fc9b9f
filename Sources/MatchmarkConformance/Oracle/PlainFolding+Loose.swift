import MatchmarkCore

/// The folding `loose`, step by step, for scalars that are canonically decomposed already.
///
/// Every step but the last two changes scalars one by one, so what is left of a scalar does not
/// depend on its neighbours. Compatibility mappings come from the test of normalization, names and
/// categories from the standard library.
extension PlainFolding {
  /// Returns the letters of a scalar: NFKD without a space before its marks, strip, full case
  /// folding, NFKD, strip, and each table of letters.
  static func looseLetters(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // Two of them decompose like accents, but people type them.
    if apostrophes.contains(scalar) { return [scalar] }
    var letters = compatibleDecomposition(scalar)
    if letters.count > 1, letters[0] == " ", letters.dropFirst().allSatisfy(isMark) {
      letters.removeFirst()
    }
    letters.removeAll(where: isStripped)
    letters = letters.flatMap(caseFolding).flatMap(compatibleDecomposition)
    letters.removeAll(where: isStripped)
    letters = letters.flatMap { plainLetters[$0] ?? [$0] }
    letters.removeAll { $0 == "\u{640}" }
    letters = letters.map(hiragana)
    return letters.flatMap(hangulLetters)
  }

  /// Returns a letter as the match mode takes it: apostrophes and dashes are dropped (nil), or are
  /// U+0027 and spaces where words begin after them.
  static func sign(_ letter: Unicode.Scalar, for mode: MatchMode) -> Unicode.Scalar? {
    let isForWords = mode == .wordPrefix
    if apostrophes.contains(letter) { return isForWords ? "'" : nil }
    if isDash(letter) { return isForWords ? " " : nil }
    return isForWords && letter.properties.isWhitespace ? " " : letter
  }

  /// The elements without the spaces at both ends and next to another space.
  static func withoutExtraSpaces<Element>(
    _ elements: [Element], _ scalar: (Element) -> Unicode.Scalar
  ) -> [Element] {
    let isSpace = elements.map { scalar($0) == " " }
    let first = isSpace.firstIndex(of: false) ?? elements.count
    return elements.indices.dropFirst(first).filter { index in
      !isSpace[index] || index + 1 < elements.count && !isSpace[index + 1]
    }.map { elements[$0] }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static let apostrophes: Set<Unicode.Scalar> = [
    "'", "`", "´", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2BB}", "\u{2BC}", "\u{2BD}", "\u{2BE}",
    "\u{2BF}", "\u{2EE}", "\u{A78C}", "\u{FF07}",
  ]

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\u{2212}" || scalar == "\u{B7}" || scalar == "\u{30FB}" { return true }
    return PlainText.isPinned(scalar) && scalar.properties.generalCategory == .dashPunctuation
  }

  /// The letters that do not decompose, and the forms of Arabic and Hebrew letters.
  private static let plainLetters: [Unicode.Scalar: [Unicode.Scalar]] = {
    let pairs = """
      ł:l ø:o đ:d ð:d ħ:h ŧ:t ı:i ĸ:k ŋ:n æ:ae œ:oe þ:th ƒ:f ɓ:b ɗ:d ƙ:k ƴ:y ɲ:n ƶ:z ɨ:i ʉ:u ɛ:e \
      ɔ:o ə:e ٱ:ا ى:ي ی:ي ک:ك ة:ه ך:כ ם:מ ן:נ ף:פ ץ:צ
      """
    return pairs.unicodeScalars.split(separator: " ").reduce(into: [:]) { letters, pair in
      let scalars = Array(pair)
      letters[scalars[0]] = Array(scalars[2...])
    }
  }()

  private static func hiragana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x30A1...0x30F6, 0x30FD...0x30FE: Unicode.Scalar(scalar.value - 0x60) ?? scalar
    default: scalar
    }
  }

  /// The letters of a jamo, each of which one key types.
  private static func hangulLetters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let letter = compatibilityJamo[scalar] ?? scalar
    guard let parts = clusters[letter] else { return [letter] }
    return parts.flatMap(hangulLetters)
  }

  /// The letter of each jamo: of those that a letter decomposes to, and of the modern finals, which
  /// have the names of letters.
  private static let compatibilityJamo: [Unicode.Scalar: Unicode.Scalar] = {
    let letters = (UInt32(0x3131)...0x318E).compactMap(Unicode.Scalar.init)
    var jamo: [Unicode.Scalar: Unicode.Scalar] = [:]
    var named: [String: Unicode.Scalar] = [:]
    for letter in letters {
      jamo[compatibleDecomposition(letter)[0]] = letter
      named[name(of: letter, after: "HANGUL LETTER ")] = letter
    }
    for final in (UInt32(0x11A8)...0x11C2).compactMap(Unicode.Scalar.init) {
      jamo[final] = named[name(of: final, after: "HANGUL JONGSEONG ")]
    }
    return jamo
  }()

  private static func name(of scalar: Unicode.Scalar, after start: String) -> String {
    String((scalar.properties.name ?? "").dropFirst(start.count))
  }

  private static let clusters: [Unicode.Scalar: [Unicode.Scalar]] = {
    let words = "ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ"
    return words.unicodeScalars.split(separator: " ").reduce(into: [:]) { clusters, word in
      clusters[word[word.startIndex]] = Array(word.dropFirst())
    }
  }()

  /// The full compatibility decomposition of a scalar, not put in order.
  private static func compatibleDecomposition(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    (compatibleForms[scalar.value] ?? [scalar]).flatMap(decomposition)
  }

  private static let compatibleForms: [UInt32: [Unicode.Scalar]] = {
    var forms: [UInt32: [Unicode.Scalar]] = [:]
    for word in UnicodeCompatibility.forms.split(whereSeparator: \.isWhitespace) {
      let sides = word.split(separator: "=").map { side in
        side.split(whereSeparator: { ".+".contains($0) }).compactMap { UInt32($0, radix: 16) }
      }
      let (first, last) = (sides[0][0], sides[0][sides[0].count - 1])
      for scalar in first...last {
        forms[scalar] = sides[1].compactMap { Unicode.Scalar($0 + scalar - first) }
      }
    }
    return forms
  }()
}
