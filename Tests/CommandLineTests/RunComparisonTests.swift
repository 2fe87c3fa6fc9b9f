import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// A run compared with its budgets, with earlier runs and with other records.
@Suite("Comparing runs", .long)
struct RunComparisonTests {
  @Test("A missed budget fails the run, and JUnit says by how much")
  func budget() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "run", "--corpus", "titles-100", "--sessions", "2", "-e", "linear-scan", "--rounds", "2",
      "--max-time", "0.01", "--allow-debug", "--no-progress",
    ]
    let kept = try Program.matchmark.run(arguments + ["--budget", "p99=10s"], in: folder.path)
    #expect(kept.code == 0, "\(kept.errors)")
    let missed = try Program.matchmark.run(
      arguments + ["--budget", "p99=1ns", "--json-verdict"], in: folder.path)
    #expect(missed.code == 3)
    #expect(missed.output.contains("\nmissed: Every answer is right, but 1 budget is missed."))
    #expect(missed.output.contains("\"verdict\":\"missed\""))
    let page = try String(contentsOfFile: folder.file("reports/report.html"), encoding: .utf8)
    #expect(page.contains("Within the budgets?") && !page.contains("Slower than before?"))
    #expect(missed.output.contains(/missed +titles-100\.titles +linear-scan +p99/))
    let junit = try String(contentsOfFile: folder.file("reports/junit.xml"), encoding: .utf8)
    #expect(junit.contains("name=\"budget: p99, "))
    #expect(junit.contains("&gt; limit 1 ns"))
    #expect(
      try Program.matchmark.run(arguments + ["--budget", "p99"], in: folder.path).code == 64)
  }

  @Test(
    "Each run says what changed since the previous one, and leaves foreign files in runs/ alone")
  func history() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "run", "--corpus", "titles-100", "--sessions", "2", "-e", "linear-scan", "-e",
      "inverted-index", "--rounds", "2", "--max-time", "0.01", "--allow-debug", "--no-progress",
    ]
    let first = try Program.matchmark.run(arguments, in: folder.path)
    #expect(first.output.contains("this is the first run of 'corpus'"))
    let second = try Program.matchmark.run(arguments, in: folder.path)
    #expect(
      second.output.contains(/change since .*, to the reference: inverted-index [0-9.]+ \[/))
    for number in 0..<25 {
      try Data().write(
        to: URL(filePath: folder.file("reports/runs/2000010\(number)T000000Z-old.json")))
    }
    #expect(try Program.matchmark.run(arguments, in: folder.path).code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("reports/runs"))
    // Files that no run kept are neither counted nor removed.
    #expect(names.count { $0.hasSuffix("-old.json") } == 25)
    #expect(names.count { $0.hasSuffix("-corpus.json") } == 3)
  }

  @Test("Matchers are compared within one record and across several")
  func compare() throws {
    let folder = try TemporaryFolder()
    let run = [
      "run", "--corpus", "titles-100", "-e", "linear-scan", "-e", "inverted-index", "--sessions",
      "2", "--rounds", "2", "--max-time", "0.01",
      "--allow-debug", "--no-progress",
    ]
    #expect(try Program.matchmark.run(run + ["-o", "a"], in: folder.path).code == 0)
    #expect(try Program.matchmark.run(run + ["-o", "b"], in: folder.path).code == 0)
    let one = try Program.matchmark.run(["report", "a", "-e", "inverted-index"], in: folder.path)
    #expect(one.code == 0, "\(one.errors)")
    #expect(one.output.contains("geometric mean: over the "))
    let two = try Program.matchmark.run(["report", "a", "b/record.json"], in: folder.path)
    #expect(two.code == 0, "\(two.errors)")
    #expect(two.output.contains("b/record.json compared with a"))
    #expect(two.output.contains("change since "))
    let json = ["report", "a", "b", "-o", "c.json"]
    // The second one replaces the first one's file.
    for _ in 0..<2 { #expect(try Program.matchmark.run(json, in: folder.path).code == 0) }
    for options in [["-e", "x"], ["--targets", "frontier"]] {
      let refused = try Program.matchmark.run(
        ["report", "a", "b", "-o", "c.html"] + options, in: folder.path)
      #expect(refused.code == 64, "\(refused.text)")
    }
    #expect(try Program.matchmark.run(["report", "a", "-e", "x"], in: folder.path).code == 64)
    #expect(try Program.matchmark.run(["report", "a", "-f", "x"], in: folder.path).code == 64)
    #expect(try Program.matchmark.run(["report", "nowhere"], in: folder.path).code == 1)
    let other = run.map { $0 == "titles-100" ? "titles-90" : $0 } + ["-o", "c"]
    #expect(try Program.matchmark.run(other, in: folder.path).code == 0)
    #expect(try Program.matchmark.run(["report", "a", "c"], in: folder.path).code == 6)
  }
}
