import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import Testing

@Suite("Inferred columns")
struct ColumnInferenceTests {
  private func corpus(_ header: String, _ rows: [String]) throws -> Corpus {
    let text = ([header] + rows).joined(separator: "\n")
    return try Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: .csv).corpus()
  }

  private func roles(_ corpus: Corpus) -> [[String]] { corpus.schema.columns.map(\.roles.names) }

  @Test("Columns are inferred as numeric, facet, scope or text from their cells")
  func rules() throws {
    let rows = (0..<40).map { row in
      "title \(row),\(row).5,\(["red", "green", ""][row % 3]),\(2020 - row % 4),,\(row)-\(row)"
    }
    let corpus = try corpus("title,price,colour,year,nothing,code", rows)
    #expect(
      roles(corpus)
        == [["text"], ["numeric"], ["facet"], ["numeric", "facet", "scope"], [], ["text"]])
    #expect(corpus.knownValues(of: "colour") == ["red", "green"])
    #expect(corpus.knownValues(of: "year") == ["2017", "2018", "2019", "2020"])
  }

  @Test("A column with hundreds of values is inferred as a facet if each is in many rows")
  func places() throws {
    let rows = (0..<8_000).map { "Town \($0),C\($0 % 250),Region/Zone \($0 % 400),\($0 % 300)" }
    let cities = try corpus("name,country,timezone,level", rows)
    #expect(roles(cities) == [["text"], ["facet"], ["facet"], ["numeric"]])
    let few = try corpus("name,country,timezone,level", Array(rows.prefix(2_000)))
    #expect(roles(few) == [["text"], ["text"], ["text"], ["numeric"]])
    let names = try corpus("kind,name", (0..<4_800).map { "k\($0 % 3),N\($0 % 300)" })
    #expect(roles(names) == [["facet"], ["text", "facet"]])
  }

  @Test("Only the named columns become text columns if any are named")
  func named() throws {
    let text = "a,b,c\nx,y,1\nz,w,2\n"
    let data = Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: .csv)
    #expect(roles(try data.corpus(text: ["b"])) == [[], ["text"], ["numeric"]])
    #expect(roles(try data.corpus(text: ["c", "a"])) == [["text"], [], ["text", "numeric"]])
    #expect(throws: DatasetError.missingColumn("d", known: ["a", "b", "c"], file: "c.csv")) {
      try data.corpus(text: ["d"])
    }
  }

  @Test("A column of more than 64 values that rarely repeat is not inferred as a facet")
  func facetLimits() throws {
    let many = (0..<650).map { "a\($0 % 65)," }
    #expect(try roles(corpus("a,b", many)) == [["text"], []])
    let most = (0..<640).map { "a\($0 % 64),t\($0)" }
    #expect(try roles(corpus("a,b", most)) == [["facet"], ["text"]])
    let long = (0..<640).map { "a\($0 % 64)".padded(to: 513) + ",t\($0)" }
    #expect(try roles(corpus("a,b", long)) == [["text"], ["text"]])
    for count in [1_024, 1_025] {
      let places = try corpus("a,b", (0..<16 * count).map { "a\($0 % count),t\($0)" })
      #expect(roles(places)[0].contains("facet") == (count == 1_024))
    }
    let rare = (0..<12).map { "a\($0 % 4),t\($0)" }
    #expect(try roles(corpus("a,b", rare)) == [["text"], ["text"]])
  }

  @Test("A column is inferred as numeric only if every non-empty cell is a decimal")
  func numbers() throws {
    #expect(try roles(corpus("n,t", ["1,x", ",y", "2.50,z"])) == [["numeric"], ["text"]])
    for other in ["-1", "€1", "1 000", "01", "00", "1e5", "12:30"] {
      #expect(try roles(corpus("n,t", ["1,x", "\(other),y", "2,z"])) == [["text"], ["text"]])
    }
    #expect(try roles(corpus("n,t", ["0,x", "0.5,y", "10,z"])) == [["numeric"], ["text"]])
  }

  @Test("A column without a role is named, with the reason")
  func idle() throws {
    let text = "t,empty,signs\nx,,?\ny,,!-\n"
    let data = Dataset(name: "c", file: "c.csv", bytes: Array(text.utf8), format: .csv)
    let idle = try data.rows().columnsWithoutRole
    #expect(idle.map(\.name) == ["empty", "signs"])
    #expect(
      idle.map(\.reason) == [
        "all its cells are empty", "its cells have neither letters nor digits",
      ])
    #expect(try data.rows(text: ["signs"]).columnsWithoutRole.map(\.name) == ["empty"])
  }

  @Test("Inferred columns always include one to search")
  func fallback() throws {
    let facets = Array(repeating: "1,red", count: 8)
    #expect(
      try roles(corpus("n,c", facets)) == [["numeric", "facet", "scope"], ["text", "facet"]])
    #expect(try roles(corpus("n,m", ["1,2"])) == [["text", "numeric"], ["numeric"]])
    #expect(try roles(corpus("n,m", [])) == [["text"], []])
  }

  @Test(
    "An inferred profile matches with contains, splits terms, browses, and has the year as scope")
  func profile() throws {
    let rows = (0..<80).map { "t\($0),\($0 % 2),\(["a", "b"][$0 % 2]),\(1990 + $0 % 20)" }
    let corpus = try corpus("title,flag,kind,year", rows)
    let profile = InferredProfile.profile(for: corpus)
    #expect(profile.textFields == [TextField("title", .contains)])
    #expect(profile.folding == .caseAndDiacriticInsensitive)
    #expect(profile.numericFields == ["flag", "year"])
    #expect(profile.facets == ["flag", "kind"])
    #expect(profile.scope == ScopeAxis(facet: "year"))
    #expect(profile.terms == .splitAND)
    #expect(profile.trim == .whitespace)
    #expect(profile.empty == .browse)
    #expect(try FoldedCorpus(corpus, profile: profile).rowCount == 80)
  }

  @Test("An inferred profile does not search a column that only tells rows apart")
  func identifiers() throws {
    let rows = (0..<80).map { "k\($0),\($0),t\($0)" }
    let corpus = try corpus("_id,ID,title", rows)
    let profile = InferredProfile.profile(for: corpus)
    #expect(profile.textFields.map(\.name) == ["title"])
    #expect(profile.numericFields == [])
    #expect(corpus.schema.names(with: .numeric) == ["ID"])
    let named = InferredProfile.profile(for: corpus, named: ["_id", "title"])
    #expect(named.textFields.map(\.name) == ["_id", "title"])
  }

  @Test("An identifier is searched if the rows have no other text")
  func onlyIdentifiers() throws {
    let corpus = try corpus("id,n", (0..<80).map { "k\($0),\($0)" })
    #expect(InferredProfile.profile(for: corpus).textFields.map(\.name) == ["id"])
  }

  @Test("An inferred profile has a scope only if a column has few values")
  func scope() throws {
    let few = try corpus("t,n", (0..<80).map { "t\($0),\($0 % 16)" })
    #expect(InferredProfile.profile(for: few).scope?.facet == "n")
    let many = try corpus("t,n", (0..<80).map { "t\($0),\($0 % 17)" })
    #expect(InferredProfile.profile(for: many).scope == nil)
    #expect(InferredProfile.profile(for: many).facets == ["n"])
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: "x", count: count - utf8.count)
  }
}
