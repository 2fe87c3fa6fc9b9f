import MatchmarkConformance
import MatchmarkCore
import MatchmarkIncumbents
import Testing

@Suite("Incumbents over SQLite")
struct SQLiteTests {
  @Test("The SQLite incumbents exist only if the trait is enabled")
  func trait() {
    #if SQLite
      let expected = ["foundation-filter", "sqlite-fts5-inprocess", "sqlite-like-inprocess"]
    #else
      let expected = ["foundation-filter"]
    #endif
    #expect(MatcherEntry.incumbents.map(\.descriptor.id) == expected)
  }

  #if SQLite
    private static let entries = MatcherEntry.incumbents.filter {
      $0.descriptor.id.hasPrefix("sqlite-")
    }

    /// Texts that SQL, `LIKE`, full-text expressions and SQLite's UTF-8 decoding could mistake.
    private static let rows = [
      "100% wool", "100 wool", "a_b", "axb", "a\\b", "a\\\\b", "say \"when\"", "say when",
      "it's", "its", "AND", "and or not", "near(a b)", "co-operate", "co operate", "cooperate",
      "x\u{FFFD}y", "x\u{FFFE}y", "x\u{FFFF}y", "xy", "", "*", "%", "_", "'", "\"", "--", "日本語",
      "日本", "本語", "\u{10FFFF}\u{10FFFF}", "\u{10FFFF}", "\u{D7FF}a", "\u{E000}a", "\u{D7FE}a",
      String(repeating: "ab", count: 100), String(repeating: "ab", count: 100) + "c",
      "c" + String(repeating: "ab", count: 40), "ﬁle 7", "re-re-read", "\u{1F}unit",
    ]

    private static let needles =
      rows.filter { !$0.isEmpty } + [
        "00%", "a_", "y \"w", "-o", "re-", "-re", "e-r", " w", "\u{FFFD}", "x\u{FFFE}", "ab", "a",
        String(repeating: "ba", count: 60), String(repeating: "ab", count: 32), "\u{D7FF}", "本",
        "a\0b", "\0", "co-", "AN", "or n", "b c",
      ]

    @Test(
      "The SQLite incumbents answer as the oracle does, whatever the needle contains",
      arguments: MatchMode.allCases,
      Folding.allCases)
    func agree(mode: MatchMode, folding: Folding) throws {
      let corpus = try Corpus(titles: Self.rows)
      for terms in TermMode.allCases {
        let profile = SearchProfile(
          name: "p", textFields: [TextField("title", mode)], folding: folding
        ).with { $0.terms = terms }
        let oracle = try Oracle(corpus: corpus, profile: profile)
        let folded = try FoldedCorpus(corpus, profile: profile)
        for entry in Self.entries {
          var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
          var answer = Answer()
          for needle in Self.needles {
            #expect(try cursor.answer(SearchQuery(needle), into: &answer) == .answered)
            let expected = try oracle.rows(for: SearchQuery(needle))
            #expect(answer.rows == expected, "\(entry.descriptor.id) \(needle.debugDescription)")
          }
        }
      }
    }

    @Test(
      "The SQLite incumbents apply tokens and scope to what one index finds",
      arguments: MatchMode.allCases)
    func filter(mode: MatchMode) throws {
      let schema = try Schema([Column("title", .text), Column("kind", [.facet, .scope])])
      var builder = CorpusBuilder(name: "goods", schema: schema)
      for row in 0..<60 { try builder.append(["wool coat", "kind \(row % 3)"]) }
      let corpus = builder.finish()
      let profile = SearchProfile(name: "p", textFields: [TextField("title", mode)]).with {
        $0.facets = ["kind"]
        $0.scope = ScopeAxis(facet: "kind")
      }
      let oracle = try Oracle(corpus: corpus, profile: profile)
      let folded = try FoldedCorpus(corpus, profile: profile)
      let text = mode == .equality ? "wool coat" : "wool"
      let token = SearchToken(facet: "kind", value: "kind 1")
      let queries = [
        SearchQuery(text), SearchQuery(text, tokens: [token]), SearchQuery(text, scope: "kind 2"),
        SearchQuery(text, tokens: [token], scope: "kind 1"),
      ]
      for entry in Self.entries {
        var cursor = try entry.build(folded, MatcherOptions()).makeAnyCursor()
        var answer = Answer()
        for query in queries {
          #expect(try cursor.answer(query, into: &answer) == .answered)
          #expect(answer.rows == (try oracle.rows(for: query)), "\(entry.descriptor.id) \(query)")
        }
      }
    }

    @Test("The SQLite incumbents decline rows with U+0000, and name the row and the field")
    func nulls() throws {
      let corpus = try Corpus(titles: ["a", "b\0c"])
      let profile = SearchProfile(name: "p", textFields: [TextField("title", .contains)])
      let folded = try FoldedCorpus(corpus, profile: profile)
      for entry in Self.entries {
        #expect(
          throws: MatcherError.unsupportedCorpus(
            reason: "SQLite's text functions end at U+0000 (row 1, field 'title')")
        ) { try entry.build(folded, MatcherOptions()) }
      }
    }

    @Test(
      "The SQLite incumbents report database pages as index size, and how each field is indexed")
    func facts() throws {
      let corpus = try Corpus(titles: Self.rows)
      let plans = try MatchMode.allCases.map { mode in
        let profile = SearchProfile(name: "p", textFields: [TextField("title", mode)])
        let folded = try FoldedCorpus(corpus, profile: profile)
        return try Self.entries.map { entry in
          let matcher = try entry.build(folded, MatcherOptions())
          #expect(matcher.indexByteCount > 0 && matcher.indexByteCount % 4_096 == 0)
          return matcher.structure
        }
      }
      #expect(
        plans == [
          ["title: FTS5 trigrams", "title: LIKE"], ["title: B-tree", "title: LIKE"],
          ["title: FTS5 words", "title: LIKE"], ["title: B-tree", "title: LIKE"],
        ])
    }
  #endif
}
