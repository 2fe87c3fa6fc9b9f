import Foundation
import MatchmarkRecord
import MatchmarkSystem
import MatchmarkTestSupport
import Testing
import Yams

/// The committed record of the suite `frontier`.
@Suite("The record of the frontier")
struct FrontierRecordTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: WorkingCopy.path(path), encoding: .utf8)
  }

  private static func findings() throws -> [TargetFinding] {
    let path = WorkingCopy.path("reports/frontier/record.json")
    let record = try RunRecord(decoding: Array(try Data(contentsOf: URL(filePath: path))))
    return try #require(record.targets)
  }

  /// A target as the suite's file has it.
  private struct Written {
    let what: String
    let cells: [String]
    let isGrowth: Bool
    let limits: [Double]

    init(_ node: Node) throws {
      what = try #require(node["what"]?.string)
      let cells = try #require(node["cells"])
      self.cells = cells.sequence?.compactMap(\.string) ?? [cells.string ?? ""]
      isGrowth = node["statistic"]?.string?.hasSuffix("-growth") ?? false
      limits = try ["floor", "goal"].map { key in
        let text = try #require(node[key]?.string)
        if let number = Double(text) { return number }
        return try #require(text.nanoseconds)
      }
    }
  }

  private static func written() throws -> [Written] {
    let root = try #require(try Yams.compose(yaml: try text("Benchmarks/Suites/frontier.yaml")))
    return try #require(root["targets"]?.sequence).map(Written.init)
  }

  @Test("Each target of the frontier suite is in the committed record, with its current limits")
  func rows() throws {
    let findings = try Self.findings()
    let targets = try Self.written()
    #expect(targets.count > 10)
    for target in targets {
      let rows = findings.filter { $0.target.what == target.what }
      let expected = target.isGrowth ? [target.cells] : target.cells.map { [$0] }
      #expect(rows.map(\.cells) == expected, "'\(target.what)' is not in the record")
      for row in rows { #expect([row.target.floor, row.target.goal] == target.limits) }
    }
    let known = Set(targets.map(\.what))
    for finding in findings { #expect(known.contains(finding.target.what)) }
  }

  @Test("The frontier suite has another seed than the suite that served to choose thresholds")
  func seed() throws {
    let root = try #require(
      try Yams.compose(yaml: try Self.text("Benchmarks/Suites/frontier.yaml")))
    let peers = try #require(try Yams.compose(yaml: try Self.text("Benchmarks/Suites/peers.yaml")))
    #expect(root["seed"]?.int != peers["seed"]?.int)
  }
}
