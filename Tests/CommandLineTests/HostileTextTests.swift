import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Text from files and engines, in the terminal and in file names.
@Suite("Hostile texts")
struct HostileTextTests {
  /// Clears the screen, changes the title, reverses the direction, rings and returns the carriage.
  private static let hostile = "a\u{1B}[2J\u{1B}]0;b\u{7}\u{202E}c\rd\u{9B}31m"

  /// The parts of a text that affect a terminal, without line feeds and the tabs of `data show`.
  private static func controls(in text: String) -> [UInt32] {
    text.unicodeScalars.map(\.value).filter { value in
      value < 0x20 && value != 0x0A && value != 0x09 || (0x7F...0x9F).contains(value)
        || (0x202A...0x202E).contains(value)
    }
  }

  private static func isHarmless(_ outcome: ProgramOutcome) -> Bool {
    controls(in: outcome.output).isEmpty && controls(in: outcome.errors).isEmpty
  }

  @Test(
    "Control characters in rows, names and errors have no effect on a terminal",
    arguments: [
      ["query", "--corpus", "rows.csv", "a"], ["data", "show", "rows.csv"],
      ["query", "--corpus", "twice.csv", "a"], ["query", "--corpus", "rows.csv", hostile],
      ["query", "--corpus", "\(hostile).csv", "a"], ["list", hostile], ["data", "hash", hostile],
      ["query", "--corpus", "rows.csv", "--token", "\(hostile)=x", "a"],
      ["verify", "--corpus", "\u{1B}[31mrows.csv", "-e", "linear-scan", "--sessions", "1"],
      ["session", "trace.jsonl"],
    ])
  func rows(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let name = Self.hostile.replacing("\r", with: "")
    for (file, text) in [
      "rows.csv": "title,\(name)\n\"\(Self.hostile)\",x\n", "twice.csv": "\(name),\(name)\nx,y\n",
      "\u{1B}[31mrows.csv": "title\nabc\n",
    ] {
      try Data(text.utf8).write(to: URL(filePath: folder.file(file)))
    }
    let trace = "{\"trace\":\"a\\u001b[2J\",\"why\":\"\\u0007\"}\n{\"event\":\"\\u001b[2J\"}\n"
    try Data(trace.utf8).write(to: URL(filePath: folder.file("trace.jsonl")))
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(Self.isHarmless(outcome), "\((outcome.output + outcome.errors).debugDescription)")
    #expect(!(outcome.output + outcome.errors).isEmpty)
  }

  /// A command of a CI system on a line of its own, a colour that the program itself uses, and a
  /// tag character, in the escapes of JSON or YAML.
  private static func injected(into name: String) -> String {
    #"\n::error::owned\n\u001b[1;31mred\u001b[0m"#
      + (name.hasSuffix(".yaml") ? #"\U000E0041"# : #"\udb40\udc41"#)
  }

  @Test(
    "A line end or a colour code from a file starts no line and colours nothing",
    arguments: [
      ("rows.jsonl", #"{"KEY":"x","b":"y"}"#, ["data", "show", "FILE"]),
      ("rows.jsonl", #"{"KEY":"x","KEY":"y"}"#, ["query", "--corpus", "FILE", "x"]),
      ("rows.jsonl", "{\"a\":\"x\"}\n{\"KEY\":\"y\"}", ["verify", "--corpus", "FILE"]),
      ("rows.jsonl", #"{"KEY":"KEY"}"#, ["query", "--corpus", "FILE", "--color", "always", "o"]),
      ("rows.jsonl", #"{"KEY":"KEY"}"#, ["session", "--corpus", "FILE"]),
      ("settings.json", #"{"KEY":1}"#, ["session", "--app", "plans", "--settings", "FILE"]),
      ("cases.json", #"{"group":"g","KEY":"KEY","cases":[]}"#, ["verify", "FILE"]),
      ("trace.jsonl", #"{"trace":"KEY","why":"KEY"}"#, ["session", "FILE"]),
      ("trace.jsonl", "{\"trace\":\"a\"}\n{\"event\":\"KEY\"}", ["session", "FILE"]),
      ("profile.yaml", "name: \"KEY\"\n\"KEY\": {\"KEY\": contains}", profiled),
      ("suite.yaml", "why: \"KEY\"\n\"KEY\": 1", ["verify", "FILE"]),
      ("units.jsonl", #"{"kind":"KEY"}"#, ["fleet", "work", "FILE", "-o", "parts"]),
      ("ledger.yaml", "divergences:\n  - engine: \"KEY\"", divergent),
      ("ledger.yaml", "divergences:\n  - \"KEY\": 1", divergent),
      ("engines.yaml", "\"KEY\":\n  - \"KEY\"", ["list", "engines", "--engine-file", "FILE"]),
      ("engines.yaml", missing, ["list", "engines", "--engine-file", "FILE"]),
      ("engines.yaml", missing, unavailable),
    ])
  func injected(name: String, text: String, arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try Data("title\nabc\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    let text = text.replacing("KEY", with: Self.injected(into: name))
    try Data("\(text)\n".utf8).write(to: URL(filePath: folder.file(name)))
    let outcome = try Program.matchmark.run(
      arguments.map { $0 == "FILE" ? name : $0 }, in: folder.path, input: "type o\n")
    let all = outcome.output + outcome.errors
    #expect(all.contains("::error::owned") && outcome.code < 128, "\(all)")
    for line in all.split(whereSeparator: \.isNewline) {
      #expect(!line.drop { $0 == " " || $0 == "|" }.hasPrefix("::"), "\(line)")
    }
    #expect(!all.contains("\u{1B}[1;31mred"), "\(all.debugDescription)")
    #expect(!all.unicodeScalars.contains { (0xE0000...0xE007F).contains($0.value) })
  }

  private static let profiled = ["query", "--corpus", "rows.csv", "--profile", "FILE", "a"]
  private static let divergent = ["verify", "smoke", "--divergences", "FILE"]
  private static let unavailable = [
    "verify", "--corpus", "rows.csv", "--engine-file", "FILE", "-e", "x",
  ]
  private static let missing = """
    engines:
      - id: x
        summary: "KEY"
        command: [absent-program]
        version: [absent-program]
        install: "KEY"
    """

  @Test("A line end in an argument starts no line of the error that refuses the argument")
  func arguments() throws {
    let word = "\n::error::x"
    for arguments in [
      ["hunt", "--color", word], ["hunt", "--color=\(word)"], ["hunt", "--cases", word],
      ["run", "--\(word)"], [word], ["data", word], ["run", word], ["list", "limits", word],
    ] {
      let outcome = try Program.matchmark.run(arguments)
      #expect(outcome.code == 64, "\(outcome.text)")
      #expect(!outcome.text.contains("\n::"), "\(outcome.text)")
    }
  }

  @Test("Control characters typed into a session are echoed without an effect on the terminal")
  func typed() throws {
    let outcome = try Program.matchmark.run(
      ["session", "--app", "plans"], input: "type \(Self.hostile)\n\(Self.hostile)\n")
    #expect(Self.isHarmless(outcome), "\(outcome.output.debugDescription)")
    #expect(outcome.output.contains("\\u{1B}[2J"))
  }

  @Test("Control characters from an engine that is checked step by step have no effect")
  func smoke() throws {
    let folder = try TemporaryFolder()
    let script = """
      printf '\\033[2J\\007 on standard error\\n' >&2
      read line
      printf '{"type":"hello","protocol":1,"name":"\\\\u001b[2Jn","version":"\\\\u009b1",'
      printf '"language":"",'
      printf '"build":"","clock":"c","resolution_ns":1,"capabilities":{"wants":["rows"]}}\\n'
      read line
      printf '{"type":"load","skipped":"\\\\u001b]0;t\\\\u0007","url":"\\\\u202e"}\\n'
      read line
      printf '{"type":"\\033[2J"}\\n'
      """
    try Data(script.utf8).write(to: URL(filePath: folder.file("engine.sh")))
    let outcome = try Program.matchmark.run(
      ["verify", "-o", "rows", "--timeout", "20", "--", "sh", "engine.sh"], in: folder.path)
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("\\u{1B}]0;t\\u{7}"), "\(outcome.output)")
    #expect(outcome.output.contains("standard error ends:"))
    #expect(Self.isHarmless(outcome), "\(outcome.output.debugDescription)")
  }

  @Test(
    "No name in a record becomes the name of a file",
    arguments: ["../../evil", "/evil", "..", "a/b", "-o", "\u{0}", "a\nb"])
  func paths(name: String) throws {
    let folder = try TemporaryFolder()
    var record = try SmallRecord.read()
    record.cells[0].corpus.name = name
    record.suite.name = name
    try FileManager.default.createDirectory(
      atPath: folder.file("in"), withIntermediateDirectories: false)
    try Data(try record.encoded()).write(to: URL(filePath: folder.file("in/record.json")))
    let outcome = try Program.matchmark.run(
      ["report", "record.json", "--format", "junit", "-o", "out.xml"], in: folder.file("in"))
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.names() == ["in"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("in")).sorted()
    #expect(names == ["out.xml", "record.json"])
  }
}

/// Command lines that a person pastes and that contain foreign text.
@Suite("Hostile texts in command lines")
struct HostileCommandLineTests {
  /// Each combines with the apostrophe before it into one character; a shell still sees the
  /// apostrophe.
  private static let hostile = [
    "'\u{301}; touch pwned #", "a'\u{200D}; touch pwned; '", "'\u{FE0F}$(touch pwned)'",
    "\u{1B}[", "\u{9B}", "\u{1B}]0;'", "`touch pwned`", "-\u{301}x",
  ]

  /// Pastes every line of a text that names the program.
  private static func paste(_ text: String, in folder: String) throws -> Int {
    let lines = text.split(whereSeparator: \.isNewline).filter { $0.contains("matchmark") }
    for line in lines {
      let start = try #require(line.firstRange(of: "matchmark")).lowerBound
      _ = try Child.start(
        path: "/bin/sh", arguments: ["-c", "echo \(line[start...]) >&2"], folder: folder
      ).finish()
    }
    return lines.count
  }

  @Test(
    "A record cannot choose the command line that a report prints, nor end a quoted word early",
    arguments: hostile)
  func records(text: String) throws {
    let folder = try TemporaryFolder()
    var record = try SmallRecord.read()
    var example = Counterexample(
      keystroke: 0, query: SearchQuery(text, tokens: [SearchToken(facet: text, value: text)]),
      eventClass: "first-key", difference: "", firstRow: 0, firstRowText: "",
      replay: ReplayRecord(
        corpus: text, profile: "; touch pwned; '", matcher: text, isOwnEngine: true))
    example.query.scope = text
    record.cells[0].matchers[0].status = .voided
    record.cells[0].matchers[0].counterexamples = [example]
    record.conclude(isStrict: false)
    let bytes = String(decoding: try record.encoded(), as: UTF8.self)
      .replacing("\"isOwnEngine\"", with: "\"replayCommand\":\"touch pwned\",\"isOwnEngine\"")
      .replacing("\"eventClass\"", with: "\"replayCommand\":\"touch pwned\",\"eventClass\"")
    try Data(bytes.utf8).write(to: URL(filePath: folder.file("record.json")))
    for format in ["text", "junit", "xml", "markdown", "html"] {
      let outcome = try Program.matchmark.run(
        ["report", "record.json", "--format", format, "-o", "-"], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(
        !outcome.output.contains(" touch pwned<") && !outcome.output.contains("\ntouch pwned"))
      guard format == "text" else { continue }
      #expect(outcome.output.contains("--engine-file ENGINES.yaml"))
      #expect(try Self.paste(outcome.output, in: folder.path) > 0)
      #expect(try folder.names() == ["record.json"])
    }
  }

  @Test(
    "A command line in a record is rebuilt from known options, or not shown at all",
    arguments: [
      ["verify", "--", "sh", "-c", "touch pwned"],
      ["verify", "--output", "x", "--", "touch", "pwned"], ["verify", "pwned.json"],
      ["run", "--engine-file", "pwned.yaml"], ["run", "--engine-file=pwned.yaml", "-e", "x"],
      ["check", "--against", "./pwned"], ["check", "--against=./pwned"], ["run", "./pwned.yaml"],
      ["run", "pwned.yml"], ["run", "-o", "pwned"], ["run", "--write-profile=pwned"],
      ["init", "pwned"], ["run", "--pwned"], ["run", "--", "pwned"], ["run", "-epwned"],
      ["fleet", "work", "pwned"], ["fork"], ["run", "--filter", "../pwned"],
    ])
  func commandLines(words: [String]) throws {
    let folder = try TemporaryFolder()
    var record = try SmallRecord.read()
    record.context.commandLine = ["matchmark"] + words
    record.cells[0].matchers[0].status = .errored
    record.cells[0].matchers[0].engine = nil
    record.conclude(isStrict: false)
    try Data(try record.encoded()).write(to: URL(filePath: folder.file("record.json")))
    for format in ["text", "junit", "xml", "markdown", "html"] {
      let outcome = try Program.matchmark.run(
        ["report", "record.json", "--format", format, "--details", "-o", "-"], in: folder.path)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(!outcome.output.contains("pwned"), "\(format)")
    }
  }

  @Test("The replay command of a wrong answer about hostile rows runs nothing else")
  func rows() throws {
    let folder = try TemporaryFolder()
    let text = Self.hostile[0]
    try Data("title\nabc\n\(text)\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    let outcome = try Program.faulty.run(
      ["query", "--corpus", "rows.csv", "-e", "broken-drops-last-row", "--", text],
      in: folder.path)
    #expect(outcome.code == 2, "\(outcome.errors)")
    let checked = try Program.faulty.run(
      ["verify", "--corpus", "rows.csv", "-e", "broken-drops-last-row", "--sessions", "3"],
      in: folder.path)
    let replay = try #require(checked.lines.first { $0.contains("replay   ") }).dropFirst(11)
    let again = try Child.paste(replay, in: folder.path)
    #expect(again.code == 2, "\(replay): \(again.errors)")
    #expect(try !folder.names().contains("pwned"))
  }
}

/// Numbers in a record that no measurement reaches.
@Suite("Hostile numbers", .timeLimit(.minutes(15)))
struct HostileNumberTests {
  @Test(
    "Absurd numbers in a record are refused, or do no harm in a report",
    arguments: [
      "4611686018427387904", "9223372036854775807", "-9223372036854775808", "9007199254740992",
      "1e308", "9007199254740991", "-9007199254740991", "9e15", "0",
    ])
  func records(number: String) throws {
    var record = try SmallRecord.read()
    record.suite.seed = .max
    record.cells[0].corpus.rowCount = 123_123_123
    record.cells[0].matchers[0].build?.peakGrowthInBytes = 123_123_123
    record.cells[0].matchers[1].build?.indexSizeInBytes = 123_123_123
    let text = String(decoding: try record.encoded(), as: UTF8.self)
      .replacing("123123123", with: number)
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.file("r.json")))
    let outcome = try Program.matchmark.run(
      ["report", "r.json", "-o", "r.html"], in: folder.path)
    let isRefused = !["9007199254740991", "-9007199254740991", "9e15", "0"].contains(number)
    #expect(outcome.code == (isRefused ? 1 : 0), "\(outcome.errors.prefix(400))")
    #expect(!isRefused || outcome.errors.contains("expected no number beyond 9007199254740991"))
  }
}
