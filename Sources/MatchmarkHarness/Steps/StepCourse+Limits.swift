import MatchmarkCore
import MatchmarkEngines

/// The courses over rows and queries at the limits of the contract, where engines cut, escape and
/// split texts.
///
/// Their rows are made here, because no fixture and no generator has such rows.
extension StepCourse {
  static let limits = [longTexts, terms, values, letters, manyRows]

  /// Plain ASCII in one field, for engines that support nothing more.
  private static let longTexts = ofTitles(
    "long", longTitles,
    [
      StepQuestion("the end of a field of 65,536 bytes", SearchQuery("z")),
      StepQuestion("a match that begins late in a field", SearchQuery("late")),
      StepQuestion("a text of 4,096 bytes", SearchQuery("y" + repeated("x", 4_094) + "b")),
      StepQuestion("a text of 65 bytes", SearchQuery("k" + repeated("x", 63) + "b")),
      StepQuestion("a text longer than any field", SearchQuery("m" + repeated("x", 40))),
      StepQuestion("a less-than sign is text", SearchQuery("a<b")),
      StepQuestion("an ampersand is text", SearchQuery("c & d")),
      StepQuestion("no entity is in the rows", SearchQuery("amp")),
      StepQuestion("no tag is removed from rows", SearchQuery("<i>e</i>")),
      StepQuestion("letters around a tag are apart", SearchQuery("ef")),
      StepQuestion("an underscore stands for itself", SearchQuery("g_h")),
      StepQuestion("quotation marks are not removed", SearchQuery("\"i j\"")),
      StepQuestion("a space at the end of a field", SearchQuery("k l ")),
    ])

  private static let longTitles: [String] = [
    repeated("a", SearchLimits.fieldSizeInBytes - 1) + "z",
    repeated("n", 60) + "late", repeated("n", 255) + "late", repeated("n", 4_097) + "late",
    repeated("n", 32_766) + "late",
    "y" + repeated("x", 4_094) + "b", "y" + repeated("x", 4_094) + "c",
    "k" + repeated("x", 63) + "b", "k" + repeated("x", 63) + "c", "m" + repeated("x", 39),
    "a<b", "c & d", "<i>e</i>f", "g_h", "gxh", "\"i j\"", "i j", "k l ", "k l", "",
  ]

  private static let terms = StepCourse(
    corpus: "terms",
    profile: SearchProfile(
      name: "terms", textFields: [TextField("title", .contains), TextField("note", .wordPrefix)]
    ).with {
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.numericFields = ["price"]
    },
    questions: [
      StepQuestion(
        "the last of 32 terms", SearchQuery(repeated("red ", SearchLimits.termCount - 1) + "rose")),
      StepQuestion("a frequent word", SearchQuery("the rose")),
      StepQuestion("a term of one letter", SearchQuery("w rose")),
      StepQuestion("a term in the second field", SearchQuery("garden")),
      StepQuestion("a later start of a word", SearchQuery("new")),
      StepQuestion("U+001C separates nothing", SearchQuery("red\u{1C}rose")),
      StepQuestion("U+200B is not trimmed", SearchQuery("\u{200B}rose")),
      StepQuestion("a number of 18 digits", SearchQuery("123456789012345678")),
      StepQuestion("19 digits are no number", SearchQuery("0123456789012345678")),
      StepQuestion("an empty number is not 0", SearchQuery("0")),
    ],
    rows: Rows(
      columns: [Column("title", .text), Column("note", .text), Column("price", .numeric)],
      cells: [
        ["red rose", "garden", "123456789012345678"], ["red tulip", "renew new", ""],
        ["the white rose", "renew", "5"], ["redrose", "", ""], ["", "", "7"],
      ]))

  private static let values = StepCourse(
    corpus: "values",
    profile: SearchProfile(name: "values", textFields: [TextField("title", .contains)]).with {
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "shelf", titles: ["Top", "top"])
    },
    questions: [
      StepQuestion(
        "the last of 64 tokens",
        SearchQuery(
          "",
          tokens: Array(repeating: kind("red"), count: SearchLimits.tokenCount - 1)
            + [kind("blue")])),
      StepQuestion("a value with a space is another", SearchQuery("a", tokens: [kind("red ")])),
      StepQuestion("a token over empty texts", SearchQuery("", tokens: [kind("blue")])),
      StepQuestion("a scope title in one case", SearchQuery("a", scope: "Top")),
      StepQuestion("a scope title in the other case", SearchQuery("a", scope: "top")),
    ],
    rows: Rows(
      columns: [Column("title", .text), Column("kind", .facet), Column("shelf", .scope)],
      cells: [
        ["a", "red", "Top"], ["a", "blue", "top"], ["", "blue", "Top"], ["a", "green", "top"],
      ]))

  private static let letters = ofTitles(
    "letters", strangeTitles,
    [
      StepQuestion("full case folding", SearchQuery("STRASSE")),
      StepQuestion("a letter beyond the basic plane", SearchQuery("\u{41}")),
      StepQuestion("a composed text in decomposed rows", SearchQuery("\u{E9}t\u{E9}")),
      StepQuestion("marks in canonical order throughout", SearchQuery("\u{323}q")),
      StepQuestion("text after U+0000", SearchQuery("zero")),
      // Many languages split lines there, too.
      StepQuestion("text after a line separator", SearchQuery("break")),
      StepQuestion("text after a next line", SearchQuery("turn")),
    ])

  private static let strangeTitles: [String] = [
    "Stra\u{DF}e", "\u{10041}", "e\u{301}te\u{301}", "\u{0}zero",
    repeated("q\u{307}\u{323}", 4_000), "x" + repeated("q\u{307}\u{323}", 4_000),
    "xx" + repeated("q\u{307}\u{323}", 4_000), "line\u{2028}break", "line\u{85}turn",
  ]

  /// More rows than engines return by default.
  private static let manyRows = StepCourse(
    corpus: "titles-1001", profile: .titles,
    questions: [
      StepQuestion("more than a thousand rows", SearchQuery()),
      StepQuestion("the count of more than a thousand rows", SearchQuery(), .count),
    ])

  /// A course over titles alone, which are searched for substrings.
  private static func ofTitles(
    _ name: String, _ titles: [String], _ questions: [StepQuestion]
  ) -> StepCourse {
    StepCourse(
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
