import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// The history of the last runs.
@Suite("The history of runs")
struct HistoryCommandTests {
  /// Writes three kept runs: the last on another kernel, the second over other rows.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let runs = folder.file("reports/runs")
    try FileManager.default.createDirectory(atPath: runs, withIntermediateDirectories: true)
    var record = try SmallRecord.read()
    func write(_ number: Int, _ record: RunRecord) throws {
      try Data(try record.encoded())
        .write(to: URL(filePath: "\(runs)/00000\(number)-20260101T000000Z-small.json"))
    }
    try write(1, record)
    record.context.host.kernel = "99.1"
    record.context.revision = "1234567890123456789012345678901234567890"
    try write(3, record)
    record.cells[0].corpus.identity = "00000000-1"
    try write(2, record)
    return folder
  }

  private func history(
    _ arguments: [String], in folder: borrowing TemporaryFolder
  ) throws -> ProgramOutcome {
    try Program.matchmark.run(["report", "--history"] + arguments, in: folder.path)
  }

  @Test("The history of runs shows ratios and changes, and groups only comparable runs")
  func ratios() throws {
    let folder = try Self.folder()
    let shown = try history([], in: folder)
    #expect(shown.code == 0, "\(shown.errors)")
    #expect(shown.output.contains("3 kept runs in 2 series."))
    #expect(shown.output.contains("→ 99.1; code "), "\(shown.output)")
    let record = try SmallRecord.read()
    let ranked = Standings(record.cells[0]).entries
      .filter { $0.whole?.ratio != nil && $0.id != record.suite.reference }
    #expect(!ranked.isEmpty && ranked.allSatisfy { shown.output.contains($0.id) })
  }

  @Test("Notes on a run are added, shown and removed, and are plain text on the page")
  func notes() throws {
    let folder = try Self.folder()
    for text in ["new laptop", "<b>cold</b>\u{1B}[2J"] {
      #expect(try history(["--note", "3=\(text)"], in: folder).code == 0)
    }
    let shown = try history([], in: folder)
    #expect(shown.output.contains("new laptop; <b>cold</b>") && !shown.output.contains("\u{1B}"))
    let page = try history(["-o", "history.html"], in: folder)
    #expect(page.code == 0 && page.output == "", "\(page.errors)")
    let html = try String(contentsOfFile: folder.file("history.html"), encoding: .utf8)
    #expect(html.contains("new laptop; &lt;b&gt;cold&lt;/b&gt;") && html.contains("<svg"))
    #expect(try history(["--format", "markdown"], in: folder).output.contains("new laptop"))
    #expect(try history(["--note", "3="], in: folder).code == 0)
    #expect(try !history([], in: folder).output.contains("new laptop"))
    let missing = try history(["--note", "9=x"], in: folder)
    #expect(missing.code == 64 && missing.errors.contains("got run 9, but there is none"))
    let long = try history(["--note", "3=\(String(repeating: "x", count: 5_000))"], in: folder)
    #expect(long.code == 64 && long.errors.contains("expected at most 4096"), "\(long.errors)")
  }

  @Test("The history of runs refuses a name that matches nothing, and skips a damaged record")
  func vain() throws {
    let folder = try TemporaryFolder()
    let none = try history([], in: folder)
    #expect(none.code == 64 && none.errors.contains("there are no runs in reports/runs"))
    let full = try Self.folder()
    try Data("{".utf8).write(
      to: URL(filePath: full.file("reports/runs/000004-20260101T000000Z-bad.json")))
    #expect(try history([], in: full).code == 0)
    for (arguments, complaint) in [
      (["--suite", "nothing"], "got suite 'nothing'"), (["-f", "nothing"], "got -f 'nothing'"),
      (["--format", "junit"], "expected text, html, markdown, json"),
      (["--note", "3"], "expected <number>=<text>"), (["-e", "x"], "got --history with an option"),
    ] {
      let outcome = try history(arguments, in: full)
      #expect(outcome.code == 64 && outcome.errors.contains(complaint), "\(outcome.errors)")
    }
  }
}
