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

  /// The text of the field before the session ends.
  private func typed(_ trace: Trace, in corpus: FoldedCorpus) throws -> String {
    try trace.keystrokes(in: SearchSession(for: corpus)).last { !$0.query.text.isEmpty }?
      .query.text ?? ""
  }

  /// Returns true if the typed text, folded, occurs in any row.
  private func occurs(_ trace: Trace, in corpus: FoldedCorpus) throws -> Bool {
    var query = ResolvedQuery()
    try query.resolve(SearchQuery(try typed(trace, in: corpus)), in: corpus)
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
    #expect(TraceFile.identity(of: traces) == "ad61d149-5645")
    #expect(try TraceFile.decode(TraceFile.encode(traces), file: "t.jsonl") == traces)
  }

  @Test("Generated traces are named by kind and number, and spread over the kinds")
  func names() throws {
    let generator = TraceGenerator(corpus: try folded("titles"), seed: 1)
    let names = generator.traces(sessions: 16).map(\.name)
    #expect(names.count == 16)
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
    let profile = SearchProfile.titles.with { $0.folding = .caseAndDiacriticInsensitive }
    let corpus = try folded(generator, profile: profile)
    let traces = TraceGenerator(corpus: corpus, seed: 1)
    for number in 1...20 {
      let trace = traces.trace(.word, number: number)
      #expect(try occurs(trace, in: corpus), "\(trace.events)")
      #expect(try occurs(traces.trace(.replaced, number: number), in: corpus))
      #expect(try occurs(traces.trace(.corrected, number: number), in: corpus))
      #expect(try occurs(traces.trace(.twoTerms, number: number), in: corpus))
      #expect(try occurs(traces.trace(.wholeTitle, number: number), in: corpus))
      #expect(try !occurs(traces.trace(.absentWord, number: number), in: corpus))
    }
  }

  @Test("Generated sessions type from the start of the field if the profile matches there")
  func prefixes() throws {
    let profile = SearchProfile.titlesPrefix.with { $0.folding = .caseAndDiacriticInsensitive }
    let corpus = try folded("people", profile: profile)
    let generator = TraceGenerator(corpus: corpus, seed: 1)
    for number in 1...20 {
      for kind in [TraceKind.word, .wholeTitle] {
        let text = try typed(generator.trace(kind, number: number), in: corpus)
        let needle = profile.folding.fold(text)
        #expect(
          (0..<corpus.rowCount).contains { corpus.foldedText(row: $0).starts(with: needle) },
          "\(text)")
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

  // MARK: As people type

  /// The sessions over a single row under a profile that ignores accents.
  private func sessions(
    over row: String..., columns: [Column] = [Column("title", .text)],
    folding: Folding = .caseAndDiacriticInsensitive,
    kind: TraceKind = .word, count: Int = 200
  ) throws -> [[String]] {
    var builder = CorpusBuilder(name: "one", schema: try Schema(columns))
    try builder.append(row)
    let profile = SearchProfile(
      name: "one",
      textFields: columns.filter { $0.roles.contains(.text) }.map { TextField($0.name, .contains) }
    ).with {
      $0.folding = folding
      $0.terms = .splitAND
      $0.numericFields = columns.filter { $0.roles.contains(.numeric) }.map(\.name)
    }
    let corpus = try FoldedCorpus(builder.finish(), profile: profile)
    let generator = TraceGenerator(corpus: corpus, seed: 1)
    return try (1...count).map { number in
      try generator.trace(kind, number: number).keystrokes(in: SearchSession(for: corpus))
        .map(\.query.text).filter { !$0.isEmpty }
    }
  }

  @Test("People mostly type lower case, and leave accents out half of the time")
  func spelling() throws {
    let words = try sessions(over: "Rosé").compactMap(\.last)
    #expect(Set(words) == ["rosé", "rose", "Rosé", "Rose", "ROSÉ", "ROSE"])
    let (lower, plain) = (
      words.count { $0 == $0.lowercased() }, words.count { !$0.lowercased().hasSuffix("é") }
    )
    #expect((120...180).contains(lower), "\(lower) of 200")
    #expect((70...130).contains(plain), "\(plain) of 200")
  }

  @Test("People type case and accents where these count")
  func exactSpelling() throws {
    #expect(Set(try sessions(over: "Rosé", folding: .exact).compactMap(\.last)) == ["Rosé"])
  }

  @Test(
    "People type what their keyboard has, not what the rows have",
    arguments: [
      ("d\u{2019}or", "d'or"), ("a\u{2013}b", "a-b"), ("so\u{AD}ft", "soft"), ("\u{FB01}n", "fin"),
      ("o\u{302}", "o"), ("\u{FF35}\u{FF33}\u{FF22}", "usb"), ("i\u{307}x", "ix"),
      ("\u{FEB3}\u{FEFC}\u{FEE1}", "سلام"), ("\u{FF76}\u{FF9E}", "ガ"),
    ])
  func keys(row: String, typed: String) throws {
    #expect(try sessions(over: row).contains { $0.last == typed })
    let odd = try sessions(over: row).flatMap(\.self).flatMap(\.unicodeScalars).filter {
      $0.properties.isDefaultIgnorableCodePoint
        || [0x2019, 0x2013, 0xFB01, 0xFF35].contains($0.value)
    }
    #expect(odd.isEmpty, "\(odd)")
  }

  @Test("Hangul is typed key by key, as the two-set keyboard composes it")
  func hangul() throws {
    let states = try sessions(over: "장바구니", count: 1)[0]
    #expect(states == ["ㅈ", "자", "장", "장ㅂ", "장바", "장박", "장바구", "장바군", "장바구니"])
    #expect(try sessions(over: "값과", count: 1)[0] == ["ㄱ", "가", "갑", "값", "값ㄱ", "값고", "값과"])
    #expect(try sessions(over: "닭이", count: 1)[0] == ["ㄷ", "다", "달", "닭", "닭ㅇ", "닭이"])
    #expect(try sessions(over: "가까", count: 1)[0] == ["ㄱ", "가", "갂", "가까"])
  }

  @Test("Under loose, people type plain letters and no apostrophes half of the time")
  func looseSpelling() throws {
    let words = try sessions(over: "Łódź", folding: .loose).compactMap(\.last)
    #expect(Set(words).isSuperset(of: ["łódź", "łodz", "lodz", "lódź"]), "\(Set(words))")
    #expect(
      Set(try sessions(over: "Don’t", folding: .loose).compactMap { $0.last?.lowercased() })
        == ["don't", "dont"])
    #expect(Set(try sessions(over: "Don’t").compactMap { $0.last?.lowercased() }) == ["don't"])
    for row in ["Łódź", "Don’t", "Spider-Man", "Œuf", "ガンダム", "Hawaiʻi"] {
      for text in try sessions(over: row, folding: .loose).compactMap(\.last) {
        #expect(Folding.loose.matchedRange(of: text, in: row) != nil, "\(text)")
      }
    }
  }

  @Test("Under loose, a Korean session has rows from its first key to its last")
  func looseHangul() throws {
    for row in ["장바구니", "값과", "닭이", "가까", "괜찮아"] {
      for states in try sessions(over: row, folding: .loose, count: 4) {
        for state in states {
          #expect(Folding.loose.matchedRange(of: state, in: row) != nil, "\(state)")
        }
      }
    }
    let found = { (state: String) in
      Folding.caseAndDiacriticInsensitive.matchedRange(of: state, in: "장바구니") != nil
    }
    #expect(try sessions(over: "장바구니", count: 1)[0].contains { !found($0) })
  }

  @Test("Kana are typed in romaji, and katakana are converted at the end")
  func kana() throws {
    #expect(try sessions(over: "かな", count: 1)[0] == ["k", "か", "かn", "かな"])
    #expect(
      try sessions(over: "キャット", count: 1)[0]
        == ["k", "ky", "きゃ", "きゃt", "きゃっt", "きゃっと", "キャット"])
    #expect(try sessions(over: "会議", count: 1)[0] == ["会", "会議"])
  }

  @Test("An accent is typed with a dead key half of the time")
  func deadKeys() throws {
    let accented = try sessions(over: "é").filter { $0.last?.lowercased() == "é" }
    let dead = accented.filter { $0.count == 2 && $0[0] == "\u{B4}" }
    #expect(accented.allSatisfy { $0.count == 1 || $0[0] == "\u{B4}" })
    #expect(dead.count * 4 > accented.count && dead.count * 4 < 3 * accented.count)
  }

  @Test("Sessions type words of every text column, and numbers whole and in part")
  func columns() throws {
    let columns = [Column("sku", .text), Column("name", .text), Column("price", .numeric)]
    let words = try sessions(over: "w017", "rose", "51.99", columns: columns).compactMap(\.last)
    #expect(Set(words.map { $0.lowercased() }) == ["w017", "rose"])
    let numbers = try sessions(over: "w017", "rose", "51.99", columns: columns, kind: .number)
      .compactMap(\.last)
    #expect(Set(["51.99", "rose 51.99", "51.99 w017"]).isSubset(of: numbers), "\(Set(numbers))")
    let terms = try sessions(over: "w017", "rose", "51.99", columns: columns, kind: .twoTerms)
      .compactMap { $0.last?.lowercased() }
    #expect(terms.contains("w017 rose") && terms.contains("rose w017"))
  }

  @Test("Sessions type words from anywhere in a long text")
  func longText() throws {
    let text = (0..<4_000).map { "w\($0)" }.joined(separator: " ")
    let numbers = try sessions(over: text).compactMap { $0.last.flatMap { Int($0.dropFirst()) } }
    #expect(numbers.contains { $0 < 1_000 } && numbers.contains { $0 > 3_000 })
    #expect(numbers.allSatisfy { $0 < 4_000 })
  }

  @Test("A session corrects a wrong letter, and another types over its word")
  func corrections() throws {
    let corrected = try sessions(over: "rose", kind: .corrected)
    #expect(corrected.allSatisfy { $0.last?.lowercased() == "rose" })
    #expect(corrected.contains { $0.contains { !"rose".hasPrefix($0.lowercased()) } })
    let replaced = try sessions(
      over: "rose", "tulip", columns: [Column("a", .text), Column("b", .text)], kind: .replaced)
    #expect(replaced.contains { $0.contains("rose") && $0.last == "tulip" })
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
