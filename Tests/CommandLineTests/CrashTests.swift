import Foundation
import MatchmarkTestSupport
import Testing

/// The whole command with a matcher that crashes the process.
@Suite("A matcher that crashes")
struct CrashTests {
  /// Runs the program; its standard error is that of the crash.
  private func crash(
    _ moment: CrashMoment, _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> String {
    let outcome = try Program.faulty.run(
      arguments, in: folder.path, environment: Self.surroundings(moment))
    #expect(outcome.code > 128)
    #expect(outcome.errors.contains("an index is out of range"))
    return outcome.errors
  }

  private static func surroundings(_ moment: CrashMoment) -> [String: String] {
    ["MATCHMARK_CRASHING": moment.rawValue, "SWIFT_BACKTRACE": "enable=no"]
  }

  private static let verify = [
    "verify", "--corpus", "titles-100", "--sessions", "2", "--no-progress", "-o", "reports",
    "-e", "linear-scan", "-e", "broken-crashes",
  ]
  private static let run = [
    "run", "--corpus", "titles-100", "--sessions", "1", "--allow-debug", "--no-progress",
    "-e", "broken-crashes",
  ]

  /// Runs the command in the crash message.
  private func again(
    _ words: String, _ moment: CrashMoment, in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    let command = try #require(words.firstMatch(of: /again: (.*)\n/)?.1)
    return try Child.paste(
      command, in: folder.path, environment: Self.surroundings(moment))
  }

  @Test("A crashing matcher is named with its keystroke, and the printed command crashes again")
  func answering() throws {
    let folder = try TemporaryFolder()
    let words = try crash(.answering, Self.verify, in: folder)
    #expect(
      words.contains(
        /\nmatchmark: broken-crashes crashed at keystroke \d+ of titles-100\.titles\n/))
    #expect(try again(words, .answering, in: folder).code > 128)
    #expect(words.contains("earlier queries matter: run the same command again with --filter "))
    #expect(!FileManager.default.fileExists(atPath: folder.file("reports/record.json")))
  }

  @Test("A matcher that crashes while it is built is named, and the printed command crashes again")
  func building() throws {
    let folder = try TemporaryFolder()
    let words = try crash(.building, Self.verify, in: folder)
    #expect(
      words.contains(
        "\nmatchmark: broken-crashes crashed while it was built for titles-100.titles\n")
    )
    #expect(try again(words, .building, in: folder).code > 128)
  }

  @Test("A matcher that crashes while it is timed is named with the timed cell")
  func timing() throws {
    let folder = try TemporaryFolder()
    let words = try crash(.tiring, Self.run, in: folder)
    #expect(
      words.contains("\nmatchmark: broken-crashes crashed while titles-100.titles was timed\n"))
    let option = "--filter titles-100.titles"
    #expect(words.contains("\n  run the same command again with \(option)\n"), "\(words)")
    let again = try crash(
      .tiring, Self.run + option.split(separator: " ").map(String.init), in: folder)
    #expect(again.contains("broken-crashes crashed"))
  }

  @Test("A matcher that crashes in a conformance case is named with that case")
  func conformance() throws {
    let folder = try TemporaryFolder()
    let words = try crash(
      .answering, ["verify", "--conformance", "-e", "broken-crashes"], in: folder)
    #expect(words.contains(/\nmatchmark: broken-crashes crashed in case \S+\n/))
    #expect(try again(words, .answering, in: folder).code > 128)
  }

  @Test("A matcher that crashes in a hunt is named with the case that the printed command repeats")
  func hunting() throws {
    let folder = try TemporaryFolder()
    let words = try crash(
      .building,
      [
        "hunt", "--seed", "5", "--cases", "300", "--no-progress", "-e", "linear-scan", "-e",
        "broken-crashes",
      ], in: folder)
    let number = try #require(
      words.firstMatch(of: /\nmatchmark: broken-crashes crashed in case (\d+)\n/)?.1)
    let once = try again(words, .building, in: folder)
    #expect(once.code > 128)
    #expect(once.errors.contains("\nmatchmark: broken-crashes crashed in case \(number)\n"))
  }

  @Test("A matcher that crashes while a find is reproduced is named with the case")
  func reproducing() throws {
    let folder = try TemporaryFolder()
    let path = WorkingCopy.path("Fixtures/regressions/faulty-cuts-long-text-ff524085.json")
    let words = try crash(.answering, ["verify", "-e", "broken-crashes", path], in: folder)
    #expect(words.contains(/\nmatchmark: broken-crashes crashed in case \S+\n/))
  }
}
