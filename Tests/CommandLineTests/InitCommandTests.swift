import Foundation
import MatchmarkTestSupport
import Testing

/// The files that `init` writes; `scripts/examples` builds and runs them.
@Suite("A new project")
struct InitCommandTests {
  private static func files(in folder: String) throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
      .filter {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.type]
          as? FileAttributeType == .typeRegular
      }
      .sorted()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The tracked files of a project folder, without what a build leaves there.
  private static func tracked(_ folder: String) throws -> [String] {
    let root = WorkingCopy.path(folder)
    let outcome = try Child.run([
      "git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard",
    ])
    return outcome.lines.map(String.init)
  }

  @Test("A new project is the example package under the new name, at the new place")
  func package() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["init", "KickstarterB2B"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.output.contains(
        "\n  cd KickstarterB2B\n  swift run -c release KickstarterB2BCommand run "))
    let home = WorkingCopy.path("Examples/Starter")
    var expected = ["pipeline": try Self.text(WorkingCopy.path("scripts/pipeline"))]
    for path in try Self.tracked("Examples/Starter") where path != "Package.resolved" {
      func renamed(_ text: String) -> String {
        text.replacing(/[Ss]tarter/) {
          $0.output == "Starter" ? "KickstarterB2B" : "kickstarter-b2-b"
        }
      }
      expected[renamed(path)] = renamed(try Self.text("\(home)/\(path)"))
        .replacing("path: \"../..\"", with: "path: \"\(WorkingCopy.root.path)\"")
    }
    let written = folder.file("KickstarterB2B")
    #expect(try Self.files(in: written) == expected.keys.sorted())
    for (path, text) in expected { #expect(try Self.text("\(written)/\(path)") == text, "\(path)") }
    #expect(FileManager.default.isExecutableFile(atPath: "\(written)/pipeline"))
  }

  @Test("A new project depends on matchmark in a folder of any name, or at a URL")
  func dependencies() throws {
    let folder = try TemporaryFolder()
    let odd = folder.file(#"a "quoted" \folder"#)
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: "\(odd)/Package.swift"))
    let home = URL(filePath: folder.path).standardizedFileURL.path
    for (place, declaration) in [
      (odd, #".package(name: "matchmark", path: "\#(home)/a \"quoted\" \\folder")"#),
      (
        "https://example.org/x/matchmark.git",
        #".package(url: "https://example.org/x/matchmark.git", branch: "main")"#
      ),
    ] {
      let name = place == odd ? "Odd" : "Far"
      let outcome = try Program.matchmark.run(
        ["init", name, "--matchmark", place], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(
        try Self.text(folder.file("\(name)/Package.swift")).contains("\n    \(declaration)\n"))
    }
    for place in [
      "https://example.org/other.git", "https://example.org/\").x/matchmark", "missing",
    ] {
      let outcome = try Program.matchmark.run(
        ["init", "None", "--matchmark", place], in: folder.path)
      #expect(outcome.code == 64)
      #expect(outcome.errors.hasPrefix("matchmark: got --matchmark '\(place)', expected "))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("None")))
  }

  @Test(
    "A new project needs a valid name that neither Swift nor matchmark uses",
    arguments: [
      ("my-matcher", "such as 'MyMatcher'"), ("1st", "ASCII letters and digits\n"),
      ("../Up", "'Up'"),
      (String(repeating: "A", count: 61), "at most 60"), ("Foundation", "a name that is not taken"),
      ("LinearScan", "a name that is not taken"), ("Package", "a name that is not taken"),
      ("Main", "a name that is not taken"), ("MatchmarkCore", "a name that is not taken"),
    ])
  func names(name: String, complaint: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["init", name], in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("matchmark: got the name '\(name)', expected "))
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(try Self.files(in: folder.path) == [])
  }

  @Test("The init command writes nothing if one of its files exists already")
  func replacesNothing() throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(filePath: folder.file("titles.txt")))
    let outcome = try Program.matchmark.run(["init", "MyMatcher", "-o", "."], in: folder.path)
    #expect(outcome.code == 1)
    #expect(
      outcome.errors
        == "matchmark: './titles.txt' exists, expected a folder without it; nothing was written\n")
    #expect(try Self.files(in: folder.path) == ["titles.txt"])
    #expect(try Self.text(folder.file("titles.txt")) == "mine")
  }

  @Test("A new project can be an engine in Python, which takes part by the printed commands")
  func engine() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["init", "MyEngine", "--engine", "python"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let written = try Self.files(in: folder.file("MyEngine"))
    #expect(
      written == (try Self.tracked("Examples/StarterEngine") + ["engine.py", "pipeline"]).sorted())
    #expect(!(try Self.text(folder.file("MyEngine/engine.py")).contains("template-python")))
    guard Need.python3.isMet else { return }
    let commands = outcome.lines.dropFirst().joined(separator: " && ")
    let first = try Child.start(
      path: "/bin/sh",
      arguments: ["-ec", "\(commands) --allow-debug --rounds 2 --max-time 0.01 --no-progress"],
      folder: folder.path
    ).finish()
    #expect(first.code == 0, "\(first.text)")
    #expect(first.output.contains("\nmy-engine: right on "), "\(first.output)")
  }
}
