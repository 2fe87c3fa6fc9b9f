import MatchmarkConformance
import MatchmarkCore
import MatchmarkIncumbents
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

/// Compares every matcher of the catalog with the oracle on random worlds; a new matcher is tested
/// by registering it.
@Suite struct ParityTests {
  static let entries = MatcherEntry.builtIn + MatcherEntry.incumbents

  static let seeds = Array(1...UInt64(TestAmount.paritySeedCount))

  @Test("Every matcher answers every random query as the oracle does", arguments: seeds)
  func agreesWithOracle(seed: UInt64) throws {
    var world = RandomWorld(seed: seed)
    // Sometimes large enough for an answer to change its form during verification.
    let sizes = [0, 1, 3, 40, 63, 64, 65, 200, 600]
    let rowCount = seed % 100 == 0 ? 6_000 : sizes[Int(seed) % sizes.count]
    let corpus = try world.corpus(rowCount: rowCount)
    for _ in 0..<6 {
      // sorted-prefix answers no 'contains', so half of the profiles do without it.
      let modes: [MatchMode] =
        world.generator.chance(0.5) ? [.prefix, .wordPrefix, .equality] : MatchMode.allCases
      let profile = world.profile(modes: modes)
      let queries = (0..<TestAmount.parityQueriesPerWorld / 6).map { _ in
        world.query(for: corpus, profile: profile)
      }
      let situation = (corpus: corpus, profile: profile, queries: queries)
      for entry in Self.entries {
        for options in Self.variants(of: entry) {
          try check(entry, options, on: situation, seed: seed)
        }
      }
    }
  }

  /// The defaults, and every value of every option.
  private static func variants(of entry: MatcherEntry) -> [MatcherOptions] {
    [MatcherOptions()]
      + entry.descriptor.options.flatMap { option in
        option.values.dropFirst().map { MatcherOptions([option.name: $0]) }
      }
  }

  /// Returns true if a matcher reports that it does not support a corpus or the processor.
  private static func isAbsence(_ error: MatcherError) -> Bool {
    switch error {
    case .unsupportedCorpus: true
    case .invalidOption(_, let value, _): value == "avx2" || value == "avx512"
    default: false
    }
  }

  private func check(
    _ entry: MatcherEntry, _ options: MatcherOptions,
    on situation: (corpus: Corpus, profile: SearchProfile, queries: [SearchQuery]), seed: UInt64
  ) throws {
    let (corpus, profile, queries) = situation
    guard case .supported = entry.support(profile) else { return }
    let oracle = try Oracle(corpus: corpus, profile: profile)
    let folded = try FoldedCorpus(corpus, profile: profile)
    var cursor: any MatcherCursor
    do {
      cursor = try entry.build(folded, options).makeAnyCursor()
    } catch {
      if Self.isAbsence(error) { return }
      throw error
    }
    var answer = Answer()
    for query in queries {
      let response = try cursor.answer(query, into: &answer)
      guard response == .answered else { continue }
      let expected = try oracle.rows(for: query)
      guard let difference = Difference(answer: answer, expected: expected) else { continue }
      // Split in two, because the compiler needs minutes for one expression.
      let who = "seed \(seed), \(entry.descriptor.id) \(options.values)"
      let text = query.text.debugDescription
      let asked = "\(text) \(query.tokens) \(query.scope ?? "-") under \(profile)"
      Issue.record("\(who): \(difference) for \(asked)")
      return
    }
  }

  @Test("Every matcher and the oracle refuse a query beyond the contract with the same error")
  func refusals() throws {
    var world = RandomWorld(seed: 7)
    let corpus = try world.corpus(rowCount: 10)
    let profile = SearchProfile(name: "p", textFields: [TextField("name", .prefix)]).with {
      $0.terms = .splitAND
      $0.facets = ["kind"]
    }
    let refused: [(SearchQuery, QueryError)] = [
      (SearchQuery(String(repeating: "a", count: 4_097)), .textTooLong(sizeInBytes: 4_097)),
      (SearchQuery(String(repeating: "a ", count: 33)), .tooManyTerms(33)),
      (
        SearchQuery(tokens: Array(repeating: SearchToken(facet: "kind", value: "red"), count: 65)),
        .tooManyTokens(65)
      ),
      (
        SearchQuery(tokens: [SearchToken(facet: "size", value: "S")]),
        .unknownFacet("size", known: ["kind"])
      ),
      (SearchQuery("a", scope: "2010"), .unknownScope("2010", known: [])),
    ]
    let folded = try FoldedCorpus(corpus, profile: profile)
    for (query, error) in refused {
      #expect(throws: error) {
        try Oracle(corpus: corpus, profile: profile).rows(for: query)
      }
      for entry in MatcherEntry.builtIn {
        var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
        var answer = Answer()
        #expect(throws: MatcherError.query(error)) { try cursor.answer(query, into: &answer) }
      }
    }
  }

  @Test("A needle of the greatest length is found in rows of the greatest length")
  func longRows() throws {
    let row = String(repeating: "abcdefgh", count: 8_192)
    let corpus = try Corpus(titles: ["x", row, row.dropLast() + "i", ""])
    for mode in MatchMode.allCases {
      let profile = SearchProfile(name: "p", textFields: [TextField("title", mode)])
      let folded = try FoldedCorpus(corpus, profile: profile)
      let oracle = try Oracle(corpus: corpus, profile: profile)
      for text in [String(row.prefix(4_096)), "habcdefgi", "x", "bcdefghi", "abcdefg"] {
        for entry in Self.entries where entry.support(profile) == .supported {
          var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
          var answer = Answer()
          _ = try cursor.answer(SearchQuery(text), into: &answer)
          let rows = try oracle.rows(for: SearchQuery(text))
          #expect(answer.rows == rows, "\(entry.descriptor.id) \(mode) \(text.prefix(12))")
        }
      }
    }
  }
}
