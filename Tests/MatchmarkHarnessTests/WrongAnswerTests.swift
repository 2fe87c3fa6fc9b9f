import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkTestSupport
import Testing

@Suite("What wrong answers have in common")
struct WrongAnswerTests {
  /// A cell over rows of two text columns and a number, with one session.
  private static func cell(
    _ rows: [[String]], typing events: [SessionEvent], folding: Folding = .caseInsensitive
  ) -> CellPlan {
    CellPlan(
      corpus: CorpusPlan(name: "x", family: "x", rowCount: rows.count, argument: "x") {
        var builder = CorpusBuilder(
          name: "x",
          schema: try Schema([
            Column("title", .text), Column("maker", .text), Column("price", .numeric),
          ]))
        for row in rows { try builder.append(row) }
        return builder.finish()
      },
      profile: SearchProfile(
        name: "x", textFields: [TextField("title", .contains), TextField("maker", .contains)]
      ).with {
        $0.folding = folding
        $0.numericFields = ["price"]
      },
      workload: .written(
        TraceFile.encode([Trace(name: "t", events: [.activate(by: .user)] + events)]),
        file: "traces"))
  }

  @Test("A cell says how many typed keystrokes need folding, a number or an input method")
  func needs() throws {
    let events =
      HarnessFixtures.typing("ro") + [.setText("Ro"), .setText("15"), .setText("x")]
      + [.markText("r"), .markText("ro"), .unmarkText]
    let rows = [["Rose", "", "15"], ["Rosemary", "ro", "2"]]
    func needs(_ folding: Folding) throws -> WorkloadNeeds? {
      try HarnessFixtures.run(
        [HarnessFixtures.linear],
        HarnessFixtures.suite(cells: [Self.cell(rows, typing: events, folding: folding)])
      ).first?.needs
    }
    let found = try #require(try needs(.caseInsensitive))
    // "r", "ro", "Ro", "15", "x", "xr" and "xro".
    #expect(found.typedCount == 7)
    // The first row is found by "r" and "ro" only because case is folded; no row has no match left.
    #expect(found.folding.keystrokeCount == 2 && found.folding.soleCount == 0)
    #expect(found.numbers.keystrokeCount == 1 && found.numbers.soleCount == 1)
    #expect(found.composedCount == 2)
    #expect(try needs(.exact)?.folding.keystrokeCount == 0)
  }

  @Test("A counterexample shows every column that is searched")
  func columns() throws {
    let entry = MatcherEntry(id: "mine", summary: "finds nothing") { _ in { _ in [] } }
    let plan = Self.cell([["Mug", "Acme", "15"]], typing: HarnessFixtures.typing("acme"))
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, entry], HarnessFixtures.suite(cells: [plan]))
    let record = try HarnessFixtures.record(of: "mine", in: cells)
    #expect(record.counterexamples.first?.firstRowText == "Mug · Acme")
  }

  @Test("A search of one column is told which one it leaves out, and that hides no other cause")
  func otherColumns() throws {
    let entry = MatcherEntry(id: "mine", summary: "searches the first column") { titles in
      let titles = titles.map { $0.prefix { $0 != "\n" }.lowercased() }
      return { text in titles.indices.filter { titles[$0].contains(text.lowercased()) } }
    }
    let maker = "Abcdefghijklmnopqrstuvwxyz"
    let events = HarnessFixtures.typing(maker) + [.setText("creme"), .setText("reme")]
    let plan = Self.cell(
      [["Mug", maker, "1"], ["Crème", "Bolt", "2"]], typing: events,
      folding: .caseAndDiacriticInsensitive)
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, entry], HarnessFixtures.suite(cells: [plan]))
    let tally = try #require(try HarnessFixtures.record(of: "mine", in: cells).answers)
    #expect(tally.wrongCount == 28 && tally.examinedCount == 28)
    // The first key, the others, and the opened field, which is right.
    #expect(tally.wrongByClass == ["suggestions": 0, "first-key": 1, "later-key": 27])
    let causes = try #require(tally.causes)
    #expect(causes.map(\.count) == [26, 2])
    #expect(causes.map(\.difference) == ["matches in 'maker'", "accents"])
    #expect(causes[0].wanted == "text [title, maker]" && causes[0].remedy == "text [title]")
  }

  private func remedy(
    _ search: @escaping @Sendable (_ title: String, _ text: String) -> Bool
  ) throws -> String? {
    let entry = MatcherEntry(id: "mine", summary: "a closure") { titles in
      let titles = titles.map { $0.lowercased() }
      return { text in titles.indices.filter { search(titles[$0], text.lowercased()) } }
    }
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, entry])
    let record = try HarnessFixtures.record(of: "mine", in: cells)
    #expect(record.status == .voided && !record.isRanked)
    let tally = try #require(record.answers)
    #expect(tally.wrongCount > 0)
    // It declares nothing, so it is timed although it is wrong.
    #expect(tally.figures != nil)
    return tally.causes?.first?.remedy
  }

  @Test("Wrong answers that are right for another mode name that mode")
  func mode() throws {
    #expect(try remedy { title, text in title.hasPrefix(text) } == "match prefix")
  }

  /// The causes of the wrong answers of a search that passes on a part of the rows it finds.
  private static func causes(
    typing events: [SessionEvent] = HarnessFixtures.typing("rose 1"),
    _ part: @escaping @Sendable (_ rows: [Int]) -> [Int]
  ) throws -> [AnswerTally.Cause] {
    let titles = (0..<42).map { row in
      row < 12 ? "rose \(row)" : row < 20 ? "rosy \(row)" : row < 40 ? "mug \(row)" : "Crème"
    }
    let entry = MatcherEntry(id: "mine", summary: "a closure") { titles in
      { text in
        let rows = titles.indices.filter { titles[$0].contains(text) }
        // The list without typed text is often shown by other code.
        return text.isEmpty ? rows : part(rows)
      }
    }
    let plan = cell(
      titles.map { [$0, "", "1"] }, typing: events, folding: .caseAndDiacriticInsensitive)
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, entry], HarnessFixtures.suite(cells: [plan]))
    let tally = try #require(try HarnessFixtures.record(of: "mine", in: cells).answers)
    #expect(tally.wrongCount > 0)
    return try #require(tally.causes)
  }

  @Test("A search that returns only as many rows as a list shows is told so, in whatever order")
  func limit() throws {
    let parts: [@Sendable ([Int]) -> [Int]] = [
      { Array($0.prefix(10)) }, { Array($0.suffix(10)) },
    ]
    for part in parts {
      let found = try Self.causes(part)
      // "rose 1" finds three rows.
      #expect(found.map(\.difference) == ["a limit of 10 rows"])
      #expect(found.first?.wanted == "return every row that matches")
      #expect(found.first?.remedy == "" && found.first?.count == 5)
    }
  }

  @Test("A limit hides no other cause")
  func limitAndAccents() throws {
    let found = try Self.causes(
      typing: HarnessFixtures.typing("rose 1") + [.setText("creme"), .setText("crem")]
    ) { Array($0.prefix(10)) }
    #expect(found.map(\.count) == [5, 2], "\(found)")
    #expect(found.map(\.difference) == ["a limit of 10 rows", "accents"])
  }

  @Test("A search that loses rows for another reason is not told that it has a limit")
  func noLimit() throws {
    func limits(_ part: @escaping @Sendable ([Int]) -> [Int]) throws -> [AnswerTally.Cause] {
      try Self.causes(part).filter { $0.difference.contains("limit") }
    }
    // So few rows may match by chance; as many are always missing; another answer has more.
    #expect(try limits { Array($0.prefix(4)) }.isEmpty)
    #expect(try limits { Array($0.dropLast()) }.isEmpty)
    #expect(try limits { $0.count == 20 ? $0 : Array($0.prefix(10)) }.isEmpty)
  }

  @Test(
    "Wrong answers of lowercasing are told from those of a search that heeds case",
    arguments: [
      (Folding.caseInsensitive, "mine lowercases"), (.caseAndDiacriticInsensitive, "no marks"),
    ])
  func lowercase(folding: Folding, kind: String) throws {
    let titles = ["Straße", "Gasse", "Großes Holz", "rose"]
    @Sendable func spelled(_ text: String) -> String {
      guard kind == "no marks" else { return text.lowercased() }
      let scalars = CanonicalForm.decomposed(text.lowercased()).unicodeScalars
      let letters = scalars.filter { !(0x300...0x36F).contains($0.value) }
      return String(String.UnicodeScalarView(letters))
    }
    let entry = MatcherEntry(id: "mine", summary: "a closure") { titles in
      let titles = titles.map(spelled)
      return { text in titles.indices.filter { titles[$0].contains(spelled(text)) } }
    }
    let plan = CellPlan(
      corpus: CorpusPlan(name: "x", family: "x", rowCount: titles.count, argument: "x") {
        var builder = CorpusBuilder(name: "x", schema: try Schema([Column("title", .text)]))
        for title in titles { try builder.append([title]) }
        return builder.finish()
      },
      profile: SearchProfile(name: "x", textFields: [TextField("title", .contains)]).with {
        $0.folding = folding
      },
      workload: .written(
        TraceFile.encode([
          Trace(
            name: "ss",
            events: [.activate(by: .user)] + HarnessFixtures.typing("ROSSES")
              + [.setText("SS"), .setText("ROSE")])
        ]), file: "traces"))
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, entry], HarnessFixtures.suite(cells: [plan]))
    let tally = try HarnessFixtures.record(of: "mine", in: cells).answers
    let cause = try #require(tally?.causes?.first)
    #expect(cause.difference == "letters that lowercasing does not change, such as ß")
    #expect(cause.wanted == "folding \(folding.rawValue)")
    #expect(cause.remedy == "")
  }

  @Test(
    "Wrong answers about letters written as several characters are named as such",
    arguments: [Folding.caseInsensitive, .caseAndDiacriticInsensitive])
  func form(folding: Folding) throws {
    @Sendable func read(_ text: String) -> [Unicode.Scalar] {
      Array(text.lowercased().unicodeScalars)
    }
    let entry = MatcherEntry(id: "mine", summary: "does not normalize") { titles in
      let titles = titles.map(read)
      return { text in titles.indices.filter { titles[$0].firstRange(of: read(text)) != nil } }
    }
    let rows = [["Mu\u{308}hle", "", "1"], ["Mühle", "", "2"], ["Mu", "", "3"]]
    let plan = Self.cell(
      rows, typing: HarnessFixtures.typing("mühle") + [.setText("MU")], folding: folding)
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, entry], HarnessFixtures.suite(cells: [plan]))
    let tally = try #require(try HarnessFixtures.record(of: "mine", in: cells).answers)
    let causes = try #require(tally.causes)
    #expect(causes.map(\.count).reduce(0, +) == tally.wrongCount && tally.wrongCount > 3)
    let words = "letters written as several characters, such as u and U+0308"
    #expect(causes[0].difference.hasSuffix(words) && causes[0].remedy == "")
    #expect(causes[0].wanted?.hasSuffix("normal form C (NFC)") == true)
  }

  @Test("An empty answer names no other mode, because it shows no place of a match")
  func empty() throws {
    #expect(try remedy { title, text in text != "rose" && title.contains(text) } == nil)
  }
}
