import MatchmarkConformance
import Testing

@Suite("Reading case files")
struct CaseDecodingTests {
  private static let corpus = """
    {"key": "id", "columns": [{"name": "id", "roles": []}, {"name": "title", "roles": ["text"]}],
     "rows": [["a", "one"], ["b", "two"]]}
    """
  private static let profile = """
    {"name": "p", "textFields": [{"name": "title", "match": "contains"}], "numericFields": [],
     "folding": "c", "trim": "none", "terms": "phrase", "empty": "none", "facets": [],
     "scope": null, "sections": null}
    """
  private static let query = #"{"text": "o", "tokens": [], "scope": null}"#
  private static let expected = #"{"rows": [0, 1], "keys": ["a", "b"], "display": "results"}"#

  /// The text of a file with one case.
  private static func file() -> String {
    """
    {"group": "g", "cases": [{"id": "A-1", "sentence": "It works", "clauses": ["Q1"],
     "level": "core", "corpus": \(corpus), "profile": \(profile),
     "checks": [{"query": \(query), "expected": \(expected)}]}]}
    """
  }

  private static func load(_ file: String) throws(ConformanceError) -> ConformanceSuite {
    let clauses = """
      {"clauses": [{"id": "Q1", "text": "It works.", "status": "in-force", "overruledBy": []}]}
      """
    return try ConformanceSuite.load([
      CaseFile(name: "clauses.json", bytes: Array(clauses.utf8)),
      CaseFile(name: "g.json", bytes: Array(file.utf8)),
    ])
  }

  /// A suite of one case with some of its text replaced.
  private static func load(
    _ text: String, with replacement: String
  ) throws(ConformanceError) -> ConformanceSuite {
    try load(file().replacing(text, with: replacement, maxReplacements: 1))
  }

  @Test("A complete case file is read, and the oracle passes its case")
  func whole() throws {
    let suite = try Self.load(Self.file())
    #expect(suite.cases.map(\.id) == ["A-1"])
    #expect(CaseRunner().run(suite.cases[0], on: .oracle) == .passed)
  }

  @Test(
    "An error in a case file names the file, the case and the key",
    arguments: [
      (#""rows": [0, 1]"#, #""rows": [1, 0]"#, "rows: got an array of 2, expected rows of the"),
      (#""rows": [0, 1]"#, #""rows": [0, 2]"#, "rows: got an array of 2, expected rows of the"),
      (#""rows": [0, 1]"#, #""rows": [0]"#, "keys: got an array of 2, expected the keys of the"),
      (#""text": "o""#, #""text": 5"#, "checks[0].query.text: got 5, expected an object"),
      (#""text": "o""#, #""txt": "o""#, "got key 'txt', expected one of text, tokens, scope"),
      (#""display": "results""#, #""display": "result""#, "did you mean 'results'?"),
      (#""folding": "c", "#, "", "profile: missing key 'folding'"),
      (#""folding": "c""#, #""folding": "cc""#, "folding: got value 'cc', expected one of exact"),
      (#"["b", "two"]"#, #"["b"]"#, "corpus.rows[1]: got an array of 1, expected 2 cells"),
      (#"["b", "two"]"#, #"["a", "two"]"#, "corpus.rows: got a second row 'a'"),
      (#""roles": ["text"]"#, #""roles": ["txt"]"#, "roles[0]: got value 'txt', expected one of"),
      (#""clauses": ["Q1"]"#, #""clauses": ["Q2"]"#, "clauses: got clause 'Q2', expected one of"),
      (#""level": "core""#, #""level": "session""#, "got key 'checks', expected one of settings"),
      (#""key": "id""#, #""key": "di""#, "corpus.key: got column 'di', expected one of id, title"),
    ])
  func broken(text: String, replacement: String, message: String) {
    #expect {
      _ = try Self.load(text, with: replacement)
    } throws: { error in
      let description = "\(error)"
      return description.hasPrefix("g.json, case A-1") && description.contains(message)
    }
  }

  @Test("Repeated rows and keys in a case file are numbered, and parts of a text are joined")
  func repeated() throws {
    let rows = #"["a", "one"], ["b", "two"]"#
    let many = #"{"repeat": ["a", ["t", {"repeat": "o", "times": 3}]], "times": 4}"#
    let found = #"{"rows": [{"repeat": 0, "times": 4}], "keys": [{"repeat": "a", "times": 4}], "#
    let cases = Self.file().replacing(rows, with: many)
      .replacing(#"{"rows": [0, 1], "keys": ["a", "b"], "#, with: found)
    let suite = try Self.load(cases)
    #expect(suite.cases[0].corpus.keys == ["a1", "a2", "a3", "a4"])
    #expect(suite.cases[0].corpus.rows.map { $0[1] } == Array(repeating: "tooo", count: 4))
    #expect(CaseRunner().run(suite.cases[0], on: .oracle) == .passed)
  }

  @Test(
    "A case file that repeats texts to more than 16 MiB is refused before they are made",
    arguments: [
      (#"["a", "one"], ["b", "two"]"#, #"{"repeat": ["a", ""], "times": 999999999999}"#),
      (#""rows": [0, 1]"#, #""rows": [{"repeat": 0, "times": 999999999999}]"#),
      (
        #""tokens": []"#, #""tokens": [{"repeat": {"facet": "", "value": ""}, "times": 999999999}]"#
      ),
      (#""text": "o""#, #""text": ["o", {"repeat": "o", "times": 999999999}]"#),
      (
        #"["a", "one"], ["b", "two"]"#,
        #"{"repeat": ["a", ""\#(String(repeating: #", """#, count: 100))], "times": 100000}"#
      ),
      (#""tokens": []"#, #""tokens": [{"repeat": {"facet": "", "value": ""}, "times": 200000}]"#),
      (#""keys": ["a", "b"]"#, #""keys": [{"repeat": "", "times": 1000000}]"#),
      (#""text": "o""#, #""text": ["o", {"repeat": "", "times": 20000000}]"#),
    ])
  func swollen(text: String, replacement: String) {
    #expect {
      _ = try Self.load(text, with: replacement)
    } throws: { error in
      "\(error)".contains("got repeated texts of more than 16777216 bytes in all")
    }
  }

  @Test("The error about a case file that is not JSON names the file")
  func notJSON() {
    #expect {
      _ = try ConformanceSuite.load([CaseFile(name: "x.json", bytes: Array("{".utf8))])
    } throws: { error in
      "\(error)".hasPrefix("x.json: got no JSON: ")
    }
  }

  @Test("A case id that occurs in two case files is refused")
  func duplicate() throws {
    let files = CaseFile.embedded
    let query = try #require(files.first { $0.name == "query.json" })
    #expect {
      _ = try ConformanceSuite.load(files + [CaseFile(name: "again.json", bytes: query.bytes)])
    } throws: { error in
      "\(error)".hasPrefix("again.json, case K-01: got a second case 'K-01'")
    }
  }
}
