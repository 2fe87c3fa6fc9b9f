import Foundation
package import MatchmarkCore

extension Folding {
  /// Every folding with the match modes that it tells apart.
  package static let inModes: [(Folding, MatchMode)] =
    [(.exact, .contains), (.caseInsensitive, .contains), (.caseAndDiacriticInsensitive, .contains)]
    + [(.loose, .contains), (.loose, .wordPrefix)]
}

/// The steps of `loose` over a whole text, with the compatibility mappings of Foundation.
extension ReferenceFolding {
  static func looseLetters(
    _ decomposed: [Unicode.Scalar], for mode: MatchMode
  ) -> [Unicode.Scalar] {
    var scalars = compatible(decomposed.flatMap(withoutSpaceBelowMarks))
    scalars.removeAll(where: isStripped)
    scalars = compatible(scalars.flatMap(caseFolding))
    scalars.removeAll(where: isStripped)
    scalars = scalars.flatMap { letters[$0] ?? [$0] }.flatMap(keys)
    guard mode == .wordPrefix else {
      return scalars.filter { !isApostrophe($0) && !isDash($0) }
    }
    scalars = scalars.map { isApostrophe($0) ? "'" : isDash($0) ? " " : $0 }
    return Array(scalars.split(whereSeparator: \.properties.isWhitespace).joined(separator: [" "]))
  }

  private static func compatible(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return Array(String(view).decomposedStringWithCompatibilityMapping.unicodeScalars)
  }

  private static func withoutSpaceBelowMarks(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar == "`" || scalar == "´" { return ["'"] }
    let parts = compatible([scalar])
    let marks = parts.dropFirst()
    return parts[0] == " " && !marks.isEmpty
      && marks.allSatisfy { $0.properties.canonicalCombiningClass != .notReordered }
      ? Array(marks) : [scalar]
  }

  private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = {
    let from = "łøđðħŧıĸŋæœþƒɓɗƙƴɲƶɨʉɛɔəٱىیکةךםןףץـ"
    let to = "l o d d h t i k n ae oe th f b d k y n z i u e o e ا ي ي ك ه כ מ נ פ צ"
      .split(separator: " ").map { Array($0.unicodeScalars) }
    var letters = Dictionary(uniqueKeysWithValues: zip(from.unicodeScalars, to + [[]]))
    let hiragana =
      "ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねの"
      + "はばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ"
    for (offset, scalar) in hiragana.unicodeScalars.enumerated() {
      if let katakana = Unicode.Scalar(0x30A1 + UInt32(offset)) { letters[katakana] = [scalar] }
    }
    letters["ヽ"] = ["ゝ"]
    letters["ヾ"] = ["ゞ"]
    return letters
  }()

  /// The keys of a two-set keyboard that type a jamo.
  private static func keys(_ jamo: Unicode.Scalar) -> [Unicode.Scalar] {
    switch jamo.value {
    case 0x1100...0x1112: return [initials[Int(jamo.value - 0x1100)]]
    case 0x1161...0x1175: return vowels[Int(jamo.value - 0x1161)]
    case 0x11A8...0x11C2: return finals[Int(jamo.value - 0x11A8)]
    default: return oldLetters[jamo] ?? [jamo]
    }
  }

  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let vowels = split("ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ")
  private static let finals = split(
    "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ")

  private static func split(_ text: String) -> [[Unicode.Scalar]] {
    text.split(separator: " ").map { Array($0.unicodeScalars) }
  }

  /// The jamo beyond the modern ones that a compatibility letter decomposes to.
  private static let oldLetters: [Unicode.Scalar: [Unicode.Scalar]] = {
    var letters: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for letter in (UInt32(0x3131)...0x318E).compactMap(Unicode.Scalar.init) {
      letters[compatible([letter])[0]] = [letter]
    }
    letters["\u{111A}"] = ["ㄹ", "ㅎ"]
    letters["\u{1121}"] = ["ㅂ", "ㅅ"]
    return letters
  }()

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x60, 0x2018, 0x2019, 0x201B, 0x2BB...0x2BF, 0x2EE, 0xA78C: true
    default: false
    }
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .dashPunctuation
      || ["\u{2212}", "\u{B7}", "\u{30FB}"].contains(scalar)
  }
}
