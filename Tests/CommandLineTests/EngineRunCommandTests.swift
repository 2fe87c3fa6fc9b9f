import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// Runs with the engines of a user's file: served matchers of this build, including wrong ones, and
/// programs that are not engines.
@Suite("A run with engines", .long)
struct EngineRunCommandTests {
  static func serving(_ matcher: String) throws -> [String] {
    [try Program.faulty.path, "engine", "serve", "--matcher", matcher]
  }

  /// A run of two matchers and every engine of the file over twelve countries.
  static func run(
    _ extra: [String] = [], in folder: borrowing TemporaryFolder, command: String = "run"
  ) throws -> ProgramOutcome {
    let output = command == "run" ? ["-o", "r"] : []
    let measuring =
      command == "verify" ? [] : ["--rounds", "2", "--max-time", "0.001", "--allow-debug"]
    return try Program.matchmark.run(
      [
        command, "--corpus", "countries", "--sessions", "3", "--no-progress", "--engine-file",
        "engines.yaml", "-e", "linear-scan", "-e", "inverted-index",
      ] + (try engines(in: folder)) + measuring + output + extra, in: folder.path)
  }

  /// The options that name every engine of the file; the shipped engines take no part.
  private static func engines(in folder: borrowing TemporaryFolder) throws -> [String] {
    let text = try String(contentsOfFile: folder.file("engines.yaml"), encoding: .utf8)
    return text.matches(of: /- id: (\S+)/).flatMap { ["--engine", String($0.1)] }
  }

  static func record(in folder: borrowing TemporaryFolder) throws -> RunRecord {
    try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("r/record.json")))))
  }

  static func junit(in folder: borrowing TemporaryFolder) throws -> JUnitFile {
    try JUnitFile(
      Array(Data(contentsOf: URL(filePath: folder.file("r/junit.xml")))))
  }

  @Test("A correct engine is timed and reported with its name and version")
  func right() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write([("served", try Self.serving("inverted-index"))], to: folder)
    let outcome = try Self.run(in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.lines.contains { $0.contains(/^[ ▸]+served .* \/ \S/) })
    #expect(outcome.output.contains(/\n {2}served +inverted-index 0\.1\.0 +Swift/))
    let record = try Self.record(in: folder)
    #expect(record.cells.flatMap(\.matchers).map(\.state) == ["verified", "verified", "verified"])
    let junit = try Self.junit(in: folder)
    #expect(junit.counted.failureCount + junit.counted.errorCount == 0)
    #expect(try folder.names() == ["engines.yaml", "r"])
  }

  @Test("A query fails if its engine answers but does not end properly")
  func uncleanEnd() throws {
    let folder = try TemporaryFolder()
    let faulty = try Program.faultyEngine.path
    try EngineFixture.write(
      [("unclean", [faulty, "fail-at-end"]), ("clean", [faulty, "none"])], to: folder)
    for (id, code) in [("clean", 0), ("unclean", 5)] as [(String, Int32)] {
      let outcome = try Program.matchmark.run(
        ["query", "--corpus", "countries", "--engine-file", "engines.yaml", "-e", id, "new"],
        in: folder.path)
      #expect(outcome.code == code, "\(id): \(outcome.text)")
      #expect(outcome.output.contains("unclean: failed, exited in bye") == (code == 5))
    }
  }

  @Test("A wrong engine is voided, and shown with the smallest counterexample and a replay command")
  func wrong() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [
        ("wrong", try Self.serving("broken-drops-last-row")),
        ("served", try Self.serving("linear-scan")),
      ], to: folder)
    let outcome = try Self.run(["--timeout", "30", "--details"], in: folder)
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("voided: wrong on countries.countries\n"))
    #expect(outcome.output.contains("smallest rows and query that still show it:\n"))
    #expect(outcome.output.contains("    expected: rows 0\n    answered: no rows\n"))
    let states = try Self.record(in: folder).cells.flatMap(\.matchers).map(\.state)
    #expect(states == ["verified", "verified", "voided", "verified"])
    let prefix = "  replay   "
    let replay = try #require(outcome.lines.first { $0.hasPrefix(prefix) })
    let again = try Child.paste(replay.dropFirst(prefix.count), in: folder.path)
    #expect(again.code == 2)
    #expect(again.output.contains("wrong differs: row "))
  }

  @Test(
    "A failing engine is named with its state in every report, and the rest of the run goes on",
    arguments: [
      ("crashed", ["sh", "-c", "kill -9 $$"], "HarnessError"),
      ("exited", ["sh", "-c", "read -r line; exit 3"], "HarnessError"),
      ("garbage", ["sh", "-c", "while read -r line; do echo hello; done"], "HarnessError"),
      ("timed-out", ["sleep", "100"], "Timeout"),
    ])
  func failing(state: String, command: [String], type: String) throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [("bad", command), ("served", try Self.serving("linear-scan"))], to: folder)
    let outcome = try Self.run(
      ["--details"] + (state == "timed-out" ? ["--timeout", "2"] : []), in: folder)
    #expect(outcome.code == 5, "\(outcome.errors)\(outcome.output)")
    #expect(outcome.output.contains("\(state): bad on countries.countries\n  step      hello\n"))
    #expect(outcome.lines.contains { $0.hasPrefix("  bad ") && $0.contains(state.uppercased()) })
    let record = try Self.record(in: folder)
    let states = record.cells.flatMap(\.matchers).map(\.state)
    #expect(states == ["verified", "verified", state, "verified"])
    #expect(record.cells.flatMap(\.matchers).compactMap(\.figures).count == 3)
    let junit = try Self.junit(in: folder)
    #expect(junit.isConsistent)
    #expect(junit.counted.errorCount > 0)
    #expect(junit.counted.failureCount == 0)
    let text = try String(contentsOfFile: folder.file("r/junit.xml"), encoding: .utf8)
    #expect(text.contains("<error message=\"\(state) in hello"))
    #expect(text.contains("type=\"\(type)\""))
    #expect(text.contains(".bad.status\" value=\"\(state)\""))
  }

  @Test("A failing engine fails every command, but a wrong answer takes precedence")
  func severity() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [
        ("bad", ["sh", "-c", "exit 1"]), ("wrong", try Self.serving("broken-adds-row")),
      ], to: folder)
    #expect(try Self.run(in: folder, command: "verify").code == 2)
    try EngineFixture.write([("bad", ["sh", "-c", "exit 1"])], to: folder)
    for command in ["run", "verify"] {
      #expect(try Self.run(in: folder, command: command).code == 5, "\(command)")
    }
    let query = [
      "query", "--corpus", "countries", "--engine-file", "engines.yaml", "--engine", "all", "new",
    ]
    let outcome = try Program.matchmark.run(query, in: folder.path)
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("3 rows: oracle, linear-scan"))
    #expect(outcome.output.contains("bad: failed, exited in hello"))
  }

  @Test("A missing engine is listed with its install command, and fails a run only if asked for")
  func missing() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write([("absent", ["absent-program"])], to: folder)
    let cure = "not installed; install it with: pip install absent"
    for command in ["run", "verify"] {
      let named = try Self.run(in: folder, command: command)
      #expect(named.code == 5, "\(command)")
      #expect(named.output.contains("absent on countries.countries: \(cure)"))
    }
    #expect(try Self.record(in: folder).cells[0].matchers.last?.state == "not-installed")
    #expect(try Self.junit(in: folder).counted.errorCount == 1)
    try Data(
      """
      why: a suite may name engines that are not there
      matchers: [linear-scan]
      engines: [absent]
      cells:
        - generators: titles
          rows: 50
          profiles: titles
      """.utf8
    ).write(to: URL(filePath: folder.file("own.yaml")))
    let suite = ["verify", "own.yaml", "--engine-file", "engines.yaml", "--no-progress"]
    let optional = try Program.matchmark.run(suite, in: folder.path)
    #expect(optional.code == 0, "\(optional.text)")
    #expect(optional.output.contains("right: Every answer is right."))
    let required = try Program.matchmark.run(suite + ["--require", "absent"], in: folder.path)
    #expect(required.code == 5, "\(required.text)")
  }

  @Test("A dry run says which engines would take part and which are missing")
  func dryRun() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [("absent", ["absent-program"]), ("served", try Self.serving("linear-scan"))], to: folder)
    let outcome = try Self.run(["--dry-run"], in: folder)
    #expect(outcome.code == 5)
    #expect(
      outcome.lines.first?.hasPrefix(
        "corpus: 1 cell, matchers linear-scan, inverted-index, engines absent (missing), served")
        == true)
    #expect(
      outcome.output.contains("  engine 'absent' is not installed; install it with: pip install"))
    try EngineFixture.write([("served", try Self.serving("linear-scan"))], to: folder)
    #expect(try Self.run(["--dry-run", "--require", "served"], in: folder).code == 0)
    #expect(try folder.names() == ["engines.yaml"])
  }

  @Test("A file of engines causes a warning if none of its engines is named")
  func unnamed() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write([("served", try Self.serving("linear-scan"))], to: folder)
    let command = ["verify", "--corpus", "titles-10", "-e", "linear-scan", "--no-progress"]
    let file = ["--engine-file", "engines.yaml"]
    let idle = try Program.matchmark.run(command + file, in: folder.path)
    #expect(idle.code == 0)
    #expect(
      idle.errors
        == "warning: no engine of engines.yaml takes part; name one with --engine served "
        + "or -e served\n")
    for naming in [["--engine", "served"], ["-e", "served"], ["--require", "served"]] {
      let asked = try Program.matchmark.run(command + file + naming, in: folder.path)
      #expect(asked.errors == "")
      #expect(asked.output.contains("served"))
    }
  }

  @Test("A run whose only participant is a missing engine exits with 5")
  func alone() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write([("absent", ["absent-program"])], to: folder)
    let alone = [
      "verify", "--corpus", "countries", "--engine-file", "engines.yaml", "-e", "absent",
    ]
    let outcome = try Program.matchmark.run(alone, in: folder.path)
    #expect(outcome.code == 5)
    #expect(outcome.errors.contains("pip install absent"))
    let required = try Program.matchmark.run(alone + ["--require", "absent"], in: folder.path)
    #expect(required.code == 5)
    #expect(required.errors.contains("engine 'absent' is not installed"))
    let cases = try Program.matchmark.run(
      [
        "verify", "--conformance", "--engine-file", "engines.yaml", "-e", "absent", "--require",
        "absent",
      ], in: folder.path)
    #expect(cases.code == 5)
  }

  @Test("An engine that is killed during a run does not affect the other participants")
  func killed() throws {
    let folder = try TemporaryFolder()
    let serve = try Self.serving("linear-scan").map { "\"\($0)\"" }.joined(separator: " ")
    try EngineFixture.write(
      [("victim", ["sh", "-c", "echo $$ > victim; exec \(serve)"])], to: folder)
    let child = try Child.start(
      path: try Program.matchmark.path,
      arguments: [
        "run", "--corpus", "titles-100", "--sessions", "2", "--max-time", "0.3", "--allow-debug",
        "--no-progress", "-e", "linear-scan", "-e", "victim", "--engine-file", "engines.yaml",
        "-o", "r",
      ], folder: folder.path)
    var number: Int32?
    while number == nil, child.isRunning {
      let text = try? String(contentsOfFile: folder.file("victim"), encoding: .utf8)
      number = text.flatMap { Int32($0.filter(\.isNumber)) }
      usleep(10_000)
    }
    Processes.send(SIGKILL, to: try #require(number))
    let outcome = try child.finish()
    #expect(outcome.code == 5, "\(outcome.errors)")
    let matchers = try Self.record(in: folder).cells.flatMap(\.matchers)
    #expect(matchers.map(\.state) == ["verified", "crashed"])
    #expect(matchers.first?.figures != nil)
    #expect(try folder.names() == ["engines.yaml", "r", "victim"])
  }

  @Test("Engines are checked against the conformance cases just as matchers are")
  func conformance() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [
        ("served", try Self.serving("linear-scan")),
        ("wrong", try Self.serving("broken-drops-last-row")),
      ], to: folder)
    let cases = ["verify", "--conformance", "--engine-file", "engines.yaml", "-f", "K-01"]
    #expect(try Program.matchmark.run(cases + ["-e", "served"], in: folder.path).code == 0)
    #expect(try Program.matchmark.run(cases + ["-e", "wrong"], in: folder.path).code == 2)
  }

  @Test(
    "A slow engine is asked a sample of the keystrokes, and all of them if a run may last longer",
    .needs(.python3), .enabled(if: TestAmount.isFull, "left to scripts/test --all"),
    arguments: [("10", true), ("20", false)])
  func maxTime(seconds: String, isSampled: Bool) throws {
    let folder = try TemporaryFolder()
    #expect(
      try Program.matchmark.run(["init", "Slow", "--engine", "python"], in: folder.path).code == 0)
    let path = folder.file("Slow/search.py")
    let search = try String(contentsOfFile: path, encoding: .utf8)
    // A round over these 26 keystrokes takes more than 2 and less than 4 seconds.
    let wrapped = """

      import time
      right = make_search
      def make_search(items, profile):
          search = right(items, profile)
          return lambda text: time.sleep(0.1) or search(text)

      """
    try Data((search + wrapped).utf8).write(to: URL(filePath: path))
    try Data("a b c d e f g\nh i j k l m n\n".utf8).write(
      to: URL(filePath: folder.file("Slow/queries.txt")))
    let outcome = try Program.matchmark.run(
      [
        "run", "--corpus", "titles.txt", "--profile", "profile.yaml", "--queries", "queries.txt",
        "--engine-file", "engines.yaml", "-e", "linear-scan", "-e", "slow", "--rounds", "1",
        "--max-time", seconds, "--allow-debug", "--no-progress", "--no-reports",
      ], in: folder.file("Slow"))
    #expect(outcome.code == 0, "\(outcome.text)")
    let note = "* asked a seeded sample of the keystrokes (more with --max-time): slow"
    #expect(outcome.output.contains(note) == isSampled, "\(outcome.output)")
  }
}
