import DatasetsSupport
import FoundationEssentials
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkSession
import Testing

@Suite("A fixture corpus")
struct FixtureCorporaTests {
  private static let rowCounts = [
    "countries": 12, "products": 10, "plans": 8, "architecture": 12, "world": 498,
    "catalogue": 262,
  ]

  @Test("Each fixture corpus loads completely and fits its profile", arguments: FixtureCorpora.all)
  func loading(fixture: FixtureCorpus) throws {
    let corpus = try fixture.corpus(inFolder: FixtureFolder.corpora)
    #expect(corpus.rowCount == Self.rowCounts[fixture.name])
    #expect(corpus.name == fixture.name)
    #expect(try FoldedCorpus(corpus, profile: fixture.profile).rowCount == corpus.rowCount)
    #expect(FixtureCorpora.named(fixture.name) == fixture)
  }

  @Test("Fixture corpora declare facet values in the order of the app's tokens")
  func declaredValues() throws {
    let continents = [
      "Africa", "Asia", "Europe", "North America", "Oceania", "South America",
    ]
    for fixture in [FixtureCorpora.countries, FixtureCorpora.world] {
      let corpus = try fixture.corpus(inFolder: FixtureFolder.corpora)
      #expect(corpus.knownValues(of: "continent") == continents)
      #expect(corpus.knownValues(of: "year") == ["2018", "2019"])
    }
    let plans = try FixtureCorpora.plans.corpus(inFolder: FixtureFolder.corpora)
    #expect(plans.knownValues(of: "plan") == ["business", "travel", "shopping"])
  }

  @Test("Fixture corpora have the rows of the conformance cases, byte for byte")
  func rows() throws {
    let identities = try FixtureCorpora.all.prefix(3).map { fixture in
      CorpusIdentity(of: try fixture.corpus(inFolder: FixtureFolder.corpora)).description
    }
    #expect(identities == ["ba598d81-1142", "05b2a6ca-763", "05f34515-557"])
    let countries = try FixtureCorpora.countries.corpus(inFolder: FixtureFolder.corpora)
    #expect(countries.cell(row: 10, column: 1) == "Côte d\u{2019}Ivoire")
  }

  @Test("The fixture corpus of real text loads without a mapping")
  func excerpt() throws {
    let corpus = try FixtureFolder.dataset("characters-excerpt.csv").corpus()
    #expect(corpus.rowCount == 60)
    #expect(
      corpus.schema.columns.map(\.roles) == [.text, .facet, .text, .numeric])
  }

  @Test(
    "The typing sessions of each fixture app are in canonical bytes and replay in it",
    arguments: ["countries", "products", "plans", "architecture"])
  func sessions(name: String) throws {
    let app = try #require(FixtureApps.named(name))
    let path = "\(FixtureFolder.traces)/\(name).jsonl"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let traces = try TraceFile.decode(bytes, file: path)
    #expect(TraceFile.encode(traces) == bytes)
    let corpus = try FoldedCorpus(
      app.corpus.corpus(inFolder: FixtureFolder.corpora), profile: app.corpus.profile)
    for trace in traces {
      let session = SearchSession(for: corpus, settings: app.settings)
      #expect(try !trace.keystrokes(in: session).isEmpty)
    }
  }

  @Test("Each fixture app has a unique name, and settings that survive a round trip")
  func apps() throws {
    #expect(Set(FixtureApps.all.map(\.name)).count == FixtureApps.all.count)
    for app in FixtureApps.all {
      let data = try JSONEncoder().encode(app.settings)
      #expect(try JSONDecoder().decode(SessionSettings.self, from: data) == app.settings)
    }
  }
}
