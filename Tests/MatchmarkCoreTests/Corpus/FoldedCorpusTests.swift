import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite struct FoldedCorpusTests {
  @Test(arguments: Folding.allCases)
  func textFieldsAreFoldedRowByRow(folding: Folding) throws {
    let titles = ["Éclair", "", "\u{301}a", "STRASSE", "e", "\u{301}"]
    let profile = SearchProfile(
      name: "test", textFields: [TextField("title", .contains)], folding: folding)
    let folded = try FoldedCorpus(try Corpus(titles: titles), profile: profile)
    #expect(folded.rowCount == titles.count)
    for (row, title) in titles.enumerated() {
      #expect(Array(folded.foldedText(row: row)) == folding.fold(title))
      #expect(folded.text(row: row).scalarNames == title.scalarNames)
    }
  }

  @Test func numbersFacetsAndScopeFollowTheProfile() throws {
    var builder = CorpusBuilder(
      name: "test",
      schema: try Schema([
        Column("title", .text), Column("year", [.numeric, .scope]), Column("kind", .facet),
      ]))
    try builder.append(["a", "2007", "x"])
    try builder.append(["b", "", ""])
    let profile = SearchProfile(name: "test", textFields: [TextField("title", .prefix)]).with {
      $0.numericFields = ["year"]
      $0.facets = ["kind"]
      $0.scope = ScopeAxis(facet: "year")
    }
    let folded = try FoldedCorpus(builder.finish(), profile: profile)
    #expect(folded.numbers == [[CanonicalDecimal("2007"), nil]])
    #expect(folded.facets[0].rows == [0, FacetColumn.none])
    #expect(folded.scopeTitles == ["2007"])
  }

  @Test func theTextThatAnIndexIsMadeOfIsThatOfTheColumnsUsedEachOnce() throws {
    var builder = CorpusBuilder(
      name: "test",
      schema: try Schema([
        Column("title", .text), Column("year", [.numeric, .scope]), Column("price", .numeric),
      ]))
    try builder.append(["É", "2007", "12.50"])
    try builder.append(["ab", "", "9"])
    let corpus = builder.finish()
    let profile = SearchProfile(name: "test", textFields: [TextField("title", .prefix)])
    #expect(try FoldedCorpus(corpus, profile: profile).usedSizeInBytes == 4)
    let filtered = profile.with {
      $0.numericFields = ["year"]
      $0.scope = ScopeAxis(facet: "year")
    }
    #expect(try FoldedCorpus(corpus, profile: filtered).usedSizeInBytes == 8)
    #expect(corpus.sizeInBytes == 14)
  }

  @Test func aProfileMustNameColumnsThatAreThere() throws {
    let corpus = try Corpus(titles: ["a"])
    let profile = SearchProfile(name: "test", textFields: [TextField("name", .contains)])
    #expect(throws: CorpusError.unknownColumn("name", known: ["title"])) {
      try FoldedCorpus(corpus, profile: profile)
    }
  }

  @Test(arguments: ["numeric", "facet", "scope", "section"])
  func aProfileMustUseColumnsByTheirRoles(use: String) throws {
    let corpus = try Corpus(titles: ["a"])
    let profile = SearchProfile(name: "t", textFields: [TextField("title", .contains)]).with {
      switch use {
      case "numeric": $0.numericFields = ["title"]
      case "facet": $0.facets = ["title"]
      case "scope": $0.scope = ScopeAxis(facet: "title")
      default: $0.sections = SectionAxis(facet: "title")
      }
    }
    let role = use == "section" ? "facet" : use
    #expect(throws: CorpusError.missingRole(column: "title", role: role)) {
      try FoldedCorpus(corpus, profile: profile)
    }
  }

  @Test("Rows are listed section by section, and those without a section come last")
  func listed() throws {
    let columns = [Column("title", [.text]), Column("kind", [.facet])]
    var builder = CorpusBuilder(name: "kinds", schema: try Schema(columns))
    for kind in ["", "one", "two", "one", "", "two", "one"] { try builder.append(["a", kind]) }
    let corpus = builder.finish()
    let plain = SearchProfile(name: "t", textFields: [TextField("title", .contains)])
    let sectioned = plain.with {
      $0.facets = ["kind"]
      $0.sections = SectionAxis(facet: "kind")
    }
    let rows = [0, 1, 2, 3, 5, 6]
    #expect(try FoldedCorpus(corpus, profile: plain).listed(rows) == rows)
    let folded = try FoldedCorpus(corpus, profile: sectioned)
    #expect(folded.listed(rows) == [1, 3, 6, 2, 5, 0])
    let sections = folded.sections(of: rows, for: SearchQuery("a"))
    #expect(folded.listed(rows) == sections.flatMap(\.rows))
    #expect(sections.map(\.title) == ["one", "two", nil])
  }

  @Test func anArenaKeepsItsStringsApart() throws {
    var arena = TextArena()
    for text in ["ab", "", "c"] { try arena.append { $0.append(contentsOf: text.utf8) } }
    arena.seal()
    arena.seal()
    #expect(arena.count == 3)
    #expect((0..<3).map { arena.string($0) } == ["ab", "", "c"])
    #expect(arena.bytes.prefix(6) == [0x61, 0x62, 0xFF, 0xFF, 0x63, 0xFF])
    #expect(arena.textSizeInBytes == 6)
    #expect(arena.bytes.count == 6 + TextArena.padding)
  }
}
