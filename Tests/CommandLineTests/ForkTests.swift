import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A fork gets its plan from its parent, and asks no argument or file for it.
@Suite("A fork", .long)
struct ForkTests {
  private static let brief = ["--rounds", "2", "--max-time", "0.2", "--allow-debug"]

  /// The command has the added closure `mine`, which no file or argument describes.
  private static let closure = ["MATCHMARK_CLOSURE": "c"]

  /// Runs a command with three forks, and does something to its files while the first one measures.
  private func run(
    _ arguments: [String], in folder: borrowing TemporaryFolder, meanwhile: () throws -> Void
  ) throws -> RunRecord {
    let child = try Child.start(
      path: try Program.faulty.path,
      arguments: arguments + Self.brief + ["--forks", "3"], folder: folder.path,
      environment: Self.closure)
    while child.isRunning, try !child.errors().contains("[fork 1/3]") { usleep(1_000) }
    try meanwhile()
    let outcome = try child.finish()
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
  }

  private func write(_ text: String, to name: String, in folder: borrowing TemporaryFolder) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  @Test("A fork measures its parent's rows, profile and engines, even if the files are gone")
  func rows() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<200).map { "Title \($0),kind \($0 % 7),0\($0)" }
    try write("title,kind,year\n" + rows.joined(separator: "\n") + "\n", to: "rows.csv", in: folder)
    try write(
      """
      name: mine
      columns: {title: text, kind: facet, year: numeric}
      text: {title: contains}
      folding: c
      """, to: "mine.yaml", in: folder)
    try EngineFixture.write(
      [("served", EngineRunCommandTests.serving("linear-scan"))], to: folder)
    let files = ["rows.csv", "mine.yaml", "engines.yaml"]
    let arguments = [
      "run", "--corpus", "rows.csv", "--profile", "./mine.yaml", "--sessions", "2",
      "--engine-file", "engines.yaml", "-e", "linear-scan", "-e", "inverted-index", "-e", "mine",
      "-e", "served", "--matcher-option", "inverted-index.index=grams",
    ]
    let before = try Program.faulty.run(
      arguments + Self.brief + ["-o", "before"], in: folder.path, environment: Self.closure)
    #expect(before.code == 0, "\(before.errors)")
    let expected = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("before/record.json")))))
    let record = try run(arguments, in: folder) {
      for file in files { try FileManager.default.removeItem(atPath: folder.file(file)) }
    }
    #expect(record.cells.count == 1)
    for (cell, other) in zip(record.cells, expected.cells) {
      #expect(cell.id == other.id)
      #expect(cell.corpus.identity == other.corpus.identity)
      #expect(cell.profile == other.profile)
      #expect(cell.workloadIdentity == other.workloadIdentity)
      #expect(cell.keystrokes.map(\.query) == other.keystrokes.map(\.query))
      #expect(cell.matchers.map(\.id) == ["linear-scan", "inverted-index", "mine", "served"])
      #expect(cell.matchers.map(\.status) == other.matchers.map(\.status))
      #expect(cell.matchers.map(\.options) == other.matchers.map(\.options))
      #expect(cell.matchers.allSatisfy { $0.figures?.forkCount == 3 })
    }
    #expect(record.ownParticipants == expected.ownParticipants)
  }

  @Test("A fork measures its parent's cells and matchers, even if the suite has changed since")
  func suite() throws {
    let folder = try TemporaryFolder()
    func text(_ rows: String, _ matchers: String) -> String {
      """
      why: a suite that changes
      seed: 3
      matchers: [\(matchers)]
      cells:
        - generators: titles
          rows: [\(rows)]
          profiles: [titles, titles-prefix]
          sessions: {word: 2, retype: 1}
        - apps: countries
      """
    }
    try write(text("60, 70", "linear-scan, inverted-index"), to: "suite.yaml", in: folder)
    let record = try run(["run", "suite.yaml"], in: folder) {
      try write(text("80", "sorted-prefix"), to: "suite.yaml", in: folder)
    }
    #expect(
      record.cells.map(\.id) == [
        "titles-60.titles", "titles-60.titles-prefix", "titles-70.titles",
        "titles-70.titles-prefix", "world.countries",
      ])
    for cell in record.cells {
      let own = cell.matchers.filter { $0.figures != nil }.map(\.id)
      #expect(own.contains("linear-scan") && !own.contains("sorted-prefix"))
      #expect(cell.matchers.first { $0.id == "linear-scan" }?.figures?.forkCount == 3)
    }
    #expect(record.suite.seed == 3)
  }

  @Test(
    "A command whose package fixes its arguments can still measure in forks; its record names them",
    arguments: [1, 2])
  func fixedArguments(count: Int) throws {
    let folder = try TemporaryFolder()
    let words =
      ["run", "--corpus", "titles-50", "--sessions", "1", "-e", "linear-scan"] + Self.brief
      + ["--forks", "\(count)"]
    let outcome = try Program.faulty.run(
      [], in: folder.path,
      environment: [
        "MATCHMARK_CLOSURE": "c", "MATCHMARK_ARGUMENTS": words.joined(separator: " "),
      ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let record = try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("reports/record.json")))))
    #expect(record.cells[0].matchers[0].figures?.forkCount == count)
    #expect(record.context.commandLine == ["matchmark"] + words)
  }

  @Test("The fork command refuses anything but a plan, and is not suggested for a mistyped command")
  func refusal() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["fork"], in: folder.path, input: "{}\n")
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("standard input: not the plan of a fork: "))
    let mistyped = try Program.matchmark.run(["forks"], in: folder.path)
    #expect(mistyped.code == 64 && !mistyped.errors.contains(" fork,"))
  }
}
