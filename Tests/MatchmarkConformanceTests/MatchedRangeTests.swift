import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

/// Checks section 11 of the contract with examples and against the oracle.
@Suite("The ranges that a list marks")
struct MatchedRangeTests {
  @Test(
    "A matched range covers the first occurrence, widened to whole characters",
    arguments: [
      ("United Kingdom", "united", Folding.caseInsensitive, MatchMode.contains, "United"),
      ("banana", "an", .exact, .contains, "an"),
      ("Straße", "stras", .caseInsensitive, .contains, "Straß"),
      ("Die Straße", "STRASS", .caseInsensitive, .contains, "Straß"),
      ("ﬁle", "f", .caseInsensitive, .prefix, "ﬁ"),
      ("e\u{301}te", "e", .caseAndDiacriticInsensitive, .contains, "e\u{301}"),
      ("été", "ete", .caseAndDiacriticInsensitive, .equality, "été"),
      ("co\u{AD}operate", "coop", .caseAndDiacriticInsensitive, .contains, "co\u{AD}op"),
      ("\u{AD}co\u{AD}", "co", .caseAndDiacriticInsensitive, .equality, "co"),
      ("か\u{AD}\u{3099}", "が", .caseAndDiacriticInsensitive, .contains, "か\u{AD}\u{3099}"),
      ("x가\u{AD}\u{11A8}y", "각", .caseAndDiacriticInsensitive, .contains, "가\u{AD}\u{11A8}"),
      ("👩‍👩‍👧 x", "👧", .exact, .contains, "👩‍👩‍👧"),
      ("🇺🇸🇯🇵", "🇸🇯", .exact, .contains, "🇺🇸🇯🇵"),
      ("a\r\nb", "\n", .exact, .contains, "\r\n"),
      ("newer anew new", "new", .exact, .wordPrefix, "new"),
      ("renew new", "new", .exact, .wordPrefix, "new"),
      ("प\u{947}", "प", .exact, .contains, "प\u{947}"),
      ("ज्ञानेश्वर", "श", .exact, .contains, "श्"),
      ("ज्ञानेश्वर", "व", .exact, .contains, "व"),
    ])
  func examples(
    text: String, needle: String, folding: Folding, mode: MatchMode, expected: String
  ) throws {
    let range = try #require(folding.matchedRange(of: needle, in: text, mode))
    let utf8 = Array(text.utf8)
    #expect(Array(utf8[range]) == Array(expected.utf8), "\(range)")
    let schema = try Schema([Column("name", .text)])
    var builder = CorpusBuilder(name: "one", schema: schema)
    try builder.append([text])
    let profile = SearchProfile(
      name: "p", textFields: [TextField("name", mode)], folding: folding)
    let oracle = try Oracle(corpus: builder.finish(), profile: profile)
    let marks = try oracle.matchedRanges(row: 0, for: SearchQuery(needle))
    #expect(marks == [MarkedField(column: 0, ranges: [range])])
  }

  @Test("A matched range starts at the first occurrence that the mode allows, if there is one")
  func places() {
    let folding = Folding.caseInsensitive
    #expect(folding.matchedRange(of: "new", in: "Renew New", .contains) == 2..<5)
    #expect(folding.matchedRange(of: "new", in: "Renew New", .wordPrefix) == 6..<9)
    #expect(folding.matchedRange(of: "new", in: "Renew New", .prefix) == nil)
    #expect(folding.matchedRange(of: "renew", in: "Renew New", .equality) == nil)
    #expect(folding.matchedRange(of: "", in: "Renew", .contains) == nil)
    #expect(folding.matchedRange(of: "Renewed", in: "Renew", .contains) == nil)
    let accentless = Folding.caseAndDiacriticInsensitive
    #expect(accentless.matchedRange(of: "\u{301}", in: "e\u{301}", .contains) == nil)
  }

  private static let products = [
    ["Red Rose 2010", "2010", "24.990"], ["White Rose", "2012", "24.99"], ["Red", "2010", ""],
  ]

  private func marks(
    _ query: SearchQuery, row: Int = 0, _ change: (inout SearchProfile) -> Void = { _ in }
  ) throws -> [MarkedField] {
    let columns = [
      Column("title", .text), Column("year", [.numeric, .facet, .scope]), Column("price", .numeric),
    ]
    let profile = SearchProfile(name: "p", textFields: [TextField("title", .contains)]).with {
      $0.numericFields = ["year", "price"]
      $0.terms = .splitAND
      $0.facets = ["year"]
      $0.scope = ScopeAxis(facet: "year")
      $0.empty = .browse
      change(&$0)
    }
    let situation = Situation(
      columns: columns, rows: Self.products, profile: profile, query: query)
    let corpus = try FoldedCorpus(situation.corpus(), profile: profile)
    let marks = try corpus.matchedRanges(row: row, for: query)
    if try situation.oracleReply().rows?.contains(row) == true {
      let oracle = try Oracle(corpus: corpus.corpus, profile: profile)
      #expect(try oracle.matchedRanges(row: row, for: query) == marks)
    } else {
      #expect(marks.isEmpty)
    }
    return marks
  }

  @Test("Each term is marked in every field that it matches, and numbers are marked whole")
  func fields() throws {
    #expect(
      try marks(SearchQuery("rose 2010.0")) == [
        MarkedField(column: 0, ranges: [4..<8]), MarkedField(column: 1, ranges: [0..<4]),
      ])
    #expect(
      try marks(SearchQuery("2010")) == [
        MarkedField(column: 0, ranges: [9..<13]), MarkedField(column: 1, ranges: [0..<4]),
      ])
    #expect(
      try marks(SearchQuery("24.99 red")) == [
        MarkedField(column: 0, ranges: [0..<3]), MarkedField(column: 2, ranges: [0..<6]),
      ])
  }

  @Test("Marked ranges never overlap or touch")
  func merging() throws {
    let expected = [MarkedField(column: 0, ranges: [0..<3, 4..<8])]
    #expect(try marks(SearchQuery("ro re d ros ose")) == expected)
    #expect(
      try marks(SearchQuery("red rose")) { $0.terms = .phrase }
        == [MarkedField(column: 0, ranges: [0..<8])])
  }

  @Test("Nothing is marked for tokens, scopes, browsing or rows that do not match")
  func nothing() throws {
    let token = SearchToken(facet: "year", value: "2010")
    #expect(try marks(SearchQuery("", tokens: [token])).isEmpty)
    #expect(try marks(SearchQuery("", scope: "2010")).isEmpty)
    #expect(try marks(SearchQuery("rose", tokens: [token]), row: 1).isEmpty)
    #expect(try marks(SearchQuery("rose red"), row: 2).isEmpty)
    #expect(
      try marks(SearchQuery("rose", tokens: [token], scope: "2010"))
        == [MarkedField(column: 0, ranges: [4..<8])])
    #expect(throws: QueryError.unknownScope("1999", known: ["All", "2010", "2012"])) {
      try marks(SearchQuery("", scope: "1999"))
    }
  }

  @Test(
    "Each law of marked ranges is broken by a fault planted for it",
    arguments: [
      (MarkLaw.wholeCharacters, MarkFault.endsWithinCharacters), (.order, .marksBackwards),
      (.needle, .marksTokens), (.everyTerm, .forgetsNumbers),
      (.normalForms, .countsInComposedText), (.textOnly, .marksTokens),
    ])
  func laws(law: MarkLaw, fault: MarkFault) throws {
    #expect(MarkLaw.allCases.count == 6)
    for index in 0..<2_000 {
      var world = RandomWorld(SeededGenerator(seed: 24, stream: "laws/\(index)"))
      let situation = try world.situation(rowCount: 3)
      guard let rows = try situation.oracleReply().rows else { continue }
      let corpus = try FoldedCorpus(situation.corpus(), profile: situation.profile)
      for row in rows {
        let given = try fault.marker.mark(corpus, row, situation.query)
        let marked = MarkedRow(
          marker: fault.marker, row: row, query: situation.query, corpus: corpus)
        if try !law.holds(for: given, marked) { return }
      }
    }
    Issue.record("'\(law.rawValue)' was never broken by \(fault.id)")
  }

  @Test("Marked ranges equal the oracle's in random worlds, and obey the laws")
  func worlds() throws {
    var comparedCount = 0
    for index in 0..<TestAmount.lawSituationCount {
      var world = RandomWorld(SeededGenerator(seed: 23, stream: "marks/\(index)"))
      if index % 2 == 0 { world.pieces = RandomAlphabet.pieces(using: &world.generator) }
      // Stripping brings the neighbours together.
      let strippable = ["\u{AD}", "\u{200B}", "\u{11A8}", "\u{3099}", "\u{E38}"]
      if index % 4 < 2 { world.pieces += strippable }
      let situation = try world.situation(rowCount: 6)
      guard let rows = try situation.oracleReply().rows else { continue }
      let corpus = try FoldedCorpus(situation.corpus(), profile: situation.profile)
      let oracle = try Oracle(corpus: corpus.corpus, profile: situation.profile)
      for row in 0..<6 {
        let given = try corpus.matchedRanges(row: row, for: situation.query)
        let expected =
          rows.contains(row)
          ? try oracle.matchedRanges(row: row, for: situation.query) : []
        #expect(given == expected, "world \(index), row \(row): \(situation)")
        if rows.contains(row) {
          let fault = RowMarker.library.finding(row: row, of: situation.query, in: corpus, oracle)
          #expect(fault == nil, "world \(index): \(situation)")
        }
        comparedCount += expected.isEmpty ? 0 : 1
      }
    }
    #expect(comparedCount > TestAmount.lawSituationCount / 4)
  }
}
