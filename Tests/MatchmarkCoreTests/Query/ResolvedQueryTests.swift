import MatchmarkCore
import Testing

@Suite struct ResolvedQueryTests {
  static let profile = SearchProfile(name: "test", textFields: [TextField("title", .contains)])
    .with {
      $0.facets = ["kind", "size"]
      $0.scope = ScopeAxis(facet: "year")
    }

  static let numeric = profile.with {
    $0.terms = .splitAND
    $0.folding = .caseAndDiacriticInsensitive
    $0.numericFields = ["year"]
  }

  // Text

  @Test(arguments: [
    (TrimMode.none, " New ", " new "), (.whitespace, " New ", "new"), (.none, " ", " "),
    (.none, "a  b", "a  b"), (.whitespace, "\u{3000}a b\n", "a b"),
  ])
  func aPhraseIsOneTerm(trim: TrimMode, text: String, expected: String) throws {
    let query = try resolve(SearchQuery(text), Self.profile.with { $0.trim = trim })
    #expect(needles(query) == [expected])
    #expect(!query.isEmpty)
  }

  @Test(arguments: ["", " ", "\u{3000}\n"])
  func aTrimmedPhraseOfWhiteSpaceIsNoTerm(text: String) throws {
    let query = try resolve(SearchQuery(text), Self.profile.with { $0.trim = .whitespace })
    #expect(query.termCount == 0)
    #expect(query.isEmpty)
  }

  @Test(arguments: [
    ("", []), ("   ", []), ("Red  Rose", ["red", "rose"]), (" gin ", ["gin"]),
    ("rose\u{3000}white", ["rose", "white"]), ("e\u{301} \u{301} \u{AD}", ["e"]),
    ("a a", ["a", "a"]), ("gla\u{301}diolus", ["gladiolus"]), ("👍 🏽", ["👍"]),
  ])
  func splitTermsAreFoldedAndEmptyOnesDropped(text: String, expected: [String]) throws {
    let query = try resolve(SearchQuery(text), Self.numeric)
    #expect(needles(query) == expected)
    #expect(query.isEmpty == expected.isEmpty)
  }

  @Test func termsAreReadAsNumbersWhereTheProfileHasSome() throws {
    let query = try resolve(SearchQuery("rose ２０１０ 025.000 51,99"), Self.numeric)
    #expect(
      query.terms.map(\.number)
        == [nil, CanonicalDecimal("2010"), CanonicalDecimal("25"), nil])
    let without = try resolve(SearchQuery("2010"), Self.profile)
    #expect(without.terms.map(\.number) == [nil])
  }

  @Test func aTextMayHaveExactlyTheBytesOfTheLimit() throws {
    let limit = SearchLimits.querySizeInBytes
    let longest = String(repeating: "é", count: limit / 2)
    #expect(try resolve(SearchQuery(longest), Self.profile).bytes.count == limit)
    #expect(throws: QueryError.textTooLong(sizeInBytes: limit + 1)) {
      try resolve(SearchQuery(longest + "x"), Self.profile)
    }
  }

  @Test func aTextMayHaveExactlyTheTermsOfTheLimit() throws {
    let limit = SearchLimits.termCount
    let longest = Array(repeating: "a", count: limit).joined(separator: " ")
    #expect(try resolve(SearchQuery(longest), Self.numeric).termCount == limit)
    // A term whose fold is empty does not count.
    #expect(try resolve(SearchQuery(longest + " \u{301}"), Self.numeric).termCount == limit)
    #expect(throws: QueryError.tooManyTerms(limit + 1)) {
      try resolve(SearchQuery(longest + " a"), Self.numeric)
    }
  }

  // Tokens

  @Test func tokensConstrainByFacetSortedAndOnce() throws {
    let tokens = [
      SearchToken(facet: "size", value: "big"), SearchToken(facet: "kind", value: "tulip"),
      SearchToken(facet: "kind", value: "rose"), SearchToken(facet: "kind", value: "tulip"),
    ]
    let query = try resolve(SearchQuery(tokens: tokens), Self.profile)
    #expect(query.constraints.map(\.facet) == [0, 0, 1])
    #expect(query.constraints.map(\.value) == [0, 1, 0])
    #expect(query.termCount == 0)
    #expect(!query.isEmpty)
  }

  @Test func aTokenOfAnUnknownValueCountsButConstrainsNothing() throws {
    let token = SearchToken(facet: "kind", value: "cactus")
    let query = try resolve(SearchQuery(tokens: [token]), Self.profile)
    #expect(query.constraints.isEmpty)
    #expect(!query.isEmpty)
  }

  @Test func aTokenOfAnUnknownFacetIsAnError() {
    let query = SearchQuery(tokens: [SearchToken(facet: "title", value: "a")])
    #expect(throws: QueryError.unknownFacet("title", known: ["kind", "size"])) {
      try resolve(query, Self.profile)
    }
  }

  @Test func aQueryMayHaveExactlyTheTokensOfTheLimit() throws {
    let token = SearchToken(facet: "kind", value: "rose")
    let limit = SearchLimits.tokenCount
    let most = Array(repeating: token, count: limit)
    #expect(try resolve(SearchQuery(tokens: most), Self.profile).constraints.count == 1)
    #expect(throws: QueryError.tooManyTokens(limit + 1)) {
      try resolve(SearchQuery(tokens: most + [token]), Self.profile)
    }
  }

  // Scope

  @Test(arguments: [
    (nil, ResolvedQuery.Scope.all), ("All", .all), ("2018", .value(0)), ("2019", .value(1)),
  ])
  func aScopeTitleIsAValueOfItsColumn(title: String?, expected: ResolvedQuery.Scope) throws {
    let query = try resolve(SearchQuery(scope: title), Self.profile)
    #expect(query.scope == expected)
    #expect(query.isEmpty)
  }

  @Test func aTitleThatNoRowHasMatchesNothing() throws {
    let profile = Self.profile.with { $0.scope = ScopeAxis(facet: "year", titles: ["1950"]) }
    #expect(try resolve(SearchQuery(scope: "1950"), profile).scope == .nothing)
  }

  @Test func anUnknownScopeTitleIsAnError() {
    #expect(throws: QueryError.unknownScope("1950", known: ["All", "2018", "2019"])) {
      try resolve(SearchQuery(scope: "1950"), Self.profile)
    }
    #expect(throws: QueryError.unknownScope("2018", known: [])) {
      try resolve(SearchQuery(scope: "2018"), Self.profile.with { $0.scope = nil })
    }
  }

  // The whole

  @Test func aReusedQueryForgetsTheLastOne() throws {
    let corpus = try Self.corpus(Self.numeric)
    var query = ResolvedQuery()
    #expect(query.isEmpty)
    let token = SearchToken(facet: "kind", value: "rose")
    try query.resolve(SearchQuery("a b", tokens: [token], scope: "2018"), in: corpus)
    try query.resolve(SearchQuery("c"), in: corpus)
    #expect(needles(query) == ["c"])
    #expect(query.constraints.isEmpty)
    #expect(query.scope == .all)
  }

  @Test(arguments: [
    (EmptyPolicy.browse, DisplayState.browse), (.suggestions, .suggestions), (.none, .none),
  ])
  func anEmptyQueryShowsWhatTheProfileSays(policy: EmptyPolicy, expected: DisplayState) throws {
    let profile = Self.profile.with { $0.empty = policy }
    #expect(profile.displayState(of: try resolve(SearchQuery(scope: "2018"), profile)) == expected)
    #expect(profile.displayState(of: try resolve(SearchQuery("a"), profile)) == .results)
    let token = SearchToken(facet: "kind", value: "cactus")
    let query = try resolve(SearchQuery(tokens: [token]), profile)
    #expect(profile.displayState(of: query) == .results)
  }

  @Test(arguments: [
    (QueryError.textTooLong(sizeInBytes: 5_000), "5000 bytes, expected at most 4096"),
    (.tooManyTerms(40), "40 terms, expected at most 32"),
    (.tooManyTokens(70), "70 tokens, expected at most 64"),
    (.unknownFacet("a", known: ["b"]), "'a', expected one of b"),
    (.unknownScope("a", known: []), "the profile has none"),
  ])
  func messagesSayWhatWasGotAndWhatWasExpected(error: QueryError, part: String) {
    #expect(error.description.contains(part))
  }

  private func resolve(_ query: SearchQuery, _ profile: SearchProfile) throws -> ResolvedQuery {
    var resolved = ResolvedQuery()
    try resolved.resolve(query, in: try Self.corpus(profile))
    return resolved
  }

  private func needles(_ query: ResolvedQuery) -> [String] {
    (0..<query.termCount).map { String(decoding: query.needle($0), as: UTF8.self) }
  }

  private static func corpus(_ profile: SearchProfile) throws -> FoldedCorpus {
    let schema = try Schema([
      Column("title", .text), Column("kind", .facet), Column("size", .facet),
      Column("year", [.numeric, .scope]),
    ])
    var builder = CorpusBuilder(name: "test", schema: schema)
    try builder.append(["a", "rose", "big", "2018"])
    try builder.append(["b", "tulip", "small", "2019"])
    return try FoldedCorpus(builder.finish(), profile: profile)
  }
}
