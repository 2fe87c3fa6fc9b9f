import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Small inputs that would become large or take forever.
@Suite("Input that grows when it is read", .long, .timeLimit(.minutes(15)))
struct SwellingInputTests {
  private static func run(_ name: String, _ text: String, _ arguments: [String]) throws
    -> ProgramOutcome
  {
    let folder = try TemporaryFolder()
    let url = URL(filePath: folder.file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return try Program.matchmark.run(arguments, in: folder.path)
  }

  /// Each list is ten times as long as the previous one.
  private static let laughs =
    "why: x\na0: &a0 [x]\n"
    + (1...6).map { level in
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      return "a\(level): &a\(level) [\(list)]\n"
    }.joined()

  @Test("Nested aliases in YAML are refused, as values and as keys")
  func aliases() throws {
    for text in [Self.laughs, Self.laughs + "? *a6\n: 1\n"] {
      let outcome = try Self.run("suite.yaml", text, ["run", "suite.yaml", "--dry-run"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("aliases, expected at most 40"))
    }
  }

  /// A library may compare two lists of lists twice on each level while it sorts them.
  @Test("Repeated YAML keys that are nested lists are refused")
  func keys() throws {
    let (open, close) = (String(repeating: "[", count: 60), String(repeating: "]", count: 60))
    let names = ["a", "b", "a", "b"]
    let texts: [String] = [
      "{" + names.map { "\(open)\($0)\(close) : 1" }.joined(separator: ", ") + "}",
      "{" + names.map { "\(open)\($0)\(close)" }.joined(separator: ", ") + "}",
      "{a: {}, " + names.map { "&x \(open)\($0)\(close)" }.joined(separator: ", ") + "}",
      names.map { "? " + String(repeating: "- ", count: 60) + $0 }.joined(separator: "\n"),
      "why: [&a \(open)a\(close), &b \(open)b\(close)]\n"
        + names.map { "*\($0) : 1" }.joined(separator: "\n"),
    ]
    for text in texts {
      let outcome = try Self.run("suite.yaml", text, ["run", "suite.yaml", "--dry-run"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("got 4 keys that are lists, mappings or aliases"))
    }
  }

  @Test("YAML texts that begin with a brace are not mistaken for keys")
  func braces() throws {
    let titles = (0..<9).map { "\"{\($0)\"" }.joined(separator: ", ")
    let outcome = try Self.run("s.yaml", "why: [\(titles)]", ["run", "s.yaml", "--dry-run"])
    #expect(!outcome.errors.contains("keys"), "\(outcome.errors)")
  }

  /// More than Foundation's decoder takes, in several forms: UTF-16 has other quotation marks.
  private static let nested =
    [129, 512, 513, 514, 200_000].map { String(repeating: "[", count: $0) } + [
      String(repeating: "{\"a\":", count: 513), String(repeating: "{\"a\":[", count: 400),
      "\"\\\"[[\"" + String(repeating: "[", count: 513),
      ("[\"\u{122}\"," + String(repeating: "[", count: 600)).utf16.map {
        String(decoding: [UInt8($0 & 0xFF), UInt8($0 >> 8)], as: UTF8.self)
      }.joined(),
    ]

  /// The commands that read JSON, each with the file that it reads.
  private static let doors: [(name: String, arguments: [String])] = [
    ("s.yaml", ["run", "s.yaml", "--dry-run"]), ("r.json", ["report", "r.json"]),
    ("c.json", ["verify", "c.json"]), ("t.jsonl", ["session", "t.jsonl"]),
    ("s.json", ["session", "--settings", "s.json"]), ("r.jsonl", ["data", "show", "r.jsonl"]),
    ("r.json", ["report", "r.json"]), ("r.json", ["baseline", "show", "./r.json"]),
    ("r.json", ["check", "--baseline", "./r.json", "--allow-debug"]),
    ("r.json", ["baseline", "save", "main", "--record", "r.json"]),
    ("r.jsonl", ["query", "--corpus", "r.jsonl", "x"]),
    ("l.jsonl", ["hunt", "--cases", "1", "-e", "linear-scan", "--ledger", "l.jsonl"]),
  ]

  /// Texts that only a programmer understands, or that appear only by mistake.
  private static func rawWords(in text: String) -> [String] {
    [
      "DecodingError", "CodingKeys", "Swift.", "debugDescription", "Optional(", "NSCocoa",
      "Context(", "Index ", "got got", "Fatal error",
    ].filter(text.contains)
  }

  @Test("Every command that reads JSON reports an unexpected shape in its own words")
  func wrongShapes() throws {
    for (name, arguments) in Self.doors {
      for text in [
        "", "null", "[]", "{}", "\"x\"", "1e400", "{\"a\":1", "{\"cells\":1}",
        "{\"cells\":[\n{\"id\":null}]}", "{\"version\":1,\"columns\":[{\"name\":[]}]}\n",
        "{\"group\":\"g\",\"cases\":[{\"id\":7}]}", "{\"formatVersion\":\"x\",\"context\":[]}",
      ] {
        let outcome = try Self.run(name, text, arguments)
        #expect([0, 1].contains(outcome.code), "\(arguments) \(text): \(outcome.errors)")
        #expect(Self.rawWords(in: outcome.text) == [], "\(arguments) \(text): \(outcome.errors)")
      }
    }
  }

  @Test("A value of the wrong kind in a record is reported in plain words")
  func wrongValues() throws {
    var record = try SmallRecord.read()
    record.cells[0].keystrokes.removeLast(record.cells[0].keystrokes.count - 1)
    record.cells[0].matchers.removeLast(record.cells[0].matchers.count - 1)
    record.cells[0].noise = nil
    let object = try JSONSerialization.jsonObject(with: Data(try record.encoded()))
    let kinds: [Any] = ["x", NSNull(), -1, [Any](), [String: Any]()]
    for other in TestAmount.first(2, of: kinds) {
      for damaged in Damaging.variants(of: object, with: other) {
        let data = try JSONSerialization.data(withJSONObject: damaged)
        do { _ = try RunRecord(decoding: Array(data)) } catch {
          #expect(Self.rawWords(in: "\(error)") == [], "\(error)")
        }
      }
    }
  }

  @Test("A typed line that is too long is refused with the limit", arguments: [[], ["--json"]])
  func longLine(flags: [String]) throws {
    let outcome = try Program.matchmark.run(
      ["session"] + flags, input: letters(300_000) + "\n")
    #expect(outcome.text.contains("got a line of more than 262144 bytes"))
    #expect(!outcome.text.contains("got got"), "\(outcome.text.suffix(300))")
  }

  @Test("Endlessly nested brackets are an error in every format, not a crash")
  func brackets() throws {
    let history = Self.nested.map { ("reports/runs/000001-20260101T000000Z-countries.json", $0) }
    for (name, arguments) in Self.doors {
      for hostile in Self.nested {
        let schema = "{\"version\":1,\"columns\":[" + hostile + "\n"
        let outcome = try Self.run(name, name == "r.jsonl" ? schema : hostile, arguments)
        #expect(outcome.code == 1, "\(name): \(outcome.errors.prefix(300))")
        #expect(outcome.errors.utf8.count < 20_000)
        #expect(!outcome.errors.contains("DecodingError"), "\(outcome.errors)")
      }
    }
    for (name, text) in history {
      let outcome = try Self.run(
        name, text,
        ["run", "--corpus", "countries", "--sessions", "1", "-e", "linear-scan"]
          + SmallRun.measuring)
      #expect(outcome.code == 0, "\(outcome.errors.prefix(300))")
    }
  }

  @Test("A text that a case repeats without end is refused, not built")
  func repeated() throws {
    let json = """
      {"group": "g", "cases": [
        {"id": "Z-1", "sentence": "s", "clauses": [], "level": "unicode", "corpus": "products",
         "profile": "products", "checks": [{"query": {"text": {"repeat": "x",
         "times": 9000000000000000}, "tokens": [], "scope": null}, "expected": {"rows": []}}]}]}
      """
    let outcome = try Self.run("c.json", json, ["verify", "c.json"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("got repeated texts of more than 16777216 bytes"))
  }

  @Test("A hundred thousand columns are refused, in a header and in an object")
  func columns() throws {
    let names = (0..<100_000).map { "c\($0)" }
    let csv = try Self.run(
      "r.csv", names.joined(separator: ",") + "\n", ["data", "show", "r.csv"])
    let json = try Self.run(
      "r.jsonl", "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}\n",
      ["data", "show", "r.jsonl"])
    for outcome in [csv, json] {
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("more than 1024 columns"))
    }
  }

  @Test("A column name of two megabytes is refused, in a header and in an object")
  func columnNames() throws {
    let name = letters(2_000_000)
    for (file, text) in [
      ("r.csv", "a,\(name)\n1,2\n"), ("r.csv", "a,\"\(name)\"\n1,2\n"),
      ("r.jsonl", "{\"a\":1,\"\(name)\":2}\n"),
      ("r.jsonl", "{\"version\":1,\"columns\":[{\"name\":\"\(name)\",\"roles\":[]}]}\n"),
    ] {
      let outcome = try Self.run(file, text, ["query", "--corpus", file, "x"])
      #expect(outcome.code == 1)
      #expect(
        outcome.errors.contains("got a column name of 2000000 bytes, expected at most 1024"),
        "\(outcome.errors.prefix(300))")
      #expect(outcome.errors.utf8.count < 400)
    }
  }

  @Test("A line of a million commas is refused, both as a header and as a row")
  func commas() throws {
    let commas = String(repeating: ",", count: 1_000_000)
    for (text, complaint) in [
      (commas + "\n", "more than 1024 columns"), ("a,b\n1,2\n\(commas)\n", "1000001"),
    ] {
      let outcome = try Self.run("r.csv", text, ["data", "show", "r.csv"])
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }

  private static let hasEndlessFile =
    FileManager.default.isReadableFile(atPath: "/proc/self/pagemap")

  @Test(
    "An endless file without a size is refused at the same point as a device",
    .enabled(if: hasEndlessFile), arguments: ["/proc/self/pagemap", "/dev/zero"])
  func pseudoFile(path: String) throws {
    let folder = try TemporaryFolder()
    // Rows from a source without a size may be longer; records may not.
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("r.csv"), withDestinationPath: path)
    let outcome = try Program.matchmark.run(["data", "show", "r.csv"], in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("expected at most 268435456 bytes"), "\(outcome.errors)")
  }

  @Test("A column name as long as a file is refused without being quoted")
  func longNames() throws {
    let outcome = try Self.run(
      "r.jsonl", "{\"a\":1}\n{\"\(letters(4_000_000))\":1}\n", ["data", "show", "r.jsonl"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("r.jsonl:2:2: got a column name of 4000000 bytes"))
    #expect(outcome.errors.utf8.count < 400)
  }
}

/// Replaces one value of JSON.
private enum Damaging {
  /// The object with each of its values replaced in turn; in a list, those of its first element.
  static func variants(of value: Any, with other: Any) -> [Any] {
    if let object = value as? [String: Any] {
      return object.keys.sorted().flatMap { key in
        ([other] + variants(of: object[key] ?? other, with: other)).map { damaged in
          object.merging([key: damaged]) { $1 } as Any
        }
      }
    }
    guard let list = value as? [Any], let first = list.first else { return [] }
    return ([other] + variants(of: first, with: other)).map { [$0] + list.dropFirst() as Any }
  }
}
