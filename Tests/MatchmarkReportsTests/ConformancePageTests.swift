import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("The page of a conformance run")
struct ConformancePageTests {
  private static func facts(
    _ failures: [Card], matchers: [String] = ["oracle", "a<b>"], silent: [String] = [],
    verdict: Verdict? = nil
  ) -> ConformanceFacts {
    let clauses = ReportTable(
      "Every clause", [["Q1", "It says <so>.", "1 of 2 fail"]],
      [.words("clause") { $0[0] }, .prose("says") { $0[1] }, .words("a<b>") { $0[2] }])
    let verdict =
      verdict ?? (failures.isEmpty ? silent.isEmpty ? .right : .notComparable : .wrong)
    var facts = ConformanceFacts(
      matrix: ParityMatrix(
        matchers: matchers,
        rows: [
          ParityMatrix.Row(
            theme: "Clauses", group: "Q · Queries",
            entries: matchers.indices.map { index in
              index == 0
                ? ParityMatrix.Entry(verified: 12, skipped: 1)
                : ParityMatrix.Entry(verified: 10, voided: failures.count)
            })
        ]), clauses: clauses, failures: failures, caseCount: 13,
      startedAt: "2026-01-02T03:04:05Z", hostname: "ci-1", verdict: verdict)
    facts.silent = silent
    return facts
  }

  @Test("The verdict counts the skipped answers, and says why most were skipped")
  func skipped() {
    var facts = Self.facts([])
    func expectVerdict(_ end: String) {
      let text = MarkdownRenderer(Document(facts)).render()
      #expect(text.contains(" 13 cases, 2 subjects, 0 failures\(end).\n"), "\(text)")
    }
    expectVerdict("")
    facts.skips = ["no loose"]
    expectVerdict(", 1 skipped (no loose)")
    facts.skips += ["no scope", "no loose"]
    expectVerdict(", 3 skipped (2 because: no loose)")
    // Of 26 answers, 13 and then 12 are left.
    facts.skips = Array(repeating: "no loose", count: 13)
    #expect(MarkdownRenderer(Document(facts)).render().contains("Every case is right."))
    facts.skips.append("no loose")
    let text = MarkdownRenderer(Document(facts)).render()
    let few = "Every answered case is right, but only 12 of 26 cases were answered; "
    #expect(text.contains(few) && !text.contains("Every case is right."), "\(text)")
  }

  private static func failure(_ number: Int) -> Card {
    Card(
      "a<b>", at: 1, title: "K-0\(number) It <is> so", clauses: ["Q1", "D8"],
      lines: ["row 4 is missing", "got k7, expected k7 k8"],
      replayCommand: "./matchmark verify --conformance -e 'a<b>' -f K-0\(number)")
  }

  /// One subject fails in more cases than a page lists.
  static var wrong: ConformanceFacts {
    var facts = facts((0..<9).map(failure))
    facts.schedules = [overtaken]
    return facts
  }

  /// The answer to the first of two searches comes last.
  private static let overtaken = ScheduleTimeline(
    subject: "a<b>", clause: "A1",
    moments: [
      moment(heard: "type \"a\"", did: "asks for \"a\"", asked: [1]),
      moment(heard: "type \"b\"", did: "asks for \"ab\"", asked: [2]),
      moment(answer: "answer to \"ab\": ab-1", answered: 2),
      moment(answer: "answer to \"a\": a-1, <a-2>", answered: 1),
    ])

  private static func moment(
    heard: String = "", did: String = "", answer: String = "", asked: [Int] = [],
    answered: Int? = nil
  ) -> ScheduleTimeline.Moment {
    ScheduleTimeline.Moment(
      time: 120, heard: heard, did: did, answer: answer, shows: "\"ab\" results", asked: asked,
      answered: answered)
  }

  private func document(_ facts: ConformanceFacts) throws -> XMLDocument {
    try Document(facts).page()
  }

  @Test("The conformance page shows clause groups by subject, and failures with replay commands")
  func failures() throws {
    let document = try document(Self.wrong)
    #expect(
      try document.values("//section[@id='parity']//tbody/tr/td") == ["✓ 12 of 13", "✗ 9 of 19"])
    #expect(try document.count("//article") == 8)
    #expect(try document.values("//article[1]//dd") == ["Q1, D8", "row 4 is missing"])
    #expect(
      try document.values("//article[1]//code") == [
        "got k7, expected k7 k8", "./matchmark verify --conformance -e 'a<b>' -f K-00",
      ])
    let note = "1 more are in conformance.json, which -o FOLDER writes."
    #expect(try document.values("//p[@class='note']").contains(note))
    #expect(
      try document.values("normalize-space(//h2[contains(@class, 'headline wrong')])")
        == ["1 of 2 subjects is wrong."])
  }

  @Test("A wrong search box has a timeline, with a line from each search to its answer")
  func timeline() throws {
    let document = try document(Self.wrong)
    func texts(_ path: String) throws -> [String] {
      try document.values("//section[@id='schedules']//*[local-name()='svg']\(path)")
    }
    let moments = try texts("/*[local-name()='text'][@class='key']")
    #expect(moments.contains("type \"a\"") && moments.contains("asks for \"ab\""), "\(moments)")
    let last = ["answer to \"a\":", "a-1, <a-2>", "\"ab\" results"]
    #expect(moments.suffix(3) == last, "\(moments)")
    #expect(try texts("/@aria-label").first?.contains("a<b> breaks A1 after 4 moments") == true)
    let replies = "/*[local-name()='line'][@class='reply']"
    let (starts, ends) = (try texts("\(replies)/@x1"), try texts("\(replies)/@x2"))
    #expect(starts.count == 2 && ends.count == 2, "\(starts) \(ends)")
    // The later search is answered first, so the lines cross.
    let (left, right) = (starts.compactMap(Double.init), ends.compactMap(Double.init))
    #expect(left[0] > left[1] && right[0] < right[1], "\(left) \(right)")
    #expect(try self.document(Self.facts([])).count("//section[@id='schedules']") == 0)
  }

  @Test("A conformance page without a failure says so and has no card")
  func right() throws {
    let document = try document(Self.facts([]))
    #expect(
      try document.values("normalize-space(//h2[contains(@class, 'headline right')])")
        == ["Every case is right."])
    #expect(try document.count("//article") == 0)
  }

  @Test("A subject that was asked for and answered nothing is named, and nothing is called right")
  func silence() throws {
    let facts = Self.facts([], silent: ["shy"])
    let text = "shy answered nothing, expected an answer to at least one case."
    #expect(
      try document(facts).values("normalize-space(//h2[contains(@class, 'headline wrong')])")
        == [text])
    let junit = try XMLDocument(
      try JUnitWriter.render(JUnitReport(name: "c", suites: [JUnitSuite(verdictOn: facts)])))
    #expect(try junit.values("//testcase/error/@message") == ["not comparable: \(text)"])
  }

  @Test("The conformance headline names failures first, then the ledger, then silent subjects")
  func gravest() {
    func headline(_ facts: ConformanceFacts) -> String { Document(facts).headline.text }
    let silent = "shy answered nothing, expected an answer to at least one case."
    let failed = "1 of 2 subjects is wrong."
    let untrue = "The ledger of known disagreements no longer holds."
    #expect(headline(Self.facts([], verdict: .wrong)) == untrue)
    #expect(headline(Self.facts([], silent: ["shy"], verdict: .wrong)) == "\(untrue) \(silent)")
    #expect(headline(Self.facts([Self.failure(1)], silent: ["shy"])) == "\(failed) \(silent)")
    #expect(headline(Self.facts([], silent: ["shy"])) == silent)
  }

  @Test("The conformance report in Markdown begins with the verdict, and no text becomes markup")
  func markdown() {
    let text = MarkdownRenderer(Document(Self.wrong)).render()
    #expect(
      text.hasPrefix(
        "## ❌ 1 of 2 subjects is wrong.\n\nVerdict: **wrong**. 13 cases, 2 subjects, 9 failures."))
    #expect(text.contains("-f K-00</code></pre>"))
    #expect(text.contains("Queries</code> |"))
    #expect(!text.contains("<b>") && !text.contains("<is>") && !text.contains("<so>"))
  }
}
