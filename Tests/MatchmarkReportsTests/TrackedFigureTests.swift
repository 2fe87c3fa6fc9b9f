import Foundation
import MatchmarkRecord
import MatchmarkReports
import Testing

@Suite("Figures for services that track benchmarks")
struct TrackedFigureTests {
  private typealias Fixtures = RecordFixtures

  private static let record: RunRecord = {
    var fast = Fixtures.matcher("fast", time: 20, ratio: 0.25)
    fast.figures?.ratioInterval = Fixtures.interval(0.25, 0.24, 0.26)
    return Fixtures.record([
      Fixtures.cell([
        Fixtures.matcher("linear-scan", time: 80, ratio: 1), fast,
        Fixtures.matcher("wrong", .voided, reason: "w", wrong: [Fixtures.counterexample(1)]),
      ])
    ])
  }()

  private func json(_ format: ReportFormat) throws -> Any {
    try JSONSerialization.jsonObject(
      with: Data(try RecordRendering(Self.record).bytes(format)))
  }

  @Test("github-action-benchmark gets a named value with its unit for each figure")
  func github() throws {
    let entries = try #require(try json(.githubActionBenchmark) as? [[String: Any]])
    let cell = Self.record.cells[0].id
    #expect(
      entries.map { $0["name"] as? String } == [
        "\(cell) linear-scan p50", "\(cell) linear-scan ratio", "\(cell) fast p50",
        "\(cell) fast ratio",
      ])
    let ratio = try #require(entries.last)
    #expect(ratio["value"] as? Double == 0.25)
    #expect(ratio["unit"] as? String == "× linear-scan")
    #expect(ratio["range"] as? String == "0.24 to 0.26")
    #expect(entries.allSatisfy { ($0["extra"] as? String)?.hasSuffix(" keystrokes") == true })
  }

  @Test("Bencher gets measures with their bounds, and nothing from participants without a rank")
  func bencher() throws {
    let benchmarks = try #require(try json(.bencher) as? [String: [String: [String: Double]]])
    let cell = Self.record.cells[0].id
    #expect(Set(benchmarks.keys) == ["\(cell) linear-scan", "\(cell) fast"])
    let fast = try #require(benchmarks["\(cell) fast"])
    #expect(fast["ratio"] == ["value": 0.25, "lower_value": 0.24, "upper_value": 0.26])
    #expect(fast["p50"]?.keys.sorted() == ["value"])
    // So few keystrokes have no p99.
    #expect(Set(fast.keys) == ["p50", "ratio"])
  }
}
