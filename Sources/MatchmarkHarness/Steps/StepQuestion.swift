package import MatchmarkCore
import MatchmarkDatasets
import MatchmarkEngines

struct StepQuestion: Sendable {
  let why: String
  let query: SearchQuery
  let want: Want
  var repeatCount = 1
  /// True to ask also for the ranges that a list marks; only with a page.
  var marksRanges = false
  /// The maximum number of rows, for an engine that ranks; nil for a question about a set of rows.
  private(set) var limit: Int?

  init(_ why: String, _ query: SearchQuery, _ want: Want = .rows, repeatCount: Int = 1) {
    self.why = why
    self.query = query
    self.want = want
    self.repeatCount = repeatCount
  }

  /// A question to an engine that ranks.
  init(_ why: String, ranking needle: String, limit: Int, repeatCount: Int = 1) {
    self.init(why, SearchQuery(needle), repeatCount: repeatCount)
    self.limit = limit
  }

  var name: String {
    limit == nil
      ? "query \(want.rawValue)\(marksRanges ? " with ranges" : ""), \(why)" : "query, \(why)"
  }

  func request(id: Int) -> EngineRequest {
    if let limit {
      return .rank(
        RankRequest(id: id, needle: query.text, limit: limit, repeatCount: repeatCount))
    }
    return .query(
      QueryRequest(
        id: id, query: query, want: want, repeatCount: repeatCount, marksRanges: marksRanges))
  }

  /// A question for a page with the ranges that a list marks in its rows.
  static func ranges(_ why: String, _ query: SearchQuery) -> StepQuestion {
    var question = StepQuestion(why, query, .page)
    question.marksRanges = true
    return question
  }

  /// The questions for everything that an engine may declare besides all rows.
  static func declarations(_ why: String, _ query: SearchQuery) -> [StepQuestion] {
    [.page, .count, .digest].map { StepQuestion(why, query, $0) } + [ranges(why, query)]
  }
}

/// A corpus of the check step by step, its profile, and the questions that one process is asked
/// about it.
package struct StepCourse: Sendable {
  package let corpus: String
  package let profile: SearchProfile
  let questions: [StepQuestion]
  /// The rows; nil for those of the corpus with this name.
  var rows: Rows?

  /// True for a course of an engine that ranks.
  var isRanked: Bool { questions.contains { $0.limit != nil } }

  /// The rows of a corpus that is made for the course.
  struct Rows {
    let columns: [Column]
    let cells: [[String]]
  }

  /// The course of an engine that ranks; a hunt holds it to its rules.
  static let ranked = StepCourse(
    corpus: "commands", profile: RowsFile.rankedProfile,
    questions: [
      StepQuestion("at most two rows", ranking: "e", limit: 2),
      StepQuestion("all rows", ranking: "e", limit: 0),
      StepQuestion("three repetitions", ranking: "fi", limit: 3, repeatCount: 3),
      StepQuestion("nothing typed", ranking: "", limit: 0),
      StepQuestion("a row as it is", ranking: "Close Window", limit: 50),
      StepQuestion("letters of no row", ranking: "qqqq", limit: 50),
      StepQuestion("quotation marks and a backslash", ranking: "\"'\\", limit: 50),
      StepQuestion("beyond ASCII", ranking: "ö🌍", limit: 50),
    ],
    rows: Rows(
      columns: [Column("text", .text)],
      cells: [
        ["Open File"], ["Open Folder"], ["Close Window"], ["Find in Files"], [""],
        ["Find in Files"], ["Größe ändern 🌍"], ["a line\u{2028}separator"],
      ]))

  /// All courses; the first ones are small enough to check by hand.
  static let all = [countries, plain, products, titles, prefixes, words, empty] + limits

  func loadCorpus(in project: ProjectFolder) throws(InputError) -> Corpus {
    guard let rows else { return try CorpusSource(corpus).corpus(in: project) }
    return try InputError.wrap("corpus '\(corpus)': ") {
      var builder = CorpusBuilder(name: corpus, schema: try Schema(rows.columns))
      for cells in rows.cells { try builder.append(cells) }
      return builder.finish()
    }
  }

  private static let countries = StepCourse(
    corpus: "countries", profile: .countries,
    questions: [
      StepQuestion("all rows", SearchQuery("uni"), .rows),
      StepQuestion("a page", SearchQuery("uni"), .page),
      StepQuestion("the count", SearchQuery("uni"), .count),
      StepQuestion("the digest", SearchQuery("uni"), .digest),
      StepQuestion("upper case", SearchQuery("UNITED"), .rows),
      StepQuestion("three repetitions", SearchQuery("new"), .page, repeatCount: 3),
      StepQuestion("no row matches", SearchQuery("unitedx"), .rows),
      StepQuestion("a token", SearchQuery("united", tokens: [europe]), .rows),
      StepQuestion("two tokens, either of them", SearchQuery("u", tokens: [europe, asia]), .rows),
      StepQuestion("a token alone", SearchQuery("", tokens: [asia]), .rows),
      StepQuestion("an unknown value constrains nothing", SearchQuery("u", tokens: [atlantis])),
      StepQuestion("a value in another case is unknown", SearchQuery("u", tokens: [lowerEurope])),
      StepQuestion("one token twice", SearchQuery("u", tokens: [europe, europe])),
      StepQuestion("a scope", SearchQuery("united", scope: "2019")),
      StepQuestion("the scope of all rows", SearchQuery("united", scope: "All")),
      StepQuestion("token and scope", SearchQuery("u", tokens: [asia], scope: "2018")),
      StepQuestion("nothing typed, no row", SearchQuery()),
      StepQuestion("a space is text", SearchQuery(" ")),
      StepQuestion("a space at the end is text", SearchQuery("land ")),
      StepQuestion("a percent sign is text", SearchQuery("%")),
      StepQuestion("an underscore is text", SearchQuery("_")),
      StepQuestion("an asterisk is text", SearchQuery("uni*")),
      StepQuestion("quotation marks", SearchQuery("\"uni\" 'uni'")),
      StepQuestion("a backslash", SearchQuery("\\")),
      StepQuestion("beyond ASCII", SearchQuery("ôte d’i")),
      StepQuestion("beyond ASCII, decomposed", SearchQuery("o\u{302}te")),
      StepQuestion.ranges("in the middle of a text", SearchQuery("united")),
      StepQuestion.ranges("beyond ASCII", SearchQuery("ôte d’i")),
      StepQuestion.ranges("beyond ASCII, decomposed", SearchQuery("o\u{302}te")),
      StepQuestion.ranges(
        "with a token and a scope", SearchQuery("u", tokens: [asia], scope: "2018")),
    ])

  /// For engines that support neither tokens nor scopes.
  private static let plain = StepCourse(
    corpus: "countries",
    profile: SearchProfile(name: "plain", textFields: [TextField("name", .contains)]),
    questions: [
      StepQuestion("plain text", SearchQuery("uni"), .rows),
      StepQuestion("plain text in upper case", SearchQuery("UNITED"), .rows),
      StepQuestion("plain text that no row has", SearchQuery("unitedx"), .rows),
      StepQuestion("plain text beyond ASCII", SearchQuery("ôte d’i")),
    ] + StepQuestion.declarations("plain text", SearchQuery("uni")))

  private static let products = StepCourse(
    corpus: "products", profile: .products,
    questions: [
      StepQuestion("nothing typed, every row", SearchQuery(), .page),
      StepQuestion("only white space", SearchQuery("  "), .rows),
      StepQuestion("white space around a term", SearchQuery("\t gin "), .rows),
      StepQuestion("white space other than U+0020", SearchQuery("red\u{3000}rose"), .rows),
      StepQuestion("a number", SearchQuery("2007"), .rows),
      StepQuestion("the start of a number", SearchQuery("200"), .rows),
      StepQuestion("a number written differently", SearchQuery("2007.0"), .rows),
      StepQuestion("a text and a number", SearchQuery("gin 49.98"), .rows),
      StepQuestion("two terms in another order", SearchQuery("49.98 gin"), .rows),
      StepQuestion.ranges("a number", SearchQuery("2007.0")),
      StepQuestion.ranges("nothing typed, nothing marked", SearchQuery()),
    ] + StepQuestion.declarations("two terms", SearchQuery("rose 24.99")))

  private static let titles = StepCourse(
    corpus: "titles-120", profile: .titles,
    questions: [
      StepQuestion("every row, a page of fifty", SearchQuery(), .page),
      StepQuestion("every row", SearchQuery(), .rows),
      StepQuestion("the digest of every row", SearchQuery(), .digest),
      StepQuestion("every row, whatever the scope", SearchQuery(scope: "2004"), .count),
      StepQuestion("one letter", SearchQuery("a"), .page),
      StepQuestion("one letter in a scope", SearchQuery("a", scope: "2004"), .rows),
      StepQuestion("two letters", SearchQuery("an"), .rows),
    ] + StepQuestion.declarations("two letters", SearchQuery("an")))

  private static let prefixes = StepCourse(
    corpus: "titles-120", profile: .titlesPrefix,
    questions: [
      StepQuestion("a letter that titles begin with", SearchQuery("g"), .rows),
      StepQuestion("letters that titles begin with", SearchQuery("tri"), .rows),
      StepQuestion("a word that no title begins with", SearchQuery("plot"), .rows),
      StepQuestion("a title and more", SearchQuery("brir crer "), .rows),
    ] + StepQuestion.declarations("the start of titles", SearchQuery("tri")))

  private static let words = StepCourse(
    corpus: "titles-120", profile: .titlesWord,
    questions: [
      StepQuestion("letters that words begin with", SearchQuery("pl"), .rows),
      StepQuestion("letters within words", SearchQuery("lot"), .rows),
      StepQuestion("two words in another order", SearchQuery("plot leeg"), .rows),
    ] + StepQuestion.declarations("the starts of two words", SearchQuery("plot leeg")))

  private static let empty = StepCourse(
    corpus: "titles-0", profile: .titles,
    questions: [
      StepQuestion("every row of an empty corpus", SearchQuery(), .rows),
      StepQuestion("a page of an empty corpus", SearchQuery("a"), .page),
      StepQuestion("the count of an empty corpus", SearchQuery("a"), .count),
      StepQuestion("the digest of an empty corpus", SearchQuery("a"), .digest),
    ])

  private static let europe = SearchToken(facet: "continent", value: "Europe")
  private static let asia = SearchToken(facet: "continent", value: "Asia")
  private static let lowerEurope = SearchToken(facet: "continent", value: "europe")
  private static let atlantis = SearchToken(facet: "continent", value: "Atlantis")
}
