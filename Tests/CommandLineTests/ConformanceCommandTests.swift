import Foundation
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("verify --conformance", .long)
struct ConformanceCommandTests {
  private static let conformance = ["verify", "--conformance"]

  @Test("verify --conformance --details shows every clause and the levels of every subject")
  func table() throws {
    let outcome = try Program.matchmark.run(Self.conformance + ["--details"])
    #expect(outcome.code == 0)
    for clause in ["Q1", "T3", "S7", "D13", "X10"] {
      #expect(outcome.lines.contains { $0.hasPrefix("  \(clause) ") }, "\(clause)")
    }
    // With many matchers, these are the rows and the levels the columns.
    let levels = outcome.lines.drop { $0 != "  Levels" }.dropFirst().prefix { !$0.isEmpty }
    for name in [
      "Core", "Unicode", "Tokens", "oracle", "matched-ranges", "session", "linear-scan",
    ] {
      #expect(levels.contains { $0.contains(name) }, "\(name)")
    }
    let cells = levels.joined()
    #expect(cells.count { $0 == "✓" } >= 15 && !cells.contains("✗"), "\(levels)")
    #expect(outcome.lines.last == "right: Every case is right.")
    #expect(outcome.output.contains("overruled by D3"))
  }

  @Test(
    "verify --conformance -f filters by clause, by case or by words of a sentence",
    arguments: ["Q8", "k-01", "nam"])
  func filter(text: String) throws {
    let outcome = try Program.matchmark.run(
      Self.conformance + ["--details", "-e", "linear-scan", "-f", text])
    #expect(outcome.code == 0)
    #expect(outcome.output.contains(/\n {2}clause +status +linear-scan +cases\n/))
    #expect(outcome.output.contains(" 1 subject, 0 failures."))
  }

  @Test("verify --conformance -f with the id of a case runs no other whose id begins with it")
  func filterByID() throws {
    let outcome = try Program.matchmark.run(
      Self.conformance + ["-e", "linear-scan", "-f", "q1-1"])
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains("\n1 case, 1 subject, 0 failures."), "\(outcome.output)")
  }

  @Test("verify --conformance names the failed case and the missing row, and exits with 2")
  func wrong() throws {
    let folder = try TemporaryFolder()
    let wrong = "broken-drops-last-row"
    let outcome = try Program.faulty.run(
      Self.conformance + ["-e", wrong, "-o", "out", "--badge", "badge.json"], in: folder.path)
    #expect(outcome.code == 2)
    // One screen: the count, the first three failures in words, and where the rest is.
    #expect(outcome.lines.count <= TerminalRenderer.screenHeight, "\(outcome.output)")
    #expect(outcome.output.contains("\nwrong: 1 of 1 subject is wrong.\n"))
    let first = try #require(outcome.lines.first { $0.contains(" fails: ") })
    #expect(first.hasPrefix("  \(wrong) fails: \"new\" does not find k12, \""), "\(first)")
    #expect(
      first.contains("\" (1 missing, 0 extra); K-01 A substring of the name finds"), "\(first)")
    #expect(outcome.lines.count { $0.contains(" fails: ") } == 3)
    #expect(outcome.lines.count { $0.contains("show it: ") } == 3)
    let last = outcome.lines.last ?? ""
    #expect(last.hasPrefix("  and ") && last.contains(" more failures: --details "), "\(last)")
    #expect(last.hasSuffix("-o FOLDER writes all to conformance.json"))
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.file("out/junit.xml"))))
    let file = try JUnitFile(bytes)
    #expect(file.isConsistent)
    #expect(file.counted.failureCount > 100)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("classname=\"conformance.query.\(wrong)\""))
    #expect(text.contains("name=\"K-01 \(wrong): A substring of the name finds every row of it"))
    #expect(text.contains("type=\"ConformanceFailure\""))
    let page = try String(contentsOfFile: folder.file("out/report.html"), encoding: .utf8)
    #expect(page.contains("1 of 1 subject is wrong."))
    #expect(page.contains(" verify --conformance -e \(wrong) -f K-01"))
    let markdown = try String(contentsOfFile: folder.file("out/report.md"), encoding: .utf8)
    #expect(markdown.hasPrefix("## ❌ 1 of 1 subject is wrong."))
    let badge = try String(contentsOf: URL(filePath: folder.file("badge.json")), encoding: .utf8)
    #expect(badge.contains("\"schemaVersion\" : 1"))
    #expect(badge.contains("cases fail\""))
    #expect(badge.contains("\"color\" : \"red\""))
  }

  @Test("verify --conformance --json prints a record of its subjects")
  func json() throws {
    let outcome = try Program.matchmark.run(
      Self.conformance + ["--json", "-e", "linear-scan", "-f", "K-01"])
    #expect(outcome.code == 0)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let subjects = try #require((object as? [String: Any])?["subjects"] as? [[String: Any]])
    #expect(subjects.count == 1)
    #expect(subjects.first?["id"] as? String == "linear-scan")
  }

  @Test(
    "verify --conformance refuses unknown names and contradictory options",
    arguments: [
      (["-f", "K-99"], "did you mean 'K-09'?"), (["-e", "linear"], "got matcher 'linear'"),
      (["smoke"], "--conformance and suites"),
      (["--corpus", "countries"], "--conformance and --corpus"),
      (["--badge", "b.json", "-f", "Q1"], "a badge is about all cases"),
    ])
  func refusals(arguments: [String], message: String) throws {
    let outcome = try Program.matchmark.run(Self.conformance + arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("--badge without --conformance is refused")
  func badge() throws {
    #expect(try Program.matchmark.run(["verify", "--badge", "b.json"]).code == 64)
  }

  @Test("list clauses prints the clauses of the contract")
  func clauses() throws {
    let list = try Program.matchmark.run(["list", "clauses"])
    #expect(list.code == 0)
    #expect(list.output.contains("Q7   A text that matches nothing"))
  }

  @Test(
    "verify --conformance asks an engine that hangs only three cases, not hundreds",
    .needs(.python3), .enabled(if: TestAmount.isFull, "left to scripts/test --all"))
  func hanging() throws {
    let folder = try TemporaryFolder()
    #expect(
      try Program.matchmark.run(["init", "Slow", "--engine", "python"], in: folder.path).code == 0)
    let search =
      "import time\ndef make_search(items, profile):\n    return lambda _: time.sleep(99)\n"
    try Data(search.utf8).write(to: URL(filePath: folder.file("Slow/search.py")))
    let outcome = try Program.matchmark.run(
      Self.conformance + ["--engine-file", "engines.yaml", "-e", "slow", "-f", "Q1"],
      in: folder.file("Slow"))
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains(", 3 failures, "), "\(outcome.output)")
    #expect(outcome.output.contains("not asked, because 3 cases in a row failed after"))
  }
}
