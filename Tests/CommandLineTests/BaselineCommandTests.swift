import Foundation
import MatchmarkTestSupport
import Testing

/// The files that the commands for baselines may write and remove.
@Suite("Baselines and other people's files")
struct BaselineCommandTests {
  private static func save(_ name: String) -> [String] {
    ["baseline", "save", name, "--record", "record.json"]
  }

  @Test(
    "A baseline is saved and deleted only by name, never by path", arguments: ["delete", "save"])
  func paths(verb: String) throws {
    let folder = try TemporaryFolder()
    _ = try SmallRecord.write(to: folder)
    let names = ["notes.txt", "notes.json", "reports/baselines/notes.txt"]
    try FileManager.default.createDirectory(
      atPath: folder.file("reports/baselines"), withIntermediateDirectories: true)
    for name in names { try Data("mine".utf8).write(to: URL(filePath: folder.file(name))) }
    for path in names.map({ "./\($0)" }) + [
      "notes.json", folder.file("notes.txt"), "../baselines/notes", "..", "", "a\u{301}", "-x",
    ] {
      let arguments = verb == "save" ? Self.save(path) : ["baseline", verb, path]
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 64, "\(path): \(outcome.errors)")
    }
    for name in names {
      #expect(try String(contentsOfFile: folder.file(name), encoding: .utf8) == "mine")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("reports/baselines"))
    #expect(left == ["notes.txt"])
  }

  @Test(
    "A baseline command replaces or removes a file only if it is a baseline",
    arguments: ["mine", "{\"cells\":[", "record"])
  func foreign(text: String) throws {
    let folder = try TemporaryFolder()
    let record = try SmallRecord.write(to: folder)
    try FileManager.default.createDirectory(
      atPath: folder.file("reports/baselines"), withIntermediateDirectories: true)
    let url = URL(filePath: folder.file("reports/baselines/main.json"))
    let bytes =
      text == "record" ? try Data(contentsOf: URL(filePath: record)) : Data(text.utf8)
    try bytes.write(to: url)
    let measuring = ["--corpus", "countries", "--allow-debug", "--no-progress"]
    for arguments in [
      ["baseline", "delete", "main"], Self.save("main"), ["baseline", "save", "main"] + measuring,
    ] {
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 1, "\(outcome.errors)")
      #expect(outcome.errors.contains("it is not a baseline, so it stays as it is"))
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  @Test("A baseline is replaced and removed by name, and read by path")
  func named() throws {
    let folder = try TemporaryFolder()
    _ = try SmallRecord.write(to: folder)
    for flags in [[], ["--replace"]] {
      let saved = try Program.matchmark.run(Self.save("main") + flags, in: folder.path)
      #expect(saved.code == 0, "\(saved.errors)")
    }
    let file = "reports/baselines/main.json"
    for arguments in [["baseline", "show", file], ["report", file, "./\(file)"]] {
      let shown = try Program.matchmark.run(arguments, in: folder.path)
      #expect(shown.code == 0, "\(shown.errors)")
    }
    let deleted = try Program.matchmark.run(["baseline", "delete", "main"], in: folder.path)
    #expect(deleted.code == 0, "\(deleted.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file(file)))
  }

  @Test("When two baselines are saved under one name at once, one is kept and the other is refused")
  func simultaneous() throws {
    let folder = try TemporaryFolder()
    func start(_ seed: String) throws -> Child {
      try Child.start(
        path: try Program.matchmark.path,
        arguments: ["baseline", "save", "main", "--seed", seed]
          + AttackMaterial.baselineArguments.split(separator: " ").map(String.init),
        folder: folder.path)
    }
    let first = try start("1")
    let second = try start("2")
    let ends = [try first.finish(), try second.finish()]
    #expect(ends.map(\.code).sorted() == [0, 64], "\(ends.map(\.text))")
    let loser = try #require(ends.first { $0.code == 64 })
    #expect(
      loser.errors.contains("baseline 'main' already exists (reports/baselines/main.json)"))
    let seed = try #require(ends.firstIndex { $0.code == 0 }) + 1
    let shown = try Program.matchmark.run(["baseline", "show", "main", "--json"], in: folder.path)
    #expect(shown.code == 0 && shown.output.contains("--seed=\(seed)"), "\(shown.text)")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("reports/baselines"))
    #expect(names == ["main.json"])
  }

  @Test("A folder that cannot hold a baseline is an error before anything is measured")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(filePath: folder.file("file")))
    for place in ["file", "/proc/matchmark"] {
      let outcome = try Program.matchmark.run(
        [
          "baseline", "save", "main", "--corpus", "countries", "--allow-debug",
          "--baseline-folder", place,
        ], in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("matchmark: cannot save the baseline: "))
      #expect(!outcome.errors.contains("[fork"), "\(outcome.errors)")
    }
  }

  @Test("A check never creates a missing baseline that is given by path, and says what to do")
  func createMissing() throws {
    let folder = try TemporaryFolder()
    let check = ["check", "--corpus", "countries", "--allow-debug", "--baseline", "./base.json"]
    let program = try Program.matchmark.path
    for (flags, code, complaint) in [
      (["--create-missing"], Int32(64), "got baseline './base.json', expected a name such as main"),
      (
        [], 6,
        "there is no baseline './base.json'; create it with: \(program) baseline save base "
          + "--corpus countries --allow-debug --baseline-folder .\n"
      ),
    ] {
      let outcome = try Program.matchmark.run(check + flags, in: folder.path)
      #expect(outcome.code == code, "\(outcome.errors)")
      #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
      #expect(try !folder.names().contains("base.json"))
    }
  }

  @Test("A message about a baseline in another folder names the command that saves it there")
  func namedPlace() throws {
    let folder = try TemporaryFolder()
    let measured = [
      "--corpus", "titles-20", "--sessions", "1", "-e", "linear-scan", "-e", "inverted-index",
      "--rounds", "1", "--max-time", "0.01", "--allow-debug", "--forks", "1", "--no-progress",
    ]
    func check(_ arguments: String...) throws -> ProgramOutcome {
      try Program.matchmark.run(["check"] + arguments + measured, in: folder.path)
    }
    let missing = try check("--baseline", "kept/base-1.json")
    #expect(missing.code == 6)
    let command = try #require(missing.errors.firstMatch(of: /create it with: \S+ (.*)\n/)).1
    #expect(command.hasPrefix("baseline save base-1 "))
    let saved = try Program.matchmark.run(
      command.split(separator: " ").map(String.init), in: folder.path)
    #expect(saved.output.contains("saved kept/base-1.json"), "\(saved.text)")
    // Of another machine, it is to be replaced where it is.
    let text = try String(contentsOfFile: folder.file("kept/base-1.json"), encoding: .utf8)
    try text.replacing(/"hostClass":"[^"]*"/, with: "\"hostClass\":\"another\"")
      .write(toFile: folder.file("kept/base-1.json"), atomically: true, encoding: .utf8)
    for place in [["kept/base-1.json"], ["base-1", "--baseline-folder", "kept"]] {
      let other = try Program.matchmark.run(
        ["check", "--baseline"] + place + measured, in: folder.path)
      #expect(other.code == 6)
      let again = try #require(other.errors.firstMatch(of: /create one for here with: (.*)\n/)).1
      #expect(again.contains(" baseline save base-1 ") && again.contains(" --replace"), "\(again)")
      #expect(again.contains("--baseline-folder kept"), "\(again)")
    }
    let unknown = try Program.matchmark.run(
      ["baseline", "show", "main", "--baseline-folder", "empty"], in: folder.path)
    #expect(unknown.errors.hasSuffix("baseline save main --baseline-folder empty\n"))
    // Nothing but a baseline is replaced.
    try Data("{}".utf8).write(to: URL(filePath: folder.file("kept/notes.json")))
    #expect(try check("--baseline", "kept/notes.json").code == 1)
  }
}
