import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("The shrinker")
struct ShrinkerTests {
  @Test("The shrinker keeps only the elements that the failure needs, in order")
  func list() {
    let events = Array(1...100)
    let small = Shrinker.shrink(list: events) { $0.contains(3) && $0.contains(97) }
    #expect(small == [3, 97])
    #expect(Shrinker.shrink(list: events) { _ in true } == [])
    #expect(Shrinker.shrink(list: [1, 2]) { $0.count == 2 } == [1, 2])
  }

  @Test("The shrinker stops after a number of trials, with a case that still fails")
  func bound() {
    var trialCount = 0
    let small = Shrinker.shrink(list: Array(1...1_000), trialLimit: 50) { part in
      trialCount += 1
      return part.contains(500)
    }
    #expect(trialCount <= 50)
    #expect(small.contains(500))
  }

  @Test("The shrinker gives a large situation fewer trials")
  func largeSituation() {
    let situation = Situation(
      columns: [Column("title", .text)],
      rows: (0..<2_000).map { ["a title that is as long as titles are, number \($0)"] },
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("x"))
    var trialCount = 0
    let small = Shrinker.shrink(situation) { candidate in
      trialCount += 1
      return candidate.rows.count == 2_000
    }
    #expect(small.rows.count == 2_000)
    #expect((500...1_000).contains(trialCount), "\(trialCount)")
  }

  @Test("A disagreement shows earlier queries with their tokens and scopes")
  func askedBefore() throws {
    let situation = Situation(
      columns: [
        Column("title", .text), Column("kind", .facet), Column("year", .scope),
      ],
      rows: [["a", "red", "2010"], ["a", "red", "2010"], ["b", "blue", "2011"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]).with {
        $0.facets = ["kind"]
        $0.scope = ScopeAxis(facet: "year", allTitle: "All")
      },
      query: SearchQuery("a"),
      earlier: [
        SearchQuery("a", tokens: [SearchToken(facet: "kind", value: "red")], scope: "2010")
      ])
    let found = try #require(
      try Disagreement(of: FaultyMatchers.entry(.dropsLastRow), in: situation))
    let lines = found.description.split(separator: "\n")
    #expect(lines.contains(#"  asked before: "a" [kind=red] scope '2010'"#), "\(found)")
    #expect(lines.contains { $0.hasPrefix("  rows 0 to 1: title") })
  }

  @Test("The shrinker removes thousands of rows in runs, and empties cells that do not matter")
  func runs() {
    let kinds = [["red", "x"], ["blue", "y"], ["green", "z"]]
    let rows = [(0, 90), (1, 2_000), (2, 7_000), (1, 3_000), (0, 1)].flatMap { kind, count in
      repeatElement(kinds[kind], count: count)
    }
    let situation = Situation(
      columns: [Column("title", .text), Column("note", .text)], rows: rows,
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("x"))
    let small = Shrinker.shrink(situation) { candidate in
      let first = candidate.rows.firstIndex { $0[0] == "green" } ?? 0
      return candidate.rows.count(where: { $0[0] == "green" }) > 6_500 && first > 100
    }
    #expect(small.rows.count == 6_602)
    #expect(Set(small.rows.map { $0[1] }) == [""])
  }

  @Test("The oracle's reply to a situation includes equal rows wherever they are")
  func kinds() throws {
    let situation = Situation(
      columns: [Column("title", .text)],
      rows: [["tea"], ["cafe\u{301}"], ["tea"], ["caf\u{E9}"], ["coffee"], ["cafe\u{301}"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("caf\u{E9}"))
    #expect(try situation.oracleReply() == .rows([1, 3, 5]))
  }

  @Test("The shrinker ends even if none of 60 000 equal rows can be removed")
  func manyRows() {
    let situation = Situation(
      columns: [Column("title", .text)], rows: Array(repeating: ["red blue green"], count: 60_000),
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("red"))
    let small = Shrinker.shrink(situation) { $0.rows == situation.rows && $0.query.text == "red" }
    #expect(small.rows.count == 60_000)
  }

  @Test("The shrinker removes digits from a number in the query and the row together")
  func numbers() {
    let situation = Situation(
      columns: [Column("price", .numeric)], rows: [["001234567890"]],
      profile: SearchProfile(name: "p", textFields: []).with { $0.numericFields = ["price"] },
      query: SearchQuery("\u{661}\u{662}34567890"))
    let small = Shrinker.shrink(situation) { candidate in
      let number = CanonicalDecimal(candidate.query.text)
      return number != nil && number == CanonicalDecimal(candidate.rows.first?[0] ?? "")
    }
    #expect(small.query.text.unicodeScalars.count == 1)
    #expect(small.rows[0][0].unicodeScalars.count == 1)
  }

  @Test("The shrinker removes scalars from a query and a cell that must equal it together")
  func equalTexts() {
    let situation = Situation(
      columns: [Column("title", .text)], rows: [["a b c d e"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .equality)]),
      query: SearchQuery("a b c d e"))
    let small = Shrinker.shrink(situation) { candidate in
      candidate.query.text.contains(" ") && candidate.rows.first?[0] == candidate.query.text
    }
    #expect(small.query.text == " ")
  }

  @Test("The shrinker removes the digits of a number from the row and from the query together")
  func numberBeforeTerm() {
    let situation = Situation(
      columns: [Column("price", .numeric)], rows: [["24.50"]],
      profile: SearchProfile(name: "p", textFields: []).with { $0.numericFields = ["price"] },
      query: SearchQuery("24.50 ab"))
    let small = Shrinker.shrink(situation) { candidate in
      let terms = candidate.query.text.split(separator: " ")
      return terms.count == 2
        && CanonicalDecimal(String(terms[0])) == CanonicalDecimal(candidate.rows.first?[0] ?? "")
        && CanonicalDecimal(String(terms[0])) != nil
    }
    #expect(small.query.text.unicodeScalars.count == 3)
    #expect(small.rows[0][0].unicodeScalars.count == 1)
  }

  @Test("The shrinker removes a term that cannot be shortened")
  func terms() {
    let situation = Situation(
      columns: [Column("title", .text)], rows: [["x"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("708 x  1234"))
    let small = Shrinker.shrink(situation) { candidate in
      let terms = candidate.query.text.split(separator: " ")
      return terms.contains("x") && terms.allSatisfy { ["708", "x", "1234"].contains($0) }
    }
    #expect(small.query.text == "x")
  }

  @Test("The shrinker gives the same minimal result each time")
  func minimum() throws {
    let entry = FaultyMatchers.entry(.termsInOneField)
    let found = try #require(try RandomHunt.disagreement(of: entry))
    let small = found.shrunk(of: entry)
    #expect(small.description == found.shrunk(of: entry).description)
    let situation = small.situation
    for row in situation.rows.indices {
      let smaller = situation.with { $0.rows.remove(at: row) }
      #expect(try Disagreement(of: entry, in: smaller) == nil)
    }
    for index in situation.query.text.unicodeScalars.indices {
      let smaller = situation.with { $0.query.text.unicodeScalars.remove(at: index) }
      #expect(try Disagreement(of: entry, in: smaller) == nil)
    }
  }

  @Test("A disagreement shows both answers, the folded texts and how to repeat the case")
  func rendering() throws {
    let situation = Situation(
      columns: [Column("title", .text)], rows: [["Straße"], ["x"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("SS"), earlier: [SearchQuery("S")])
    let found = try #require(
      try Disagreement(
        of: FaultyMatchers.entry(.lowercasesOnly), in: situation, replay: "seed 1"))
    #expect(
      found.description == """
        faulty-lowercases-only answers wrongly: "SS" does not find row 0, "Straße"
          expected: rows 0
          answered: no rows
          query "SS" (folds to "ss")
          profile title contains, folding c, trim none, terms phrase, empty none
          asked before: "S"
          row 0: title "Straße" (folds to U+0073 U+0074 U+0072 U+0061 U+0073 U+0073 U+0065)
          row 1: title "x"
          again: seed 1
        """)
  }

  @Test("The shrinker reduces a wrong answer to one row and two scalars")
  func situation() throws {
    let situation = Situation(
      columns: [Column("title", .text)], rows: [["other"], ["Straße 12"], ["x"]],
      profile: SearchProfile(name: "p", textFields: [TextField("title", .contains)]),
      query: SearchQuery("RASSE 1"))
    let entry = FaultyMatchers.entry(.lowercasesOnly)
    let small = try #require(try Disagreement(of: entry, in: situation)).shrunk(of: entry)
    #expect(small.situation.rows == [["ß"]])
    #expect(small.situation.query.text == "S")
  }
}
