import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// No part of a record is missing from what people look at.
@Suite("Reports of everything")
struct EverythingTests {
  private typealias Fixtures = RecordFixtures

  private static var record: RunRecord { Fixtures.everything }

  private func html(_ record: RunRecord) throws -> XMLDocument { try Document(record).page() }

  @Test("The headline names slower comparisons, missed budgets and missing engines")
  func headline() {
    var record = Self.record
    #expect(
      Document.Headline(record).text
        == "1 matcher answered wrongly, 1 engine failed, 1 engine is missing, "
        + "participant shy answered nothing, 1 comparison is slower, 1 comparison cannot be made, "
        + "1 budget is missed, "
        + "1 target is missed.")
    record.cells = [Fixtures.cell([Fixtures.matcher("linear-scan", time: 5, ratio: 1)])]
    record.askedFor = ["linear-scan"]
    #expect(
      Document.Headline(record).text
        == "Every answer is right, but 1 comparison is slower, 1 comparison cannot be made, "
        + "1 budget is missed, 1 target is missed.")
    (record.budgets, record.targets) = (nil, nil)
    record.gate?.findings = Fixtures.gate.findings.filter { $0.verdict == .inconclusive }
    #expect(
      Document.Headline(record).text == "Every answer is right, and nothing is clearly slower.")
    #expect(record.verdict == .right)
    record.gate?.findings = []
    #expect(Document.Headline(record).text == "Every answer is right, but nothing was compared.")
    record.gate = nil
    record.ledger?[0].standing = .expired
    #expect(
      Document.Headline(record).text == "The ledger of known disagreements no longer holds.")
  }

  @Test("The gate has a picture of its intervals, and a table with the most serious row first")
  func gate() throws {
    let document = try html(Self.record)
    let gate = "//section[@id='gate']"
    #expect(
      try document.values("\(gate)//tbody/tr/td[1]")
        == ["slower", "not-comparable", "inconclusive", "faster", "same"])
    #expect(try document.values("\(gate)//tbody/tr[1]/td[6]") == ["1.210 [1.180, 1.240]"])
    #expect(try document.count("\(gate)//line[starts-with(@class, 'whisker')]") == 4)
    #expect(try document.count("\(gate)//rect[@class='band']") == 4)
    #expect(try document.values("//nav/a[1]") == ["Slower than before?"])
    #expect(try document.values("//section[@id='budgets']//td[1]") == ["missed", "kept"])
    #expect(try html(Fixtures.mixed).count("\(gate) | //section[@id='still']") == 0)
  }

  @Test("Each ratio on the page has its interval and the noise floor of its corpus")
  func noise() throws {
    let document = try html(Self.record)
    let ratios = "//section[@id='ratios']"
    #expect(try document.count("\(ratios)//line[starts-with(@class, 'whisker')]") == 1)
    #expect(
      try document.values("\(ratios)//rect[@class='band']/title")
        == ["noise floor on titles-10000: 2.0 %"])
    let row = "\(ratios)//tbody/tr[td[3]='fast']"
    #expect(
      try document.values("\(row)/td[4] | \(row)/td[5] | \(row)/td[7]") == [
        "0.25", "0.24 … 0.26", "2.0 %",
      ])
  }

  @Test("A matcher's growth is shown with its interval, in one row with the matcher's capacity")
  func growth() throws {
    let row = "//section[@id='scaling']//tr[td[1]='linear-scan']"
    let cells = try html(Self.record).values("\(row)/td")
    #expect(cells.contains("rows^1.00 [1.00, 1.00]"))
    #expect(cells.contains("> 100 000 (extrapolated)"))
  }

  @Test("The page describes every engine, and a failed one with its request and last output")
  func engines() throws {
    let document = try html(Self.record)
    #expect(
      try document.values("//section[@id='engines']//tbody/tr[1]/td") == [
        "py", "py 1.2", "python 3.11", "interpreted", "CLOCK_MONOTONIC", "1 ns", "3 verified",
        "its clock ticks in steps of 100 ns",
      ])
    #expect(
      try document.values("//section[@id='engines']//tbody/tr/td[7]")
        == ["3 verified", "3 crashed", "3 not-installed"])
    let card = "//section[@id='failures']/article"
    #expect(try document.count(card) == 1)
    #expect(try document.values("\(card)//dd") == ["query", "signal 11", "a reply"])
    #expect(
      try document.values("\(card)//code")
        == ["{\"type\":\"query\",\"id\":7}", "Traceback:\n  it broke"])
    #expect(try document.values("//section[@id='ledger']//tbody/tr/td[2]") == ["clause X4"])
  }

  @Test("Every kind of participant without a rank is listed, from voided to not installed")
  func unranked() throws {
    let kinds = Unranked.all(of: Self.record).map(\.kind)
    #expect(kinds == [.voided, .errored, .diverged, .unranked, .skipped, .notInstalled])
    let table = try html(Self.record).values("//section[@id='unranked']//tbody/tr/td[1]")
    #expect(
      table == ["voided", "errored", "diverged", "unranked", "skipped", "not installed"])
  }

  @Test("Deliveries and paces have a picture and a table each, unless there is only one")
  func variants() throws {
    let document = try html(Self.record)
    for (id, ways) in [("deliveries", ["page", "count"]), ("pace", ["warm", "paced"])] {
      let rows = "//section[@id='\(id)']//details//tbody/tr"
      #expect(try Array(document.values("\(rows)[td[3]='fast']/td[4]").prefix(2)) == ways)
      #expect(try document.count("//section[@id='\(id)']//line[@class='stroke']") == 1)
      #expect(try html(HTMLReportTests.rich).count("//section[@id='\(id)']") == 0)
    }
  }

  @Test("The smallest failing rows of a counterexample are below its command")
  func shrunk() throws {
    let code = try html(Self.record).values("//section[@id='counterexamples']/article[1]//code")
    #expect(code == [Fixtures.replayLine, "rows\n  0 \"ro\"\nquery \"r\""])
  }

  @Test("The Markdown report has the gate, budgets, engines and known disagreements")
  func markdown() {
    let text = MarkdownRenderer(Document(Self.record)).render()
    for part in [
      "### Against the baseline main\n\n1 slower, 1 not comparable, 1 inconclusive, 1 faster, ",
      "| `slower` | `titles-100.titles` | `fast` | `time` |", "### Budgets", "| `missed` |",
      "### Engines", "- `crashy` crashed on titles-100.titles and 2 more; step `query`, got ",
      "### Known disagreements", "<summary>Deliveries</summary>",
      "<summary>At a person's pace</summary>",
    ] {
      #expect(text.contains(part), "\(part)")
    }
  }

  @Test("The result document has gate, budgets, noise and failures, and is valid by its schema")
  func result() throws {
    let bytes = try ResultReport(Self.record).render()
    let document = try XMLDocument(bytes)
    let schema = try XMLSchema(try FileReader.read(WorkingCopy.path("Fixtures/schemas/result.xsd")))
    #expect(document.verdict(of: schema) == .valid)
    #expect(try document.values("//gate/finding/@verdict").count == 5)
    #expect(try document.values("//budget[@missed='true']/@matcher") == ["fast"])
    #expect(try document.values("//cell[1]/noise/@upper") == ["1.020000"])
    #expect(try document.values("//cell[1]//failure/@state") == ["crashed", "not-installed"])
    #expect(try document.values("//cell[1]/matcher[@id='fast']/figures/@ratio-upper").count == 1)
    #expect(try document.values("//cell[1]//shrunk").count == 1)
  }

  @Test("No text of a record begins a line of result.xml, and no invisible character stays in it")
  func resultLines() throws {
    let ends = ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"]
    let text = ends.map { "x\($0)::error::owned" }.joined() + "\u{E0041}\u{202E}"
    let bytes = try ResultReport(HostileText(text: text).record).render()
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.contains("⏎::error::owned") })
    for line in lines {
      #expect(line.drop { $0 == " " }.first == "<", "\(line)")
      #expect(!line.unicodeScalars.contains { $0.isDeceptive })
    }
  }
}
