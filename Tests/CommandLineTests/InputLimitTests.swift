import Foundation
import MatchmarkCommand
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSession
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// The table of limits, and the limits that no test of their own room tries at the bound.
@Suite("Limits of input", .long)
struct InputLimitTests {
  private static func limit(_ name: String) throws -> InputLimit {
    try #require(InputLimitList.all.first { $0.name == name })
  }

  @Test("Each limit has its own name, and list limits prints it with its message")
  func list() throws {
    let limits = InputLimitList.all
    #expect(Set(limits.map(\.name)).count == limits.count)
    let text = try Program.matchmark.run(["list", "limits"])
    #expect(text.code == 0)
    let json = try Program.matchmark.run(["list", "limits", "--json"])
    let result = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let entries = try #require(result?["limits"] as? [[String: String]])
    #expect(entries.map { $0["name"] } == limits.map(\.name))
    for (limit, entry) in zip(limits, entries) {
      #expect(text.output.contains(limit.beyond.text), "\(limit.name)")
      #expect(entry["summary"]?.contains(limit.beyond.text) == true, "\(limit.name)")
    }
  }

  // MARK: Commands

  /// A command, and the files that it reads.
  struct Job {
    var files: [String: String] = [:]
    var input = ""
    let arguments: [String]

    init(_ line: String, input: String = "", files: [String: String] = [:]) {
      arguments = line.split(separator: " ").map(String.init)
      self.input = input
      self.files = files
    }

    func run() throws -> ProgramOutcome {
      let folder = try TemporaryFolder()
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
      }
      return try Program.matchmark.run(arguments, in: folder.path, input: input)
    }
  }

  private static func list(_ count: Int, _ word: (Int) -> String) -> String {
    (0..<count).map(word).joined(separator: ",")
  }

  /// Commands whose input has a given size, by the limit of that size.
  private static let jobs: [(String, @Sendable (Int) -> Job)] = [
    (
      "corpus-columns",
      { Job("data show r.csv", files: ["r.csv": list($0) { "c\($0)" } + "\n"]) }
    ),
    ("column-name-size", { Job("data show r.csv", files: ["r.csv": letters($0) + "\nx\n"]) }),
    (
      "schema-line-size",
      { size in
        let start = #"{"version":1,"columns":[{"name":"t","roles":["text"]}"#
        let blanks = String(repeating: " ", count: size - start.utf8.count - 2)
        return Job("data show r.jsonl", files: ["r.jsonl": "\(start)\(blanks)]}\n{\"t\":\"x\"}\n"])
      }
    ),
    (
      // Each row without a key lacks 1 024 cells.
      "missing-cells",
      { cells in
        let limit = 1 << 22
        let first = "{" + list(1_024) { "\"c\($0)\":1" } + "}\n"
        let count = (first.utf8.count + limit) / (1_024 - "{}\n".utf8.count) + cells - limit
        return Job(
          "data show r.jsonl", files: ["r.jsonl": first + String(repeating: "{}\n", count: count)])
      }
    ),
    (
      "trace-line-size",
      { size in
        let text = letters(size - "{\"trace\":\"\"}\n".utf8.count)
        return Job(
          "session t.jsonl", files: ["t.jsonl": "{\"trace\":\"t\"}\n{\"trace\":\"\(text)\"}\n"])
      }
    ),
    (
      "yaml-aliases",
      { count in
        let suite = "why: &a x\nmatchers: [\(list(count) { _ in "*a" })]\n"
        return Job("run s.yaml --dry-run", files: ["s.yaml": suite])
      }
    ),
    (
      // The file, the key's mapping and the text are levels, too.
      "yaml-nesting",
      { count in
        let nested = String(repeating: "{a: ", count: count - 2) + "x"
        let suite = "why: \(nested)\(String(repeating: "}", count: count - 2))\n"
        return Job("run s.yaml --dry-run", files: ["s.yaml": suite])
      }
    ),
    (
      "plan-line-size", { Job("fleet work p.jsonl -o out", files: ["p.jsonl": letters($0) + "\n"]) }
    ),
    ("sizes", { Job("run --corpus titles --dry-run --sizes \(list($0) { "\($0 + 1)" })") }),
    ("forks", { Job("run smoke --dry-run --forks \($0)") }),
    ("hunt-workers", { Job("\(hunt) --workers \($0)") }),
    ("hunt-first", { Job("\(hunt) --first \($0)") }),
    ("hunt-rows", { Job("\(hunt) --rows \($0)") }),
    ("typed-line-size", { Job("session --app plans", input: letters($0) + "\n") }),
  ]

  private static let hunt = "hunt --cases 1 --seed 1 -e linear-scan --no-progress"

  @Test(
    "A command accepts input that is exactly at a limit, and names the limit beyond it",
    arguments: jobs)
  func command(name: String, job: @Sendable (Int) -> Job) throws {
    let limit = try Self.limit(name)
    let most = try job(limit.value).run()
    #expect(!most.text.contains(limit.beyond.text), "\(most.text.prefix(400))")
    let more = try job(limit.value + 1).run()
    #expect(more.code == InputLimitList.exitCode(beyond: limit) ?? 0)
    // The message of the table has a file name and a line as examples.
    let said = limit.beyond.text.split(separator: ": ").last ?? ""
    #expect(more.text.contains(said), "'\(said)' is not in: \(more.text.prefix(400))")
  }

  @Test(
    "A file that is larger than its kind may be is refused with a message that names the limit",
    arguments: [
      ("rows", "query --corpus FILE x"), ("record", "report FILE"), ("cases", "verify FILE"),
      ("traces", "session FILE"), ("settings", "session --settings FILE"),
      ("yaml", "run FILE --dry-run"),
      ("entries", "hunt --cases 1 -e linear-scan --ledger FILE"),
    ])
  func file(kind: String, line: String) throws {
    let limit = try Self.limit("\(kind)-file-size")
    let folder = try TemporaryFolder()
    let name = try #require(limit.beyond.text.split(separator: "'").dropFirst().first)
    // A sparse file takes no space.
    try Data().write(to: URL(filePath: folder.file(String(name))))
    let file = try FileHandle(forWritingTo: URL(filePath: folder.file(String(name))))
    try file.truncate(atOffset: UInt64(limit.value) + 1)
    try file.close()
    let words = line.replacing("FILE", with: name).split(separator: " ").map(String.init)
    let outcome = try Program.matchmark.run(words, in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains(limit.beyond.text), "\(outcome.errors)")
  }

  @Test("A generated corpus of more than a hundred million rows is refused")
  func generatedRows() throws {
    let limit = try Self.limit("generated-rows")
    let outcome = try Job("query --corpus titles-\(limit.value + 1) x").run()
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(limit.beyond.text), "\(outcome.errors)")
  }

  // MARK: Texts that are cut

  /// Checks by limit, each of which returns true if something of a given size is kept whole.
  private static let cuts: [(String, @Sendable (Int) throws -> Bool)] = [
    ("mistyped-name-size", { NearestName.of(letters($0), among: [letters($0)]) != nil }),
    ("shown-text-size", { !DisplayText.line(letters($0)).contains("…") }),
    (
      "table-rows",
      { count in
        let table = ReportTable("t", Array(repeating: "x", count: count), [.words("a") { $0 }])
        return table.omittedCount(beyond: table.rowLimit) == 0
      }
    ),
    (
      "shown-request-size",
      { size in
        let failure = EngineFailure(
          .crashed, in: .query, got: "g", expected: "e", requestLine: letters(size))
        return failure.description.contains(letters(size))
      }
    ),
    (
      "standard-error-size",
      { size in
        let script = ["-c", "head -c \(size) /dev/zero >&2"]
        var child = try ChildProcess(
          ChildCommand("sh", script, environment: ChildCommand.inheritedEnvironment))
        _ = try child.awaitEndOfOutput(atMost: 0, before: Deadline(after: .seconds(30)))
        _ = child.waitForEnding(before: Deadline(after: .seconds(30)))
        return child.lastErrors.count == size
      }
    ),
    (
      "undo-steps",
      { count in
        var session = SearchSession()
        _ = try session.apply(.activate(by: .user))
        for _ in 0..<count { _ = try session.apply(.type("x")) }
        for _ in 0..<count { _ = try session.apply(.undo) }
        return session.text.isEmpty
      }
    ),
    (
      "message-size",
      { size in
        func errors(_ count: Int) throws -> String {
          try Program.matchmark.run(["query", "--corpus", letters(count), "x"]).errors
        }
        let frame = try errors(1_000).utf8.count - 1_001
        return !(try errors(size - frame).contains("bytes left out"))
      }
    ),
    ("markdown-size", { !page(sizeInBytes: $0).contains("Left out") }),
    (
      "xml-value-size",
      { size in
        var record = try SmallRecord.read()
        record.cells = []
        record.warnings = [letters(size)]
        // This compares letter by letter: searching for a megabyte in two takes minutes.
        return try ResultReport(record, program: ShownProgram("./matchmark")).render().count {
          $0 == UInt8(ascii: "x")
        } >= size
      }
    ),
    ("junit-value-size", { try junit { $0.properties = [JUnitProperty("p", letters($1))] }($0) }),
    ("junit-name-size", { try junit { $0.cases[0].name = letters($1) }($0) }),
    (
      "junit-message-size",
      {
        try junit {
          $0.cases[0].result = .failure(
            type: .conformanceFailure, message: letters($1), details: "")
        }($0)
      }
    ),
    ("junit-output-size", { try junit { $0.cases[0].systemOut = letters($1) }($0) }),
    (
      // A suite's output is that of its case, with the case's name in front and a line end.
      "junit-suite-output-size",
      { try junit(.ant) { $0.cases[0].systemOut = letters($1 - "n: \n".utf8.count) }($0) }
    ),
  ]

  /// A page with one block, of this many bytes.
  private static func page(sizeInBytes size: Int) -> String {
    func page(_ letterCount: Int) -> String {
      let block = Block("t", "t", [.text(letters(letterCount))])
      let document = Document(
        name: "t", headline: .init("t", isRight: true, grounds: "t"),
        sections: [.init("s", "s", [block])])
      return MarkdownRenderer(document).render()
    }
    return page(size - page(1).utf8.count + 1)
  }

  /// Returns true if a report is written whole after a change of its only suite.
  private static func junit(
    _ dialect: JUnitDialect = .common, _ change: @escaping (inout JUnitSuite, Int) -> Void
  ) -> (Int) throws -> Bool {
    { size in
      var suite = JUnitSuite(
        name: "s", package: "p", startedAt: "1970-01-01T00:00:00Z", hostname: "h",
        cases: [JUnitCase(name: "n", classname: "c", time: .zero, result: .passed)])
      change(&suite, size)
      let report = JUnitReport(name: "r", suites: [suite])
      let text = String(decoding: try JUnitWriter.render(report, dialect: dialect), as: UTF8.self)
      return !text.contains("…") && !text.contains("left out]")
    }
  }

  @Test("Content at its limit is kept whole, and anything longer is cut", arguments: cuts)
  func cut(name: String, isWhole: @Sendable (Int) throws -> Bool) throws {
    let limit = try Self.limit(name)
    #expect(try isWhole(limit.value))
    #expect(try !isWhole(limit.value + 1))
  }

  @Test("A report folder keeps the records of at most twenty runs", arguments: [19, 20])
  func keptRecords(before count: Int) throws {
    let limit = try Self.limit("kept-records").value
    let folder = try TemporaryFolder()
    let runs = folder.file("reports/runs")
    try FileManager.default.createDirectory(atPath: runs, withIntermediateDirectories: true)
    let record = Data(try SmallRecord.read().encoded())
    for number in 0..<count {
      try record.write(to: URL(filePath: "\(runs)/\(100_001 + number)-20000101T000000Z-a.json"))
    }
    let line = "run --corpus titles-1 -e linear-scan --sessions 1"
    _ = try Program.matchmark.run(
      line.split(separator: " ").map(String.init) + SmallRun.measuring, in: folder.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: runs)
    #expect(names.count == min(count + 1, limit))
  }

  @Test("A record keeps at most ten wrong answers to each kind of keystroke")
  func counterexamples() throws {
    let folder = try TemporaryFolder()
    let line = "verify --corpus titles-100 -e broken-drops-last-row -o out --no-progress"
    _ = try Program.faulty.run(line.split(separator: " ").map(String.init), in: folder.path)
    let bytes = try FileReader.read(folder.file("out/record.json"))
    let kept = try RunRecord(decoding: bytes).cells.flatMap(\.matchers).flatMap(\.counterexamples)
    let counts = Dictionary(grouping: kept, by: \.eventClass).mapValues(\.count)
    #expect(counts.values.max() == (try Self.limit("counterexamples")).value)
    let said = Set(kept.map { "\($0.eventClass) \($0.query) \($0.difference)" })
    #expect(said.count == kept.count, "A wrong answer that is given again is kept once.")
  }
}

/// A text of this many letters.
func letters(_ count: Int) -> String { String(repeating: "x", count: count) }
