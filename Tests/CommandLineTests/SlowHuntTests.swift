import Foundation
import MatchmarkTestSupport
import Testing

@Suite("The hunt for slow keystrokes as a command", .long)
struct SlowHuntTests {
  private func hunt(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    try Program.matchmark.run(
      ["hunt", "--slow", "--allow-debug", "--seed", "5", "--no-progress"] + arguments,
      in: folder.path)
  }

  @Test("Without a find, the worst of each matcher is printed")
  func nothingFound() throws {
    let folder = try TemporaryFolder()
    let outcome = try hunt(
      ["--cases", "3", "--rows", "2000", "--budget", "10s", "-e", "linear-scan"], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.first == "a keystroke may take 10s: linear-scan")
    for kind in ["slowest keystroke", "closest to its budget", "slowest session"] {
      #expect(outcome.output.contains("\n  \(kind): "), "\(outcome.output)")
    }
    let verdict = try #require(outcome.lines.last)
    #expect(verdict.hasPrefix("0 keystrokes over their budgets: 3 cases, "), "\(verdict)")
    #expect(verdict.contains(" keystrokes timed "), "\(verdict)")
  }

  @Test("A program without symbols says that it could not count instructions", .needs(.valgrind))
  func uncounted() throws {
    let folder = try TemporaryFolder()
    let program = folder.file("stripped")
    let stripped = try Child.run(
      ["strip", "--strip-all", "-o", program, try Program.matchmark.path])
    try #require(stripped.code == 0, "\(stripped.errors)")
    let outcome = try Child.start(
      path: program,
      arguments: [
        "hunt", "--slow", "--allow-debug", "--seed", "5", "--no-progress", "--cases", "1",
        "--corpus", "titles-200", "--budget", "1ns", "-e", "linear-scan", "--regressions", "finds",
      ], folder: folder.path, environment: ["MATCHMARK_HOME": WorkingCopy.root.path]
    ).finish()
    #expect(outcome.code == 3, "\(outcome.text)")
    #expect(
      outcome.output.contains("instructions: not counted: valgrind saw no answer of linear-scan"),
      "\(outcome.text)")
  }

  @Test("A find is stored, and can be asked again with another budget")
  func found() throws {
    let folder = try TemporaryFolder()
    let outcome = try hunt(
      [
        "--cases", "1", "--corpus", "titles-200", "--budget", "1ns", "-e", "linear-scan",
        "--regressions", "finds",
      ], in: folder)
    #expect(outcome.code == 3, "\(outcome.output) \(outcome.errors)")
    #expect(outcome.output.contains(" of its budget 1ns"))
    let counted = /\n  instructions: ([1-9][0-9 ]+, the scan [1-9]|not counted: valgrind)/
    #expect(outcome.output.contains(counted))
    #expect(outcome.lines.last?.hasPrefix("1 keystroke over its budget after ") == true)
    let again = try #require(outcome.value(of: "again"))
    #expect(again.contains("--slow --corpus titles-200 --budget 1ns"))

    let replay = try #require(outcome.value(of: "replay"))
    let repeated = try Child.paste(replay, in: folder.path)
    #expect(repeated.code == 3, "\(repeated.output) \(repeated.errors)")
    #expect(repeated.output.contains("  linear-scan: slow, linear-scan takes "))

    let file = try #require(outcome.value(of: "stored"))
    let reported = try Program.matchmark.run(
      ["verify", file, "-e", "linear-scan", "-o", "reports"], in: folder.path)
    #expect(reported.code == 3, "\(reported.errors)")
    let junit = try String(contentsOfFile: folder.file("reports/junit.xml"), encoding: .utf8)
    #expect(junit.contains("type=\"BenchmarkRegression\""))
    #expect(!junit.contains("type=\"ConformanceFailure\""))
    let page = try String(contentsOfFile: folder.file("reports/report.md"), encoding: .utf8)
    #expect(page.contains(" is slow."))
    let text = try String(contentsOfFile: folder.file(file), encoding: .utf8)
    #expect(text.contains("Found by a hunt with seed 5, case 0. linear-scan takes "))
    let patient = text.replacing(#""budget": "1ns""#, with: #""budget": "10s""#)
    #expect(patient != text)
    try patient.write(toFile: folder.file(file), atomically: true, encoding: .utf8)
    let passed = try Program.matchmark.run(["verify", file, "-e", "linear-scan"], in: folder.path)
    #expect(passed.code == 0, "\(passed.output) \(passed.errors)")
    #expect(passed.output.contains("  linear-scan: right"))
  }

  @Test("A summary as JSON has the worst keystrokes as numbers and words")
  func summary() throws {
    let folder = try TemporaryFolder()
    let outcome = try hunt(
      [
        "--cases", "1", "--corpus", "titles-500", "--budget", "10s", "-e", "linear-scan", "--json",
      ], in: folder)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let summary = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let extremes = try #require((summary as? [String: Any])?["extremes"] as? [String: Any])
    let worst = try #require((extremes["linear-scan"] as? [[String: Any]])?.first)
    #expect(worst["kind"] as? String == "slowest keystroke")
    #expect(try #require(worst["value"] as? Double) > 0)
  }

  @Test(
    "An option that the hunt cannot follow is refused with what was expected",
    arguments: [
      (["--budget", "8"], "expected a time such as 8.33ms"),
      (["--workers", "2"], "one keystroke after the other"),
      (["--ranked"], "got --ranked and --slow"),
      (["--boxes"], "got --boxes and --slow"),
      (["--clause", "F1"], "expected --ranked or --boxes"),
      (["--coverage"], "got --coverage with --slow"),
    ])
  func refused(arguments: [String], words: String) throws {
    let outcome = try hunt(arguments, in: try TemporaryFolder())
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("A budget without --slow is refused")
  func budgetAlone() throws {
    let outcome = try Program.matchmark.run(["hunt", "--budget", "8ms"])
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains("got --budget without --slow"))
  }
}
