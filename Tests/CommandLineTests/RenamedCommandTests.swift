import Foundation
import MatchmarkTestSupport
import Testing

/// The table of the CHANGELOG that says which command took over from which.
@Suite("Commands of earlier versions")
struct RenamedCommandTests {
  private struct Row {
    let before: String
    let now: String
  }

  private static func table() throws -> [Row] {
    let text = try String(contentsOfFile: WorkingCopy.path("CHANGELOG.md"), encoding: .utf8)
    let table = try #require(text.firstMatch(of: /\| before \| now \|\n.*\n((?:\|.*\n)+)/)).1
    return table.matches(of: /\| `(.+)` \| `(.+)` \|/).map {
      Row(before: String($0.1), now: String($0.2))
    }
  }

  /// The words of a command, with files and programs of the test in place of the names in capitals.
  private static func words(_ line: String, in folder: borrowing TemporaryFolder) throws -> [String]
  {
    let program = try Program.matchmark.path
    let texts = [
      "PROGRAM": [program, "engine", "serve", "--matcher", "linear-scan"],
      "ENGINE": ["served", "--engine-file", "engines.yaml"], "CASES.json": ["cases.json"],
      "RECORD": ["record.json"], "MATCHER": ["linear-scan"], "ROWS": ["written"], "TEXT": ["x"],
      // A busy machine misses a budget of a millisecond.
      "p99=1ms": ["p99=10s"],
    ]
    let words = line.split(separator: " ").flatMap { word in
      texts[String(word)] ?? [String(word).replacing("TEXT", with: "x")]
    }
    guard words[0] == "run" else { return words }
    let isOverRows = words.contains("--corpus") && !words.contains("--sessions")
    let brief =
      ["--max-time", "0.01", "--rounds", "2", "--allow-debug", "--no-progress"]
      + (isOverRows ? ["--sessions", "2"] : [])
    return words
      + ["-e", "linear-scan", "-e", "inverted-index", "-o", "out"].filter { word in
        !words.contains("--no-reports") || word != "-o" && word != "out"
      } + brief
  }

  @Test("Every command of an earlier version has a successor that runs")
  func successors() throws {
    let folder = try HistoryCommandTests.folder()
    _ = try SmallRecord.write(to: folder)
    let program = try Program.matchmark.path
    try EngineFixture.write(
      [("served", [program, "engine", "serve", "--matcher", "linear-scan"])], to: folder)
    try Data("title\nRose\n".utf8).write(to: URL(filePath: folder.file("rows.csv")))
    let regressions = WorkingCopy.path("Fixtures/regressions")
    let names = try FileManager.default.contentsOfDirectory(atPath: regressions).sorted()
    let find = try #require(names.first { $0.hasSuffix(".json") })
    try FileManager.default.copyItem(
      atPath: "\(regressions)/\(find)", toPath: folder.file("cases.json"))
    let table = try Self.table()
    #expect(table.count > 15)
    for row in table {
      let arguments = try Self.words(row.now, in: folder)
      let outcome = try Program.matchmark.run(arguments, in: folder.path)
      #expect(outcome.code == 0, "\(row.now): \(outcome.text)")
    }
  }

  @Test("A command of an earlier version is unknown, and the error names its successor")
  func names() throws {
    let kept: Set<Substring> = ["engine"]
    for name in Set(try Self.table().map { $0.before.prefix { $0 != " " } }).subtracting(kept) {
      let outcome = try Program.matchmark.run([String(name)])
      #expect(outcome.code == 64, "\(name)")
      #expect(
        outcome.errors.hasPrefix(
          "matchmark: there is no command '\(name)' any more; use 'matchmark "), "\(outcome.errors)"
      )
    }
  }
}
