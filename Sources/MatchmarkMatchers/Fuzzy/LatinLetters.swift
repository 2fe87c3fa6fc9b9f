import MatchmarkCore

/// The plain letters that fzf 0.74 takes Latin letters for, and signs in full width.
///
/// Source: found by asking the program for each scalar of Unicode with each letter and sign.
enum LatinLetters {
  /// The plain letter or sign of a scalar; nil if it stays as it is.
  ///
  /// - Complexity: O(log letters).
  static func plain(_ scalar: UInt32) -> UInt32? {
    if fullWidthSigns.contains(scalar) { return scalar - fullWidthSigns.lowerBound + 0x21 }
    if scalar == 0xFF61 { return 0x2E }
    let place = table.partitioningIndex { $0.letter >= scalar }
    return place < table.count && table[place].letter == scalar ? table[place].plain : nil
  }

  private static let fullWidthSigns: ClosedRange<UInt32> = 0xFF01...0xFF5E

  /// The letters in ascending order.
  private static let table: [(letter: UInt32, plain: UInt32)] =
    forms.flatMap { plain, letters in
      letters.unicodeScalars.map { (letter: $0.value, plain: plain.value) }
    }.sorted { $0.letter < $1.letter }

  private static let forms: [(plain: Unicode.Scalar, letters: String)] = [
    ("a", "àáâãäåāăąǎȁȃȧɐɑ\u{363}ḁẚạảấầẩẫậắằẳẵặ"),
    ("b", "ƀƃɓḃḅḇ"),
    ("c", "çćĉċčƈȼɕʗ\u{368}ↄ"),
    ("d", "ďđƌȡɖɗ\u{369}ḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěǝȅȇȩɇɘɛɜɝɞʚ\u{364}ᴈḙḛẹẻẽếềểễệ"),
    ("f", "ƒḟ"),
    ("g", "ĝğġģǥǧǵɠɡḡ"),
    ("h", "ĥħȟɥɦʮ\u{36A}ḣḥḧḩḫẖₕ"),
    ("i", "ìíîïĩīĭįıǐȉȋɨ\u{365}ᴉᵢḭỉịⁱ"),
    ("j", "ĵǰȷɉɟʝ"),
    ("k", "ķƙǩʞḱḳḵₖ"),
    ("l", "ĺļľŀłƚȴɫɬɭḷḻḽₗ"),
    ("m", "ɯɰɱ\u{36B}ᴟḿṁṃₘ"),
    ("n", "ñńņňƞǹȵɲɳṅṇṉṋₙ"),
    ("o", "òóôõöøōŏőơǒǫȍȏȯɔɵ\u{366}ᴑᴒᴓᴖᴗọỏốồổỗộớờởỡợ"),
    ("p", "ƥṕṗₚ"),
    ("q", "ɋʠ"),
    ("r", "ŕŗřȑȓɍɹɺɻɼɽɾɿ\u{36C}ᵣṙṛṟ"),
    ("s", "ßśŝşšſșȿʂṡṣẛₛ"),
    ("t", "ţťŧƫƭțȶʇʈ\u{36D}ṫṭṯṱẗₜ"),
    ("u", "ùúûüũūŭůűųưǔȕȗʉ\u{367}ᴝᴞᵤṳṵṷụủứừửữự"),
    ("v", "ʋʌ\u{36E}ᵥṽṿ"),
    ("w", "ŵʍẁẃẅẇẉẘ"),
    ("x", "\u{36F}ẋẍ"),
    ("y", "ýÿŷƴȳɏʎẏẙỳỵỷỹ"),
    ("z", "źżžƶȥɀʐʑẑẓẕ"),
    ("A", "ÀÁÂÃÄÅȺᴀẤẦẨẪẬẮẰẲẴẶ"),
    ("B", "ƁɃʙᴃ"),
    ("C", "ÇȻᴄ"),
    ("D", "ƉƊᴅ"),
    ("E", "ÈÉÊËƎƐɆᴇẾỀỂỄỆ"),
    ("G", "Ɠɢʛ"),
    ("H", "ʜ"),
    ("I", "ÌÍÎÏİƗɪ"),
    ("J", "Ɉᴊ"),
    ("K", "ᴋ"),
    ("L", "Ƚʟᴌ"),
    ("M", "Ɯᴍ"),
    ("N", "ÑƝȠɴᴎ"),
    ("O", "ÒÓÔÕÖØƆƟᴏᴐỐỒỔỖỘỚỜỞỠỢ"),
    ("P", "ᴘ"),
    ("Q", "Ɋ"),
    ("R", "Ɍʀʁᴙᴚ"),
    ("T", "ƮȾᴛ"),
    ("U", "ÙÚÛÜɄᴜỨỪỬỮỰ"),
    ("V", "ƲɅᴠ"),
    ("W", "ᴡ"),
    ("Y", "ÝŸɎʏ"),
    ("Z", "ᴢ"),
  ]
}
