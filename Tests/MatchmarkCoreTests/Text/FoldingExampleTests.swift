import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// A needle, a text, and the occurrence for each folding but `loose`: Y, N, or 0 if the needle's
/// fold is empty.
struct FoldingExample: Sendable, CustomTestStringConvertible {
  var text: String
  var needle: String
  var expected: String

  init(_ text: String, _ needle: String, _ expected: String) {
    self.text = text
    self.needle = needle
    self.expected = expected
  }

  var testDescription: String { "\(text) ~ \(needle.scalarNames)" }

  var outcome: String {
    [Folding.exact, .caseInsensitive, .caseAndDiacriticInsensitive].map { folding in
      let needle = folding.fold(needle)
      return needle.isEmpty ? "0" : folding.fold(text).contains(needle) ? "Y" : "N"
    }.joined()
  }
}

@Suite struct FoldingExampleTests {
  @Test(arguments: conformanceCases)
  func conformanceCasesHold(example: FoldingExample) {
    #expect(example.outcome == example.expected)
  }

  /// U-01 to U-14 of the conformance cases, in order.
  static let conformanceCases = [
    FoldingExample("Straße", "STRASSE", "NYY"),
    FoldingExample("İstanbul", "istanbul", "NNY"),
    FoldingExample("ΟΔΟΣ", "οδος", "NYY"),
    FoldingExample("caf\u{E9}", "cafe\u{301}", "YYY"),
    FoldingExample("cafe\u{301}", "cafe", "NNY"),
    FoldingExample("\u{FB01}le", "FILE", "NYY"),
    FoldingExample("ＡＢ", "ab", "NNN"),
    FoldingExample("ガス", "カス", "NNN"),
    FoldingExample("カ\u{3099}ス", "カス", "NNN"),
    FoldingExample("ガス", "ガ", "YYY"),
    FoldingExample("カ\u{3099}ス", "ガ", "YYY"),
    FoldingExample("한국", "하", "NNN"),
    FoldingExample("مُحَمَّد", "محمد", "NNY"),
    FoldingExample("कुमार", "केमार", "NNN"),
    FoldingExample("👍", "👍🏽", "NNY"),
    FoldingExample("co\u{AD}operate", "cooperate", "NNY"),
    FoldingExample("Łódź", "lodz", "NNN"),
    FoldingExample("Łódź", "łodz", "NNY"),
  ]

  @Test(arguments: comparedWithFoundation)
  func textsThatFoundationFindsOrNotAreFoundAsSpecified(example: FoldingExample) {
    #expect(example.outcome == example.expected)
  }

  /// The texts for which folding was compared with Foundation; the results are ours.
  static let comparedWithFoundation = [
    FoldingExample("abc", "", "000"),
    FoldingExample("Straße", "STRASSE", "NYY"),
    FoldingExample("Straße", "stras", "NYY"),
    FoldingExample("ﬁle", "f", "NYY"),
    FoldingExample("GROẞ", "groß", "NYY"),
    FoldingExample("İstanbul", "istanbul", "NNY"),
    FoldingExample("DIYAR", "dıyar", "NNN"),
    FoldingExample("ΟΔΟΣ", "οδος", "NYY"),
    FoldingExample("ﬁle", "FILE", "NYY"),
    FoldingExample("\u{212B}", "a\u{30A}", "NYY"),
    FoldingExample("caf\u{E9}", "cafe", "NNY"),
    FoldingExample("cafe\u{301}", "cafe", "NNY"),
    FoldingExample("cafe", "caf\u{E9}", "NNY"),
    FoldingExample("cafe\u{301}", "\u{301}", "NN0"),
    FoldingExample("ＡＢ", "ab", "NNN"),
    FoldingExample("ｱ", "ア", "NNN"),
    FoldingExample("ア", "あ", "NNN"),
    FoldingExample("한", "하", "NNN"),
    FoldingExample("a\u{A0}b", "a b", "NNN"),
    FoldingExample("København", "kobenhavn", "NNN"),
    FoldingExample("\u{30AC}", "カ", "NNN"),
    FoldingExample("カ\u{3099}", "カ", "NNN"),
    FoldingExample("\u{D55C}", "\u{1112}\u{1161}\u{11AB}", "YYY"),
    FoldingExample("مُحَمَّد", "محمد", "NNY"),
    FoldingExample("שָׁלוֹם", "שלום", "NNY"),
    FoldingExample("أحمد", "احمد", "NNY"),
    FoldingExample("\u{958}", "\u{915}", "YYY"),
    FoldingExample("ที่", "ที", "YYY"),
    FoldingExample("हिन्दी", "हिन", "YYY"),
    FoldingExample("ที่", "ทิ", "NNN"),
    FoldingExample("कुमार", "केमार", "NNN"),
    FoldingExample("👨\u{200D}👩\u{200D}👧", "👩", "YYY"),
    FoldingExample("🇺🇸🇯🇵", "🇸🇯", "YYY"),
    FoldingExample("\r\n", "\n", "YYY"),
    FoldingExample("👍🏽", "👍", "YYY"),
    FoldingExample("👍", "👍🏽", "NNY"),
    FoldingExample("❤", "❤\u{FE0F}", "NNY"),
    FoldingExample("a\u{200C}b", "ab", "NNY"),
    FoldingExample("a\u{200D}b", "ab", "NNY"),
    FoldingExample("a\u{AD}b", "ab", "NNY"),
    FoldingExample("a\u{200B}b", "ab", "NNY"),
    FoldingExample("a\u{2060}b", "ab", "NNY"),
    FoldingExample("a\u{FEFF}b", "ab", "NNY"),
    FoldingExample("Йога", "иога", "NNY"),
    FoldingExample("ᾳ", "α", "NYY"),
    FoldingExample("ᾳ", "ΑΙ", "NYN"),
    FoldingExample("\u{10400}", "\u{10428}", "NYY"),
    FoldingExample("ИМА", "й", "NNY"),
    FoldingExample("x\u{378}", "\u{378}", "YYY"),
  ]

  @Test(arguments: [
    ("Éclair", "Éclair", "éclair", "eclair"),
    ("E\u{301}clair", "\u{C9}clair", "\u{E9}clair", "eclair"),
    // The cedilla sorts before the acute and composes first.
    ("c\u{301}\u{327}", "\u{1E09}", "\u{1E09}", "c"),
    ("\u{107}\u{327}", "\u{1E09}", "\u{1E09}", "c"),
    // Two marks of one class: the second is blocked.
    ("a\u{301}\u{300}", "\u{E1}\u{300}", "\u{E1}\u{300}", "a"),
    // The iota below becomes a letter only after every mark.
    ("\u{1FB3}\u{301}", "\u{1FB4}", "\u{3AC}\u{3B9}", "α"),
    ("\u{3B1}\u{345}\u{301}", "\u{1FB4}", "\u{3AC}\u{3B9}", "α"),
    // A vowel sign of class 0 whose parts are marks and sort before those of the letter.
    (
      "\u{1FAE}\u{F81}", "\u{1FAE}\u{F71}\u{F80}", "\u{1F66}\u{F71}\u{F80}\u{3B9}",
      "ω\u{F71}\u{F80}"
    ),
    // Hangul: an open syllable takes a final; removing an ignorable lets it.
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}", "\u{AC01}", "\u{AC01}"),
    ("\u{AC00}\u{AD}\u{11A8}", "\u{AC00}\u{AD}\u{11A8}", "\u{AC00}\u{AD}\u{11A8}", "\u{AC01}"),
    ("\u{1100}\u{AC00}\u{11A8}", "\u{1100}\u{AC01}", "\u{1100}\u{AC01}", "\u{1100}\u{AC01}"),
    // A mark at the start has nothing to compose with.
    ("\u{301}a", "\u{301}a", "\u{301}a", "a"),
    // Two parts that are not marks.
    ("\u{DD9}\u{DCF}\u{DCA}", "\u{DDD}", "\u{DDD}", "\u{DDD}"),
    ("\u{DDC}\u{93C}\u{DCA}", "\u{DDD}\u{93C}", "\u{DDD}\u{93C}", "\u{DDD}"),
    ("\u{DDD}\u{93C}", "\u{DDD}\u{93C}", "\u{DDD}\u{93C}", "\u{DDD}"),
    // Removing an ignorable brings a virama and a nukta together.
    (
      "क\u{94D}\u{AD}\u{3099}", "क\u{94D}\u{AD}\u{3099}", "क\u{94D}\u{AD}\u{3099}",
      "क\u{3099}\u{94D}"
    ),
    ("\u{0}\u{FFFD}", "\u{0}\u{FFFD}", "\u{0}\u{FFFD}", "\u{0}\u{FFFD}"),
    ("", "", "", ""),
  ])
  func foldsAreThese(text: String, exact: String, cased: String, plain: String) {
    // Compared as scalars, because canonically equivalent strings are equal.
    #expect(Folding.exact.fold(text).text.scalarNames == exact.scalarNames)
    #expect(Folding.caseInsensitive.fold(text).text.scalarNames == cased.scalarNames)
    #expect(
      Folding.caseAndDiacriticInsensitive.fold(text).text.scalarNames == plain.scalarNames)
  }

  @Test(arguments: Folding.allCases)
  func aTextIsAppendedAndNeverComposesWithWhatIsThere(folding: Folding) {
    var output = Array("e".utf8)
    let mark = Array("\u{3099}\u{9BE}".utf8)
    folding.fold(mark.span, for: .contains, into: &output)
    #expect(output == Array("e\u{3099}\u{9BE}".utf8))
    let letters = Array("Ab".utf8)
    folding.fold(letters.span, for: .contains, into: &output)
    #expect(output.suffix(2) == folding.fold("Ab")[...])
  }

  @Test(arguments: Folding.allCases)
  func moreMarksThanWaitInlineAreStillOrdered(folding: Folding) {
    for count in [31, 32, 33, 34, 100] {
      let marks = (0..<count).map { $0 % 3 == 0 ? "\u{E38}" : $0 % 3 == 1 ? "\u{323}" : "\u{301}" }
      let text = "a" + marks.joined() + "b"
      #expect(folding.fold(text) == ReferenceFolding.fold(text, folding))
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func manyMarksInDisorderAreNotSlow() {
    let text = "a" + String(repeating: "\u{301}\u{323}\u{E38}", count: 3_000)
    for folding in Folding.allCases {
      #expect(folding.fold(text) == ReferenceFolding.fold(text, folding))
    }
  }

  @Test(
    "The pairs that the page on semantics lists as not folded stay apart under cd",
    arguments: [
      "łl", "øo", "đd", "ðd", "ħh", "ŧt", "ıi", "ĸk", "ŋn", "ƒf", "ɓb", "ɗd", "ƙk", "ƴy", "ɲn",
      "ƶz", "ɨi", "ʉu", "ɛe", "ɔo", "əe", "ىي", "یي", "کك", "ةه", "ٱا", "םמ", "アあ", "がか", "ｱア",
      "장ㅈ", "Ａa", "①1", "²2", "’'", "“\"", "–-", "‑-", "\u{A0} ", "٢2", "ﻻل",
    ])
  func notFolded(pair: String) {
    let folds = pair.map { Folding.caseAndDiacriticInsensitive.fold(String($0)) }
    #expect(folds.count == 2 && folds[0] != folds[1])
  }

  @Test(
    "A letter that the page on semantics lists as not folded is not its two letters",
    arguments: [("æ", "ae"), ("œ", "oe"), ("þ", "th"), ("㎏", "kg"), ("ـ", "")])
  func notExpanded(letter: String, letters: String) {
    let folding = Folding.caseAndDiacriticInsensitive
    #expect(folding.fold(letter) != folding.fold(letters))
  }
}
