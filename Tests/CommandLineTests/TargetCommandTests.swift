import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing
import Yams

@Suite("Targets of a run", .long)
struct TargetCommandTests {
  /// Runs a small suite in which the index may take at most this share of the scan's time.
  private func run(
    floor: String, _ options: [String] = [], in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    let suite = """
      why: to try targets
      delivery: [page, count]
      matchers: [linear-scan, inverted-index]
      effort: {rounds: 2, maximum-rounds: 2, cell-seconds: 0.001}
      cells:
        - {generators: titles, rows: [20, 60, 200], profiles: titles, sessions: {word: 40}}
      targets:
        - what: not absurdly slow
          participant: inverted-index
          statistic: p99
          delivery: count
          cells: [titles-20.titles, titles-200.titles]
          incumbent: linear-scan
          floor: \(floor)
          goal: 0.000001
        - what: grows
          participant: linear-scan
          statistic: p50-growth
          cells: [titles-20.titles, titles-60.titles, titles-200.titles]
          floor: 100
          goal: 50
      """
    try Data(suite.utf8).write(to: URL(filePath: folder.file("suite.yaml")))
    return try Program.matchmark.run(
      ["run", "suite.yaml", "--allow-debug", "--no-progress", "-o", "r"] + options, in: folder.path)
  }

  @Test("Targets that are reached are in the table and the record, and the run exits with 0")
  func kept() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(floor: "1000000", in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("goals: 1 at the goal, 2 at the floor.\n"))
    let record = try RunRecord(
      decoding: Array(try Data(contentsOf: URL(filePath: folder.file("r/record.json")))))
    let findings = try #require(record.targets)
    #expect(findings.map(\.verdict) == [.floor, .floor, .goal])
    #expect(findings.allSatisfy { $0.bounds != nil && !$0.isPartial })
    let report = try Program.matchmark.run(["report", "r"], in: folder.path)
    #expect(report.output.contains("goals: 1 at the goal, 2 at the floor.\n"))
  }

  @Test("Targets are also read under their former key names, with one notice for each")
  func formerNames() throws {
    let folder = try TemporaryFolder()
    #expect(try run(floor: "1000000", in: folder).code == 0)
    let path = folder.file("suite.yaml")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let former = text.replacing("participant: ", with: "contestant: ")
      .replacing("incumbent: ", with: "peer: ")
    try Data(former.utf8).write(to: URL(filePath: path))
    let plan = ["run", "suite.yaml", "--allow-debug", "--dry-run"]
    let outcome = try Program.matchmark.run(plan, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for (old, new) in [("contestant", "participant"), ("peer", "incumbent")] {
      let notice = "notice: suite.yaml: the key '\(old)' is called '\(new)' now\n"
      #expect(outcome.errors.components(separatedBy: notice).count == 2, "\(outcome.errors)")
    }
    let both = text.replacing("participant: ", with: "contestant: linear-scan\n    participant: ")
    try Data(both.utf8).write(to: URL(filePath: path))
    #expect(try Program.matchmark.run(plan, in: folder.path).code == 1)
    let suite = try Program.matchmark.run(["run", "limits", "--dry-run"], in: folder.path)
    #expect(suite.code == 0, "\(suite.errors)")
    #expect(suite.errors.contains("notice: the suite 'limits' is called 'frontier' now\n"))
  }

  @Test("A record can be judged later by the current targets of its suite")
  func judgedAnew() throws {
    let folder = try TemporaryFolder()
    #expect(try run(floor: "1000000", in: folder).code == 0)
    _ = try run(floor: "0.00001", ["--dry-run"], in: folder)
    let outcome = try Program.matchmark.run(
      ["report", "r", "--targets", "./suite.yaml", "--format", "json", "-o", "later.json"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try Program.matchmark.run(["report", "later.json"], in: folder.path)
    #expect(report.output.contains("goals: 1 at the goal, 2 missed.\n"))
  }

  @Test("A target that misses its floor makes the run exit with 3, and is in the JUnit report")
  func missed() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(floor: "0.00001", in: folder)
    #expect(outcome.code == 3, "\(outcome.errors)")
    #expect(outcome.output.contains("goals: 1 at the goal, 2 missed.\n"))
    #expect(
      try String(contentsOfFile: folder.file("r/junit.xml"), encoding: .utf8).contains(
        "suite.targets"))
  }

  @Test("A target that was not measured is reported, and fails nothing")
  func notMeasured() throws {
    let folder = try TemporaryFolder()
    let filtered = try run(floor: "0.00001", ["-f", "none", "-e", "linear-scan"], in: folder)
    #expect(filtered.code == 64)
    let outcome = try run(
      floor: "0.00001", ["-f", "titles-20.titles", "-e", "linear-scan"], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("1 target not measured: inverted-index did not take part\n"))
    #expect(outcome.output.contains("1 target not measured: titles-200.titles was not run\n"))
    #expect(outcome.output.contains("1 target not measured: titles-60.titles was not run\n"))
    #expect(outcome.output.contains("goals: 3 not measured.\n"))
  }
}
