/// Canonical decomposition of the letters that the generators use, and of no others.
///
/// Rows are made in both normal forms without asking a library for either, so that no release of
/// one can change a corpus. Letters stand below their mark; a letter with two marks decomposes into
/// one with a single mark first.
enum Decomposition {
  /// The text with every composed letter taken apart.
  static func decomposed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return String(result)
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
    if let (base, mark) = pairs[scalar] {
      append(base, to: &result)
      result.append(mark)
    } else if (0xAC00...0xD7A3).contains(scalar.value) {
      appendHangul(scalar.value - 0xAC00, to: &result)
    } else {
      result.append(scalar)
    }
  }

  /// Hangul syllables decompose by rule: leading consonant, vowel, maybe a trailing consonant.
  private static func appendHangul(
    _ index: UInt32, to result: inout String.UnicodeScalarView
  ) {
    let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
    for value in index % 28 == 0 ? jamo.dropLast() : jamo[...] {
      if let scalar = Unicode.Scalar(value) { result.append(scalar) }
    }
  }

  private static let pairs: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = {
    var pairs: [Unicode.Scalar: (base: Unicode.Scalar, mark: Unicode.Scalar)] = [:]
    for (mark, bases, composed) in table {
      for (base, whole) in zip(bases.unicodeScalars, composed.unicodeScalars) {
        pairs[whole] = (base, mark)
      }
    }
    return pairs
  }()

  private static let table: [(mark: Unicode.Scalar, bases: String, composed: String)] = [
    ("\u{300}", "aeiouAEIOUêÊâô", "àèìòùÀÈÌÒÙềỀầồ"),
    ("\u{301}", "aeiouyAEIOUYcCnNsSzZêÊơưâ", "áéíóúýÁÉÍÓÚÝćĆńŃśŚźŹếẾớứấ"),
    ("\u{302}", "aeiouAEIOUạẹọ", "âêîôûÂÊÎÔÛậệộ"),
    ("\u{303}", "anouANOê", "ãñõũÃÑÕễ"),
    ("\u{304}", "aeiouAEIOU", "āēīōūĀĒĪŌŪ"),
    ("\u{306}", "aAgGиИ", "ăĂğĞйЙ"),
    ("\u{307}", "eEIzZ", "ėĖİżŻ"),
    ("\u{308}", "aeiouAEIOUеЕіІιυ", "äëïöüÄËÏÖÜёЁїЇϊϋ"),
    ("\u{309}", "aoê", "ảỏể"),
    ("\u{30A}", "aAuU", "åÅůŮ"),
    ("\u{30B}", "oOuU", "őŐűŰ"),
    ("\u{30C}", "cCdDeElLnNrRsStTzZ", "čČďĎěĚľĽňŇřŘšŠťŤžŽ"),
    ("\u{31B}", "oOuU", "ơƠưƯ"),
    ("\u{323}", "aeiou\u{1A1}", "ạẹịọụợ"),
    ("\u{326}", "sStT", "șȘțȚ"),
    ("\u{327}", "cCsSlLnNkKgG", "çÇşŞļĻņŅķĶģĢ"),
    ("\u{328}", "aAeE", "ąĄęĘ"),
    ("\u{301}", "αεηιουωΑΕΗΙΟΥΩϊ", "άέήίόύώΆΈΉΊΌΎΏΐ"),
    ("\u{653}", "ا", "آ"),
    ("\u{654}", "اوي", "أؤئ"),
    ("\u{655}", "ا", "إ"),
    (
      "\u{3099}", "かきくけこさしすせそたちつてとはひふへほカキクケコサシスセソタチツテトハヒフヘホウ",
      "がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボヴ"
    ),
    ("\u{309A}", "はひふへほハヒフヘホ", "ぱぴぷぺぽパピプペポ"),
  ]
}
