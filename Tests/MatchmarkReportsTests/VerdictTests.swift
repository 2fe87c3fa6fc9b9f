import FoundationEssentials
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// Every surface shows the record's verdict.
@Suite("The verdict on a run")
struct VerdictTests {
  private typealias Fixtures = RecordFixtures

  /// A record for every verdict.
  private static func record(_ verdict: Verdict) -> RunRecord {
    var matchers = [Fixtures.matcher("linear-scan", time: 5, ratio: 1)]
    if verdict == .wrong {
      matchers.append(
        Fixtures.matcher("bad", .voided, reason: "w", wrong: [Fixtures.counterexample(1)]))
    }
    if verdict == .incomplete { matchers.append(Fixtures.failure("crashy")) }
    var record = Fixtures.record([Fixtures.cell(matchers, rowCount: 100)])
    let findings = Fixtures.gate.findings
    switch verdict {
    case .right, .wrong, .incomplete: break
    case .slower:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .slower }
    case .missed: record.budgets = Fixtures.everything.budgets
    case .inconclusive:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .inconclusive }
    case .notComparable:
      record.gate = Fixtures.gate
      record.gate?.findings = findings.filter { $0.verdict == .notComparable }
    }
    record.conclude(isStrict: true)
    return record
  }

  @Test("The verdict on a run is the same in every format", arguments: Verdict.allCases)
  func surfaces(verdict: Verdict) throws {
    let record = Self.record(verdict)
    let text = Document.Headline(record).text
    let isRight = verdict == .right
    #expect(record.verdict == verdict)
    #expect(try RunRecord(decoding: try record.encoded()).verdict == verdict)

    let result = try XMLDocument(try ResultReport(record).render())
    #expect(try result.values("/result/@verdict") == [verdict.rawValue])

    let headline = "//h2[@id='verdict-title']"
    let page = try Document(record).page()
    #expect(try page.values("\(headline)/@data-verdict") == [verdict.rawValue])
    #expect(try page.values("\(headline)/@class") == ["headline \(isRight ? "right" : "wrong")"])
    #expect(try page.values(headline).first?.contains(text) == true)

    let markdown = MarkdownRenderer(Document(record)).render()
    #expect(markdown.hasPrefix("## \(isRight ? "✅" : "❌") \(text)\n"))
    #expect(markdown.contains("\nVerdict: **\(verdict.words)**. "))

    let lines = TerminalRenderer(Document(record), style: TextStyle(isColoured: false)).lines()
    #expect(lines.contains("\(verdict.words): \(text)"))

    let junit = try XMLDocument(try JUnitWriter.render(JUnitReport(record)))
    let wrong = try junit.count("//testcase[failure or error]")
    #expect((wrong == 0) == isRight)
    #expect(
      try junit.count("//testcase[@name='verdict'][failure or error]") == (isRight ? 0 : 1))
  }

  @Test(
    "An inconclusive comparison or a change judged alone fails only with --strict",
    arguments: [GateVerdict.inconclusive, .alone])
  func strictness(verdict: GateVerdict) throws {
    var record = Self.record(.inconclusive)
    for index in record.gate?.findings.indices ?? 0..<0 {
      record.gate?.findings[index].verdict = verdict
    }
    record.conclude(isStrict: true)
    #expect(record.verdict == .inconclusive)
    let path = "//testcase[starts-with(@name, 'gate: time, ')][failure]"
    #expect(try XMLDocument(try JUnitWriter.render(JUnitReport(record))).count(path) == 1)
    record.conclude(isStrict: false)
    #expect(record.verdict == .right && record.complaints.isEmpty)
    #expect(
      try XMLDocument(try JUnitWriter.render(JUnitReport(record))).count("//failure | //error") == 0
    )
  }

  @Test("The verdict is stored when a record is written, and computed for an older record")
  func storing() throws {
    var record = Self.record(.missed)
    let stored = try RunRecord(decoding: try record.encoded())
    #expect(stored.ending?.complaints.map(\.kind) == [.missedBudgets])
    // The verdict stays, even if the record is changed later.
    record.budgets = nil
    #expect(record.verdict == .missed)
    let old = String(decoding: try record.encoded(), as: UTF8.self)
      .replacing(/"ending":\{[^}]*\}?\]?[^}]*\},/, with: "")
    #expect(!old.contains("\"ending\""))
    #expect(try RunRecord(decoding: Array(old.utf8)).verdict == .right)
  }

  /// A run of a matcher that answers and of one that declines everything.
  private static func silence(askedFor ids: [String]?) -> RunRecord {
    var record = Fixtures.record([
      Fixtures.cell([
        Fixtures.matcher("linear-scan", time: 5, ratio: 1),
        Fixtures.matcher("shy", .skipped, reason: "its closure declares the folding c, not cd"),
      ])
    ])
    record.askedFor = ids
    return record
  }

  @Test("A run is not comparable if a participant that was asked for answered nothing")
  func silence() throws {
    let record = Self.silence(askedFor: ["linear-scan", "shy"])
    #expect(record.verdict == .notComparable && !record.hasRightAnswers)
    #expect(Document.Headline(record).text == "Participant shy answered nothing.")
    let document = Document(record)
    #expect(
      document.failureLines.map(\.text) == [
        "shy was asked for and answered nothing, expected an answer on at least one cell: "
          + "on titles-1000.titles, its closure declares the folding c, not cd"
      ])
    let markdown = MarkdownRenderer(document).render()
    #expect(markdown.contains("not comparable") && markdown.contains("shy was asked for"))
    let result = try XMLDocument(try ResultReport(record).render())
    #expect(try result.values("/result/@verdict") == ["not-comparable"])
    let junit = try XMLDocument(try JUnitWriter.render(JUnitReport(record)))
    #expect(
      try junit.values("//testcase[@name='verdict']/error/@message")
        == ["not comparable: Participant shy answered nothing."])
  }

  @Test("A run is right even if a participant that nobody asked for answered nothing")
  func options() {
    #expect(Self.silence(askedFor: nil).verdict == .right)
    #expect(Self.silence(askedFor: ["linear-scan"]).verdict == .right)
  }

  @Test("A run is not comparable if nobody answered anything")
  func nothing() {
    var record = Self.silence(askedFor: nil)
    record.cells[0].matchers.removeFirst()
    #expect(record.verdict == .notComparable)
    #expect(Document.Headline(record).text == "Nothing was answered.")
    record.cells = []
    #expect(record.verdict == .notComparable)
    var quiet = Self.silence(askedFor: nil)
    quiet.cells[0].matchers[0].declinedCount = quiet.cells[0].keystrokes.count
    #expect(quiet.verdict == .notComparable)
  }

  @Test("The verdict on a run is the most serious of several")
  func gravity() {
    #expect(Verdict.gravest([]) == .right)
    #expect(Verdict.gravest([.right, .inconclusive]) == .inconclusive)
    #expect(Verdict.gravest([.inconclusive, .incomplete]) == .incomplete)
    #expect(Verdict.gravest([.incomplete, .missed, .slower]) == .slower)
    #expect(Verdict.gravest([.slower, .notComparable]) == .notComparable)
    #expect(Verdict.gravest(Verdict.allCases) == .wrong)
  }
}
