import MatchmarkRecord
import MatchmarkReports
import Testing

@Suite("Reports of engines")
struct EngineReportTests {
  private typealias Fixtures = RecordFixtures

  private static func engine(
    _ id: String, _ status: MatcherStatus = .verified, state: EngineState? = nil
  ) -> MatcherRecord {
    var record = Fixtures.matcher(id, time: 4_000, ratio: 2)
    record.status = status
    record.engine = EngineRecord()
    record.engine?.name = id
    record.engine?.version = "1.2"
    record.engine?.language = "python 3.11"
    record.engine?.build = "interpreted"
    record.engine?.clock = "CLOCK_MONOTONIC"
    record.engine?.resolutionInNanoseconds = 1
    guard let state else { return record }
    record.figures = nil
    record.reason = "\(state.rawValue) in query: got x, expected y"
    record.engine?.failure = EngineFailure(
      state, in: .query, got: "x", expected: "y",
      requestLine: "{\"type\":\"query\",\"id\":7}",
      standardErrorTail: "Traceback:\n  it broke\n")
    return record
  }

  private func lines(_ record: RunRecord) -> [String] {
    TerminalRenderer(Document(record), style: TextStyle(isColoured: false)).lines()
  }

  private func record(_ matchers: [MatcherRecord]) -> RunRecord {
    Fixtures.record([
      Fixtures.cell([Fixtures.matcher("linear-scan", time: 2_000, ratio: 1)] + matchers)
    ])
  }

  private func cases(_ record: RunRecord, of id: String) throws -> [JUnitCase] {
    try #require(JUnitReport(record).suites.first).cases.filter {
      $0.classname.hasSuffix(".\(id)")
    }
  }

  @Test("The terminal shows once what an engine is and whose clock times it")
  func identity() {
    let cell = Fixtures.cell([Self.engine("py")])
    let lines = lines(Fixtures.record([cell, cell]))
    #expect(
      lines.filter { $0.contains("1.2") } == [
        "  py      py 1.2         python 3.11  interpreted  CLOCK_MONOTONIC  1 ns  2 verified"
      ])
  }

  @Test("An engine's index size is shown as claimed, or as contradicted if it cannot be true")
  func indexSize() throws {
    func markdown(growth: Int?) -> String {
      var engine = Self.engine("py")
      engine.build = BuildFigures(
        nanoseconds: 7_000, indexSizeInBytes: 1, peakGrowthInBytes: nil,
        residentGrowthInBytes: growth)
      return MarkdownRenderer(Document(record([engine]))).render()
    }
    for growth in [nil, 8 << 20] {
      #expect(markdown(growth: growth).contains("claimed"))
      #expect(!markdown(growth: growth).contains("index size cannot be true"))
    }
    #expect(markdown(growth: 32 << 20).contains("index size cannot be true"))
    #expect(markdown(growth: 32 << 20).contains("contradicted"))
  }

  @Test(
    "Each failure of an engine keeps its own word, with the request and the last output",
    arguments: [EngineState.crashed, .timedOut, .garbage, .lingering])
  func states(state: EngineState) throws {
    let record = record([Self.engine("bad", .errored, state: state)])
    let lines = lines(record)
    let word = state.rawValue
    #expect(lines.contains { $0.hasPrefix("  bad ") && $0.contains(" \(word.uppercased()) ") })
    let start = try #require(lines.firstIndex(of: "\(word): bad on titles-1000.titles"))
    #expect(
      lines[(start + 1)...].prefix(7) == [
        "  step      query", "  got       x", "  expected  y",
        "  request   {\"type\":\"query\",\"id\":7}", "  stderr    Traceback:",
        "  stderr      it broke", "",
      ])
    for testCase in try cases(record, of: "bad") {
      guard case .error(let type, let message, let details) = testCase.result else {
        Issue.record("got \(testCase.result)")
        return
      }
      #expect(type == (state == .timedOut ? .timeout : .harnessError))
      #expect(message == "\(word) in query: got x, expected y")
      #expect(details.contains("\"id\":7") && details.contains("it broke"))
    }
  }

  @Test("An engine that is not installed is skipped with its install command, without an error")
  func missing() throws {
    var engine = Self.engine("absent", .skipped, state: .notInstalled)
    engine.reason = "not installed; install it with: pip install absent"
    let record = record([engine])
    let end = " on titles-1000.titles: \(engine.reason ?? "")"
    #expect(lines(record).contains { $0.hasSuffix(end) })
    #expect(
      try cases(record, of: "absent").allSatisfy {
        $0.result == .skipped(reason: engine.reason ?? "")
      })
    #expect(record.verdict == .right)
  }

  @Test("An engine that contradicts itself fails in every class, even without a wrong query")
  func contradiction() throws {
    let record = record([Self.engine("liar", .voided, state: .lyingCount)])
    #expect(lines(record).contains { $0.hasPrefix("  liar ") && $0.contains("VOIDED") })
    let cases = try cases(record, of: "liar")
    #expect(cases.count == 3)
    for testCase in cases {
      guard case .failure(.conformanceFailure, let message, _) = testCase.result else {
        Issue.record("got \(testCase.result)")
        return
      }
      #expect(message.hasPrefix("lying-count"))
    }
  }

  @Test("A clock that is coarser than its engine claims is reported")
  func warning() {
    var engine = Self.engine("py")
    engine.engine?.warning = "all 40 durations are multiples of 1000 ns"
    let line = "    warning: all 40 durations are multiples of 1000 ns"
    #expect(lines(record([engine])).contains(line))
  }

  @Test("A matcher that the ledger covers is marked and not recommended, and its entries are shown")
  func ledger() throws {
    var fast = Fixtures.matcher("fast", time: 500, ratio: 0.25)
    fast.ledger = [LedgerUse(entry: 0, askedCount: 2, divergedCount: 2)]
    var record = record([fast])
    record.ledger = [
      LedgerRecord(
        engine: "fast", text: "ro", profile: "titles", reason: "known", link: "https://a.example",
        expires: "2030-01-01", standing: .applied, divergedCount: 2),
      LedgerRecord(
        engine: "fast", clause: "X4", reason: "known", link: "https://a.example",
        expires: "2030-01-01", standing: .stale),
    ]
    let lines = lines(record)
    #expect(lines.contains { $0.hasPrefix("  fast ") && $0.contains("500 ns / 500 ns†") })
    #expect(lines.contains("  † diverges as the ledger expects: fast"))
    #expect(lines.contains("    verdict: applied 2 times: known"))
    #expect(lines.contains("    verdict: stale, it no longer diverges: remove the entry"))
    #expect(lines.last?.contains("choose fast") == false)
    #expect(record.verdict == .wrong)
    let suite = try #require(JUnitReport(record).suites.first { $0.name == "small.ledger" })
    let results = suite.cases.map(\.result)
    #expect(results.first == .passed)
    guard case .failure(.conformanceFailure, _, _) = results.last else {
      Issue.record("got \(results)")
      return
    }
  }

  @Test("The table of deliveries has a row for each delivery")
  func deliveries() throws {
    var matcher = Fixtures.matcher("linear-scan", time: 2_000, ratio: 1)
    matcher.otherDeliveries = [
      DeliveryRecord(
        delivery: .count, figures: Fixtures.matcher("x", time: 1_000, ratio: 1).figures,
        packedSamples: "")
    ]
    var record = Fixtures.record([Fixtures.cell([matcher])])
    record.suite.otherDeliveries = [.count]
    let block = try #require(
      Document(record).sections.flatMap(\.blocks).first { $0.id == "deliveries" })
    // p50, p99 and max, the same of medians; the ratio, and how many keystrokes are common if not
    // all.
    func times(_ time: String) -> [String] {
      [time, "–", time, time, "–", time, "1.00", "–", "–", "–"]
    }
    #expect(
      block.tables.first?.rows == [
        ["titles-1000", "titles", "linear-scan", "page", "2"] + times("2.00 µs"),
        ["titles-1000", "titles", "linear-scan", "count", "2"] + times("1.00 µs"),
      ])
    #expect(lines(record).contains("Deliveries"))
  }

  @Test("A record without engines, ledger or other deliveries is read without their keys")
  func older() throws {
    let bytes = try Fixtures.mixed.encoded()
    let text = String(decoding: bytes, as: UTF8.self)
    for key in ["engine", "ledger", "otherDeliveries", "askedFor", "shrunk"] {
      #expect(!text.contains("\"\(key)\""))
    }
    #expect(try RunRecord(decoding: bytes).cells.count == 1)
  }
}
