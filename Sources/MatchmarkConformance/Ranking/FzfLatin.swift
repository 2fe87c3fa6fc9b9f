import MatchmarkCore

/// The plain letters that fzf 0.74 takes Latin letters for: a rule, and the letters that it misses.
enum FzfLatin {
  /// The plain letter or sign of a scalar; nil if it stays as it is.
  static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case ..<0x80: nil
    case ..<UInt32(table.count): table[Int(scalar.value)]
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0)
    case 0xFF61: "."
    default: nil
    }
  }

  private static let table = (0..<0x2200).map { Unicode.Scalar(UInt32($0)).flatMap(derived) }

  /// Reads a letter that Unicode composes of a plain letter and one mark as that letter.
  ///
  /// So is one with two marks as in Vietnamese. Capitals beyond Latin-1 stay as they are, except
  /// Vietnamese ones.
  private static func derived(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if let other = others[scalar] { return other }
    let parts = Array(PlainFolding.decomposed(String(scalar)).unicodeScalars)
    let isVietnamese = (0x1EA4...0x1EF1).contains(scalar.value) && parts.count == 3
    guard parts.count == 2 || isVietnamese else { return nil }
    let isCapital = ("A"..."Z").contains(parts[0])
    guard ("a"..."z").contains(parts[0]) || isCapital else { return nil }
    return isCapital && scalar.value > 0xFF && !isVietnamese ? nil : parts[0]
  }

  private static let others: [Unicode.Scalar: Unicode.Scalar] = {
    var others: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (plain, letters) in forms {
      for letter in letters.unicodeScalars { others[letter] = plain }
    }
    return others
  }()

  private static let forms: [(plain: Unicode.Scalar, letters: String)] = [
    ("a", "ɐɑ\u{363}ẚ"),
    ("b", "ƀƃɓ"),
    ("c", "ƈȼɕʗ\u{368}ↄ"),
    ("d", "đƌȡɖɗ\u{369}"),
    ("e", "ǝɇɘɛɜɝɞʚ\u{364}ᴈ"),
    ("f", "ƒ"),
    ("g", "ǥɠɡ"),
    ("h", "ħɥɦʮ\u{36A}ₕ"),
    ("i", "ıɨ\u{365}ᴉᵢⁱ"),
    ("j", "ȷɉɟʝ"),
    ("k", "ƙʞₖ"),
    ("l", "ŀłƚȴɫɬɭₗ"),
    ("m", "ɯɰɱ\u{36B}ᴟₘ"),
    ("n", "ƞȵɲɳₙ"),
    ("o", "øɔɵ\u{366}ᴑᴒᴓᴖᴗ"),
    ("p", "ƥₚ"),
    ("q", "ɋʠ"),
    ("r", "ɍɹɺɻɼɽɾɿ\u{36C}ᵣ"),
    ("s", "ßſȿʂẛₛ"),
    ("t", "ŧƫƭȶʇʈ\u{36D}ₜ"),
    ("u", "ʉ\u{367}ᴝᴞᵤ"),
    ("v", "ʋʌ\u{36E}ᵥ"),
    ("w", "ʍ"),
    ("x", "\u{36F}"),
    ("y", "ƴɏʎ"),
    ("z", "ƶȥɀʐʑ"),
    ("A", "Ⱥᴀ"),
    ("B", "ƁɃʙᴃ"),
    ("C", "Ȼᴄ"),
    ("D", "ƉƊᴅ"),
    ("E", "ƎƐɆᴇ"),
    ("G", "Ɠɢʛ"),
    ("H", "ʜ"),
    ("I", "İƗɪ"),
    ("J", "Ɉᴊ"),
    ("K", "ᴋ"),
    ("L", "Ƚʟᴌ"),
    ("M", "Ɯᴍ"),
    ("N", "ƝȠɴᴎ"),
    ("O", "ØƆƟᴏᴐ"),
    ("P", "ᴘ"),
    ("Q", "Ɋ"),
    ("R", "Ɍʀʁᴙᴚ"),
    ("T", "ƮȾᴛ"),
    ("U", "Ʉᴜ"),
    ("V", "ƲɅᴠ"),
    ("W", "ᴡ"),
    ("Y", "ŸɎʏ"),
    ("Z", "ᴢ"),
  ]
}
