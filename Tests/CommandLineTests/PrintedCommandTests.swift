import Foundation
import MatchmarkTestSupport
import Testing

/// A command whose output names another command, which must show the same finding.
struct PrintedCommand: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let program: Program
  let arguments: [String]
  /// The text before the printed command on its line.
  var label = "show it: "
  /// The exit code of both commands.
  var code: Int32 = 2
  /// The text that both commands print.
  let finding: String
  /// The command of the engine `own` in `engines.yaml`; empty if there is none.
  var engine: [String] = []
}

@Suite("Printed commands", .long)
struct PrintedCommandTests {
  private static let verify = ["verify", "--corpus", "titles-300", "--no-progress", "--sessions"]
  private static let own = ["--engine-file", "engines.yaml", "-e", "own"]

  private static func matcher(
    _ name: String, _ matcher: String, sessions: Int = 2, finding: String
  ) -> PrintedCommand {
    PrintedCommand(
      testDescription: name, program: .faulty,
      arguments: verify + ["\(sessions)", "-e", matcher], finding: "\(matcher) \(finding)")
  }

  private static func engine(
    _ name: String, _ command: [String], sessions: Int = 2, code: Int32 = 2, finding: String
  ) -> PrintedCommand {
    PrintedCommand(
      testDescription: name, program: .matchmark, arguments: verify + ["\(sessions)"] + own,
      code: code, finding: finding, engine: command)
  }

  private static let ofMatchers = [
    matcher("a wrong answer", "broken-drops-last-row", finding: "differs: row "),
    matcher("a buffer left as it is", "broken-echoes", finding: "differs: row "),
    matcher(
      "a wrong answer after others", "faulty-stale-after-backspace", sessions: 8,
      finding: "differs: row "),
    PrintedCommand(
      testDescription: "a wrong answer of a run that times", program: .faulty,
      arguments: [
        "run", "--corpus", "titles-300", "--sessions", "2", "--rounds", "2", "--max-time", "0.01",
        "--allow-debug", "--no-progress", "-e", "linear-scan", "-e", "broken-drops-last-row",
      ], finding: "broken-drops-last-row differs: row "),
    matcher("an error", "broken-throws-on-query", finding: "on titles-300.titles: "),
    PrintedCommand(
      testDescription: "a failed case of the contract", program: .faulty,
      arguments: ["verify", "--conformance", "-e", "faulty-any-term", "-f", "Q8", "--details"],
      label: "replay   ", finding: "; P-01 Two terms: "),
    PrintedCommand(
      testDescription: "a find of a hunt, stored", program: .faulty,
      arguments: hunt, label: "replay: ", finding: "faulty-any-term: wrong, "),
    PrintedCommand(
      testDescription: "a find of a hunt, hunted again", program: .faulty,
      arguments: hunt, label: "again: ", finding: "faulty-any-term answers wrongly"),
  ]

  private static let hunt = [
    "hunt", "--cases", "300", "--seed", "5", "-e", "faulty-any-term", "--no-progress",
  ]

  private static func ofEngines() throws -> [PrintedCommand] {
    let (served, faulty) = (try Program.faulty.path, try Program.faultyEngine.path)
    return [
      engine(
        "wrong marks", [faulty, "wrong-marks"], finding: "own differs: row "),
      engine(
        "a wrong answer of an engine", [served, "engine", "serve", "--matcher", "broken-adds-row"],
        finding: "own differs: row "),
      engine(
        "a wrong answer of an engine after others",
        [served, "engine", "serve", "--matcher", "faulty-stale-after-backspace"], sessions: 8,
        finding: "own on titles-300.titles: lying-count in query"),
      engine(
        "an engine that fails", [faulty, "exit", "query"], code: 5,
        finding: "own on titles-300.titles: exited in query"),
    ]
  }

  @Test("A printed command shows the same finding about a matcher again", arguments: ofMatchers)
  func matchers(command: PrintedCommand) throws { try check(command) }

  @Test(
    "A printed command replays the whole cell if no short list of answers shows the finding",
    .enabled(if: TestAmount.isFull, "left to scripts/test --all"))
  func wholeCell() throws {
    // The search for a short list ends after five seconds.
    try check(
      Self.matcher(
        "an answer that is wrong after too many others to list", "broken-tires", sessions: 28,
        finding: "on titles-300.titles: “"))
  }

  @Test("A printed command shows the same finding about an engine again")
  func engines() throws {
    for command in try Self.ofEngines() { try check(command) }
  }

  private func check(_ command: PrintedCommand) throws {
    let name = command.testDescription
    let folder = try TemporaryFolder()
    if !command.engine.isEmpty {
      try EngineFixture.write([("own", command.engine)], to: folder)
    }
    let first = try command.program.run(command.arguments, in: folder.path)
    #expect(first.code == command.code, "\(name): \(first.text)")
    let line = try #require(
      first.lines.first { $0.contains(command.label) }, "\(name): \(first.text)")
    let start = try #require(line.range(of: command.label)).upperBound
    let pasted = try Child.paste(line[start...], in: folder.path)
    #expect(pasted.code == command.code, "\(name): \(line)\n\(pasted.text)")
    #expect(pasted.output.contains(command.finding), "\(name): \(line)\n\(pasted.text)")
  }

  @Test("The printed command for a missing baseline creates the one that the check then finds")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let check = [
      "check", "--baseline", "main", "--corpus", "countries", "--sessions", "1", "-e",
      "linear-scan", "-e", "inverted-index", "--rounds", "2", "--max-time", "0.01", "--forks", "1",
      "--allow-debug", "--no-progress",
    ]
    let missing = try Program.matchmark.run(check, in: folder.path)
    #expect(missing.code == 6)
    let label = "create it with: "
    let start = try #require(missing.errors.range(of: label)).upperBound
    let line = missing.errors[start...].prefix { $0 != "\n" }
    let created = try Child.paste("\(line) --allow-debug", in: folder.path)
    #expect(created.code == 0, "\(line): \(created.text)")
    #expect(try Program.matchmark.run(check, in: folder.path).code != 6)
  }

  @Test("The printed command for fleet work runs in the folder where the plan was made")
  func fleet() throws {
    let folder = try TemporaryFolder()
    let planned = try Program.matchmark.run(
      [
        "fleet", "plan", "hunt", "--seed", "7", "--cases", "4", "-e", "linear-scan", "-o",
        "units.jsonl",
      ], in: folder.path)
    #expect(planned.code == 0, "\(planned.text)")
    let line = try #require(
      planned.text.split(separator: "\n").first { $0.contains(" fleet work units.jsonl ") })
    let start = try #require(line.range(of: try Program.matchmark.path)).lowerBound
    let worked = try Child.paste(line[start...], in: folder.path)
    #expect(worked.code == 0, "\(line): \(worked.text)")
    #expect(FileManager.default.fileExists(atPath: folder.file("parts")))
  }

  @Test("--after takes an earlier query as a text, or as an object with tokens and a scope")
  func earlier() throws {
    let object = #"{"text":"uni","tokens":[{"facet":"continent","value":"Europe"}],"scope":"2019"}"#
    let words = ["query", "--corpus", "countries", "-e", "linear-scan"]
    let asked = try Program.matchmark.run(words + ["--after", "un", "--after", object, "uni"])
    #expect(asked.code == 0, "\(asked.text)")
    let wrong = try Program.matchmark.run(words + ["--after", "{}", "uni"])
    #expect(wrong.code == 64)
    #expect(wrong.errors.contains("--after '{}'"), "\(wrong.errors)")
    #expect(wrong.errors.contains("expected a text, or an object"), "\(wrong.errors)")
  }
}
