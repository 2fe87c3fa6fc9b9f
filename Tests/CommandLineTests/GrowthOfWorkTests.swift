import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// The growth of a command's work with twice the input, counted in instructions.
///
/// An interval of time would depend on the machine; the number of instructions does not. The work
/// of three sizes tells a growth from what every start costs: from the second to the third there is
/// twice as much as from the first to the second if it grows with the input, and four times as much
/// if it grows with its square.
@Suite(
  "The work of a command", .enabled(if: Build.isOptimised, "the build is not optimised"),
  .enabled(if: TestAmount.isFull, "left to scripts/test --all"), .needs(.valgrind))
struct GrowthOfWorkTests {
  private static let sizes = [500, 1_000, 2_000]

  @Test("The work of reading traces grows linearly, whether one trace or many have the events")
  func traces() throws {
    for trace in [1, 0] {
      try Self.expectLinear { count, folder in
        let head = "{\"trace\":\"t\",\"why\":\"w\"}\n{\"event\":\"activate\",\"by\":\"user\"}\n"
        let events = (0..<count).map { number in
          (trace == 0 && number % 2 == 0 ? head.replacing("\"t\"", with: "\"t\(number)\"") : "")
            + "{\"event\":\"\(number % 2 == 0 ? "type" : "set-text")\",\"text\":\"\"}\n"
        }
        let text = (trace == 1 ? head : "") + events.joined()
        try text.write(toFile: folder.file("t.jsonl"), atomically: true, encoding: .utf8)
        return ["session", "--app", "countries", "t.jsonl"]
      }
    }
  }

  @Test("The work of a report grows linearly with the matchers of a cell")
  func matchers() throws {
    var record = try SmallRecord.read()
    let matcher = try #require(record.cells[0].matchers.first)
    try Self.expectLinear { count, folder in
      record.cells[0].matchers = (0..<count / 5).map { number in
        var other = matcher
        other.id = "m\(number)"
        return other
      }
      try Data(try record.encoded()).write(to: URL(filePath: folder.file("record.json")))
      return ["report", "record.json"]
    }
  }

  /// Requires that the work of a command is at most three times as much from the second to the
  /// third size as from the first to the second.
  private static func expectLinear(
    _ command: (Int, borrowing TemporaryFolder) throws -> [String]
  ) throws {
    let counts = try sizes.map { size in
      let folder = try TemporaryFolder()
      return try instructions(try command(size, folder), in: folder)
    }
    let growth = Double(counts[2] - counts[1]) / Double(counts[1] - counts[0])
    #expect(growth < 3, "\(counts)")
  }

  /// The instructions of a command on valgrind's processor.
  private static func instructions(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> Int {
    // valgrind gives up on the debug information of a recent compiler.
    let program = folder.file("program")
    let stripped = try Child.run(["strip", "-g", "-o", program, try Program.matchmark.path])
    try #require(stripped.code == 0, "\(stripped.errors)")
    let outcome = try Child.start(
      path: "/usr/bin/env",
      arguments: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program]
        + arguments,
      folder: folder.path,
      environment: [
        "SWIFT_DETERMINISTIC_HASHING": "1", "MATCHMARK_HOME": WorkingCopy.root.path,
      ]
      // Under valgrind, next to other tests, a report of many matchers takes minutes.
    ).finish(limitInSeconds: 1_200)
    try #require(outcome.code == 0, "\(outcome.errors.suffix(400))")
    let total = try #require(outcome.errors.firstMatch(of: /Collected : (\d+)/)?.1)
    return try #require(Int(total))
  }
}
