import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("Records side by side")
struct ComparisonTests {
  private typealias Fixtures = RecordFixtures

  /// A record in which `fast` takes this share of the reference's time.
  private func record(ratio: Double, change: (inout CellRecord) -> Void = { _ in }) -> RunRecord {
    var cell = Fixtures.cell([
      Fixtures.matcher("linear-scan", time: 2_000, ratio: 1),
      Fixtures.matcher("fast", time: Int(2_000 * ratio), ratio: ratio),
    ])
    change(&cell)
    return Fixtures.record([cell])
  }

  private func facts(
    _ records: [RunRecord], judgements: [[String]: Judgement] = [:]
  ) -> ComparisonFacts {
    ComparisonFacts(
      records.enumerated().map { ComparedRecord(label: "r\($0.offset)", $0.element) },
      judgements: judgements)
  }

  @Test("the ratio to the reference is what is compared, and the reference is not")
  func change() throws {
    let facts = facts([record(ratio: 0.5), record(ratio: 0.6), record(ratio: 0.25)])
    #expect(facts.rows.map(\.matcher) == ["fast"])
    let row = try #require(facts.rows.first)
    #expect(row.change(0) == 1)
    #expect(abs(try #require(row.change(1)) - 1.2) < 1e-9)
    #expect(row.change(2) == 0.5)
    #expect(
      facts.summaryTable.rows.map { $0.prefix(3) } == [
        ["fast", "A → B", "+20 %"], ["fast", "A → C", "×0.50"],
      ])
  }

  @Test("what cannot be compared says why, and has no figure")
  func obstacles() throws {
    let old = record(ratio: 0.5)
    var debug = record(ratio: 0.5)
    debug.context.build.isOptimised = false
    let cases: [(RunRecord, String)] = [
      (record(ratio: 0.5) { $0.corpus.identity = "other" }, "another corpus"),
      (record(ratio: 0.5) { $0.workloadIdentity = "other" }, "another workload"),
      (record(ratio: 0.5) { $0.profile.terms = .splitAND }, "another profile"),
      (record(ratio: 0.5) { $0.matchers[1].options = ["a": "b"] }, "another matcher options"),
      (record(ratio: 0.5) { $0.matchers.removeLast() }, "missing on one side"),
      (record(ratio: 0.5) { $0.matchers[1].status = .voided }, "voided"),
      (record(ratio: 0.5) { $0.matchers[1].figures?.ratioToReference = nil }, "not compared"),
      (debug, "another build"),
    ]
    for (new, reason) in cases {
      let row = try #require(facts([old, new]).rows.first { $0.matcher == "fast" })
      #expect(row.change(1) == nil, "\(reason)")
      #expect(row.obstacles[1]?.hasPrefix(reason) == true, "\(row.obstacles)")
    }
  }

  @Test("the verdict of a gate is shown as it is, and fails the whole")
  func judgements() throws {
    let records = [record(ratio: 0.5), record(ratio: 0.7)]
    let slower = Judgement(verdict: "slower", isBad: true, interval: 1.3...1.5)
    let facts = facts(records, judgements: [["titles-1000.titles", "fast"]: slower])
    #expect(!facts.isRight)
    #expect(facts.headline == "1 of 1 comparisons are slower.")
    #expect(facts.rowTable.rows.first?.last == "slower")
    let report = ComparisonReport(facts)
    #expect(report.markdown().hasPrefix("## ❌ 1 of 1 comparisons are slower.\n"))
    let html = String(decoding: try report.html(), as: UTF8.self)
    #expect(html.contains("class=\"headline wrong\""))
    #expect(html.contains("class=\"whisker"))
  }

  @Test(
    "changes read as percents, large ones as factors",
    arguments: [
      (1.0, "±0.0 %"), (1.0004, "±0.0 %"), (1.031, "+3.1 %"), (0.88, "−12 %"), (1.2, "+20 %"),
      (2.0, "×2.00"), (0.5, "×0.50"), (12.3, "×12.3"),
    ])
  func percents(change: Double, text: String) {
    #expect(ComparisonFacts.percent(change) == text)
  }

  @Test("the page is XML, with a table beside its picture and nothing that runs")
  func page() throws {
    let text = "<script>alert(1)</script>"
    let hostile = HostileText(text: text).record
    for records in [[record(ratio: 0.5), record(ratio: 0.6)], [hostile, hostile]] {
      let bytes = try ComparisonReport(facts(records)).html()
      let document = try XMLDocument(Array(bytes.dropFirst("<!DOCTYPE html>\n".utf8.count)))
      #expect(try document.count("//script | //img") == 0)
      #expect(try document.count("//main//table") == 3)
      #expect(try document.values("//tbody/tr[1]/td[1]").first == "A")
    }
    let markdown = ComparisonReport(facts([hostile, hostile])).markdown()
    #expect(!markdown.contains("<script"))
  }
}
