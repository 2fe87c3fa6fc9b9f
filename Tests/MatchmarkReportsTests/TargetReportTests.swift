import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Targets in reports")
struct TargetReportTests {
  private typealias Fixtures = RecordFixtures

  private static var record: RunRecord {
    var record = Fixtures.mixed
    record.targets = Fixtures.targets
    return record
  }

  @Test("The table of targets has the verdict, the figure, goal and floor, and both times")
  func table() {
    let table = TargetTable.table(Fixtures.targets)
    #expect(
      table.rows == [
        ["small", "goal", "0.75", "0.80", "1.50", "–", "titles-100.titles"],
        [
          "faster than <py>", "floor", "0.250 [0.200, 0.300]*", "0.1", "0.3",
          "1.00 ms and 4.00 ms", "titles-100.titles",
        ],
        [
          "grows slowly", "missed", "1.31 [1.25, 1.40]", "1.00", "1.20", "–",
          "titles-100.titles … titles-10000.titles",
        ],
        ["fast at last", "not measured", "–", "2.00 ms", "8.33 ms", "–", "titles-100.titles"],
      ])
    #expect(
      table.notes == [
        "* not every keystroke: a participant was measured on a sample",
        "1 target not measured: absent is not-installed: install it with apt",
      ])
  }

  @Test("The verdict on a target is certain only if its whole interval agrees")
  func certainty() {
    func word(_ value: Double, _ lower: Double, _ upper: Double) -> String {
      var finding = Fixtures.targets[1]
      finding.value = value
      finding.bounds = Bounds(lower: lower, upper: upper)
      return TargetTable.table([finding]).rows[0][1]
    }
    #expect(word(0.09, 0.05, 0.10) == "goal")
    #expect(word(0.09, 0.05, 0.11) == "goal, not certain")
    #expect(word(0.25, 0.05, 0.30) == "floor")
    #expect(word(0.25, 0.20, 0.31) == "floor, not certain")
    #expect(word(0.35, 0.31, 0.50) == "missed")
    #expect(word(0.35, 0.30, 0.50) == "missed, not certain")
  }

  @Test("The terminal shows the targets after the cells, with counts")
  func terminal() throws {
    let lines = TerminalRenderer(
      Document(Self.record), style: TextStyle(isColoured: false), details: true
    ).lines()
    let cells = try #require(lines.firstIndex { $0.hasPrefix("  titles, profile") })
    let head = try #require(lines.firstIndex(of: "Targets"))
    #expect(head > cells)
    #expect(
      lines.contains(
        "The suite's goals: 1 at the goal, 1 at the floor, 1 missed, 1 not measured."))
    #expect(lines.contains { $0.contains("missed") && $0.contains("  1.31 [1.25, 1.40] ") })
    let plain = TerminalRenderer(Document(Fixtures.mixed), style: TextStyle(isColoured: false))
      .lines()
    #expect(!plain.contains("Targets"))
  }

  @Test("Targets have the colours of their verdicts in the terminal")
  func colours() throws {
    let lines = TerminalRenderer(Document(Self.record), style: TextStyle(isColoured: true)).lines()
    for (what, code) in [("small", "32"), ("grows slowly", "1;31"), ("fast at last", "33")] {
      #expect(lines.contains { $0.hasPrefix("\u{1B}[\(code)m  \(what)") }, "\(what)")
    }
  }

  @Test("Markdown and HTML show every target as text, and HTML the worst first")
  func pages() throws {
    let markdown = MarkdownRenderer(Document(Self.record)).render()
    #expect(markdown.contains("### Targets"))
    let row = "| faster than &#60;py&#62; | `floor` | 0.250 &#91;0.200, 0.300&#93;&#42; |"
    #expect(markdown.contains(row))
    let html = try Document(Self.record).page()
    #expect(
      try html.values("//section[@id='targets']//tbody/tr/td[2]")
        == ["not measured", "missed", "floor", "goal"])
    let without = try Document(Fixtures.mixed).page()
    #expect(try without.count("//section[@id='targets']") == 0)
  }

  @Test("The XML result has every target with its figures, and is valid by its schema")
  func xml() throws {
    let document = try XMLDocument(try ResultReport(Self.record).render())
    let schema = try XMLSchema(try FileReader.read(WorkingCopy.path("Fixtures/schemas/result.xsd")))
    #expect(document.verdict(of: schema) == .valid)
    #expect(
      try document.values("//target/@verdict") == ["goal", "floor", "missed", "not-measured"])
    #expect(try document.values("//target[@incumbent='py']/@lower") == ["0.200000"])
    #expect(try document.values("//target[4]/reason").count == 1)
  }

  @Test("JUnit fails missed targets, and skips those that were not measured")
  func junit() throws {
    let document = try XMLDocument(
      try JUnitWriter.render(JUnitReport(Self.record), dialect: .common))
    let suite = "//testsuite[@name='small.targets']"
    #expect(try document.count("\(suite)/testcase") == 4)
    #expect(
      try document.values("\(suite)/testcase[failure]/failure/@message")
        == ["p99-growth 1.31 [1.25, 1.40] > floor 1.20 (goal 1.00)"])
    #expect(try document.count("\(suite)/testcase[4]/skipped") == 1)
  }

  @Test("A missed target is in the headline")
  func headline() {
    var record = Self.record
    record.cells[0].matchers.removeAll { $0.status != .verified }
    #expect(Document.Headline(record).text == "Every answer is right, but 1 target is missed.")
    record.targets?.removeAll { $0.verdict == .missed }
    #expect(record.verdict == .right)
  }
}
