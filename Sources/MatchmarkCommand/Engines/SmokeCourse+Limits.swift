import MatchmarkCore
import MatchmarkEngines

/// The courses over rows and queries at the limits of the contract, where engines cut, escape and
/// split texts.
///
/// Their rows are made here, because no fixture and no generator has such rows.
extension SmokeCourse {
  static let limits = [longTexts, terms, values, letters, manyRows]

  /// Plain ASCII in one field, for engines that support nothing more.
  private static let longTexts = ofTitles(
    "long", longTitles,
    [
      SmokeQuestion("the end of a field of 65,536 bytes", SearchQuery("z")),
      SmokeQuestion("a match that begins late in a field", SearchQuery("late")),
      SmokeQuestion("a text of 4,096 bytes", SearchQuery("y" + repeated("x", 4_094) + "b")),
      SmokeQuestion("a text of 65 bytes", SearchQuery("k" + repeated("x", 63) + "b")),
      SmokeQuestion("a text longer than any field", SearchQuery("m" + repeated("x", 40))),
      SmokeQuestion("a less-than sign is text", SearchQuery("a<b")),
      SmokeQuestion("an ampersand is text", SearchQuery("c & d")),
      SmokeQuestion("no entity is in the rows", SearchQuery("amp")),
      SmokeQuestion("no tag is removed from rows", SearchQuery("<i>e</i>")),
      SmokeQuestion("letters around a tag are apart", SearchQuery("ef")),
      SmokeQuestion("an underscore stands for itself", SearchQuery("g_h")),
      SmokeQuestion("quotation marks are not removed", SearchQuery("\"i j\"")),
      SmokeQuestion("a space at the end of a field", SearchQuery("k l ")),
    ])

  private static let longTitles: [String] = [
    repeated("a", SearchLimits.fieldSizeInBytes - 1) + "z",
    repeated("n", 60) + "late", repeated("n", 255) + "late", repeated("n", 4_097) + "late",
    repeated("n", 32_766) + "late",
    "y" + repeated("x", 4_094) + "b", "y" + repeated("x", 4_094) + "c",
    "k" + repeated("x", 63) + "b", "k" + repeated("x", 63) + "c", "m" + repeated("x", 39),
    "a<b", "c & d", "<i>e</i>f", "g_h", "gxh", "\"i j\"", "i j", "k l ", "k l", "",
  ]

  private static let terms = SmokeCourse(
    corpus: "terms",
    profile: SearchProfile(
      name: "terms", textFields: [TextField("title", .contains), TextField("note", .wordPrefix)]
    ).with {
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.numericFields = ["price"]
    },
    questions: [
      SmokeQuestion(
        "the last of 32 terms", SearchQuery(repeated("red ", SearchLimits.termCount - 1) + "rose")),
      SmokeQuestion("a frequent word", SearchQuery("the rose")),
      SmokeQuestion("a term of one letter", SearchQuery("w rose")),
      SmokeQuestion("a term in the second field", SearchQuery("garden")),
      SmokeQuestion("a later start of a word", SearchQuery("new")),
      SmokeQuestion("U+001C separates nothing", SearchQuery("red\u{1C}rose")),
      SmokeQuestion("U+200B is not trimmed", SearchQuery("\u{200B}rose")),
      SmokeQuestion("a number of 18 digits", SearchQuery("123456789012345678")),
      SmokeQuestion("19 digits are no number", SearchQuery("0123456789012345678")),
      SmokeQuestion("an empty number is not 0", SearchQuery("0")),
    ],
    rows: Rows(
      columns: [Column("title", .text), Column("note", .text), Column("price", .numeric)],
      cells: [
        ["red rose", "garden", "123456789012345678"], ["red tulip", "renew new", ""],
        ["the white rose", "renew", "5"], ["redrose", "", ""], ["", "", "7"],
      ]))

  private static let values = SmokeCourse(
    corpus: "values",
    profile: SearchProfile(name: "values", textFields: [TextField("title", .contains)]).with {
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "shelf", titles: ["Top", "top"])
    },
    questions: [
      SmokeQuestion(
        "the last of 64 tokens",
        SearchQuery(
          "",
          tokens: Array(repeating: kind("red"), count: SearchLimits.tokenCount - 1)
            + [kind("blue")])),
      SmokeQuestion("a value with a space is another", SearchQuery("a", tokens: [kind("red ")])),
      SmokeQuestion("a token over empty texts", SearchQuery("", tokens: [kind("blue")])),
      SmokeQuestion("a scope title in one case", SearchQuery("a", scope: "Top")),
      SmokeQuestion("a scope title in the other case", SearchQuery("a", scope: "top")),
    ],
    rows: Rows(
      columns: [Column("title", .text), Column("kind", .facet), Column("shelf", .scope)],
      cells: [
        ["a", "red", "Top"], ["a", "blue", "top"], ["", "blue", "Top"], ["a", "green", "top"],
      ]))

  private static let letters = ofTitles(
    "letters", strangeTitles,
    [
      SmokeQuestion("full case folding", SearchQuery("STRASSE")),
      SmokeQuestion("a letter beyond the basic plane", SearchQuery("\u{41}")),
      SmokeQuestion("a composed text in decomposed rows", SearchQuery("\u{E9}t\u{E9}")),
      SmokeQuestion("marks in canonical order throughout", SearchQuery("\u{323}q")),
      SmokeQuestion("text after U+0000", SearchQuery("zero")),
    ])

  private static let strangeTitles: [String] = [
    "Stra\u{DF}e", "\u{10041}", "e\u{301}te\u{301}", "\u{0}zero",
    repeated("q\u{307}\u{323}", 4_000), "x" + repeated("q\u{307}\u{323}", 4_000),
    "xx" + repeated("q\u{307}\u{323}", 4_000),
  ]

  /// More rows than engines return by default.
  private static let manyRows = SmokeCourse(
    corpus: "titles-1001", profile: .titles,
    questions: [
      SmokeQuestion("more than a thousand rows", SearchQuery()),
      SmokeQuestion("the count of more than a thousand rows", SearchQuery(), .count),
    ])

  /// A course over titles alone, which are searched for substrings.
  private static func ofTitles(
    _ name: String, _ titles: [String], _ questions: [SmokeQuestion]
  ) -> SmokeCourse {
    SmokeCourse(
      corpus: name,
      profile: SearchProfile(name: name, textFields: [TextField("title", .contains)]),
      questions: questions,
      rows: Rows(columns: [Column("title", .text)], cells: titles.map { [$0] }))
  }

  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func kind(_ value: String) -> SearchToken {
    SearchToken(facet: "kind", value: value)
  }
}
