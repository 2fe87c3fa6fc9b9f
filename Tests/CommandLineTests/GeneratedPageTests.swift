import Foundation
import MatchmarkMeasurement
import MatchmarkTestSupport
import Testing
import matchmark_dev

/// The documentation pages that `matchmark-dev` generates.
@Suite("Generated pages")
struct GeneratedPageTests {
  private static let frontier = WorkingCopy.path("reports/frontier")

  @Test(
    "match the committed ones",
    arguments: [
      ["Clauses.md", "clauses"], ["GateStudy.md", "gate-study"],
      ["WrongEngines.md", "wrong-engines"],
      ["Frontier.md", "targets", frontier],
    ])
  func committed(page: [String]) throws {
    let outcome = try Program.development.run(["page"] + page.dropFirst())
    #expect(outcome.code == 0, "\(outcome.errors)")
    let path = WorkingCopy.path("Sources/MatchmarkCore/MatchmarkCore.docc/\(page[0])")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == outcome.output,
      "write it anew: ./scripts/dev page \(page[1]) …")
  }

  @Test("are not part of the command")
  func noCommand() throws {
    for arguments in [["list", "clauses", "--page"], ["report", Self.frontier, "--page"]] {
      let outcome = try Program.matchmark.run(arguments)
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains("unknown option '--page'"), "\(outcome.errors)")
    }
    #expect(try Program.matchmark.run(["selftest", "gate"]).code == 64)
  }

  @Test("of targets need a record with targets")
  func withoutTargets() throws {
    let outcome = try Program.development.run(
      ["page", "targets", WorkingCopy.path("reports/peers")])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("got a record without targets"))
  }
}

@Suite("The page of targets")
struct TargetPageTests {
  private static func record() throws -> RunRecord {
    let path = WorkingCopy.path("reports/frontier/record.json")
    var record = try RunRecord(decoding: Array(try Data(contentsOf: URL(filePath: path))))
    record.warnings = ["measure longer"]
    return record
  }

  private static func lines(_ notes: (RunRecord) -> [String: String] = { _ in [:] }) throws
    -> [Substring]
  {
    let record = try record()
    return try #require(TargetPage(record, notes: notes(record)).markdown()).split(separator: "\n")
  }

  @Test("has a row for each finding, which ends with the command that measures it again")
  func commands() throws {
    let findings = try #require(try Self.record().targets)
    let rows = try Self.lines().filter { $0.hasPrefix("|") }
    #expect(rows.count == 2 + findings.count)
    #expect(rows[0].hasSuffix("| on | command |"))
    for (row, finding) in zip(rows.dropFirst(2), findings) {
      let filter = finding.cells.count == 1 ? " -f \(finding.cells[0])" : ""
      #expect(row.hasSuffix("| `./matchmark run frontier\(filter)` |"))
    }
    #expect(Set(rows.map { $0.count { $0 == "|" } }) == [9])
  }

  @Test("says why a target is not reached, with the suite's own words first")
  func obstacles() throws {
    let lines = try Self.lines { record in
      Dictionary((record.targets ?? []).map { ($0.target.what, "memory") }) { first, _ in first }
    }
    let findings = try #require(try Self.record().targets)
    let open = Set(findings.filter { $0.verdict != .goal }.map(\.target.what))
    #expect(!open.isEmpty)
    #expect(lines.count { $0.hasPrefix("- **") && $0.hasSuffix("**: memory") } == open.count)
  }

  @Test("has the warnings of the run above the table")
  func warnings() throws {
    let lines = try Self.lines()
    let warning = try #require(lines.firstIndex(of: "- measure longer"))
    #expect(warning < (try #require(lines.firstIndex(of: "## Targets"))))
  }
}
