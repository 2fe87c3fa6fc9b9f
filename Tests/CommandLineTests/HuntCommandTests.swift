import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("The hunt command", .long)
struct HuntCommandTests {
  private static let wrong = "faulty-any-term"

  @Test("A hunt that finds nothing prints its seed and how much it compared")
  func nothingFound() throws {
    let outcome = try Program.matchmark.run(
      ["hunt", "--cases", "4", "--seed", "77", "-e", "linear-scan", "--no-progress"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.first == "hunting with seed 77: linear-scan")
    let verdict = try #require(outcome.lines.last)
    #expect(
      verdict.wholeMatch(
        of:
          /0 disagreements: 4 cases, [\d ]+ answers compared \(.* per minute\) in .*, seed 77.*/
      ) != nil, "\(verdict)")
  }

  @Test("A hunt shrinks and stores a find, and prints the command that replays it")
  func found() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress", "--regressions",
      "finds",
    ]
    let outcome = try Program.faulty.run(arguments, in: folder.path)
    #expect(outcome.code == 2)
    for part in ["\(Self.wrong) answers wrongly", "expected: no rows", "answered: rows 0"] {
      #expect(outcome.output.contains(part))
    }
    #expect(!outcome.output.contains("(folds to U+0061)"))
    #expect(outcome.output.contains("\n  clauses: Q8, Q15\n"))
    let file = try #require(outcome.value(of: "stored"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("finds")).count == 1)

    let replay = try #require(outcome.value(of: "replay"))
    #expect(replay.contains("matchmark-faulty"))
    #expect(replay.hasSuffix(" verify \(file) -e \(Self.wrong)"))
    let again = try Child.paste(replay, in: folder.path)
    #expect(again.code == 2)
    #expect(
      again.output.contains(
        /\n  faulty-any-term: wrong, "(\\u\{\w+\}|\S) \S" finds r0, .*, which should not match/),
      "\(again.output)")
    let right = try Program.matchmark.run(["verify", file], in: folder.path)
    #expect(right.code == 0)
    #expect(right.output.contains("  linear-scan: right"))

    let hunted = try #require(outcome.value(of: "again"))
    let numbered = try Child.paste(hunted + " --regressions more", in: folder.path)
    #expect(numbered.code == 2)
    let stored = try #require(numbered.value(of: "stored"))
    #expect(
      try String(contentsOfFile: folder.file(stored), encoding: .utf8)
        == String(contentsOfFile: folder.file(file), encoding: .utf8))
  }

  @Test("A hunt in a profile that a matcher has asks it, and one in another profile is not right")
  func profile() throws {
    let hunt = ["hunt", "--cases", "40", "--seed", "5", "--no-progress", "-e", "sorted-prefix"]
    let had = try Program.matchmark.run(hunt + ["--profile", "titles-word", "--json"])
    #expect(had.code == 0, "\(had.text)")
    let lacked = try Program.matchmark.run(hunt + ["--profile", "titles"])
    #expect(lacked.code == 6, "\(lacked.text)")
    #expect(lacked.errors.contains("sorted-prefix answers none of 40 cases"), "\(lacked.text)")
    #expect(!lacked.errors.contains("--profile"), "\(lacked.errors)")
    // A find names the profile in the command that repeats it.
    let folder = try TemporaryFolder()
    try Data("text: {title: wordPrefix}\nterms: splitAND\n".utf8)
      .write(to: URL(filePath: folder.file("w.yaml")))
    let found = try Program.faulty.run(
      ["hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress"]
        + ["--profile", "./w.yaml", "--ledger", "ledger.jsonl"], in: folder.path)
    #expect(found.code == 2, "\(found.text)")
    #expect(found.text.contains("searching as ./w.yaml does: every word typed must be at"))
    let again = try #require(found.value(of: "again"))
    #expect(again.contains(" --profile ./w.yaml "), "\(again)")
    #expect(try Child.paste(again, in: folder.path).code == 2)
    let ledger = try String(contentsOfFile: folder.file("ledger.jsonl"), encoding: .utf8)
    #expect(ledger.contains(#""profile":"./w.yaml""#), "\(ledger)")
    let file = try #require(found.value(of: "stored"))
    let stored = try String(contentsOfFile: folder.file(file), encoding: .utf8)
    #expect(stored.contains("wordPrefix"), "\(stored)")
  }

  @Test(
    "A hunt refuses a profile that it cannot search with",
    arguments: [
      (["--profile", "tiles"], 64, "got profile 'tiles'"),
      (["--ranked", "--profile", "titles"], 64, "got --profile with --ranked"),
      (["--profile", "none.yaml"], 1, "none.yaml"),
      (["--profile", "ranked.yaml"], 64, "got --profile ranked.yaml, which ranks rows"),
    ])
  func refusedProfile(arguments: [String], code: Int, complaint: String) throws {
    let folder = try TemporaryFolder()
    try Data("text: {title: contains}\nrank: fzf-v2\n".utf8)
      .write(to: URL(filePath: folder.file("ranked.yaml")))
    let outcome = try Program.matchmark.run(["hunt", "--cases", "1"] + arguments, in: folder.path)
    #expect(outcome.code == Int32(code), "\(outcome.text)")
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test("A hunt stores a find in the current folder, not in the project that a package depends on")
  func currentFolder() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      ["hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress"],
      in: folder.path)
    #expect(outcome.code == 2)
    let file = try #require(outcome.value(of: "stored"))
    #expect(file.hasPrefix("regressions/\(Self.wrong)-"))
    #expect(try folder.names() == ["regressions"])
  }

  /// Writes a file of one engine.
  private func write(
    engine id: String, _ command: [String], to folder: borrowing TemporaryFolder
  ) throws {
    let text = """
      engines:
        - id: \(id)
          summary: an engine of the tests
          version: [echo, "1"]
          command: [\(command.map { "\"\($0)\"" }.joined(separator: ", "))]
          install: nothing

      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("my engines.yaml")))
  }

  @Test("A hunt finds a wrong engine, and the printed commands ask the engine again")
  func engine() throws {
    let folder = try TemporaryFolder()
    try write(
      engine: "wrong",
      [try Program.faulty.path, "engine", "serve", "--matcher", "faulty-drops-last-row"],
      to: folder)
    let outcome = try Program.matchmark.run(
      [
        "hunt", "--cases", "20", "--seed", "5", "--engine-file", "my engines.yaml", "--engine",
        "wrong", "-e", "linear-scan", "--no-progress", "--regressions", "finds",
      ], in: folder.path)
    #expect(outcome.code == 2, "\(outcome.errors)")
    let program = "\"\(try Program.matchmark.path)\""
    for label in ["replay", "again"] {
      let line = try #require(outcome.value(of: label))
      #expect(line.contains(" -e wrong --engine-file 'my engines.yaml'"))
      let command = line.replacing("./matchmark", with: program, maxReplacements: 1)
      let pasted = try Child.paste(
        label == "again" ? command + " --regressions finds" : command, in: folder.path)
      #expect(pasted.code == 2, "\(line): \(pasted.text)")
      #expect(pasted.output.contains("wrong"))
    }
  }

  @Test("A hunt reports a failing engine as failed, not as wrong, and stores nothing")
  func failingEngine() throws {
    let folder = try TemporaryFolder()
    try write(engine: "dies", [try Program.faultyEngine.path, "crash", "query"], to: folder)
    let outcome = try Program.matchmark.run(
      [
        "hunt", "--cases", "20", "--seed", "5", "--engine-file", "my engines.yaml", "-e", "dies",
        "--no-progress", "--regressions", "finds",
      ], in: folder.path)
    #expect(outcome.code == 5, "\(outcome.text)")
    #expect(outcome.output.contains("dies fails\n  crashed in query: got "))
    #expect(!outcome.errors.contains("is wrong"))
    #expect(outcome.value(of: "again")?.contains("-e dies --engine-file 'my engines.yaml'") == true)
    #expect(try folder.names() == ["my engines.yaml"])
  }

  @Test("A hunt prints its seed at once, in case it is interrupted")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("out")))
    let child = try Child.start(
      path: try Program.matchmark.path,
      arguments: ["hunt", "--time", "600s", "--no-progress", "-e", "linear-scan"],
      folder: folder.path, output: folder.file("out"))
    let deadline = Date.now + 60
    func said() throws -> String {
      try String(contentsOfFile: folder.file("out"), encoding: .utf8)
    }
    while try said().isEmpty, Date.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
    kill(child.number, 2)
    #expect(try child.finish().code == 130)
    #expect(try said().wholeMatch(of: /hunting with seed \d+: linear-scan\n/) != nil)
  }

  @Test("A hunt names the wrong matcher before it shrinks the case")
  func seen() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      [
        "hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress",
        "--regressions", "finds",
      ], in: folder.path)
    #expect(
      outcome.errors.contains(
        /faulty-any-term is wrong in case \d+, now being shrunk: row .*\n  again: .* hunt --seed 5/)
    )
  }

  @Test("A hunt with --rows keeps that option in the command that repeats a case")
  func fewRows() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      ["hunt", "--cases", "300", "--seed", "5", "--rows", "3", "-e", Self.wrong, "--no-progress"]
        + ["--regressions", "finds"], in: folder.path)
    #expect(outcome.code == 2)
    let hunted = try #require(outcome.value(of: "again"))
    #expect(hunted.contains(" --cases 1 --rows 3 -e \(Self.wrong)"))
    let again = try Child.paste(hunted + " --regressions more", in: folder.path)
    #expect(again.code == 2)
    #expect(again.value(of: "replay") != nil)
  }

  @Test("A hunt that compared nothing fails, and names the matchers that answered nothing")
  func idle() throws {
    let hunt = [
      "hunt", "--cases", "9", "--seed", "5", "--no-progress", "-e", "broken-declines-all",
    ]
    let alone = try Program.faulty.run(hunt)
    #expect(alone.code == 6)
    #expect(
      alone.errors.contains("nothing was compared: broken-declines-all answers none of 9 cases: "))
    let reason = "it does not want to; name a profile that it has with --profile"
    #expect(alone.errors.contains(reason), "\(alone.errors)")
    let others = try Program.faulty.run(hunt + ["-e", "linear-scan"])
    #expect(others.code == 6)
    #expect(others.errors.contains("broken-declines-all was asked for and answered nothing"))
    #expect(!others.errors.contains("linear-scan answered nothing"))
  }

  @Test("A crash while a find is shrunk leaves the original find in its folder")
  func crashWhileShrinking() throws {
    let folder = try TemporaryFolder()
    let hunt = ["hunt", "--seed", "5", "--rows", "40", "--no-progress", "--regressions"]
    let shown = try Program.faulty.run(
      hunt + ["other", "--cases", "40", "-e", "faulty-drops-last-row"], in: folder.path)
    let number = try #require(
      shown.value(of: "again")?.firstMatch(of: /--first (\d+)/)?.1, "\(shown.text)")
    let outcome = try Program.faulty.run(
      hunt + ["finds", "--first", String(number), "--cases", "1", "-e", "broken-crashes"],
      in: folder.path, environment: ["MATCHMARK_CRASHING": "shrinking"])
    #expect(outcome.code > 128, "\(outcome.text)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("finds"))
    #expect(files.count == 1 && files[0].hasPrefix("broken-crashes-"), "\(files)")
    let again = try Program.faulty.run(
      ["verify", "finds/\(files[0])", "-e", "faulty-drops-last-row"], in: folder.path)
    #expect(again.code == 2, "\(again.text)")
  }

  @Test("A find that is stored before it is shrunk replaces a foreign file only with --force")
  func earlyFindOverForeignFile() throws {
    let folder = try TemporaryFolder()
    let hunt = [
      "hunt", "--seed", "5", "--rows", "40", "--workers", "1", "--no-progress", "--regressions",
      "finds", "-e", "faulty-drops-last-row",
    ]
    /// Returns the file of the unshrunk find; nil if it was not stored.
    func unshrunk(_ arguments: [String]) throws -> String? {
      let outcome = try Program.faulty.run(arguments, in: folder.path)
      return outcome.errors.firstMatch(of: /stored unshrunk: (.+)/).map { String($0.1) }
    }
    let file = try #require(try unshrunk(hunt))
    let foreign = Array("mine\n".utf8)
    try Data(foreign).write(to: URL(filePath: folder.file(file)))
    #expect(try unshrunk(hunt) == nil)
    #expect(try FileReader.read(folder.file(file)) == foreign)
    #expect(try unshrunk(hunt + ["--force"]) == file)
    #expect(!FileManager.default.fileExists(atPath: folder.file(file)))
  }

  @Test("A find that cannot be stored is reported, and the wrong answer still sets the exit code")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    let outcome = try Program.faulty.run(
      [
        "hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress",
        "--regressions", "file/below",
      ], in: folder.path)
    // A wrong answer takes precedence.
    #expect(outcome.code == 2)
    #expect(outcome.output.contains("\(Self.wrong) answers wrongly"))
    #expect(outcome.value(of: "again") != nil && outcome.value(of: "stored") == nil)
    #expect(outcome.errors.contains("cannot store the find"))
  }

  @Test(
    "The hunt command refuses options that make no sense",
    arguments: [
      (["hunt", "--cases", "0"], "got --cases 0, expected a whole number from 1 to 1000000000000"),
      (["hunt", "--cases", "1", "--time", "1s"], "expected one of them"),
      (["hunt", "--first=-1"], "got --first -1, expected a whole number from 0 to 1000000000000"),
      (["hunt", "--regressions", ""], "got --regressions '', expected the path of a folder"),
      (
        ["hunt", "--rows", "1000001"],
        "got --rows 1000001, expected a whole number from 0 to 1000000"
      ),
      (["hunt", "--workers", "0"], "got --workers 0, expected a whole number from 1 to 256"),
      (["hunt", "-e", "liner-scan"], "did you mean 'linear-scan'?"),
    ])
  func usage(arguments: [String], complaint: String) throws {
    let outcome = try Program.matchmark.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test(
    "A session fails a case unless it matches everything expected, not only the rows",
    arguments: [
      (#""text": "x""#, "session: wrong, step 2, "), (#""active": false"#, "active is true"),
      (#""emitted": ["update"]"#, "emitted is "), (#""text": "new", "active": true"#, ""),
    ])
  func sessions(expected: String, complaint: String) throws {
    let folder = try TemporaryFolder()
    let file = """
      {"group": "mine", "cases": [{"id": "A-1", "sentence": "s", "clauses": ["Q1"],
      "level": "session", "corpus": "countries", "profile": "countries", "steps": [
      {"event": {"event": "activate", "by": "user"}, "expected": {}},
      {"event": {"event": "set-text", "text": "new"},
      "expected": {"keys": ["k7", "k8", "k12"], \(expected)}}]}]}
      """
    try Data(file.utf8).write(to: URL(filePath: folder.file("mine.json")))
    let outcome = try Program.matchmark.run(
      ["verify", "mine.json", "-e", "linear-scan"], in: folder.path)
    #expect(outcome.code == (complaint.isEmpty ? 0 : 2), "\(outcome.text)")
    #expect(complaint.isEmpty || outcome.output.contains(complaint), "\(outcome.output)")
    #expect(outcome.output.contains("  linear-scan: right"))
  }

  @Test("A file of cases that is empty, malformed or missing is refused by name")
  func noCases() throws {
    let folder = try TemporaryFolder()
    try Data("{\"group\": \"x\", \"cases\": []}".utf8)
      .write(to: URL(filePath: folder.file("empty.json")))
    let empty = try Program.matchmark.run(["verify", "empty.json"], in: folder.path)
    #expect(empty.code == 64)
    #expect(empty.errors.contains("nothing to do: no case in empty.json"))
    try Data("{\"cases\": 1}".utf8).write(to: URL(filePath: folder.file("odd.json")))
    for (file, part) in [("odd.json", "odd.json"), ("absent.json", "absent.json")] {
      let outcome = try Program.matchmark.run(["verify", file], in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
  }
}

extension ProgramOutcome {
  /// The text after a word of the find.
  func value(of word: String) -> String? {
    lines.first { $0.hasPrefix("  \(word): ") }.map { String($0.dropFirst(word.count + 4)) }
  }
}
