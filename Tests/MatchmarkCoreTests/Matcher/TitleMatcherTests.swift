import MatchmarkCore
import Testing

@Suite("A matcher made from a closure over titles")
struct TitleMatcherTests {
  private static let search: MatcherEntry.TitleSearch = { titles in
    { text in titles.indices.filter { titles[$0].lowercased().contains(text.lowercased()) } }
  }

  private let entry = MatcherEntry(
    id: "naive", summary: "lowercased", matches: .contains, fromTitles: search)

  private func answer(
    _ query: SearchQuery, by entry: MatcherEntry,
    _ change: (inout SearchProfile) -> Void = { _ in }
  ) throws -> [Int] {
    let profile = SearchProfile(name: "p", textFields: [TextField("name", .contains)]).with {
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
      change(&$0)
    }
    var builder = CorpusBuilder(
      name: "c",
      schema: try Schema([
        Column("name", .text), Column("kind", .facet), Column("year", [.scope, .numeric]),
      ]))
    try builder.append(["New York", "city", "1"])
    try builder.append(["newt", "animal", "2"])
    try builder.append(["new  moon", "event", "2"])
    let folded = try FoldedCorpus(builder.finish(), profile: profile)
    var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
    var answer = Answer()
    #expect(try cursor.answer(query, into: &answer) == .answered)
    return answer.rows
  }

  @Test("A closure matcher asks its closure about the text, and applies tokens and scopes itself")
  func filters() throws {
    #expect(try answer(SearchQuery("NEW"), by: entry) == [0, 1, 2])
    let animal = SearchToken(facet: "kind", value: "animal")
    #expect(try answer(SearchQuery("new", tokens: [animal]), by: entry) == [1])
    #expect(try answer(SearchQuery("new", scope: "2"), by: entry) == [1, 2])
    #expect(try answer(SearchQuery("new", tokens: [animal], scope: "1"), by: entry) == [])
  }

  @Test("A closure matcher answers a text without terms without asking its closure")
  func emptyText() throws {
    let event = SearchToken(facet: "kind", value: "event")
    let silent = MatcherEntry(id: "silent", summary: "answers nothing", terms: nil) { _ in
      { _ in [] }
    }
    #expect(try answer(SearchQuery(tokens: [event]), by: silent) == [2])
    #expect(try answer(SearchQuery(), by: silent) == [])
    #expect(try answer(SearchQuery(), by: silent) { $0.empty = .browse } == [0, 1, 2])
    #expect(try answer(SearchQuery(" "), by: silent) { $0.terms = .splitAND } == [])
    #expect(
      try answer(SearchQuery(" ", tokens: [event]), by: silent) { $0.terms = .splitAND } == [2])
  }

  @Test("A closure gets the text exactly as it was typed")
  func rawText() throws {
    let strict = MatcherEntry(
      id: "strict", summary: "wants one text", trim: .whitespace
    ) { _ in { text in Array(text.utf8) == Array(" E\u{301} ".utf8) ? [1] : [] } }
    #expect(try answer(SearchQuery(" E\u{301} "), by: strict) { $0.trim = .whitespace } == [1])
    #expect(try answer(SearchQuery(" É "), by: strict) { $0.trim = .whitespace } == [])
  }

  @Test(
    "A closure's answer that is not an ascending set of rows is refused",
    arguments: [
      ([0, 2, 1], "got row 1 after row 2, expected corpus order"),
      ([1, 1], "got row 1 twice, expected each row once"),
      ([0, 3], "got row 3, expected 0 to 2"),
      ([-1], "got row -1, expected 0 to 2"),
    ])
  func malformed(rows: [Int], complaint: String) {
    let wrong = MatcherEntry(id: "wrong", summary: "always the same") { _ in { _ in rows } }
    #expect(throws: MatcherError.malformedAnswer(complaint)) {
      try answer(SearchQuery("x"), by: wrong)
    }
  }

  @Test("A closure without a declaration is asked under every profile, and only it is undeclared")
  func undeclared() {
    let open = MatcherEntry(id: "open", summary: "declares nothing", fromTitles: Self.search)
    #expect(open.isUndeclared && open.choosing([:]).isUndeclared && !entry.isUndeclared)
    for match in MatchMode.allCases {
      let profile = SearchProfile(
        name: "p", textFields: [TextField("name", match), TextField("note", match)], folding: .exact
      )
      #expect(open.support(profile.with { $0.numericFields = ["year"] }) == .supported)
    }
  }

  @Test("A closure without a declaration gets the text fields of a row as lines of its title")
  func lines() throws {
    var builder = CorpusBuilder(
      name: "c", schema: try Schema([Column("name", .text), Column("note", .text)]))
    try builder.append(["New York", "a city"])
    try builder.append(["newt", ""])
    let profile = SearchProfile(
      name: "p", textFields: [TextField("note", .contains), TextField("name", .contains)])
    let entry = MatcherEntry(id: "open", summary: "wants these titles") { titles in
      { _ in titles == ["a city\nNew York", "\nnewt"] ? [1] : [] }
    }
    let corpus = try FoldedCorpus(builder.finish(), profile: profile)
    var cursor = try entry.build(corpus, MatcherOptions())
      .makeAnyCursor()
    var answer = Answer()
    #expect(try cursor.answer(SearchQuery("x"), into: &answer) == .answered)
    #expect(answer.rows == [1])
  }

  @Test("A closure with a declaration supports exactly one text field and no numeric field")
  func support() {
    let one = SearchProfile(name: "p", textFields: [TextField("name", .contains)])
    #expect(entry.support(one) == .supported)
    #expect(entry.support(one.with { $0.numericFields = ["year"] }) != .supported)
    #expect(entry.support(one.with { $0.textFields = [] }) != .supported)
    #expect(
      entry.support(one.with { $0.textFields.append(TextField("note", .contains)) }) != .supported)
  }

  @Test("A closure matcher declines modes, foldings, terms and trims that it does not declare")
  func declarations() throws {
    func reason(
      _ match: MatchMode, _ folding: Folding, _ terms: TermMode = .phrase,
      _ trim: TrimMode = .none, of entry: MatcherEntry
    ) -> String? {
      let profile = SearchProfile(
        name: "p", textFields: [TextField("title", match)], folding: folding
      ).with { ($0.terms, $0.trim) = (terms, trim) }
      guard case .unsupported(let reason) = entry.support(profile) else { return nil }
      return reason
    }
    func cure(_ argument: String) -> String {
      " (if it can do that, declare \(argument), or nil for any)"
    }
    #expect(reason(.contains, .caseInsensitive, of: entry) == nil)
    #expect(
      reason(.prefix, .caseInsensitive, of: entry)
        == "its closure declares the mode contains, not prefix" + cure("matches: .prefix"))
    let prefix = MatcherEntry(
      id: "starts", summary: "starts with it", matches: .prefix,
      folding: .caseAndDiacriticInsensitive
    ) { _ in { _ in [] } }
    #expect(reason(.prefix, .caseAndDiacriticInsensitive, of: prefix) == nil)
    #expect(
      reason(.prefix, .exact, of: prefix)
        == "its closure declares the folding cd, not exact" + cure("folding: .exact"))
    #expect(
      reason(.contains, .caseInsensitive, .splitAND, of: entry)
        == "its closure declares the terms phrase, not splitAND" + cure("terms: .splitAND"))
    #expect(
      reason(.contains, .caseInsensitive, .phrase, .whitespace, of: entry)
        == "its closure declares the trim none, not whitespace" + cure("trim: TrimMode.whitespace"))
    let any = MatcherEntry(
      id: "any", summary: "never asked", matches: nil, folding: nil, terms: nil, trim: nil
    ) { _ in { _ in [] } }
    #expect(reason(.equality, .exact, .splitAND, .whitespace, of: any) == nil)
    let folded = try FoldedCorpus(
      try Corpus(titles: ["a"]),
      profile: SearchProfile(name: "p", textFields: [TextField("title", .prefix)]))
    #expect(throws: MatcherError.self) { _ = try entry.build(folded, MatcherOptions()) }
    _ = try entry.build(folded, MatcherOptions(declinesNothing: true))
  }

  @Test("A closure matcher refuses any option with an error that says it has none")
  func options() throws {
    let corpus = try Corpus(titles: ["a"])
    let folded = try FoldedCorpus(
      corpus, profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]))
    #expect(throws: MatcherError.invalidOption(name: "a", value: "b", expected: "no option")) {
      _ = try entry.build(folded, MatcherOptions(["a": "b"]))
    }
  }
}
