import Foundation
import MatchmarkTestSupport
import Testing

@Suite("An engine step by step", .long)
struct StepVerificationTests {
  private static func check(
    _ command: [String], in folder: borrowing TemporaryFolder, timeout: String = "20"
  ) throws -> ProgramOutcome {
    let arguments = ["verify", "-o", folder.file("rows"), "--timeout", timeout, "--"] + command
    return try Program.matchmark.run(arguments, in: folder.path)
  }

  private static func serving(_ matcher: String) throws -> [String] {
    [try Program.faulty.path, "engine", "serve", "--matcher", matcher]
  }

  @Test("A step-by-step check walks a correct engine through every message")
  func right() throws {
    let outcome = try Self.check(try Self.serving("inverted-index"), in: TemporaryFolder())
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(outcome.output.contains("  ok       hello: inverted-index 0.1.0\n"))
    for word in [
      "load: 12 rows", "load: 0 rows", "query rows, ", "query page, three repetitions: 3 rows",
      "query count, ", "query digest, ", "a token: 2 rows", "a scope: 3 rows", "quotation marks",
      "every row, a page of fifty: 120 rows", "bye: it ended",
    ] {
      #expect(outcome.output.contains(word), "\(word)")
    }
    #expect(outcome.output.contains(" 0 wrong, 0 skipped, 0 failed, 0 not run\n"))
    #expect(outcome.errors == "")
  }

  @Test(
    "A step-by-step check finds each declared form of an answer that is wrong",
    arguments: [
      (EngineFault.wrongMarks, "marked name 0..<4, expected name 0..<3"),
      (.noMarks, "marked nothing, expected name 0..<3"),
      (.declineMarks, "declares 'page' with 'ranges', but declines: later"),
      (.wrongDigest, "digest"), (.otherCount, "count"),
    ])
  func declarations(fault: EngineFault, text: String) throws {
    let engine = [try Program.faultyEngine.path, fault.rawValue]
    let outcome = try Self.check(engine, in: TemporaryFolder())
    #expect(outcome.code == (fault == .otherCount || fault == .wrongDigest ? 5 : 2))
    #expect(outcome.output.contains(text), "\(outcome.output)")
  }

  @Test("An engine that is checked step by step may decline queries that it does not support")
  func partial() throws {
    let outcome = try Self.check(try Self.serving("sorted-prefix"), in: TemporaryFolder())
    #expect(outcome.code == 0, "\(outcome.output)")
    #expect(outcome.output.contains("  skipped  load: a sorted array cannot find 'name'"))
    #expect(outcome.output.contains("letters that titles begin with: 1 row"))
  }

  @Test(
    "An engine that knows neither tokens nor scopes is asked for plain text only", .needs(.python3))
  func plain() throws {
    let folder = try TemporaryFolder()
    try Self.write(
      "plain.py", replacing: "    known = {",
      with: """
            if profile["facets"] or profile.get("scope") or profile["numericFields"]:
                return {"skipped": "neither tokens nor scopes nor numbers"}
            known = {
        """, to: folder)
    let outcome = try Self.check(["python3", folder.file("plain.py")], in: folder)
    #expect(outcome.code == 0, "\(outcome.text)")
    #expect(outcome.output.contains("plain text beyond ASCII: 1 row"))
    #expect(outcome.output.contains("\n27 of 120 answers compared"), "\(outcome.output)")
    #expect(outcome.output.contains("\nnote: the engine declined most questions"))
  }

  /// Writes the engine in Python with one text replaced by another.
  private static func write(
    _ name: String, replacing text: String, with other: String,
    to folder: borrowing TemporaryFolder
  ) throws {
    let template = WorkingCopy.path("Benchmarks/Engines/template-python")
    let whole = try String(contentsOfFile: "\(template)/engine.py", encoding: .utf8)
    let changed = whole.replacing(text, with: other)
    try #require(changed != whole)
    try changed.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      atPath: "\(template)/search.py", toPath: folder.file("search.py"))
  }

  @Test(
    "An engine that splits its rows at a line separator is caught step by step", .needs(.python3))
  func lineSeparators() throws {
    let folder = try TemporaryFolder()
    try Self.write(
      "wrong.py", replacing: #"data.split(b"\n")[1:-1]"#, with: "data.decode().splitlines()[1:]",
      to: folder)
    let outcome = try Self.check(["python3", folder.file("wrong.py")], in: folder)
    #expect(outcome.code == 5, "\(outcome.text)")
    #expect(outcome.output.contains(" 0 wrong, 11 skipped, 1 failed, "), "\(outcome.output)")
  }

  @Test("A passed check step by step ends with the command that asks the conformance cases")
  func next() throws {
    let folder = try TemporaryFolder()
    let command = try Self.serving("linear-scan")
    let alone = try Self.check(command, in: folder)
    let place = try #require(alone.lines.firstIndex { $0.hasPrefix("next: ") })
    #expect(alone.lines[place] == "next: write these lines to engines.yaml, and run the last one")
    // The command works as it is shown.
    let lines = alone.lines[(place + 1)...]
    try lines.dropLast().joined(separator: "\n").write(
      toFile: folder.file("engines.yaml"), atomically: true, encoding: .utf8)
    let shown = try #require(lines.last)
    let asked = try Child.paste("\(shown) -f K-01", in: folder.path)
    #expect(asked.code == 0, "\(asked.text)")
    #expect(try Self.check(command, in: folder).lines.last == "next: \(shown)")
    let other = try Self.check(try Self.serving("inverted-index"), in: folder)
    #expect(other.output.contains("\nnext: add an entry to engines.yaml, and run the last one\n"))
    #expect(!other.output.contains("\nengines:"))
    let named = try Program.matchmark.run(
      ["verify", "--step-by-step", "--engine-file", "engines.yaml", "-e", "my-engine"],
      in: folder.path)
    #expect(named.lines.last == "next: \(shown)")
  }

  @Test("An engine may return extra rows only if it declares itself inexact")
  func inexact() throws {
    let outcome = try Self.check(try Self.serving("broken-answers-superset"), in: TemporaryFolder())
    #expect(outcome.code == 0, "\(outcome.output)")
    // The same double without its declared inexactness is wrong.
    let wrong = try Self.check(try Self.serving("broken-adds-row"), in: TemporaryFolder())
    #expect(wrong.code == 2)
  }

  @Test("A step-by-step check shows a wrong answer with the shell command that repeats it")
  func wrong() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.check(try Self.serving("broken-drops-last-row"), in: folder)
    #expect(outcome.code == 2)
    #expect(!outcome.output.contains("\nnext: "))
    let wrong = try #require(
      outcome.lines.first { $0.contains("wrong    query rows, all rows") }, "\(outcome.output)")
    #expect(wrong.hasSuffix("got 5 rows: 0 1 2 3 4, expected 6 rows: 0 1 2 3 4 5"))
    #expect(outcome.lines.contains("           typed: “uni”"))
    #expect(outcome.output.contains(/\n {11}row 5 is missing: “.+ · .+”\n/))
    let prefix = "           reproduce: "
    let line = try #require(outcome.lines.first { $0.hasPrefix(prefix) })
    let repeated = try Child.start(
      path: "/bin/sh", arguments: ["-c", String(line.dropFirst(prefix.count))],
      folder: folder.path
    ).finish()
    #expect(repeated.code == 0)
    #expect(repeated.lines.last?.hasSuffix(#""count":5,"rows":[0,1,2,3,4]}"#) == true)
  }

  @Test(
    "A step-by-step check names the state of a failing engine, and skips the remaining steps",
    arguments: [
      (["true"], "hello: exited", "exited with status 0"),
      (["cat"], "hello: no-version", "got nothing for key 'version'"),
      (
        ["sh", "-c", "read request; echo hi; cat"], "hello: garbage",
        "got 'h' at byte 0, in the line 'hi'"
      ),
      (["matchmark-no-such-engine"], "start: not-installed", "it is in no folder of PATH"),
      (["sh", "-c", "echo oh dear >&2; kill -9 $$"], "hello: crashed", "oh dear"),
      (["yes"], "hello: endless-output", "unrequested"),
    ] as [([String], String, String)])
  func failures(command: [String], state: String, detail: String) throws {
    let outcome = try Self.check(command, in: TemporaryFolder())
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("  failure    \(state)"), "\(outcome.output)")
    #expect(outcome.output.contains(detail), "\(outcome.output)")
    #expect(outcome.lines.last?.hasPrefix("0 of 120 answers compared; steps: 0 ok") == true)
  }

  @Test("An engine that does not reply within the timeout is reported as timed out")
  func timeout() throws {
    let outcome = try Self.check(["sleep", "60"], in: TemporaryFolder(), timeout: "0.2")
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("  failure    hello: timed-out"))
    #expect(outcome.output.contains("within 0.2 seconds"))
  }

  @Test("An answer with the right number of rows but a wrong row is wrong")
  func otherRows() throws {
    let engine = try Self.serving("linear-scan").map { "'\($0)'" }.joined(separator: " ")
    let change = "s/\"rows\":\\[0,1,2,3,4,5\\]/\"rows\":[0,1,2,3,4,6]/"
    let outcome = try Self.check(
      ["sh", "-c", "\(engine) | sed -u '\(change)'"], in: TemporaryFolder())
    #expect(outcome.code == 2)
    #expect(
      outcome.output.contains(
        "query rows, all rows: got 6 rows: 0 1 2 3 4 6, expected 6 rows: 0 1 2 3 4 5"),
      "\(outcome.output)")
  }

  @Test("An answer that is wrong only after earlier queries is shown together with them")
  func earlierQueries() throws {
    let folder = try TemporaryFolder()
    let engine = try Self.serving("faulty-stale-after-backspace")
    let outcome = try Self.check(engine, in: folder)
    #expect(outcome.code == 2, "\(outcome.output)")
    let wrong = try #require(outcome.lines.firstIndex { $0.hasPrefix("  wrong ") })
    let count = try #require(outcome.lines[wrong].firstMatch(of: /: got (\d+) rows?/)?.1)
    let line = try #require(outcome.lines[wrong...].first { $0.contains("reproduce: ") })
    let pasted = try Child.paste(
      line[try #require(line.range(of: "reproduce: ")).upperBound...], in: folder.path)
    #expect(pasted.output.contains("\"count\":\(count),"), "\(line)\n\(pasted.text)")
    let last = try #require(pasted.lines.last { $0.contains("\"type\":\"query\"") })
    #expect(last.contains("\"count\":\(count),"), "\(outcome.lines[wrong])\n\(last)")
  }

  @Test("A step-by-step check of an engine that declines everything exits with 6")
  func declined() throws {
    let outcome = try Self.check(try Self.serving("broken-declines-all"), in: TemporaryFolder())
    #expect(outcome.code == 6)
    #expect(outcome.errors.contains("nothing was compared"))
  }

  @Test("A step-by-step check refuses an engine that is not in the catalog")
  func catalog() throws {
    let unknown = try Program.matchmark.run(["verify", "--step-by-step", "-e", "no-such-engine"])
    #expect(unknown.code == 64)
    #expect(unknown.errors.contains("got engine 'no-such-engine'"))
  }
}
