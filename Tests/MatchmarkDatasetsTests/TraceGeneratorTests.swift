import DatasetsSupport
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkSession
import Testing

@Suite("A trace generator")
struct TraceGeneratorTests {
  private static let profiles = [
    SearchProfile.titles, .titlesPrefix, .titlesWord,
    SearchProfile.titles.with {
      $0.name = "equality"
      $0.textFields = [TextField("title", .equality)]
    },
  ]

  private func folded(
    _ generator: String, rowCount: Int = 200, profile: SearchProfile = .titles
  ) throws -> FoldedCorpus {
    let corpus = try #require(CorpusGenerator.named(generator))
      .corpus(rowCount: rowCount, seed: 3)
    return try FoldedCorpus(corpus, profile: profile)
  }

  /// The text typed by the events, without deletions.
  private func typed(_ trace: Trace) -> String {
    trace.events.reduce(into: "") { text, event in
      if case .type(let more) = event { text += more }
    }
  }

  /// Returns true if the typed text, folded, occurs in any row.
  private func occurs(_ trace: Trace, in corpus: FoldedCorpus) throws -> Bool {
    var query = ResolvedQuery()
    try query.resolve(SearchQuery(typed(trace)), in: corpus)
    return (0..<corpus.rowCount).contains { row in
      (0..<query.termCount).allSatisfy { term in
        Self.contains(Array(corpus.foldedText(row: row)), Array(query.needle(term)))
      }
    }
  }

  private static func contains(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    text.count >= needle.count
      && (0...text.count - needle.count).contains { text[$0...].starts(with: needle) }
  }

  @Test(
    "Typing sessions over generated corpora replay without an error",
    arguments: ["titles", "people", "identifiers", "cjk", "repetitive"], [0, 1, 200])
  func replay(generator: String, rowCount: Int) throws {
    let rows = try folded(generator, rowCount: rowCount).corpus
    for profile in Self.profiles {
      let corpus = try FoldedCorpus(rows, profile: profile)
      let session = SearchSession(for: corpus)
      var query = ResolvedQuery()
      for trace in TraceGenerator(corpus: corpus, seed: 5).traces(sessions: 21) {
        let keystrokes = try trace.keystrokes(in: session)
        #expect(!keystrokes.isEmpty)
        for keystroke in keystrokes { try query.resolve(keystroke.query, in: corpus) }
        #expect(trace.events.first == .activate(by: .user))
        #expect(trace.events.last == .cancel)
      }
    }
  }

  @Test(
    "Typing sessions over fixture corpora replay without an error", arguments: FixtureCorpora.all)
  func apps(fixture: FixtureCorpus) throws {
    let corpus = try FoldedCorpus(
      fixture.corpus(inFolder: FixtureFolder.corpora), profile: fixture.profile)
    for trace in TraceGenerator(corpus: corpus, seed: 1).traces(sessions: 70) {
      #expect(try !trace.keystrokes(in: SearchSession(for: corpus)).isEmpty)
    }
  }

  @Test("The trace generator makes the same workload in every release")
  func golden() throws {
    let corpus = try folded("titles")
    let traces = TraceGenerator(corpus: corpus, seed: 1).traces(sessions: 14)
    #expect(TraceFile.identity(of: traces) == "ea171d2c-5443")
    #expect(try TraceFile.decode(TraceFile.encode(traces), file: "t.jsonl") == traces)
  }

  @Test("Generated traces are named by kind and number, and spread over the kinds")
  func names() throws {
    let generator = TraceGenerator(corpus: try folded("titles"), seed: 1)
    let names = generator.traces(sessions: 13).map(\.name)
    #expect(names.count == 13)
    #expect(names.prefix(4) == ["word-0001", "word-0002", "near-word-0001", "near-word-0002"])
    #expect(names.suffix(1) == ["cancelled-0001"])
    #expect(generator.traces(sessions: 3, kinds: [.retype]).map(\.name).last == "retype-0003")
    #expect(generator.traces(sessions: 0).isEmpty)
  }

  @Test("A trace generator keeps earlier sessions when more are requested")
  func stability() throws {
    let generator = TraceGenerator(corpus: try folded("people"), seed: 1)
    let many = generator.traces(sessions: 70)
    #expect(generator.traces(sessions: 14).allSatisfy(many.contains))
    let other = TraceGenerator(corpus: try folded("people"), seed: 2)
    #expect(other.traces(sessions: 14) != generator.traces(sessions: 14))
  }

  @Test(
    "Generated sessions type words that occur, and words that do not",
    arguments: ["titles", "people", "cjk"])
  func occurrence(generator: String) throws {
    let corpus = try folded(generator)
    let traces = TraceGenerator(corpus: corpus, seed: 1)
    for number in 1...20 {
      #expect(try occurs(traces.trace(.word, number: number), in: corpus))
      #expect(try occurs(traces.trace(.twoTerms, number: number), in: corpus))
      #expect(try occurs(traces.trace(.wholeTitle, number: number), in: corpus))
      #expect(try !occurs(traces.trace(.absentWord, number: number), in: corpus))
    }
  }

  @Test("Generated sessions type from the start of the field if the profile matches there")
  func prefixes() throws {
    let corpus = try folded("people", profile: .titlesPrefix)
    let generator = TraceGenerator(corpus: corpus, seed: 1)
    let titles = (0..<corpus.rowCount).map { corpus.text(row: $0) }
    for number in 1...20 {
      for kind in [TraceKind.word, .wholeTitle] {
        let text = typed(generator.trace(kind, number: number))
        #expect(titles.contains { $0.hasPrefix(text) })
      }
    }
  }

  @Test("Generated sessions type one character at a time, with its marks")
  func characters() throws {
    let generator = TraceGenerator(corpus: try folded("people"), seed: 1)
    for case .type(let text) in generator.traces(sessions: 70).flatMap(\.events) {
      #expect(text.count == 1)
    }
  }

  @Test("Generated retyping sessions delete text and type the same again")
  func retyping() throws {
    let corpus = try folded("people")
    let generator = TraceGenerator(corpus: corpus, seed: 1)
    for number in 1...20 {
      let trace = generator.trace(.retype, number: number)
      let texts = try trace.keystrokes(in: SearchSession(for: corpus)).map(\.query.text)
      #expect(trace.events.contains(.backspace))
      #expect(texts.last == texts.max { $0.count < $1.count })
    }
  }

  @Test("Generated sessions with filters set known tokens and scopes before typing")
  func filters() throws {
    let corpus = try folded("titles")
    let generator = TraceGenerator(corpus: corpus, seed: 1)
    let traces = (1...40).map { generator.trace(.filtered, number: $0) }
    let kinds = corpus.corpus.knownValues(of: "kind") ?? []
    for trace in traces {
      guard case .insertToken(let token, at: 0) = trace.events[1] else {
        Issue.record("\(trace.name) begins with a token")
        continue
      }
      #expect(token.facet == "kind")
      #expect(kinds.contains(token.value))
    }
    #expect(traces.contains { $0.events.contains { $0.name == "select-scope" } })
  }
}
