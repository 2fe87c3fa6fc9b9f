import MatchmarkConformance
import MatchmarkCore
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

/// A cursor's memory of the previous keystroke must never affect an answer.
@Suite("Continued typing")
struct TypingTests {
  static let seeds = Array(1...UInt64(TestAmount.typingSeedCount))

  @Test("A cursor answers every edit as a cursor without memory does", arguments: seeds)
  func edits(seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    let corpus = try world.corpus(rowCount: 40 + Int(seed % 5) * 60)
    let modes: [MatchMode] = seed % 2 == 0 ? [.prefix, .wordPrefix, .equality] : MatchMode.allCases
    let profile = world.profile(modes: modes)
    let queries = world.typing(over: corpus, profile, editCount: 60)
    let folded = try FoldedCorpus(corpus, profile: profile)
    for entry in MatcherEntry.builtIn where entry.support(profile) == .supported {
      let matcher = try entry.build(folded, MatcherOptions())
      var cursor = matcher.makeAnyCursor()
      for query in queries {
        let given = Self.outcome(of: &cursor, query)
        var fresh = matcher.makeAnyCursor()
        let expected = Self.outcome(of: &fresh, query)
        #expect(given == expected, "\(entry.descriptor.id): \(query)")
      }
    }
  }

  private static func outcome(
    of cursor: inout any MatcherCursor, _ query: SearchQuery
  ) -> Result<[Int], MatcherError> {
    var answer = Answer()
    do throws(MatcherError) {
      _ = try cursor.answer(query, into: &answer)
      return .success(answer.rows)
    } catch { return .failure(error) }
  }

  /// Rows of which each query below matches few, so that a scan narrows whenever it thinks it may.
  private static func corpus() throws -> Corpus {
    var builder = CorpusBuilder(
      name: "roses",
      schema: try Schema([
        Column("title", .text), Column("note", .text), Column("kind", .facet),
        Column("year", [.numeric, .scope]),
      ]))
    let few = [
      ["rose red", "x", "red", "2010"], ["roses", "rose", "blue", "2011"],
      ["a rose", "", "red", "20"],
      ["rose blue 20", "red", "blue", "201"], ["the ros", "", "green", "20"],
      ["ros", "", "red", "7"],
      ["20 roses", "201", "green", "2010"], ["201", "", "red", "1"],
    ]
    for row in few + Array(repeating: ["other", "thing", "none", "3"], count: 300) {
      try builder.append(row)
    }
    return builder.finish()
  }

  private static let sessions: [[SearchQuery]] = [
    ["r", "ro", "ros", "rose", "roses", "rose", "ros", "rosex", "ros"].map { SearchQuery($0) },
    ["rose", "rose r", "rose re", "rose", "rose b", "b", "rose b"].map { SearchQuery($0) },
    ["red rose", "red", "red rose", "rose red x"].map { SearchQuery($0) },
    ["20", "201", "2010", "20", "20 r", "201 r", "2"].map { SearchQuery($0) },
    ["rose", "rose", "roses", "roses", "roses", "rose r", "rose r"].map { SearchQuery($0) },
    ["ros red", "rose red", "rose rose", "rose red", "red rose"].map { SearchQuery($0) },
    ["ros", "", "ros", "rose"].map { SearchQuery($0) },
    [[], ["red"], ["red", "blue"], ["blue"], ["unknown"], ["red"], []].map { (kinds: [String]) in
      SearchQuery("ros", tokens: kinds.map { SearchToken(facet: "kind", value: $0) })
    },
    [nil, "2010", "20", nil, "All", "201"].map { SearchQuery("ros", scope: $0) },
    [
      SearchQuery("", tokens: [SearchToken(facet: "kind", value: "red")]),
      SearchQuery("ro", tokens: [SearchToken(facet: "kind", value: "red")]),
      SearchQuery("ros"),
    ],
  ]

  @Test(
    "A token, scope or number that admits more rows is not answered from the previous rows",
    arguments: MatchMode.allCases, [TermMode.phrase, .splitAND])
  func widening(mode: MatchMode, terms: TermMode) throws {
    let corpus = try Self.corpus()
    for fields in [["title"], ["title", "note"]] {
      let profile = SearchProfile(name: "p", textFields: fields.map { TextField($0, mode) }).with {
        $0.terms = terms
        $0.facets = ["kind"]
        $0.numericFields = ["year"]
        $0.scope = ScopeAxis(facet: "year", allTitle: "All")
      }
      let oracle = try Oracle(corpus: corpus, profile: profile)
      let folded = try FoldedCorpus(corpus, profile: profile)
      for entry in MatcherEntry.builtIn where entry.support(profile) == .supported {
        for session in Self.sessions {
          var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
          var answer = Answer()
          for query in session {
            _ = try cursor.answer(query, into: &answer)
            let rows = try oracle.rows(for: query)
            #expect(answer.rows == rows, "\(entry.descriptor.id): \(query)")
          }
        }
      }
    }
  }
}
