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
    #expect(
      outcome.output.hasSuffix(
        "\nnote: Package.swift takes matchmark from '\(WorkingCopy.root.path)'; for other "
          + "machines, write the address of a repository of matchmark there, or pass it as "
          + "--matchmark\n"
      ))
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

  @Test("A new project takes matchmark from the address that its citation states, if it has one")
  func statedAddress() throws {
    let folder = try TemporaryFolder()
    for name in ["Benchmarks", "Examples", "Fixtures", "scripts"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: WorkingCopy.path(name))
    }
    func start(_ arguments: [String], at address: String) throws -> ProgramOutcome {
      try Data("cff-version: 1.2.0\nrepository-code: \(address)\n".utf8)
        .write(to: URL(filePath: folder.file("CITATION.cff")))
      return try Program.matchmark.run(
        ["init"] + arguments, in: folder.path, environment: ["MATCHMARK_HOME": folder.path])
    }
    let address = "https://example.org/x/matchmark"
    let package = try start(["Far"], at: address)
    #expect(package.code == 0, "\(package.errors)")
    #expect(
      try Self.text(folder.file("Far/Package.swift"))
        .contains(#".package(url: "\#(address)", branch: "main")"#))
    #expect(!package.output.contains("note:"))
    let engine = try start(["far-engine", "--engine", "python"], at: address)
    #expect(engine.output.contains("an archive of matchmark, from \(address)/releases, and"))
    let wrong = try start(["Near"], at: "https://example.org/x")
    #expect(wrong.code == 1)
    #expect(
      wrong.errors.hasPrefix(
        "matchmark: got the repository-code 'https://example.org/x' in CITATION.cff, expected an "))
    let own = try start(["Own", "--matchmark", WorkingCopy.root.path], at: address)
    #expect(own.output.contains("Package.swift takes matchmark from"))
  }

  @Test(
    "A new project needs a valid name that neither Swift nor matchmark uses",
    arguments: [
      ("my-matcher", "such as 'MyMatcher'"), ("1st", "ASCII letters and digits\n"),
      ("../Up", "'Up'"),
      (String(repeating: "A", count: 61), "at most 60"), ("Foundation", "a name that is not taken"),
      ("LinearScan", "a name that is not taken"), ("Package", "a name that is not taken"),
      ("Main", "a name that is not taken"), ("MatchmarkCore", "a name that is not taken"),
      ("Matcher", "a name that is not taken"), ("String", "a name that is not taken"),
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

  @Test(
    "A new project can be an engine in one of five languages, which takes part as written",
    arguments: [
      ("javascript", ["engine.mjs", "search.mjs"], "node engine.mjs", nil, .node),
      ("python", ["engine.py", "search.py"], "python3 engine.py", nil, .python3),
      ("rust", ["engine.rs", "protocol.rs"], "./engine", "rustc --edition 2021", .rustc),
      ("go", ["engine.go", "protocol.go"], "./engine", "go build -o engine", .go),
      ("c", ["engine.c", "protocol.h"], "./engine", "cc -std=c11 -O2 -o engine", .cc),
    ] as [(String, [String], String, String?, Need)])
  func engine(language: String, sources: [String], command: String, build: String?, need: Need)
    throws
  {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["init", "MyEngine", "--engine", language], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let project = folder.file("MyEngine")
    let written = try Self.files(in: project)
    let own = sources + ["pipeline"]
    #expect(written == (try Self.tracked("Examples/StarterEngine") + own).sorted())
    for path in written {
      let text = try Self.text("\(project)/\(path)")
      #expect(text.firstMatch(of: /template-|[Ss]tarter/) == nil, "\(path)")
      let isAdapted = path != "pipeline" && language != "python"
      #expect(!isAdapted || !text.contains(/[Pp]ython/), "\(path)")
    }
    let readMe = try Self.text("\(project)/README.md")
    #expect(readMe.contains("\nmatchmark verify -- \(command)\n"))
    let workflow = try Self.text("\(project)/.github/workflows/matchmark.yml")
    #expect(workflow.contains("MATCHMARK_BUILD: \(build ?? "")") == (build != nil))
    guard need.isMet else { return }
    try Self.takePart(by: outcome, in: folder)
  }

  @Test(
    "An engine that ranks is written with --ranked, and a hunt over its rows finds nothing",
    arguments: [
      (
        "javascript", ["engine.mjs", "search.mjs"], Need.node,
        (right: "b.score - a.score || ", wrong: "")
      ),
      (
        "python", ["engine.py", "search.py"], Need.python3,
        (right: "(-score(text, typed), length", wrong: "(-1, length")
      ),
    ])
  func ranked(
    language: String, sources: [String], need: Need, mistake: (right: String, wrong: String)
  ) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["init", "MyPalette", "--engine", language, "--ranked"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let project = folder.file("MyPalette")
    let written = try Self.files(in: project)
    #expect(written == (try Self.tracked("Examples/StarterRanker") + sources).sorted())
    for path in written {
      let text = try Self.text("\(project)/\(path)")
      #expect(text.firstMatch(of: /template-|[Ss]tarter/) == nil, "\(path)")
    }
    for arguments in [["--engine", "rust", "--ranked"], ["--ranked"]] {
      let refused = try Program.matchmark.run(["init", "Other"] + arguments, in: folder.path)
      #expect(refused.code == 64, "\(refused.text)")
      #expect(
        refused.errors.contains(
          "got --ranked, expected --engine javascript or --engine python with it"))
    }
    guard need.isMet else { return }
    let commands = outcome.lines.dropFirst().joined(separator: " && ")
    let hunt = commands.replacing("--time 10s", with: "--no-progress --seed 1 --cases 60")
    #expect(hunt != commands)
    let right = try Child.paste(hunt, in: folder.path)
    #expect(right.code == 0, "\(right.text)")
    #expect(right.output.contains("\nmy-palette was held to F1, F2, F3, "), "\(right.output)")
    // The score is forgotten.
    let search = "\(project)/\(sources[1])"
    let broken = try Self.text(search).replacing(mistake.right, with: mistake.wrong)
    try broken.write(toFile: search, atomically: true, encoding: .utf8)
    let wrong = try Child.paste(hunt, in: folder.path)
    #expect(wrong.code == 2, "\(wrong.text)")
    #expect(wrong.output.contains("my-palette breaks F"), "\(wrong.output)")
    let job = try Program.matchmark.run(
      ["init", "my-palette", "--ci", "github", "--engine-file", "engines.yaml"]
        + ["--corpus", "commands.txt"], in: project)
    #expect(job.code == 64, "a job that would answer nothing; \(job.text)")
    #expect(job.errors.contains("got ranker 'my-palette', which names no order"), "\(job.text)")
    #expect(job.errors.contains("quality --corpus commands.txt"), "\(job.text)")
  }

  private static func takePart(
    by outcome: ProgramOutcome, in folder: borrowing TemporaryFolder
  ) throws {
    let commands = outcome.lines.dropFirst().filter { !$0.hasPrefix("note: ") }
      .joined(separator: " && ")
    let first = try Child.start(
      path: "/bin/sh",
      arguments: ["-ec", "\(commands) --allow-debug --rounds 2 --max-time 0.01 --no-progress"],
      folder: folder.path
    ).finish()
    #expect(first.code == 0, "\(first.text)")
    #expect(first.output.contains("\nmy-engine: right on "), "\(first.output)")
    let project = folder.file("MyEngine")
    try Data("title,price\nCafé au lait,15\nTulip,0027.50\nStraße,2\n".utf8)
      .write(to: URL(fileURLWithPath: "\(project)/mine.csv"))
    for (typed, row) in [("cafe", 0), ("27.5", 1), ("STRASSE 2", 2)] {
      let answer = try Program.matchmark.run(
        ["query", "--corpus", "mine.csv", "--engine-file", "engines.yaml"]
          + ["-e", "my-engine", "--", typed], in: project)
      #expect(answer.code == 0, "\(answer.text)")
      #expect(answer.lines[0].hasPrefix("  \(row)  "), "\(typed): \(answer.output)")
      #expect(answer.lines[1] == "1 row: oracle, my-engine agree", "\(typed): \(answer.output)")
    }
  }

  @Test(
    "A search in JavaScript that returns something else is told what to return", .needs(.node),
    arguments: [
      ("(items) => async (text) => items", "return an array, not a promise"),
      (
        "(items) => (text) => items.map((item) => ({ ...item }))",
        "return the items of the list themselves, not copies"
      ),
      ("(items) => (text) => [...items, ...items]", "return each item once"),
      ("(items, text) => items", "export a function that returns a function of the text"),
    ])
  func otherReturns(search: String, advice: String) throws {
    let verified = try Self.verified { _ in "console.log(1); export default \(search)" }
    #expect(verified.code == 5, "\(verified.text)")
    #expect(verified.output.contains("search.mjs must \(advice)"), "\(verified.output)")
  }

  @Test("A search in JavaScript may show its items in any order", .needs(.node))
  func anyOrder() throws {
    let verified = try Self.verified { template in
      template.replacingOccurrences(
        of: "needle.number)));", with: "needle.number))).toReversed();")
    }
    #expect(verified.code == 0, "\(verified.text)")
  }

  @Test("A search in JavaScript that returns only what a list shows is told so", .needs(.node))
  func limit() throws {
    // Without text, the engine answers in its place, and applies the tokens of this corpus itself.
    let verified = try Self.verified(corpus: "titles-300") { template in
      template.replacingOccurrences(
        of: "needle.number)));", with: "needle.number))).toReversed().slice(0, 20);")
    }
    #expect(verified.code == 2, "\(verified.text)")
    let cause = " about a limit of 20 rows: change the matcher to return every row that matches"
    #expect(verified.output.contains(cause), "\(verified.output)")
  }

  @Test("A search in JavaScript that fails on an empty field is found", .needs(.node))
  func emptyField() throws {
    let verified = try Self.verified { _ in
      "export default (items) => (text) => { if (!text) throw new Error('no text'); return []; }"
    }
    #expect(verified.code == 5, "\(verified.text)")
    #expect(verified.output.contains("Error: no text"), "\(verified.output)")
  }

  /// Verifies a new engine in JavaScript with another search, which is made from the template.
  private static func verified(
    corpus: String = "titles.txt", _ search: (String) -> String
  ) throws -> ProgramOutcome {
    let folder = try TemporaryFolder()
    let made = try Program.matchmark.run(
      ["init", "MyFilter", "--engine", "javascript"], in: folder.path)
    try #require(made.code == 0, "\(made.errors)")
    let path = folder.file("MyFilter/search.mjs")
    try search(try text(path)).write(toFile: path, atomically: true, encoding: .utf8)
    return try Program.matchmark.run(
      ["verify", "--corpus", corpus, "--engine-file", "engines.yaml", "-e", "my-filter"],
      in: folder.file("MyFilter"))
  }

  @Test(
    "A filter of an array takes part as it is, in place of the search in JavaScript", .needs(.node))
  func plainFilter() throws {
    let verified = try Self.verified { template in
      template.split(separator: "\n").filter { $0.hasPrefix("//     ") }
        .map { $0.dropFirst("//     ".count) }.joined(separator: "\n")
    }
    #expect(verified.code == 2, "\(verified.text)")
    #expect(verified.output.contains(" are about accents: "), "\(verified.output)")
  }

  @Test(
    "An engine that is not built yet is listed with the command that builds it",
    arguments: ["rust", "go", "c"])
  func unbuilt(language: String) throws {
    let folder = try TemporaryFolder()
    let written = try Program.matchmark.run(
      ["init", "my-engine", "--engine", language], in: folder.path)
    let build = try #require(written.lines.dropFirst(2).first).trimmingCharacters(in: .whitespaces)
    let listed = try Program.matchmark.run(
      ["list", "--engines", "--engine-file", "engines.yaml"], in: folder.file("my-engine"))
    #expect(listed.code == 0)
    let line = try #require(listed.lines.first { $0.hasPrefix("  my-engine ") })
    #expect(line.hasSuffix(" missing; install it with: \(build)"))
  }

  @Test(
    "The name of an engine is in upper camel case or in kebab case, and may be a word of Swift",
    arguments: [
      ("my-engine", "my-engine"), ("MyEngine", "my-engine"), ("Swift", "swift"),
      ("true", "true"), ("x", "x"),
    ])
  func engineNames(name: String, id: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["init", name, "--engine", "python"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let listed = try Program.matchmark.run(
      ["list", "engines", "--engine-file", "engines.yaml"], in: folder.file(name))
    #expect(listed.output.contains("\n  \(id) "), "\(listed.text)")
  }

  @Test(
    "An engine is not created under a name that cannot be its own",
    arguments: [
      ("my_engine", "such as 'MyEngine' or 'my-engine'"), ("1st", "ASCII letters and digits"),
      ("a--b", "ASCII letters and digits"), ("../up", "ASCII letters and digits"),
      (String(repeating: "a", count: 61), "at most 60"), ("duckdb", "a name that is not taken"),
      ("LinearScan", "a name that is not taken"), ("all", "a name that is not taken"),
      ("Null", "a name that is not taken"),
    ])
  func wrongEngineNames(name: String, complaint: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["init", name, "--engine", "javascript"], in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("matchmark: got the name '\(name)', expected "))
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    #expect(try Self.files(in: folder.path) == [])
  }
}
