import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The whole command with a wrong matcher.
@Suite("A wrong matcher", .long)
struct WrongMatcherTests {
  private static let wrong = "broken-drops-last-row"

  private static func run(_ matchers: [String], extra: [String] = []) -> [String] {
    ["run", "smoke", "--allow-debug", "--no-progress", "--details", "-o", "reports"] + extra
      + matchers.flatMap { ["-e", $0] }
  }

  private static let small = ["-f", "titles-300"]

  /// The run's output after a word of the counterexample.
  private func told(_ word: String, in outcome: ProgramOutcome) throws -> String {
    let line = try #require(outcome.lines.first { $0.hasPrefix("  \(word) ") })
    return line.dropFirst(word.count + 2).trimmingCharacters(in: .whitespaces)
  }

  @Test("A wrong matcher is named with its query, first differing row and a working replay command")
  func counterexample() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      Self.run(["linear-scan", Self.wrong], extra: Self.small), in: folder.path)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("voided: \(Self.wrong) on titles-300.titles\n"))
    #expect(try told("query", in: outcome).hasPrefix("“"))
    #expect(
      try told("differs", in: outcome).wholeMatch(
        of: /row \d+ is missing \(1 missing, 0 extra\)/) != nil)
    #expect(try told("row", in: outcome).wholeMatch(of: /\d+: “.*”/) != nil)
    let replay = try told("replay", in: outcome)
    #expect(replay.contains("matchmark-faulty"))
    #expect(replay.contains(" query --corpus titles-300 --profile titles "))
    try expectDisagreement(replay, in: folder.path)
  }

  private func expectDisagreement(_ replay: String, in folder: String) throws {
    let outcome = try Child.paste(replay, in: folder)
    #expect(outcome.code == 2, "\(replay): \(outcome.errors)")
    #expect(outcome.output.contains("\(Self.wrong) differs: row "))
  }

  @Test("A wrong matcher is voided in every cell, and never ranked")
  func smoke() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      Self.run(["linear-scan", Self.wrong], extra: ["-f", "300"]), in: folder.path)
    #expect(outcome.code == 2)
    let rows = outcome.lines.filter {
      $0.hasPrefix("  \(Self.wrong) ") && !$0.contains(" find row ") && !$0.contains(" finds row ")
    }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row.contains("VOIDED"))
      // There is no ratio: a dash precedes the index.
      #expect(row.contains("–"))
    }
    let choice = try #require(outcome.lines.last)
    #expect(choice.hasPrefix("Only linear-scan was measured"))
    #expect(!choice.contains(Self.wrong))
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
    for cell in record.cells {
      let matcher = try #require(cell.matchers.first { $0.id == Self.wrong })
      #expect(matcher.status == .voided)
      #expect(matcher.figures == nil)
      #expect(matcher.packedSamples == "")
    }
  }

  @Test("A matcher that is wrong only after other keystrokes is found, and replayed with them")
  func remembering() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      [
        "verify", "--corpus", "titles-300", "--sessions", "8", "--no-progress",
        "-e", "faulty-stale-after-backspace",
      ], in: folder.path)
    #expect(outcome.code == 2, "\(outcome.errors)")
    #expect(
      try told("differs", in: outcome).hasSuffix(
        "; right when asked alone, so earlier queries matter"))
    let replay = try told("replay", in: outcome)
    #expect(replay.contains(" --after "), "\(replay)")
    let asked = try Child.paste(replay, in: folder.path)
    #expect(asked.code == 2, "\(replay): \(asked.text)")
    let alone = replay.replacing(#/ --after ('[^']*'|\S+)/#, with: "")
    #expect(try Child.paste(alone, in: folder.path).code == 0, "\(alone)")
  }

  @Test(
    "A wrong matcher fails its cases in the JUnit report, with the query and the replay command")
  func junit() throws {
    let folder = try TemporaryFolder()
    _ = try Program.faulty.run(
      Self.run(["linear-scan", Self.wrong], extra: Self.small), in: folder.path)
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.file("reports/junit.xml"))))
    let file = try JUnitFile(bytes)
    #expect(file.isConsistent)
    #expect(file.counted.failureCount > 0)
    #expect(file.counted.errorCount == 0)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("type=\"ConformanceFailure\""))
    #expect(text.contains("classname=\"smoke.titles-300.titles.\(Self.wrong)\""))
    #expect(text.contains(#/ does not find row \d+, [^"]*\(1 missing, 0 extra\)/#))
    #expect(text.contains(" query --corpus titles-300 --profile titles "))
  }

  @Test("A wrong matcher makes verify, query and a run without reports exit with 2")
  func otherCommands() throws {
    let choose = ["-e", "linear-scan", "-e", Self.wrong]
    let corpus = ["--corpus", "countries"]
    #expect(try Program.faulty.run(["verify", "--no-progress"] + corpus + choose).code == 2)
    let measured = try Program.faulty.run(
      [
        "run", "--no-reports", "--allow-debug", "--no-progress", "--rounds", "1", "--max-time",
        "0.001",
      ]
        + corpus + choose)
    #expect(measured.code == 2)
    let query = try Program.faulty.run(["query"] + corpus + choose + ["new"])
    #expect(query.code == 2)
    #expect(query.output.contains("\(Self.wrong) differs: row 11 is missing"))
    #expect(
      try Program.faulty.run(["query", "--json"] + corpus + choose + ["new"]).code == 2)
  }

  @Test("A wrong answer is replayed with the profile it was found with, inferred or from a file")
  func replayOwnRows() throws {
    let folder = try TemporaryFolder()
    try Data("name,year\nit's a $(cake),2018\nTarte,2019\n".utf8)
      .write(to: URL(filePath: folder.file("my cakes.csv")))
    try Data("name: own\ntext: {name: prefix}\nempty: browse\n".utf8)
      .write(to: URL(filePath: folder.file("own.yaml")))
    for profile in [[], ["--profile", "own.yaml"]] {
      let outcome = try Program.faulty.run(
        ["verify", "--no-progress", "--corpus", "my cakes.csv", "-e", Self.wrong] + profile,
        in: folder.path)
      #expect(outcome.code == 2, "\(outcome.errors)")
      try expectDisagreement(try told("replay", in: outcome), in: folder.path)
    }
  }

  @Test(
    "Each state of a matcher has its own name, and decides the exit code of the run",
    arguments: [
      ("broken-throws-on-build", 2, "errored"), ("broken-throws-on-query", 2, "errored"),
      ("broken-skips-profile", 6, "skipped"), ("broken-declines-all", 6, "skipped"),
      ("broken-answers-superset", 0, "verified"), ("broken-echoes", 2, "voided"),
    ])
  func states(matcher: String, code: Int32, word: String) throws {
    let outcome = try Program.faulty.run([
      "verify", "--no-progress", "--corpus", "countries", "-e", "linear-scan", "-e", matcher,
    ])
    #expect(outcome.code == code, "\(outcome.output)")
    let words = [0: "right: ", 2: "wrong: ", 6: "not comparable: "][code] ?? ""
    let verdict = try #require(outcome.lines.firstIndex { $0.hasPrefix(words) })
    let lines = outcome.lines[(verdict - 1)...]
    let standing = ["errored": "failed", "voided": "wrong", "verified": "right"][word] ?? word
    let counted = standing == "right" ? "2 right" : "1 \(standing)"
    #expect(lines.first?.contains(counted) == true)
    // The wrong matcher comes first, with the command that shows the mistake.
    #expect(lines.contains { $0.hasPrefix("  \(matcher) on countries.countries") } == (code == 2))
    #expect(lines.contains { $0.hasPrefix("    show it: ") } == (code == 2))
    #expect(lines.contains { $0.hasPrefix("  \(matcher) was asked for and ") } == (code == 6))
    #expect(lines.last?.hasPrefix("\(matcher): \(standing) on ") == true)
  }

  @Test("A run with --fail-fast stops after the first failing cell")
  func failFast() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      Self.run(["linear-scan", Self.wrong], extra: Self.small + ["-x"]), in: folder.path)
    #expect(outcome.code == 2)
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
    #expect(record.cells.count == 1)
  }
}
