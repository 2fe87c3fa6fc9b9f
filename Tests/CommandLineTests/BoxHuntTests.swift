import Foundation
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Hunts among search boxes on the command line.
@Suite("A hunt among search boxes")
struct BoxHuntTests {
  private static let options = ["hunt", "--boxes", "--no-progress", "--seed", "5"]
  private static let clauses = "A1, A2, A3, A4, A5, A6, A7, A8, A9, A10, A12, A13, A15"

  @Test("The search boxes of the library break no clause, and the hunt says what they were held to")
  func nothingFound() throws {
    let outcome = try Program.matchmark.run(Self.options + ["--cases", "500"])
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(
      outcome.lines.first
        == "hunting with seed 5: search-box, search-box-direct, search-box-single")
    #expect(
      outcome.output.contains("\nsearch-box was held to \(Self.clauses); no case was about A11\n"),
      "\(outcome.output)")
    #expect(outcome.lines.last?.hasPrefix("0 disagreements: 500 cases") == true)
  }

  @Test("A broken clause is shrunk, shown as a timeline, stored, and found again by both commands")
  func found() throws {
    let folder = try TemporaryFolder()
    let id = "faulty-asks-for-cleared-text"
    let hunt = Self.options + ["--cases", "3000", "-e", id, "--regressions", "finds"]
    let outcome = try Program.faulty.run(hunt, in: folder.path)
    #expect(outcome.code == 2, "\(outcome.text)")
    #expect(outcome.output.contains("\(id) breaks A5: While nothing is searched for"))
    #expect(outcome.output.contains("  time  heard "), "\(outcome.output)")
    #expect(outcome.output.contains("  ← A5\n"), "\(outcome.output)")
    #expect(outcome.output.contains("\n  clauses: A5\n"))
    let file = try #require(outcome.value(of: "stored"))
    let replay = try #require(outcome.value(of: "replay"))
    #expect(replay.hasSuffix(" verify \(file) -e \(id)"))
    let again = try Child.paste(replay, in: folder.path)
    #expect(again.code == 2, "\(again.text)")
    #expect(again.output.contains("  \(id): wrong, \(id) breaks A5"), "\(again.output)")
    let hunted = try #require(outcome.value(of: "again"))
    #expect(hunted.contains(" --boxes -e \(id)"), "\(hunted)")
    #expect(try Child.paste("\(hunted) --regressions more", in: folder.path).code == 2)
    let right = try Program.matchmark.run(["verify", file], in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("  search-box: right"), "\(right.output)")
  }

  @Test("The cases of the clauses pass, and a box that lacks what one is about is skipped by name")
  func cases() throws {
    let file = WorkingCopy.path("Fixtures/late-answers/clauses.json")
    let outcome = try Program.matchmark.run(["verify", file])
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains("A1-1: An answer that was overtaken is not shown"))
    #expect(
      outcome.output.contains("  search-box-direct: skipped, it has no debounce"),
      "\(outcome.output)")
    let faulty = try Program.faulty.run(
      ["verify", file, "-e", "faulty-shows-the-last-answer", "-f", "A1"])
    #expect(faulty.code == 2, "\(faulty.text)")
  }

  @Test("A hunt among boxes refuses what does not belong to it")
  func refused() throws {
    let folder = try TemporaryFolder()
    try EngineFixture.write(
      [("sets", [try Program.matchmark.path, "engine", "serve", "--matcher", "linear-scan"])],
      to: folder)
    for (arguments, message) in [
      (["--ranked"], "got --ranked and --boxes, expected one of them"),
      (["--coverage"], "got --coverage with --boxes"),
      (["--rows", "9"], "got --rows with --boxes"),
      (["--clause", "F1"], "got --clause F1, expected one of A1, A2"),
      (["--corpus", "countries"], "got --corpus without --ranked"),
      (["-e", "search-bax"], "got search box 'search-bax'"),
      (["-e", "set", "--engine-file", "engines.yaml"], "sets; did you mean 'sets'?"),
      (["-e", "all", "-e", "search-bax"], "got search box 'search-bax'"),
      (
        ["-e", "sets", "--engine-file", "engines.yaml"],
        "got engine 'sets', which is no search box"
      ),
      (["--matcher-option", "inverted-index.folding=exact"], "got --matcher-option with --boxes"),
    ] {
      let outcome = try Program.matchmark.run(
        Self.options + ["--cases", "1"] + arguments, in: folder.path)
      #expect(outcome.code == 64, "\(arguments) \(outcome.text)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test("A clause to which a box is not held is no pass, and the hunt says why it was not held")
  func unheld() throws {
    let held = try Program.matchmark.run(
      Self.options + ["--cases", "200", "-e", "search-box-direct", "--clause", "A9"])
    #expect(held.code == 6, "\(held.text)")
    #expect(held.errors.contains("search-box-direct"), "\(held.errors)")
    let both = try Program.matchmark.run(
      Self.options
        + ["--cases", "200", "-e", "search-box-direct", "--clause", "A9", "--clause", "A1"])
    #expect(both.code == 0, "\(both.text)")
    #expect(
      both.output.contains(
        "\nsearch-box-direct was held to A1\n  not held to A9 (it has no debounce)\n"),
      "\(both.output)")
  }

  @Test("The lists name boxes, and their clauses next to all others")
  func lists() throws {
    let boxes = try Program.matchmark.run(["list", "boxes"])
    #expect(boxes.output.contains("search-box-single"))
    let clauses = try Program.matchmark.run(["list", "clauses"])
    #expect(clauses.output.contains("  A13  "), "\(clauses.output)")
  }

  // MARK: Boxes in other languages

  /// A new project with a box, and the command that hunts in it.
  private static func project(
    _ language: String, in folder: borrowing TemporaryFolder
  ) throws -> (folder: String, hunt: String) {
    let outcome = try Program.matchmark.run(["init", "MyBox", "--box", language], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    let commands = outcome.lines.dropFirst().joined(separator: " && ")
    let hunt = commands.replacing("--time 10s", with: "--no-progress --seed 1 --cases 150")
    #expect(hunt != commands, "\(commands)")
    return (folder.file("MyBox"), hunt)
  }

  private static func rewrite(_ path: String, _ old: String, _ new: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(old), "\(old)")
    try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test(
    "A new project with a search box is written in each language under its own name",
    arguments: [
      ("javascript", ["README.md", "box.mjs", "engine.mjs", "engines.yaml"]),
      ("python", ["README.md", "box.py", "engine.py", "engines.yaml"]),
      (
        "swift",
        [
          "Package.swift", "README.md", "Sources/MyBox/NaiveTitleSearch.swift",
          "Sources/MyBox/TitleSearch.swift", "Tests/MyBoxTests/LateAnswerTests.swift",
        ]
      ),
    ])
  func written(language: String, files: [String]) throws {
    let folder = try TemporaryFolder()
    let address = ["--matchmark", "https://example.org/matchmark.git"]
    let outcome = try Program.matchmark.run(
      ["init", "MyBox", "--box", language] + (language == "swift" ? address : []),
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    for file in files {
      let text = try String(contentsOfFile: folder.file("MyBox/\(file)"), encoding: .utf8)
      #expect(text.firstMatch(of: /template-|[Ss]tarter|\.\.\/\.\./) == nil, "\(file)")
    }
    let again = try Program.matchmark.run(["init", "MyBox", "--box", language], in: folder.path)
    #expect(again.code == 1, "\(again.text)")
    let both = try Program.matchmark.run(
      ["init", "Other", "--box", language, "--engine", "python"], in: folder.path)
    #expect(both.code == 64, "\(both.text)")
  }

  @Test(
    "A new search box in JavaScript is right, and wrong once cancelled searches fail",
    .needs(.node))
  func javascript() throws {
    let folder = try TemporaryFolder()
    let (project, hunt) = try Self.project("javascript", in: folder)
    let right = try Child.paste(hunt, in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("\nmy-box was held to A1, A2, A3, A4, "), "\(right.output)")
    try Self.rewrite("\(project)/box.mjs", "if (request !== mine) return;", "")
    let wrong = try Child.paste("\(hunt) --clause A7", in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains("my-box breaks A7: "), "\(wrong.output)")
    let replay = try #require(wrong.value(of: "replay"))
    let again = try Child.paste("cd MyBox && \(replay)", in: folder.path)
    #expect(again.code == 2, "\(again.text)")
    #expect(again.output.contains("my-box: wrong, my-box breaks A7"), "\(again.output)")
  }

  @Test("No job that searches rows is written for a search box", .needs(.node))
  func job() throws {
    let folder = try TemporaryFolder()
    let (project, _) = try Self.project("javascript", in: folder)
    let outcome = try Program.matchmark.run(
      ["init", "my-box", "--ci", "github", "--engine-file", "engines.yaml"]
        + ["--corpus", "titles-10"], in: project)
    #expect(outcome.code == 64, "\(outcome.text)")
    #expect(outcome.errors.contains("got search box 'my-box'"), "\(outcome.text)")
    #expect(outcome.errors.contains("hunt --boxes --seed 1 --cases 20000"), "\(outcome.text)")
    #expect(!FileManager.default.fileExists(atPath: "\(project)/pipeline"))
  }

  @Test(
    "A new search box in Python is right, and wrong once it waits after Enter",
    .needs(.python3))
  func python() throws {
    let folder = try TemporaryFolder()
    let (project, hunt) = try Self.project("python", in: folder)
    let right = try Child.paste(hunt, in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    try Self.rewrite("\(project)/box.py", "self.ask(delay=0)", "pass")
    let wrong = try Child.paste(hunt, in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains("my-box breaks A9"), "\(wrong.output)")
  }

  @Test("A box that fails ends the hunt with its name, the request and exit code 5", .needs(.node))
  func failing() throws {
    let folder = try TemporaryFolder()
    let (project, hunt) = try Self.project("javascript", in: folder)
    try Self.rewrite("\(project)/box.mjs", "dismiss: end,", "dismiss() { process.exit(3); },")
    let outcome = try Child.paste(hunt, in: folder.path)
    #expect(outcome.code == 5, "\(outcome.text)")
    #expect(outcome.output.contains("my-box fails\n"), "\(outcome.text)")
    let request = /request: {"type":"event","at":\d+,"event":"dismiss"}/
    #expect(outcome.output.contains(request), "\(outcome.text)")
  }

  @Test(
    "A search box is not asked for rows, and the reason names the command for it", .needs(.node))
  func matching() throws {
    let folder = try TemporaryFolder()
    let (project, _) = try Self.project("javascript", in: folder)
    let outcome = try Program.matchmark.run(
      ["verify", "--corpus", "titles-10", "--no-progress", "--engine-file", "engines.yaml"]
        + ["-e", "my-box"], in: project)
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(outcome.text.contains("it is a search box: 'hunt --boxes'"), "\(outcome.text)")
  }

  @Test("A search box is checked step by step, and the next command is a hunt", .needs(.node))
  func steps() throws {
    let folder = try TemporaryFolder()
    let (project, _) = try Self.project("javascript", in: folder)
    let verify = ["verify", "--", "node", "engine.mjs"]
    let right = try Program.matchmark.run(verify, in: project)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("my-box 1.0, a search box"), "\(right.output)")
    #expect(right.output.contains("ok       wake at 150 ms: asks for \"a\", "), "\(right.output)")
    #expect(
      right.lines.last?.hasSuffix("hunt --boxes --time 10s --engine-file engines.yaml -e my-box")
        == true, "\(right.output)")
    try Self.rewrite("\(project)/box.mjs", "timer = setTimeout(ask, 150);", "")
    let wrong = try Program.matchmark.run(verify, in: project)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains("got no search, expected one for \"a\""), "\(wrong.output)")
  }
}
