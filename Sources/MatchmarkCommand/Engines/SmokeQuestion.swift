import MatchmarkCore
import MatchmarkEngines

struct SmokeQuestion: Sendable {
  let why: String
  let query: SearchQuery
  let want: Want
  var repeatCount = 1
  /// True to ask also for the ranges that a list marks; only with a page.
  var marksRanges = false

  init(_ why: String, _ query: SearchQuery, _ want: Want = .rows, repeatCount: Int = 1) {
    self.why = why
    self.query = query
    self.want = want
    self.repeatCount = repeatCount
  }

  var name: String { "query \(want.rawValue)\(marksRanges ? " with ranges" : ""), \(why)" }

  func request(id: Int) -> QueryRequest {
    QueryRequest(
      id: id, query: query, want: want, repeatCount: repeatCount, marksRanges: marksRanges)
  }

  /// A question for a page with the ranges that a list marks in its rows.
  static func ranges(_ why: String, _ query: SearchQuery) -> SmokeQuestion {
    var question = SmokeQuestion(why, query, .page)
    question.marksRanges = true
    return question
  }

  /// The questions for everything that an engine may declare besides all rows.
  static func declarations(_ why: String, _ query: SearchQuery) -> [SmokeQuestion] {
    [.page, .count, .digest].map { SmokeQuestion(why, query, $0) } + [ranges(why, query)]
  }
}

/// A corpus of the smoke test, its profile, and the questions that one process is asked about it.
struct SmokeCourse: Sendable {
  let corpus: String
  let profile: SearchProfile
  let questions: [SmokeQuestion]
  /// The rows; nil for those of the corpus with this name.
  var rows: Rows?

  /// The rows of a corpus that is made for the course.
  struct Rows {
    let columns: [Column]
    let cells: [[String]]
  }

  /// All courses; the first ones are small enough to check by hand.
  static let all = [countries, plain, products, titles, prefixes, words, empty] + limits

  func loadCorpus() throws(CommandError) -> Corpus {
    guard let rows else { return try CorpusSource(corpus).corpus() }
    return try CommandError.wrap("corpus '\(corpus)': ") {
      var builder = CorpusBuilder(name: corpus, schema: try Schema(rows.columns))
      for cells in rows.cells { try builder.append(cells) }
      return builder.finish()
    }
  }

  private static let countries = SmokeCourse(
    corpus: "countries", profile: .countries,
    questions: [
      SmokeQuestion("all rows", SearchQuery("uni"), .rows),
      SmokeQuestion("a page", SearchQuery("uni"), .page),
      SmokeQuestion("the count", SearchQuery("uni"), .count),
      SmokeQuestion("the digest", SearchQuery("uni"), .digest),
      SmokeQuestion("upper case", SearchQuery("UNITED"), .rows),
      SmokeQuestion("three repetitions", SearchQuery("new"), .page, repeatCount: 3),
      SmokeQuestion("no row matches", SearchQuery("unitedx"), .rows),
      SmokeQuestion("a token", SearchQuery("united", tokens: [europe]), .rows),
      SmokeQuestion("two tokens, either of them", SearchQuery("u", tokens: [europe, asia]), .rows),
      SmokeQuestion("a token alone", SearchQuery("", tokens: [asia]), .rows),
      SmokeQuestion("an unknown value constrains nothing", SearchQuery("u", tokens: [atlantis])),
      SmokeQuestion("a value in another case is unknown", SearchQuery("u", tokens: [lowerEurope])),
      SmokeQuestion("one token twice", SearchQuery("u", tokens: [europe, europe])),
      SmokeQuestion("a scope", SearchQuery("united", scope: "2019")),
      SmokeQuestion("the scope of all rows", SearchQuery("united", scope: "All")),
      SmokeQuestion("token and scope", SearchQuery("u", tokens: [asia], scope: "2018")),
      SmokeQuestion("nothing typed, no row", SearchQuery()),
      SmokeQuestion("a space is text", SearchQuery(" ")),
      SmokeQuestion("a percent sign is text", SearchQuery("%")),
      SmokeQuestion("an underscore is text", SearchQuery("_")),
      SmokeQuestion("an asterisk is text", SearchQuery("uni*")),
      SmokeQuestion("quotation marks", SearchQuery("\"uni\" 'uni'")),
      SmokeQuestion("a backslash", SearchQuery("\\")),
      SmokeQuestion("beyond ASCII", SearchQuery("ôte d’i")),
      SmokeQuestion("beyond ASCII, decomposed", SearchQuery("o\u{302}te")),
      SmokeQuestion.ranges("in the middle of a text", SearchQuery("united")),
      SmokeQuestion.ranges("beyond ASCII", SearchQuery("ôte d’i")),
      SmokeQuestion.ranges("beyond ASCII, decomposed", SearchQuery("o\u{302}te")),
      SmokeQuestion.ranges(
        "with a token and a scope", SearchQuery("u", tokens: [asia], scope: "2018")),
    ])

  /// For engines that support neither tokens nor scopes.
  private static let plain = SmokeCourse(
    corpus: "countries",
    profile: SearchProfile(name: "plain", textFields: [TextField("name", .contains)]),
    questions: [
      SmokeQuestion("plain text", SearchQuery("uni"), .rows),
      SmokeQuestion("plain text in upper case", SearchQuery("UNITED"), .rows),
      SmokeQuestion("plain text that no row has", SearchQuery("unitedx"), .rows),
      SmokeQuestion("plain text beyond ASCII", SearchQuery("ôte d’i")),
    ] + SmokeQuestion.declarations("plain text", SearchQuery("uni")))

  private static let products = SmokeCourse(
    corpus: "products", profile: .products,
    questions: [
      SmokeQuestion("nothing typed, every row", SearchQuery(), .page),
      SmokeQuestion("only white space", SearchQuery("  "), .rows),
      SmokeQuestion("white space around a term", SearchQuery("\t gin "), .rows),
      SmokeQuestion("white space other than U+0020", SearchQuery("red\u{3000}rose"), .rows),
      SmokeQuestion("a number", SearchQuery("2007"), .rows),
      SmokeQuestion("the start of a number", SearchQuery("200"), .rows),
      SmokeQuestion("a number written differently", SearchQuery("2007.0"), .rows),
      SmokeQuestion("a text and a number", SearchQuery("gin 49.98"), .rows),
      SmokeQuestion("two terms in another order", SearchQuery("49.98 gin"), .rows),
      SmokeQuestion.ranges("a number", SearchQuery("2007.0")),
      SmokeQuestion.ranges("nothing typed, nothing marked", SearchQuery()),
    ] + SmokeQuestion.declarations("two terms", SearchQuery("rose 24.99")))

  private static let titles = SmokeCourse(
    corpus: "titles-120", profile: .titles,
    questions: [
      SmokeQuestion("every row, a page of fifty", SearchQuery(), .page),
      SmokeQuestion("every row", SearchQuery(), .rows),
      SmokeQuestion("the digest of every row", SearchQuery(), .digest),
      SmokeQuestion("every row, whatever the scope", SearchQuery(scope: "2004"), .count),
      SmokeQuestion("one letter", SearchQuery("a"), .page),
      SmokeQuestion("one letter in a scope", SearchQuery("a", scope: "2004"), .rows),
      SmokeQuestion("two letters", SearchQuery("an"), .rows),
    ] + SmokeQuestion.declarations("two letters", SearchQuery("an")))

  private static let prefixes = SmokeCourse(
    corpus: "titles-120", profile: .titlesPrefix,
    questions: [
      SmokeQuestion("a letter that titles begin with", SearchQuery("g"), .rows),
      SmokeQuestion("letters that titles begin with", SearchQuery("tri"), .rows),
      SmokeQuestion("a word that no title begins with", SearchQuery("plot"), .rows),
      SmokeQuestion("a title and more", SearchQuery("brir crer "), .rows),
    ] + SmokeQuestion.declarations("the start of titles", SearchQuery("tri")))

  private static let words = SmokeCourse(
    corpus: "titles-120", profile: .titlesWord,
    questions: [
      SmokeQuestion("letters that words begin with", SearchQuery("pl"), .rows),
      SmokeQuestion("letters within words", SearchQuery("lot"), .rows),
      SmokeQuestion("two words in another order", SearchQuery("plot leeg"), .rows),
    ] + SmokeQuestion.declarations("the starts of two words", SearchQuery("plot leeg")))

  private static let empty = SmokeCourse(
    corpus: "titles-0", profile: .titles,
    questions: [
      SmokeQuestion("every row of an empty corpus", SearchQuery(), .rows),
      SmokeQuestion("a page of an empty corpus", SearchQuery("a"), .page),
      SmokeQuestion("the count of an empty corpus", SearchQuery("a"), .count),
      SmokeQuestion("the digest of an empty corpus", SearchQuery("a"), .digest),
    ])

  private static let europe = SearchToken(facet: "continent", value: "Europe")
  private static let asia = SearchToken(facet: "continent", value: "Asia")
  private static let lowerEurope = SearchToken(facet: "continent", value: "europe")
  private static let atlantis = SearchToken(facet: "continent", value: "Atlantis")
}
