import Dispatch
import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkJSON
import MatchmarkMatchers
import MatchmarkTestSupport
import Synchronization
import Testing

@Suite("A hunt")
struct HuntTests {
  private func hunt(
    _ entries: [MatcherEntry], seed: UInt64 = 5, first: Int = 0, cases: Int, workers: Int = 2
  ) throws -> Hunt<Matching>.Tally {
    try Hunt(
      Matching(entries.map { Participant($0) }, rowLimit: TestAmount.huntedRowCount), seed: seed,
      firstNumber: first, limit: .cases(cases), workerCount: workers
    ) { "case \($0) of \($1)" }.run { _ in }
  }

  @Test("A hunt finds nothing wrong in the matchers of the library")
  func rightMatchers() throws {
    let tally = try hunt(MatcherEntry.builtIn, seed: 20, cases: TestAmount.huntCaseCount)
    #expect(tally.find == nil, "case \(tally.foundAt ?? -1): \(tally.find?.description ?? "")")
    #expect(tally.caseCount == TestAmount.huntCaseCount)
    #expect(tally.answerCount > TestAmount.huntCaseCount * 20)
  }

  @Test("A hunt tests a closure by what it declares, including trimming")
  func declaredTrim() throws {
    func closure(_ trim: TrimMode?) -> MatcherEntry {
      MatcherEntry(id: "closure", summary: "a part of the title", trim: trim) { titles in
        let folded = titles.map(Folding.caseInsensitive.fold)
        return { text in
          let needle = Folding.caseInsensitive.fold(text)
          return folded.indices.filter { row in
            folded[row].indices.contains { folded[row][$0...].starts(with: needle) }
          }
        }
      }
    }
    let declared = try hunt([closure(TrimMode.none)], cases: 1_000)
    #expect(declared.find == nil && declared.answering == ["closure"])
    #expect(try hunt([closure(nil)], cases: 4_000).find?.subject.id == "closure")
  }

  @Test("A hunt compares the memory of its second half with that of its first")
  func memory() {
    var tally = Hunt<Matching>.Tally()
    #expect(tally.residentHalves == nil)
    tally.residentSizesInBytes = [7]
    #expect(tally.residentHalves == nil)
    tally.residentSizesInBytes = [7, 9, 8, 4, 5]
    #expect(tally.residentHalves?.first == 9)
    #expect(tally.residentHalves?.second == 8)
  }

  @Test("A hunt builds matchers with the given options")
  func options() throws {
    let entry = MatcherEntry(LinearScanMatcher.self).choosing(["kernel": "abacus"])
    let find = try hunt([entry], cases: 1).find
    #expect("\(try #require(find))".contains("'abacus'"))
  }

  @Test(
    "A hunt finds every planted fault of a matcher, and shrinks it",
    arguments: Fault.allCases.every(TestAmount.huntedFaultStride))
  func planted(fault: Fault) throws {
    let entry = FaultyMatchers.entry(fault)
    let tally = try hunt([entry], cases: 4_000)
    guard case .breach(let subject, let situation, let found)? = tally.find else {
      Issue.record("\(fault.id) was not found in \(tally.caseCount) cases")
      return
    }
    #expect(subject.id == entry.descriptor.id)
    // A page of rows needs more rows; a long text and a needle of nine bytes need more scalars.
    let isLarge = [.stopsAt50Rows, .cutsLongText, .comparesEightBytes, .termsInOneField]
      .contains(fault)
    #expect(situation.rows.count <= (isLarge ? 51 : 3), "\(found)")
    #expect(situation.query.text.unicodeScalars.count <= (isLarge ? 12 : 3), "\(found)")
  }

  @Test("A hunt finds engines that cut fields, texts, terms, tokens and rows at any length")
  func cuts() throws {
    let titles = try HuntTitles(seed: 5)
    var left: [WrongEngine] = [
      .reads65535Bytes, .reads32766Bytes, .reads4097Bytes, .reads255Characters, .findsEarlyMatches,
      .cutsQueryAt4095Bytes, .cutsQueryAt32Characters, .cutsTermsAt64Bytes, .reads31Terms,
      .reads63Tokens, .answers1000Rows,
    ]
    for number in 0..<TestAmount.cutCaseCount where !left.isEmpty {
      let huntCase = try HuntCase(seed: 5, number: number, rowLimit: 2_000, titles: titles)
      let folded = try FoldedCorpus(huntCase.corpus, profile: huntCase.profile)
      let oracle = try Oracle(
        corpus: huntCase.kinds?.rows ?? huntCase.corpus, profile: huntCase.profile)
      left.removeAll { engine in isFound(engine, huntCase, folded, oracle) }
    }
    #expect(left.count <= TestAmount.unfoundCutCount, "\(left)")
  }

  private func isFound(
    _ engine: WrongEngine, _ huntCase: HuntCase, _ folded: FoldedCorpus, _ oracle: Oracle
  ) -> Bool {
    guard huntCase.kinds == nil,
      let matcher = try? WrongEngine.entry(engine).build(folded, MatcherOptions())
    else { return false }
    return huntCase.sessions.contains { session in
      var cursor = matcher.makeAnyCursor()
      var answer = Answer()
      return session.contains { query in
        let said = Judge.ask(query, &cursor, into: &answer)
        return Judge(oracle.right(query)).finding(of: said, answer) != nil
      }
    }
  }

  @Test("A hunt stops shrinking when its time is up, says so, and keeps the find so far")
  func shrinkingTime() throws {
    let titles = try HuntTitles(seed: 5)
    func outcome(
      _ number: Int, seconds: Double
    ) throws -> (DrawResult<Matching>, rowCount: Int) {
      let huntCase = try HuntCase(seed: 5, number: number, rowLimit: 400, titles: titles)
      let hunter = Hunter(
        Matching([Participant(FaultyMatchers.entry(.dropsLastRow))]), shrinkingSeconds: seconds)
      let outcome = try hunter.examine(MatchingDraw(huntCase))
      guard case .breach(_, let situation, _)? = outcome.find else { return (outcome, 0) }
      return (outcome, situation.rows.count)
    }
    let number = try #require(try (0..<20).first { try outcome($0, seconds: 0).rowCount > 1 })
    #expect(try outcome(number, seconds: 0).0.isCutShort)
    let whole = try outcome(number, seconds: 1_000)
    #expect(!whole.0.isCutShort)
    #expect(whole.rowCount == 1)
  }

  @Test("A hunt notes when it sees a broken law, before it shrinks the find")
  func seenBreach() throws {
    let titles = try HuntTitles(seed: 5)
    var seen: [String] = []
    for number in 0..<400 {
      let huntCase = try HuntCase(seed: 5, number: number, rowLimit: 16, titles: titles)
      guard huntCase.situation != nil else { continue }
      let hunter = Hunter(Matching([Participant(Self.wrongLater("later"))]))
      let outcome = try hunter.examine(MatchingDraw(huntCase)) { event in
        if case .seen(_, let matcher, _) = event { seen.append(matcher) }
      }
      guard let find = outcome.find else { continue }
      #expect(find.subject.id == "later" && outcome.seenAt != nil)
      break
    }
    #expect(seen == ["later"])
  }

  /// A matcher that is right when it is built for a case, and every second time from then on.
  private static func wrongLater(_ id: String) -> MatcherEntry {
    let (right, wrong) = (FaultyMatchers.entry(nil), FaultyMatchers.entry(.dropsLastRow))
    let buildCount = Mutex(0)
    return MatcherEntry(
      descriptor: MatcherDescriptor(id: id, summary: ""), support: right.support
    ) { corpus, options throws(MatcherError) in
      let count = buildCount.withLock { count in
        count += 1
        return count
      }
      return try (count.isMultiple(of: 2) ? wrong : right).build(corpus, options)
    }
  }

  @Test("A hunt finds each planted fault in marked ranges, and names, shrinks and stores it")
  func plantedMarks() throws {
    let titles = try HuntTitles(seed: 5)
    var left = MarkFault.allCases
    for number in 0..<2_000 where !left.isEmpty {
      let huntCase = try HuntCase(seed: 5, number: number, rowLimit: 16, titles: titles)
      let draw = try MatchingDraw(huntCase)
      for fault in left {
        let contract = Matching(marker: fault.marker)
        guard let find = try Hunter(contract).examine(draw).find,
          case .breach(let subject, let situation, let found) = find
        else { continue }
        left.removeAll { $0 == fault }
        #expect(subject.id == fault.id)
        try expectLeast(situation, found, of: fault, StoredFind(find, of: contract))
      }
    }
    #expect(left == [])
  }

  /// A find is small, and its case fails only with the fault.
  private func expectLeast(
    _ situation: Situation, _ found: Breach, of fault: MarkFault, _ stored: StoredFind?
  ) throws {
    #expect(situation.rows.count == 1, "\(found)")
    #expect(situation.query.text.unicodeScalars.count <= 6, "\(found)")
    #expect(found.description.hasPrefix("\(fault.id) marks wrongly\n  row 0: marked "))
    // If only a law is broken, the oracle gives the same answer, and no case can show it.
    guard try MarkDisagreement(of: fault.marker, in: situation, laws: []) != nil else {
      #expect(stored == nil)
      return
    }
    let file = try #require(stored).file(id: "R1-1", about: "")
    let suite = try ConformanceSuite.load(
      with: [CaseFile(name: "find.json", bytes: Array(JSONLayout.text(file).utf8))])
    let stored = try #require(suite.cases.first)
    #expect(CaseRunner().run(stored, on: .marks) == .passed)
    #expect(fault.runner.run(stored, on: .marks)?.isFailure == true, "\(found)")
  }

  @Test("A hunt builds matchers with any value of each option, and reports those that matter")
  func variedOptions() throws {
    let right = FaultyMatchers.entry(nil)
    let wrong = FaultyMatchers.entry(.dropsLastRow)
    let option = MatcherOption(name: "way", summary: "", values: ["right", "wrong"])
    let descriptor = MatcherDescriptor(id: "sometimes", summary: "", options: [option])
    let entry = MatcherEntry(descriptor: descriptor, support: right.support) {
      corpus, options throws(MatcherError) in
      try (options.value(of: option) == "wrong" ? wrong : right).build(corpus, MatcherOptions())
    }
    let found = try #require(try hunt([entry], cases: 200).find)
    #expect(found.subject.options == ["sometimes.way=wrong"])
    #expect(found.description.contains("sometimes answers wrongly, built with way=wrong"))
    #expect(try hunt([entry.choosing(["way": "right"])], cases: 30).find == nil)
  }

  @Test("A hunt reports a wrong answer that is right when asked again")
  func fleeting() throws {
    let right = FaultyMatchers.entry(nil)
    let wrong = FaultyMatchers.entry(.dropsLastRow)
    let buildCount = Mutex(0)
    let entry = MatcherEntry(
      descriptor: MatcherDescriptor(id: "moody", summary: ""), support: right.support
    ) { corpus, options throws(MatcherError) in
      let number = buildCount.withLock { count in
        count += 1
        return count
      }
      return try (number.isMultiple(of: 7) ? wrong : right).build(corpus, options)
    }
    let find = try #require(try hunt([entry], cases: 200, workers: 1).find)
    guard case .fleeting(let subject, _) = find else {
      Issue.record("\(find)")
      return
    }
    #expect(subject.id == "moody")
    #expect("\(find)".contains("was wrong once, but not when asked the same again"))
  }

  @Test("A hunt reports a case that does not end while it is running")
  func stuck() throws {
    let right = FaultyMatchers.entry(nil)
    let gate = DispatchSemaphore(value: 0)
    let entry = MatcherEntry(
      descriptor: MatcherDescriptor(id: "hangs", summary: ""), support: right.support
    ) { corpus, options throws(MatcherError) in
      gate.wait()
      return try right.build(corpus, options)
    }
    let told = Mutex<[String]>([])
    let hunt = Hunt(
      Matching([Participant(entry)]), seed: 5, limit: .cases(1), workerCount: 1,
      patienceInSeconds: 1
    ) { "case \($0) of \($1)" }
    let tally = try hunt.run { event in
      guard case .stuck(let number, let subject) = event else { return }
      told.withLock { $0.append("\(number) \(subject)") }
      for _ in 0..<10 { gate.signal() }
    }
    #expect(told.withLock(\.self) == ["0 hangs"])
    #expect(tally.find == nil && tally.caseCount == 1)
  }

  @Test("A hunt has the same cases for the same seed, whatever was hunted before")
  func determinism() throws {
    let titles = try HuntTitles(seed: 3)
    for number in [0, 7, 31] {
      let cases = try (0..<2).map { _ in
        try HuntCase(seed: 3, number: number, titles: titles)
      }
      #expect(cases[0].sessions == cases[1].sessions)
      #expect(cases[0].profile == cases[1].profile)
      #expect(cases[0].corpus.rowCount == cases[1].corpus.rowCount)
    }
    let other = try HuntCase(seed: 4, number: 0, titles: titles)
    #expect(try other.sessions != HuntCase(seed: 3, number: 0, titles: titles).sessions)
  }

  @Test("The cases of a hunt search as the requested profile does, without other filters")
  func profile() throws {
    let titles = try HuntTitles(seed: 3)
    let asked = SearchProfile(
      name: "asked", textFields: [TextField("title", .wordPrefix)], folding: .caseInsensitive
    ).with { ($0.terms, $0.trim, $0.empty) = (.splitAND, .none, .none) }
    var foundCount = 0
    for number in 0..<200 {
      let huntCase = try HuntCase(
        seed: 3, number: number, rowLimit: 40, like: asked, titles: titles)
      for profile in [huntCase.profile, huntCase.situation?.profile].compactMap(\.self) {
        #expect(
          profile.with { $0.name = "" }
            == asked.with {
              ($0.name, $0.textFields) = ("", [TextField("name", .wordPrefix)])
            })
      }
      let queries = huntCase.sessions.joined() + [huntCase.situation?.query].compactMap(\.self)
      #expect(queries.allSatisfy { $0.tokens.isEmpty && $0.scope == nil })
      let oracle = try MatchingDraw(huntCase).oracle
      foundCount += huntCase.sessions.joined().count {
        if case .rows(let rows) = oracle.right($0) { !rows.isEmpty } else { false }
      }
    }
    #expect(foundCount > 500, "the rows are searched by needles that they have")
  }

  @Test(
    "The cases of a hunt have at most the requested number of rows, and reach it",
    arguments: [0, 1, 64])
  func fewRows(limit: Int) throws {
    let titles = try HuntTitles(seed: 3)
    let counts = try (0..<40).map { number in
      try HuntCase(seed: 3, number: number, rowLimit: limit, titles: titles).corpus.rowCount
    }
    #expect(counts.max() == limit)
  }

  @Test("A hunt reports the lowest case that shows a fault, whatever the number of workers")
  func lowestCase() throws {
    let entry = FaultyMatchers.entry(.anyTerm)
    let alone = try hunt([entry], cases: 200, workers: 1)
    let together = try hunt([entry], cases: 200, workers: 3)
    let number = try #require(alone.foundAt)
    #expect(together.foundAt == number)
    let again = try hunt([entry], first: number, cases: 1)
    #expect(again.find?.description == alone.find?.description)
  }

  @Test(
    "A hunt covers empty and large corpora, hostile lengths, many values and query limits")
  func variety() throws {
    let titles = try HuntTitles(seed: 1)
    let expected: Set<String> = [
      "no row", "many rows", "long row", "long query", "tokens", "scope", "laws", "many facets",
      "long number", "too long a number", "known titles", "own titles", "another title for all",
    ]
    var seen: Set<String> = []
    for number in 0..<4_000 where seen != expected {
      let huntCase = try HuntCase(
        seed: 1, number: number, rowLimit: TestAmount.huntedRowCount, titles: titles)
      let corpus = huntCase.corpus
      if corpus.rowCount == 0 { seen.insert("no row") }
      if corpus.rowCount > 600 { seen.insert("many rows") }
      let longest = (0..<corpus.rowCount).map { corpus.cell(row: $0, column: 0).utf8.count }.max()
      if longest ?? 0 > 30_000 { seen.insert("long row") }
      let queries = huntCase.sessions.flatMap(\.self)
      if queries.contains(where: { $0.text.utf8.count > 4_096 }) { seen.insert("long query") }
      if queries.contains(where: { $0.tokens.count > 1 }) { seen.insert("tokens") }
      if queries.contains(where: { $0.scope != nil }) { seen.insert("scope") }
      if huntCase.situation != nil { seen.insert("laws") }
      let kinds = Set((0..<corpus.rowCount).map { corpus.cell(row: $0, column: 2) })
      if kinds.count > 100 { seen.insert("many facets") }
      let years = (0..<corpus.rowCount).map { corpus.cell(row: $0, column: 4) }
      if years.contains(where: { $0.filter(\.isNumber).count == 18 }) { seen.insert("long number") }
      if queries.contains(where: { $0.text.wholeMatch(of: /\d{19}/) != nil }) {
        seen.insert("too long a number")
      }
      if let scope = huntCase.profile.scope {
        seen.insert(scope.titles == nil ? "known titles" : "own titles")
        if scope.allTitle != "All" { seen.insert("another title for all") }
      }
    }
    #expect(seen == expected)
  }

  @Test(
    "A hunt reports a matcher that fails or returns an earlier keystroke's answer",
    arguments: [MatcherFault.throwsOnBuild, .throwsOnQuery, .answersStale, .forgetsReset])
  func faults(fault: MatcherFault) throws {
    let entry = MatcherEntry(fault, around: MatcherEntry(LinearScanMatcher.self))
    #expect(try hunt([entry], cases: 60).find?.subject.id == entry.descriptor.id)
  }
}
