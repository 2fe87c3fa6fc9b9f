import Foundation
import MatchmarkTestSupport
import Testing

@Suite("The hunt command")
struct HuntCommandTests {
  private static let wrong = "faulty-any-term"

  @Test("says its seed, what it has compared, and that nothing was found")
  func nothingFound() throws {
    let outcome = try Program.matchmark.run(
      ["hunt", "--cases", "4", "--seed", "77", "-e", "linear-scan", "--no-progress"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.lines.first == "hunting with seed 77: linear-scan")
    let verdict = try #require(outcome.lines.last)
    #expect(
      verdict.wholeMatch(
        of:
          /0 disagreements: 4 cases, [\d ]+ answers compared \(.* a minute\) in .*, seed 77.*/
      ) != nil, "\(verdict)")
  }

  @Test("shrinks and stores a find, and prints the command that replays it")
  func found() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress", "--regressions",
      "finds",
    ]
    let outcome = try Program.faulty.run(arguments, in: folder.path)
    #expect(outcome.code == 2)
    for part in ["\(Self.wrong) answers wrongly", "expected: no rows", "answered: rows 0"] {
      #expect(outcome.output.contains(part))
    }
    #expect(outcome.output.contains("(folds to U+0061)"))
    #expect(outcome.output.contains("\n  clauses: Q8, Q15\n"))
    let file = try #require(outcome.value(of: "stored"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("finds")).count == 1)

    let replay = try #require(outcome.value(of: "replay"))
    #expect(replay == "./matchmark reproduce \(file)")
    let right = try Program.matchmark.run(["reproduce", file], in: folder.path)
    #expect(right.code == 0)
    #expect(right.output.contains("  linear-scan: right"))
    let again = try Program.faulty.run(["reproduce", file, "-e", Self.wrong], in: folder.path)
    #expect(again.code == 2)
    #expect(again.output.contains("  \(Self.wrong): wrong, \"1 a\": r0 should not match"))

    let hunted = try #require(outcome.value(of: "again")).split(separator: " ").dropFirst()
    #expect(hunted.suffix(2) == ["-e", "faulty-any-term"])
    let numbered = try Program.faulty.run(
      hunted.map(String.init) + ["--no-progress", "--regressions", "more"],
      in: folder.path)
    #expect(numbered.code == 2)
    let stored = try #require(numbered.value(of: "stored"))
    #expect(
      try String(contentsOfFile: folder.file(stored), encoding: .utf8)
        == String(contentsOfFile: folder.file(file), encoding: .utf8))
  }

  @Test("names the case in which a matcher crashes the process, and how to see it again")
  func crash() throws {
    let arguments = ["hunt", "--seed", "5", "--no-progress", "-e", "rogue-crashes"]
    let surroundings = ["MATCHMARK_CRASHING": "building", "SWIFT_BACKTRACE": "enable=no"]
    let outcome = try Program.faulty.run(
      arguments + ["--cases", "300"], environment: surroundings)
    #expect(outcome.code > 128)
    #expect(outcome.errors.contains("an index is out of range"))
    #expect(outcome.errors.contains("matchmark: a matcher crashed in case "))
    let again = try #require(outcome.errors.firstMatch(of: /again: \.\/matchmark (hunt .*)/)?.1)
    #expect(again.hasSuffix("--cases 1 -e rogue-crashes"))
    let one = try Program.faulty.run(
      again.split(separator: " ").map(String.init) + ["--no-progress", "--workers", "1"],
      environment: surroundings)
    #expect(one.code == outcome.code)
    #expect(one.errors.contains("again: ./matchmark \(again)\n"))
  }

  @Test("stores nothing where it cannot, and says so")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.file("file")))
    let outcome = try Program.faulty.run(
      [
        "hunt", "--cases", "300", "--seed", "5", "-e", Self.wrong, "--no-progress",
        "--regressions", "file/below",
      ], in: folder.path)
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("\(Self.wrong) answers wrongly"))
    #expect(outcome.errors.contains("cannot store the find"))
  }

  @Test(
    "refuses what makes no sense",
    arguments: [
      (["hunt", "--cases", "0"], "got --cases 0, expected 1 or more"),
      (["hunt", "--cases", "1", "--time", "1s"], "expected one of them"),
      (["hunt", "--first", "-1"], "--first"),
      (["hunt", "--workers", "0"], "got --workers 0, expected 1 to 256"),
      (["hunt", "-e", "liner-scan"], "did you mean 'linear-scan'?"),
      (["reproduce"], "Missing expected argument"),
    ])
  func usage(arguments: [String], complaint: String) throws {
    let outcome = try Program.matchmark.run(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }

  @Test("a file that holds no cases is refused with its name")
  func noCases() throws {
    let folder = try TemporaryFolder()
    try Data("{\"cases\": 1}".utf8).write(to: URL(filePath: folder.file("odd.json")))
    for (file, part) in [("odd.json", "odd.json"), ("absent.json", "absent.json")] {
      let outcome = try Program.matchmark.run(["reproduce", file], in: folder.path)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
  }
}

extension ProgramOutcome {
  /// What stands behind a word of the find.
  fileprivate func value(of word: String) -> String? {
    lines.first { $0.hasPrefix("  \(word): ") }.map { String($0.dropFirst(word.count + 4)) }
  }
}
