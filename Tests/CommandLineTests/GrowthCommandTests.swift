import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("Growing corpora")
struct GrowthCommandTests {
  private static let brief = [
    "--max-time", "0.01", "--rounds", "2", "--allow-debug", "--no-progress",
  ]

  @Test("A run over several sizes fits how time grows, and says how many rows meet the budget")
  func growth() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "titles", "--sizes", "800,50,200", "--budget", "p99=10s",
        "--no-reports", "-e", "linear-scan",
      ] + Self.brief, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(/linear-scan .* rows\^-?[0-9.]+ \[/))
    #expect(outcome.output.contains(/50 rows.* 200 rows.* 800 rows.* rows within 10.0 s/))
    #expect(outcome.output.contains("> 8 000 (extrapolated)"))
    #expect(outcome.output.ranges(of: "Time per keystroke by corpus size").count == 1)
    #expect(outcome.lines.last?.contains("within the budget of 10.0 s up to ") == true)
    #expect(try folder.names() == [])
  }

  @Test("A recommendation for growing corpora takes the budget of the p99 into account")
  func budget() throws {
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "titles", "--sizes", "50,200,800", "--budget", "p99=1ns",
        "--no-reports", "-e", "linear-scan",
      ] + Self.brief)
    #expect(outcome.code == 3, "\(outcome.errors)")
    #expect(outcome.lines.last?.contains("over the budget of 1 ns") == true, "\(outcome.output)")
  }

  @Test("A participant that declines every size makes a run exit with 6, even if another answers")
  func declining() throws {
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "titles", "--sizes", "10,20", "--no-reports", "-e", "sorted-prefix",
        "-e", "inverted-index",
      ] + Self.brief)
    #expect(outcome.code == 6, "\(outcome.errors)")
    #expect(outcome.output.contains("a sorted array cannot find 'title'"))
  }

  @Test("Several processes measure the same samples of growing rows, from a file or a fixture")
  func forks() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<300).map { "title \($0)\n" }.joined()
    try Data(rows.utf8).write(to: URL(filePath: folder.file("t.txt")))
    for (corpus, sizes, expected) in [
      ("t.txt", "20,1x,1000", [20, 300, 1_000]), ("countries", "1x,8,2x", [8, 12, 24]),
    ] {
      let outcome = try Program.matchmark.run(
        [
          "run", "--corpus", corpus, "--sizes", sizes, "--forks", "2", "-e", "linear-scan", "-e",
          "inverted-index", "--json", "--no-reports",
        ] + Self.brief, in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let record = try RunRecord(decoding: Array(outcome.output.utf8))
      #expect(record.cells.map(\.corpus.rowCount) == expected)
      #expect(record.cells.map(\.corpus.ownRowCount) == Array(repeating: expected[1], count: 3))
    }
  }

  @Test("A list beyond the own rows is marked as made up, and the advice is for the own size")
  func madeUp() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<300).map { "title \($0)\n" }.joined()
    try Data(rows.utf8).write(to: URL(filePath: folder.file("t.txt")))
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "t.txt", "--sizes", "1x,2x,4x", "-o", "r", "-e", "linear-scan", "-e",
        "inverted-index",
      ] + Self.brief, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("300 rows,"))
    #expect(outcome.output.contains("1 200 rows (made up)"))
    let advice = try #require(outcome.lines.first { $0.contains(" for this list (contains): ") })
    #expect(advice.contains(" at 300 rows"))
    #expect(outcome.lines.last?.hasPrefix("  ") == true, "what else is known stands below it")
    let page = try String(contentsOfFile: folder.file("r/report.html"), encoding: .utf8)
    #expect(page.contains("beyond it, made-up rows that resemble them are added"))
  }

  @Test(
    "--sizes is refused with an unsuitable corpus or profile, or with a number out of range",
    arguments: [
      (["--sizes", "10"], "got --sizes without --corpus"),
      (["--corpus", "titles-100", "--sizes", "10"], "expected a generator without a size"),
      (["--corpus", "titles", "--sizes", "10,x"], "got --sizes x, expected a whole number from 1"),
      (["--corpus", "titles", "--sizes", "0"], "got --sizes 0, expected a whole number from 1"),
      (["--corpus", "titles", "--sizes", "2x"], "which has no rows of its own, expected numbers"),
      (["--corpus", "countries", "--sizes", "0x"], "got --sizes 0x, expected a whole number"),
      (["--corpus", "titles", "--sizes", "5", "--profile", "x"], "got profile 'x'"),
      (["--corpus", "nothing", "--sizes", "5"], "got corpus 'nothing'"),
    ])
  func refusals(arguments: [String], complaint: String) throws {
    let outcome = try Program.matchmark.run(["run", "--allow-debug", "--no-reports"] + arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }
}
