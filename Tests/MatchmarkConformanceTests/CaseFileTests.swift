import Foundation
import MatchmarkConformance
import MatchmarkCore
import MatchmarkTestSupport
import Testing

@Suite("Case files")
struct CaseFileTests {
  @Test("The library embeds every file of Fixtures/cases, byte for byte")
  func embedded() throws {
    let files = try ProjectFiles.caseFiles()
    #expect(Set(files.map(\.name)) == Set(CaseFile.embedded.map(\.name)))
    for file in files { #expect(CaseFile.embedded.contains(file), "\(file.name) differs") }
  }

  @Test("Case files are ASCII, so that no editor normalises their text")
  func ascii() throws {
    for file in try ProjectFiles.caseFiles() {
      #expect(file.bytes.allSatisfy { $0 < 0x80 }, "\(file.name)")
    }
  }

  @Test("The group of a case is the name of its file")
  func groups() throws {
    let suite = try ConformanceSuite.embedded()
    let names = Set(CaseFile.embedded.map { $0.name.replacing(".json", with: "") })
    #expect(Set(suite.cases.map(\.group)).isSubset(of: names))
    #expect(names.subtracting(suite.cases.map(\.group)) == ["clauses", "shared"])
  }

  @Test(
    "Every case of the specification is in the conformance suite",
    arguments: [("K", 10), ("P", 11), ("L", 5), ("U", 14)])
  func seeds(letter: String, count: Int) throws {
    let ids = try ConformanceSuite.embedded().cases.map(\.id)
    for number in 1...count {
      let id = "\(letter)-\(number < 10 ? "0" : "")\(number)"
      #expect(ids.contains(id), "\(id) is missing")
    }
  }

  @Test("Every conformance level has cases, and no two cases share a sentence")
  func sentences() throws {
    let cases = try ConformanceSuite.embedded().cases
    for level in ConformanceLevel.allCases { #expect(cases.contains { $0.level == level }) }
    let sentences = Dictionary(grouping: cases, by: \.sentence).filter { $1.count > 1 }
    #expect(sentences.keys.sorted() == [])
  }

  @Test(
    "Each built-in profile equals the shared profile of that name in the case files",
    arguments: SearchProfile.builtIn
  )
  func profiles(profile: SearchProfile) throws {
    #expect(try ConformanceSuite.embedded().shared.profiles[profile.name] == profile)
  }

  @Test(
    "The shared corpora of the case files have the rows of Fixtures/corpora",
    arguments: ["countries", "products", "plans"])
  func corpora(name: String) throws {
    let corpus = try #require(try ConformanceSuite.embedded().shared.corpora[name])
    let lines = try ProjectFiles.text("Fixtures/corpora/\(name).csv").split(separator: "\n")
    let cells = lines.map { $0.split(separator: ",").map(String.init) }
    #expect(corpus.columns.map(\.name) == cells.first)
    #expect(corpus.rows == Array(cells.dropFirst()))
  }

  private static let validator = Python.with("jsonschema")

  @Test(
    "Every case file is valid by the published schema",
    .needs(.jsonschema))
  func schema() throws {
    let script = """
      import glob, json, sys
      from jsonschema import Draft202012Validator as Validator
      schema = json.load(open("Fixtures/schemas/cases.schema.json"))
      Validator.check_schema(schema)
      for path in sorted(glob.glob("Fixtures/cases/*.json")):
          for error in Validator(schema).iter_errors(json.load(open(path))):
              print(path, error.json_path, error.message[:200])
      broken = {"group": "a", "cases": [{"id": "A-1"}]}
      if Validator(schema).is_valid(broken): print("the schema admits a broken case")
      """
    let run = try Child.run([
      try #require(Self.validator), "-W", "ignore", "-c",
      "import os; os.chdir(\(quoted(WorkingCopy.root.path)))\n" + script,
    ])
    #expect(run.text == "")
    #expect(run.code == 0)
  }

  private func quoted(_ path: String) -> String { "r'''\(path)'''" }
}
