import MatchmarkCore
import MatchmarkRecord
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
    // Ten rounds in each of two processes, so that a change has an interval and can be detected.
    for index in cell.matchers.indices {
      let time = index == 0 ? 2_000 : Int(2_000 * ratio)
      cell.matchers[index].packedSamples = SamplePacking.pack(
        (0..<20).flatMap { turn in
          cell.keystrokes.indices.map {
            Sample(
              fork: turn / 10, round: turn % 10, keystroke: $0, order: 0, batch: 1,
              totalNanoseconds: time)
          }
        })
    }
    change(&cell)
    return Fixtures.record([cell])
  }

  private func facts(_ records: [RunRecord]) throws -> ComparisonFacts {
    try ComparisonFacts(
      records.enumerated().map { ComparedRecord(label: "r\($0.offset)", $0.element) })
  }

  @Test("Records are compared by ratios to the reference, and the reference itself is left out")
  func change() throws {
    let facts = try facts([record(ratio: 0.5), record(ratio: 0.6), record(ratio: 0.25)])
    #expect(facts.rows.map(\.matcher) == ["fast"])
    let row = try #require(facts.rows.first)
    #expect(row.change(0) == nil)
    #expect(abs(try #require(row.change(1)) - 1.2) < 1e-9)
    #expect(abs(try #require(row.change(2)) - 0.5) < 1e-9)
    #expect(row.findings.map { $0?.keystrokeCount } == [nil, 2, 2])
    #expect(
      facts.summaryTable.rows.map { $0.prefix(3) } == [
        ["fast", "A → B", "+20 %"], ["fast", "A → C", "×0.50"],
      ])
  }

  @Test("A change between records is over the keystrokes that both have, in figure and text")
  func commonKeystrokes() throws {
    let later = record(ratio: 0.6) { cell in
      // The second keystroke, which the later record lacks, was no slower in the earlier one.
      let samples = (try? SamplePacking.unpack(cell.matchers[1].packedSamples)) ?? []
      cell.matchers[1].packedSamples = SamplePacking.pack(samples.filter { $0.keystroke != 1 })
    }
    let earlier = record(ratio: 0.5) { cell in
      let samples = (try? SamplePacking.unpack(cell.matchers[1].packedSamples)) ?? []
      cell.matchers[1].packedSamples = SamplePacking.pack(
        samples.map {
          var sample = $0
          if sample.keystroke == 1 { sample.totalNanoseconds = 90 }
          return sample
        })
    }
    let row = try #require(try facts([earlier, later]).rows.first)
    #expect(row.findings[1]?.keystrokeCount == 1)
    #expect(abs(try #require(row.change(1)) - 1.2) < 1e-9)
    let findings = RunComparison(now: try Baseline(later), earlier: try Baseline(earlier))
      .findings()
    #expect(findings.first?.ratio == row.findings[1]?.ratio)
    #expect(ChangeText.line(findings, since: "then").hasSuffix(" on 1 keystroke"))
  }

  private static let changes: [@Sendable (inout RunRecord) -> Void] = [
    { $0.specificationVersion = 2 }, { $0.suite.delivery = .count },
    { $0.suite.reference = "fast" }, { $0.suite.sampleMicroseconds = 50 },
    { $0.context.host.processor = "another" }, { $0.context.build.isOptimised = false },
    { $0.cells[0].corpus.identity = "other" }, { $0.cells[0].corpus.name = "other" },
    { $0.cells[0].workloadIdentity = "other" }, { $0.cells[0].profile.terms = .splitAND },
    { $0.cells[0].matchers[1].options = ["a": "b"] }, { $0.cells[0].matchers.removeLast() },
    { $0.cells[0].matchers[1].status = .voided },
    {
      $0.cells[0].matchers[1].figures = nil
      $0.cells[0].matchers[1].packedSamples = ""
    },
  ]

  @Test(
    "A report of two records refuses what the comparison of runs refuses, in the same words",
    arguments: changes)
  func oneRule(change: @Sendable (inout RunRecord) -> Void) throws {
    let old = record(ratio: 0.5)
    var new = old
    change(&new)
    for (now, earlier) in [(new, old), (old, new)] {
      let finding = try #require(
        RunComparison(now: try Baseline(now), earlier: try Baseline(earlier)).findings()
          .first { $0.cell == "titles-1000.titles" })
      let row = try #require(
        try facts([earlier, now]).rows.first {
          $0.cell == finding.cell && $0.matcher == finding.matcher
        })
      #expect(!finding.verdict.isComparison)
      #expect(row.change(1) == nil)
      #expect(row.obstacles[1] == finding.reason)
    }
  }

  @Test("A slower verdict of the gate's rule is shown unchanged, and fails the report")
  func judgements() throws {
    let facts = try facts([record(ratio: 0.5), record(ratio: 0.7)])
    #expect(!facts.isRight)
    #expect(facts.headline == "1 of 1 comparisons are slower.")
    #expect(facts.rowTable.rows.first?.last == "slower")
    let document = Document(facts)
    let markdown = MarkdownRenderer(document).render()
    #expect(markdown.hasPrefix("## ❌ 1 of 1 comparisons are slower.\n"))
    let html = String(decoding: try HTMLRenderer(document).render(), as: UTF8.self)
    #expect(html.contains("class=\"headline wrong\""))
    #expect(html.contains("class=\"whisker"))
  }

  @Test("The terminal shows the changes that need a person, and counts those that it leaves out")
  func limit() {
    let findings = Fixtures.gate.findings
    func texts(_ limit: Int?) -> (verdicts: [String], more: [String]) {
      let block = Block.change(findings, since: "then", title: "now and then", limit: limit)
      guard case .table(let table)? = block.parts.first else { return ([], []) }
      let more = block.parts.compactMap { part -> String? in
        if case .text(let text) = part, text.contains("more") { text } else { nil }
      }
      return (table.rows.map { $0[4] }, more)
    }
    let whole = texts(nil)
    #expect(whole.verdicts == findings.map(\.verdict.rawValue))
    #expect(whole.more.isEmpty)
    #expect(texts(5) == whole)
    let short = texts(2)
    #expect(short.verdicts == ["slower", "not-comparable"])
    #expect(short.more == ["3 more comparisons: --details"])
  }

  @Test(
    "Small changes are shown as percentages, and large ones as factors",
    arguments: [
      (1.0, "±0.0 %"), (1.0004, "±0.0 %"), (1.031, "+3.1 %"), (0.88, "−12 %"), (1.2, "+20 %"),
      (2.0, "×2.00"), (0.5, "×0.50"), (12.3, "×12.3"),
    ])
  func percents(change: Double, text: String) {
    #expect(ComparisonFacts.percent(change) == text)
  }

  @Test("The page of compared records is well-formed, with its tables and without scripts")
  func page() throws {
    let text = "<script>alert(1)</script>"
    let hostile = HostileText(text: text).record
    for records in [[record(ratio: 0.5), record(ratio: 0.6)], [hostile, hostile]] {
      let document = try Document(try facts(records)).page()
      #expect(try document.count("//script | //img") == 0)
      #expect(try document.count("//main//table") == 3)
      #expect(try document.values("//tbody/tr[1]/td[1]").first == "A")
    }
    let markdown = MarkdownRenderer(Document(try facts([hostile, hostile]))).render()
    #expect(!markdown.contains("<script"))
  }
}
