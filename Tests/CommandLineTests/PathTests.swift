import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Rare but legal paths.
@Suite("Unusual paths")
struct PathTests {
  private static let rows = Array("title\nrose\nlily\n".utf8)
  private static let rare = TestAmount.first(
    2,
    of: ["a b\n100%25%2Fü'\"$(x)", "./-", "a b", "a\nb", "100%25", "%2F", "ü'\"$(x)", "./-x"])

  @Test("Every option for a file or a folder uses an unusual path unchanged", arguments: rare)
  func taken(name: String) throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(Self.rows, to: folder.file("\(name).csv"), replacing: .own)
    let engine = "engines:\n  - {id: e, summary: s, command: [none], version: [none], install: i}\n"
    try AtomicFile.write(Array(engine.utf8), to: folder.file("\(name).engines"), replacing: .own)
    try AtomicFile.write(
      Array("divergences: []\n".utf8), to: folder.file("\(name).ledger"), replacing: .own)
    let run =
      ["run", "--corpus", "\(name).csv", "--write-profile", "\(name).yaml", "-e", "linear-scan"]
      + ["--engine-file", "\(name).engines", "--divergences", "\(name).ledger", "-o", name]
      + SmallRun.measuring
    let commands = [
      run, ["query", "--corpus", "\(name).csv", "--profile", "\(name).yaml", "rose"],
      ["report", name, "--format", "junit", "-o", "\(name).xml"],
      ["report", "\(name)/record.json"], ["data", "gen", "\(name).csv", "-o", "\(name).jsonl"],
      ["engine", "requests", "--corpus", "\(name).csv", "--rows", "\(name).rows", "x"],
    ]
    for command in commands {
      let outcome = try Program.matchmark.run(command, in: folder.path)
      #expect(outcome.code == 0, "\(command[0]): \(outcome.errors)")
    }
    #expect(try ReportSet(folder.file(name)).isWhole)
    let plain = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
    let endings = ["", ".csv", ".engines", ".jsonl", ".ledger", ".rows", ".xml", ".yaml"]
    #expect(try folder.names() == endings.map { plain + $0 }.sorted())
  }

  @Test(
    "The path '-' is refused where a folder or a file is needed",
    arguments: [
      (["run", "--corpus", "titles-10", "-o", "-"] + SmallRun.measuring, "expected a folder"),
      (["verify", "--corpus", "titles-10", "-o", "-"], "expected a folder"),
      (["verify", "--conformance", "-f", "K-01", "-o", "-"], "expected a folder"),
      (["engine", "requests", "--corpus", "titles-10", "--rows", "-"], "expected a file"),
      (
        ["run", "--corpus", "rows.csv", "--write-profile", "-"] + SmallRun.measuring,
        "expected a file"
      ),
    ])
  func dash(arguments: [String], complaint: String) throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(Self.rows, to: folder.file("rows.csv"), replacing: .own)
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(complaint))
    #expect(try folder.names() == ["rows.csv"])
  }

  @Test("An option in place of a path is an error that says so", arguments: ["-x", "--x"])
  func leadingDash(name: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["data", "gen", "titles-3", "-o", name], in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("missing value for '-o <output>'"))
    #expect(try folder.names() == [])
    let meant = try Program.matchmark.run(
      ["data", "gen", "titles-3", "--output=\(name)"], in: folder.path)
    #expect(meant.code == 0)
    #expect(try folder.names() == [name])
  }

  /// Runs the program from a shell, which can write bytes that no `String` contains.
  private func run(
    _ script: String, in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    try Child.start(
      path: "/bin/sh", arguments: ["-c", script, try Program.matchmark.path], folder: folder.path
    ).finish()
  }

  @Test(
    "A path argument that is not UTF-8 is refused, not mistaken for another name",
    arguments: [
      "data gen titles-3 -o", "query x --corpus", "report",
      "run --corpus titles-10 --allow-debug -o",
    ])
  func malformedArgument(command: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try run(
      """
      name=$(printf 'a\\377b.csv'); printf 'title\\nrose\\n' > "$name"
      "$0" \(command) "$name"
      """,
      in: folder)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("got an argument that is not UTF-8, 'a\\xFFb.csv'"))
    #expect(try run("ls | wc -l", in: folder).output.contains("1"))
  }

  @Test("Commands can use a folder whose name is not UTF-8, directly and through a link")
  func malformedFolder() throws {
    let folder = try TemporaryFolder()
    let run = SmallRun.arguments.joined(separator: " ")
    let outcome = try self.run(
      """
      set -e; name=$(printf 'a\\377'); mkdir "$name"; ln -s "$name" link
      cd "$name"; printf 'title\\nrose\\n' > rows.csv
      "$0" query --corpus rows.csv rose; "$0" \(run)
      cd ..; "$0" query --corpus link/rows.csv rose; "$0" report link/r -o link/x.html
      mv "$name" a
      """, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try ReportSet(folder.file("a/r")).isWhole)
    #expect(FileManager.default.fileExists(atPath: folder.file("a/x.html")))
    // An engine gets the path of its rows in JSON, which cannot contain it.
    let request = try self.run(
      """
      mv a $(printf 'a\\377'); cd $(printf 'a\\377')
      "$0" engine requests --corpus rows.csv --rows x y
      """,
      in: folder)
    #expect(request.code == 1)
    #expect(request.errors.contains("its path is not UTF-8"))
    #expect(try self.run("mv $(printf 'a\\377') a", in: folder).code == 0)
  }

  @Test("Links to files of rows, output files and report folders are followed")
  func links() throws {
    let folder = try TemporaryFolder()
    let outcome = try run(
      """
      set -e; mkdir real; printf 'title\\nrose\\n' > real/rows.csv
      ln -s real link; ln -s real/rows.csv rows.csv; ln -s real/later.json later.json
      "$0" \(SmallRun.arguments.joined(separator: " ")) -o link
      "$0" query --corpus rows.csv rose; "$0" data gen rows.csv -o later.json --force
      "$0" report link -o link/report.html
      """, in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try ReportSet(folder.file("real")).isWhole)
    #expect(try folder.names() == ["later.json", "link", "real", "rows.csv"])
    let kind = try FileManager.default.attributesOfItem(atPath: folder.file("later.json"))[.type]
    #expect(kind as? FileAttributeType == .typeSymbolicLink)
    #expect(try FileReader.read(folder.file("real/later.json")).count > 10)
  }

  @Test(
    "Links that lead nowhere or in a circle are errors",
    arguments: [
      ("none", "No such file or directory", "Not a directory"),
      ("link", "Too many levels of symbolic links", "Too many levels of symbolic links"),
    ])
  func brokenLinks(target: String, reading: String, writing: String) throws {
    let folder = try TemporaryFolder()
    for name in ["link", "link.csv", "link.yaml", "link.json"] {
      let target = target == "link" ? name : target
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: target)
    }
    let commands: [([String], String)] = [
      (["query", "--corpus", "link.csv", "x"], reading), (["report", "link"], reading),
      (["query", "--corpus", "titles-10", "--profile", "link.yaml", "x"], reading),
      (["verify", "link.json"], reading), (["session", "--app", "countries", "link"], reading),
      (["run", "./link.yaml", "--allow-debug"], reading),
      (["run", "--corpus", "titles-10", "-o", "link"] + SmallRun.measuring, writing),
      (["verify", "--corpus", "titles-10", "-o", "link"], writing),
    ]
    for (arguments, complaint) in commands {
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 1, "\(arguments)")
      #expect(outcome.errors.contains("link"), "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(complaint), "\(arguments): \(outcome.errors)")
    }
    #expect(try folder.names() == ["link", "link.csv", "link.json", "link.yaml"])
  }
}
