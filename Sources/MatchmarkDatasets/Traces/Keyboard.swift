internal import MatchmarkCore
internal import MatchmarkSession

/// The keys with which a text is typed, and the text of the field after each: an input method
/// composes letters that have no key of their own.
///
/// - Hangul: the keys of the two-set keyboard (KS X 5002). A consonant first ends a syllable, and
///   moves to the next one if a vowel follows.
/// - Kana: romaji, which become hiragana; katakana are converted at the end of the word.
/// - An accented letter: a dead key, then the letter.
///
/// Everything else, ideographs included, is typed as one character.
struct Keyboard {
  /// True if accented letters are typed with dead keys, not with keys of their own.
  let hasDeadKeys: Bool

  /// Returns an event for each key, and those that end a composition, which ask nothing.
  func events(typing text: [Character]) -> [SessionEvent] {
    var events: [SessionEvent] = []
    var rest = text[...]
    while let first = rest.first {
      let hangul = rest.prefix { Hangul($0) != nil }
      let kana = rest.prefix { Kana.isKana($0) }
      if !hangul.isEmpty {
        events += Self.composing(Hangul.states(typing: hangul.compactMap(Hangul.init)))
        rest.removeFirst(hangul.count)
      } else if !kana.isEmpty {
        events += Self.composing(Kana.states(typing: Array(kana)))
        rest.removeFirst(kana.count)
      } else {
        let accent = hasDeadKeys ? Self.deadKey(of: first) : nil
        events +=
          accent.map { Self.composing([$0, String(first)]) } ?? [.type(String(first))]
        rest.removeFirst()
      }
    }
    return events
  }

  private static func composing(_ states: [String]) -> [SessionEvent] {
    states.map(SessionEvent.markText) + [.unmarkText]
  }

  /// The spacing accent that a field shows between a dead key and the letter.
  private static func deadKey(of letter: Character) -> String? {
    let parts = Array(CanonicalForm.decomposed(String(letter)).unicodeScalars)
    guard parts.count == 2, parts[0].isASCII else { return nil }
    let accents: [Unicode.Scalar: String] = [
      "\u{300}": "`", "\u{301}": "\u{B4}", "\u{302}": "^", "\u{303}": "~", "\u{308}": "\u{A8}",
    ]
    return accents[parts[1]]
  }
}

/// A syllable of Hangul by its letters, of which clusters and diphthongs take two keys.
private struct Hangul {
  let lead: Int
  let vowel: Int
  /// 0 if there is none.
  let tail: Int

  /// The first conjoining letters of each place; the third one stands for no letter.
  private static let first: [UInt32] = [0x1100, 0x1161, 0x11A7]
  private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
  private static let tails = Array(" ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  private static let parts: [Character: String] = [
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ", "ㄾ": "ㄹㅌ",
    "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ", "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ",
    "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
  ]

  init?(_ character: Character) {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let value = scalars.first?.value, (0xAC00...0xD7A3).contains(value)
    else { return nil }
    let letters = zip(CanonicalForm.decomposed(String(character)).unicodeScalars, Self.first)
      .map { Int($0.value - $1) }
    (lead, vowel, tail) = (letters[0], letters[1], letters.count > 2 ? letters[2] : 0)
  }

  private init(_ lead: Int, _ vowel: Int, _ tail: Int = 0) {
    (self.lead, self.vowel, self.tail) = (lead, vowel, tail)
  }

  private var text: String {
    let letters = zip(tail > 0 ? [lead, vowel, tail] : [lead, vowel], Self.first)
      .compactMap { Unicode.Scalar($1 + UInt32($0)) }
    return CanonicalForm.composed(String(String.UnicodeScalarView(letters)))
  }

  private static func keys(of letter: Character) -> [Character] {
    parts[letter].map(Array.init) ?? [letter]
  }

  /// Returns the text of the field after each key of some syllables.
  static func states(typing syllables: [Hangul]) -> [String] {
    var states: [String] = []
    var done = ""
    for (index, syllable) in syllables.enumerated() {
      var steps = [String(leads[syllable.lead])]
      for vowel in prefixes(of: vowels[syllable.vowel], among: vowels) {
        steps.append(Hangul(syllable.lead, vowel).text)
      }
      if syllable.tail > 0 {
        for tail in prefixes(of: tails[syllable.tail], among: tails) {
          steps.append(Hangul(syllable.lead, syllable.vowel, tail).text)
        }
      }
      states += steps.map { done + $0 }
      if index > 0 { attach(syllable, to: syllables[index - 1], done, &states, steps.count) }
      done += syllable.text
    }
    return states
  }

  /// The indices of the letters that a letter's keys make one after the other: of ㅘ, ㅗ and ㅘ.
  private static func prefixes(of letter: Character, among letters: [Character]) -> [Int] {
    let keys = keys(of: letter)
    return ([keys[0]] + (keys.count > 1 ? [letter] : [])).compactMap(letters.firstIndex)
  }

  /// Shows the first consonant of a syllable as the end of the one before, if it can be that.
  private static func attach(
    _ syllable: Hangul, to before: Hangul, _ done: String, _ states: inout [String], _ count: Int
  ) {
    let lead = leads[syllable.lead]
    let tail: Int?
    if before.tail == 0 {
      tail = tails.firstIndex(of: lead)
    } else {
      let keys = String([tails[before.tail], lead])
      tail = parts.first { $0.value == keys }.flatMap { tails.firstIndex(of: $0.key) }
    }
    guard let tail else { return }
    states[states.count - count] =
      done.dropLast() + Hangul(before.lead, before.vowel, tail).text
  }
}

/// Kana as they are typed in romaji (the shortest keys: si, tu and hu, not shi, tsu and fu).
private enum Kana {
  private static let romaji: [String: String] = {
    let rows: [(String, String)] = [
      ("", "あいうえお"), ("k", "かきくけこ"), ("g", "がぎぐげご"), ("s", "さしすせそ"), ("z", "ざじずぜぞ"),
      ("t", "たちつてと"), ("d", "だぢづでど"), ("n", "なにぬねの"), ("h", "はひふへほ"), ("b", "ばびぶべぼ"),
      ("p", "ぱぴぷぺぽ"), ("m", "まみむめも"), ("r", "らりるれろ"), ("x", "ぁぃぅぇぉ"),
    ]
    var table: [String: String] = [:]
    for (consonant, kana) in rows {
      for (kana, vowel) in zip(kana, "aiueo") { table[String(kana)] = consonant + String(vowel) }
    }
    for (kana, keys) in [
      ("や", "ya"), ("ゆ", "yu"), ("よ", "yo"), ("わ", "wa"), ("を", "wo"), ("ん", "nn"), ("ゔ", "vu"),
      ("ゃ", "xya"), ("ゅ", "xyu"), ("ょ", "xyo"), ("っ", "xtu"), ("ゎ", "xwa"), ("ー", "-"),
    ] {
      table[kana] = keys
    }
    return table
  }()
  private static let glides: [Character: String] = ["ゃ": "ya", "ゅ": "yu", "ょ": "yo"]

  static func isKana(_ character: Character) -> Bool { romaji[hiragana(character)] != nil }

  /// The hiragana of a katakana; any other character stays.
  private static func hiragana(_ character: Character) -> String {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let value = scalars.first?.value,
      (0x30A1...0x30F6).contains(value), let scalar = Unicode.Scalar(value - 0x60)
    else { return String(character) }
    return String(Character(scalar))
  }

  /// Returns the text of the field after each key of a run of kana, and after the conversion to
  /// katakana.
  static func states(typing kana: [Character]) -> [String] {
    let hiragana = kana.map(hiragana)
    var states: [String] = []
    var done = ""
    var index = 0
    while index < hiragana.count {
      var (unit, keys) = (hiragana[index], romaji[hiragana[index]] ?? "")
      // き and a small ゃ are typed as kya.
      if index + 1 < hiragana.count, let glide = glides[Character(hiragana[index + 1])],
        keys.count == 2, keys.hasSuffix("i"), let first = keys.first
      {
        (unit, keys) = (unit + hiragana[index + 1], String(first) + glide)
      }
      // A small っ before a consonant is typed by doubling it.
      if hiragana[index] == "っ", index + 1 < hiragana.count,
        let next = romaji[hiragana[index + 1]]?.first, !"aiueonx-".contains(next)
      {
        states.append(done + String(next))
        done += "っ"
        index += 1
        continue
      }
      for count in 1..<max(keys.count, 1) { states.append(done + keys.prefix(count)) }
      done += unit
      states.append(done)
      index += unit.count
    }
    let whole = String(kana)
    return whole == done ? states : states + [whole]
  }
}
