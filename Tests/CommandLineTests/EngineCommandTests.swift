import Foundation
import MatchmarkTestSupport
import Testing

@Suite("Engine commands")
struct EngineCommandTests {
  @Test("A served matcher answers the requests that the program prints, line by line")
  func pipe() throws {
    let folder = try TemporaryFolder()
    let requests = try Program.matchmark.run(
      [
        "engine", "requests", "--corpus", "countries", "--rows", "rows.jsonl", "--token",
        "continent=Europe",
        "--scope", "2019", "--want", "rows", "--repeat", "2", "uni", "50%\"\\'é",
      ], in: folder.path)
    #expect(requests.code == 0, "\(requests.errors)")
    #expect(requests.lines.count == 6)
    #expect(requests.lines.first == #"{"type":"hello","protocol":1}"#)
    #expect(requests.lines.last == #"{"type":"bye"}"#)
    #expect(requests.lines[1].contains("/rows.jsonl\"}"))
    let saved = try String(contentsOfFile: folder.file("rows.jsonl"), encoding: .utf8)
    let canonical = try Program.matchmark.run(["data", "gen", "countries"]).output
    #expect(saved == canonical)
    let replies = try Program.matchmark.run(
      ["engine", "serve", "--matcher", "inverted-index"], input: requests.output)
    #expect(replies.code == 0 && replies.errors == "")
    #expect(replies.lines.count == requests.lines.count)
    #expect(replies.lines[1].hasPrefix(#"{"type":"load","rows":12,"hash":"ba598d81-1142"}"#))
    #expect(replies.lines[3].hasSuffix(#","count":1,"rows":[1]}"#), "\(replies.lines[3])")
    #expect(replies.lines[4].hasSuffix(#","count":0,"rows":[]}"#))
  }

  @Test("A served matcher ends cleanly at the end of its input, and reports a missing request")
  func end() throws {
    let silent = try Program.matchmark.run(["engine", "serve", "-e", "linear-scan"])
    #expect(silent.code == 0 && silent.output == "" && silent.errors == "")
    let lost = try Program.matchmark.run(
      ["engine", "serve", "-e", "linear-scan"], input: "{\"type\":\"build\"}\n")
    #expect(lost.code == 0)
    #expect(
      lost.output == "{\"type\":\"build\",\"error\":\"got 'build', expected 'load' before it\"}\n")
  }

  @Test(
    "Wrong usage of a command for engines is an error before anything is written",
    arguments: [
      (["engine", "serve"], 64), (["engine", "serve", "-e", "linear-scam"], 64),
      (["engine", "requests", "--corpus", "countries"], 64),
      (["engine", "requests", "--corpus", "countries", "--rows", "-"], 64),
      (["engine", "requests", "--corpus", "countries", "--rows", "r", "--repeat", "0"], 64),
      (["engine", "requests", "--corpus", "countries", "--rows", "r", "--want", "all"], 64),
      (["engine", "requests", "--corpus", "countries", "--rows", "missing/folder/r"], 1),
      (["verify", "--step-by-step"], 64), (["verify", "one", "--", "two"], 64),
      (["verify", "-e", "one", "--", "two"], 64), (["verify", "--timeout", "0", "--", "x"], 64),
      (["list", "matchers", "--engines"], 64),
    ] as [([String], Int32)])
  func usage(arguments: [String], code: Int32) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == code, "\(outcome.errors)")
    #expect(outcome.output == "" && outcome.errors != "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  // MARK: The catalog

  /// A folder that looks like the project, with a catalog of engines.
  private static func home(_ yaml: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Benchmarks/Suites"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.file("Benchmarks/Suites/default.yaml")))
    try Data(yaml.utf8).write(to: URL(filePath: folder.file("Benchmarks/engines.yaml")))
    return folder
  }

  private static let catalog = """
    engines:
      - id: served
        summary: a matcher of ours, served
        command: ["{matchmark}", engine, serve, --matcher, linear-scan]
        version: ["{matchmark}", --version]
        install: ./matchmark
      - id: absent
        summary: no one has it
        command: ["{engines}/absent/engine"]
        version: ["{engines}/absent/engine", --version]
        install: ./scripts/bootstrap --engines
      - id: failing
        summary: its library is missing
        command: [sh, -c, "exit 1"]
        version: [sh, -c, "echo no such library >&2; exit 1"]
        install: pip install library
      - id: mute
        summary: says nothing
        command: ["{python}"]
        version: ["true"]
        install: no one knows
    """

  @Test("list --engines says which engines are installed, and how to install the others")
  func list() throws {
    let home = try Self.home(Self.catalog)
    let environment = ["MATCHMARK_HOME": home.path]
    let asked = try Program.matchmark.run(["list", "--engines"], environment: environment)
    #expect(asked.code == 0, "\(asked.errors)")
    #expect(asked.output.contains("  served   installed, matchmark 0.1.0"))
    #expect(
      asked.output.contains("  absent   missing; install it with: ./scripts/bootstrap --engines"))
    #expect(asked.output.contains("there is no such file"))
    #expect(asked.output.contains("the version command exited with status 1: no such library"))
    #expect(asked.output.contains("the version command printed no version"))
    let named = try Program.matchmark.run(["list", "engines"], environment: environment)
    #expect(named.code == 0)
    #expect(named.output.contains("  served   a matcher of ours, served"))
    let states = try Program.matchmark.run(
      ["list", "--engines", "--json"], environment: environment)
    #expect(states.output.contains(#"{"name":"served","summary":"installed, matchmark 0.1.0"#))
    let own = home.file("own.yaml")
    try Data(Self.catalog.replacing("id: ", with: "id: my-").utf8).write(to: URL(filePath: own))
    let mine = try Program.matchmark.run(
      ["list", "--engines", "--engine-file", own], environment: environment)
    #expect(mine.code == 0, "\(mine.errors)")
    #expect(mine.output.contains("  served      installed, matchmark 0.1.0"))
    #expect(mine.output.contains("  my-served   installed, matchmark 0.1.0"), "\(mine.output)")
  }

  @Test(
    "The help of a command that takes a file of engines lists the option",
    arguments: [
      ["run"], ["verify"], ["check"], ["query"], ["hunt"], ["list"], ["baseline", "save"],
    ])
  func engineFileInHelp(command: [String]) throws {
    let help = try Program.matchmark.run(command + ["--help"])
    #expect(help.output.contains("--engine-file <engine-file>"), "\(help.text)")
  }

  @Test("list --engines accepts an empty catalog, and says so if there is none")
  func noCatalog() throws {
    let home = try Self.home("engines: []")
    let environment = ["MATCHMARK_HOME": home.path]
    let asked = try Program.matchmark.run(["list", "--engines"], environment: environment)
    #expect(asked.code == 0)
    try FileManager.default.removeItem(atPath: home.file("Benchmarks/engines.yaml"))
    #expect(
      try Program.matchmark.run(["list", "--engines"], environment: environment).output
        .contains("none: there is no file Benchmarks/engines.yaml"))
  }

  @Test(
    "An error in the catalog of engines is reported with its position",
    arguments: [
      ("engine: []", ":1:1: got key 'engine', expected one of engines; did you mean 'engines'?"),
      (
        "engines:\n  - id: a", ":2:5: missing key 'command', expected the program and its arguments"
      ),
      (
        "engines:\n  - {id: A b, summary: s, command: c, version: v, install: i}",
        ":2:10: got 'A b', expected a name such as sqlite-fts5"
      ),
      (
        "engines:\n  - {id: a, summary: s, command: [], version: v, install: i}",
        ":2:34: got no program, expected a list of a program and its arguments"
      ),
      (
        "engines:\n  - &a {id: a, summary: s, command: c, version: v, install: i}\n  - *a",
        ": got the engine 'a' twice, expected it only once"
      ),
    ])
  func wrongCatalog(yaml: String, message: String) throws {
    let home = try Self.home(yaml)
    let outcome = try Program.matchmark.run(
      ["list", "engines"], environment: ["MATCHMARK_HOME": home.path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }
}
