import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A person uses the built command with their own closure, starting in an empty folder.
@Suite("Your own matcher")
struct OwnMatcherCommandTests {
  private static let brief = [
    "--rounds", "2", "--max-time", "0.01", "--allow-debug", "--no-progress",
  ]

  private func run(
    _ arguments: [String], folding: String = "c", in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    try Program.faulty.run(
      arguments, in: folder.path, environment: ["MATCHMARK_CLOSURE": folding])
  }

  private func line(_ outcome: ProgramOutcome) throws -> Substring {
    try #require(outcome.lines.first { $0.hasPrefix("mine: ") }, "\(outcome.text)")
  }

  @Test("Your own matcher takes part in a suite that names others, with a line in every report")
  func takesPart() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(
      ["run", "smoke", "-f", "titles-300"] + Self.brief, in: folder)
    #expect(outcome.code == 0, "\(outcome.text)")
    let line = try line(outcome)
    let parts = line.components(separatedBy: "; ")
    #expect(parts.count == 3, "\(line)")
    #expect(
      parts[0].wholeMatch(of: /mine: right on [\d ]+ answers, skipped on 2 of 3 cells \(.*\)/)
        != nil, "\(line)")
    #expect(
      parts[0].hasSuffix(
        " (its closure declares the mode contains, not prefix (if it can do that, declare "
          + "matches: .prefix, or nil for any))"), "\(line)")
    #expect(parts[1].wholeMatch(of: /[\d.]+ .?s p50, .* at 120 Hz/) != nil, "\(line)")
    #expect(parts[2].wholeMatch(of: /[\d. ]+ times as long as linear-scan/) != nil, "\(line)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.firstIndex(of: line)! > lines.firstIndex { $0.hasPrefix("right: ") }!)
    let start = line.prefix { $0 != "(" }
    for name in ["report.html", "report.md"] {
      let text = try String(contentsOfFile: folder.file("reports/\(name)"), encoding: .utf8)
      #expect(text.contains(start), "\(name)")
    }
    let again = try Program.matchmark.run(["report", "reports"], in: folder.path)
    #expect(again.output.contains(line))
  }

  @Test("Your own matcher is verified even in a cell that names only other matchers")
  func verified() throws {
    let folder = try TemporaryFolder()
    try Data(
      """
      why: cells that name their matchers
      matchers: [all]
      cells:
        - generators: titles
          rows: 50
          profiles: titles
          matchers: linear-scan
      """.utf8
    ).write(to: URL(filePath: folder.file("own.yaml")))
    let outcome = try run(["verify", "own.yaml", "--no-progress"], in: folder)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(try line(outcome).wholeMatch(of: /mine: right on \d+ answers/) != nil)
    let others = try run(
      ["verify", "own.yaml", "--no-progress", "-e", "linear-scan"], in: folder)
    #expect(!others.output.contains("mine"))
  }

  @Test("Your own matcher can be a named engine whose command has options")
  func engine() throws {
    let folder = try TemporaryFolder()
    let served =
      #"["\#(try Program.matchmark.path)", engine, serve, -e, linear-scan, --matcher-option,"#
    try Data(
      """
      engines:
        - id: served
          summary: an engine of the tests
          version: [echo, "1"]
          command: \(served) "linear-scan.kernel=swift"]
          install: nothing
      """.utf8
    ).write(to: URL(filePath: folder.file("engines.yaml")))
    let verify = ["verify", "smoke", "-f", "titles-300.titles", "--no-progress"]
    let outcome = try Program.matchmark.run(
      verify + ["--engine-file", "engines.yaml", "--engine", "served"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains(/\nserved: right on \d+ answers\n/), "\(outcome.output)")
  }

  private static let ofDishes = ["run"] + Dishes.options + brief

  @Test("A wrong matcher of your own is shown with its differences and what they have in common")
  func wrong() throws {
    let folder = try TemporaryFolder()
    try Dishes.write(to: folder)
    let outcome = try run(Self.ofDishes, folding: "cd", in: folder)
    #expect(outcome.code == 2, "\(outcome.text)")
    let line = try line(outcome)
    #expect(line.wholeMatch(of: /mine: wrong on \d+ of \d+ answers, .*/) != nil, "\(line)")
    let cause = "all differences are about accents: \(Self.cure)"
    #expect(line.hasSuffix(", \(cause)\(Self.untimed)"), "\(line)")
    #expect(
      outcome.output.contains(
        "\nmine: in Swift, to ignore accents, change rows and typed text with: "
          + "String(decoding: Folding.caseAndDiacriticInsensitive.fold(text), as: UTF8.self). "),
      "\(outcome.output)")
  }

  private static let cure = "change the matcher to folding cd, or the profile to folding c"
  private static let untimed = "; not timed; --time-wrong times wrong answers, too"

  /// Rows and queries for a closure without a declaration, and its line in the verdict.
  struct Undeclared: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rows: String
    let queries: String
    var code: Int32 = 2
    let standing: String
  }

  @Test(
    "A closure that declares nothing runs on any rows, and is told by which rules it differs",
    arguments: [
      Undeclared(
        testDescription: "several columns, no difference",
        rows: "name,note\nRose,a shrub\nTulip,a bulb\nCrocus,\n", queries: "bul\n", code: 0,
        standing: "right on "),
      Undeclared(
        testDescription: "numbers", rows: "name,price\nPear,1200\nPlum,900\n", queries: "900\n",
        standing: "wrong on 1 of 4 answers, all differences are about numbers: change the matcher "
          + "to numeric [price], or the profile to numeric []"),
      Undeclared(
        testDescription: "a letter that lower case leaves as it is, which exact does not explain",
        rows: "name\nWeiß Rose\nRose\n", queries: "weiss\nROSE\n",
        standing: "wrong on 1 of 11 answers; "),
      Undeclared(
        testDescription: "two rules, one at a time",
        rows: "name,price\nCrème,1\nPear,900\nPlum,1\n", queries: "creme\n900\n",
        standing: "wrong on 4 of 10 answers, 3 of 4 differences are about accents: change the "
          + "matcher to folding cd, or the profile to folding c; 1 is about numbers: change the "
          + "matcher to numeric [price]"),
      Undeclared(
        testDescription: "two rules at once",
        rows: "name\ncaramel crèmeline\ncremeline caramel\ncaramel cremeline\n",
        queries: "caramel cremeline\n",
        standing: "wrong on 10 of 18 answers, 7 of 10 differences are about accents and several "
          + "words: change the matcher to folding cd and terms splitAND, or the profile to "
          + "folding c and terms phrase"),
    ])
  func undeclared(_ example: Undeclared) throws {
    let folder = try TemporaryFolder()
    try Data(example.rows.utf8).write(to: URL(filePath: folder.file("rows.csv")))
    try Data(example.queries.utf8).write(to: URL(filePath: folder.file("queries.txt")))
    let outcome = try run(
      ["run", "--corpus", "rows.csv", "--queries", "queries.txt"] + Self.brief, folding: "none",
      in: folder)
    #expect(outcome.code == example.code, "\(outcome.text)")
    let line = try line(outcome)
    #expect(line.hasPrefix("mine: \(example.standing)"), "\(line)")
    #expect(line.contains(" p50, "), "it is timed: \(line)")
    #expect(line.contains(", not ranked; ") == (example.code == 2), "\(line)")
  }

  @Test("Differences in invisible characters are not blamed on accents")
  func invisible() throws {
    let folder = try TemporaryFolder()
    try Dishes.write("title\nco\u{AD}op shop\ncoop bar\nco\u{200B}op inn\n", to: folder)
    let outcome = try run(Self.ofDishes, folding: "cd", in: folder)
    #expect(outcome.code == 2, "\(outcome.text)")
    let line = try line(outcome)
    let cause = "are about invisible characters: \(Self.cure)"
    #expect(line.hasSuffix(" \(cause)\(Self.untimed)"), "\(line)")
  }

  @Test("A matcher of your own that is wrong or declines is timed on request, without a rank")
  func timeWrong() throws {
    let folder = try TemporaryFolder()
    try Dishes.write(to: folder)
    for (folding, code) in [("cd", 2), ("c", 6)] {
      let outcome = try run(Self.ofDishes + ["--time-wrong"], folding: folding, in: folder)
      #expect(outcome.code == code, "\(outcome.text)")
      let line = try line(outcome)
      #expect(line.contains(folding == "cd" ? "mine: wrong on " : "mine: skipped on "))
      #expect(
        line.contains(#/ p50, [\d.]+ .?s (p99|slowest), within a frame at 120 Hz, not ranked; /#),
        "\(line)")
      #expect(outcome.output.contains("‡ mine is not ranked: "))
      #expect(outcome.output.contains("‡ foundation-filter is what an app would write"))
      let record = try RunRecord(
        decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
      let matchers = try #require(record.cells.first?.matchers)
      for id in ["mine", "foundation-filter"] {
        let matcher = try #require(matchers.first { $0.id == id })
        #expect(matcher.status == (id == "mine" && code == 2 ? .voided : .skipped))
        #expect(matcher.figures == nil)
        #expect(!matcher.isRanked)
        let tally = try #require(matcher.answers)
        #expect(tally.figures != nil)
        #expect((tally.wrongCount > 0) == (id == "mine"))
        #expect(tally.causes?.first?.remedy == (id == "mine" ? "folding c" : nil))
      }
    }
  }

  @Test("With --time-wrong, a matcher that declines stays skipped although its answers are wrong")
  func timeDeclined() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<200).map { "Crème \($0)\nCreme \($0)\n" }.joined()
    try Dishes.write("title\n" + rows, to: folder)
    let outcome = try run(
      ["run"] + Dishes.options + [
        "--rounds", "12", "--max-time", "0.01", "--allow-debug", "--no-progress", "--time-wrong",
      ], folding: "c", in: folder)
    // It is timed, but none of its answers counts.
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(try line(outcome).contains("mine: skipped on "), "\(outcome.output)")
    #expect(outcome.output.contains(" differences checked are about accents: \(Self.cure)"))
  }

  @Test("A wrong matcher that is timed on request is timed in every process")
  func forks() throws {
    let folder = try TemporaryFolder()
    try Dishes.write(to: folder)
    let outcome = try run(
      Self.ofDishes + ["--time-wrong", "--forks", "2"], folding: "cd", in: folder)
    #expect(outcome.code == 2, "\(outcome.text)")
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
    let mine = try #require(record.cells.first?.matchers.first { $0.id == "mine" })
    #expect(mine.answers?.figures?.forkCount == 2)
  }
}
