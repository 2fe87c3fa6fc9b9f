import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// The same command continues a stopped run with its finished cells.
@Suite("A run that was stopped", .long)
struct StoppedRunTests {
  private static let suite = """
    why: Three cells, so that the second can be stopped.
    seed: 1
    matchers: [linear-scan, sorted-prefix]
    reference: linear-scan
    cells:
      - generators: [titles]
        rows: [50, 60, 70]
        profiles: [titles-prefix]
        sessions: 1

    """

  private static func arguments(maxTime: String) -> [String] {
    ["run", "three.yaml", "--max-time", maxTime, "--rounds", "2", "--allow-debug"]
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Data(suite.utf8).write(to: URL(filePath: folder.file("three.yaml")))
    return folder
  }

  private static func kept(in folder: borrowing TemporaryFolder) -> [String] {
    let place = folder.file("reports/unfinished")
    return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
      .map { "\(place)/\($0)" }
  }

  private static func record(_ path: String) throws -> RunRecord {
    try RunRecord(decoding: Array(try Data(contentsOf: URL(filePath: path))))
  }

  /// Starts the command and stops it in its second cell.
  private static func stop(
    _ arguments: [String], with signal: Int32, in folder: borrowing TemporaryFolder
  ) throws {
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: arguments, folder: folder.path)
    while child.isRunning, try !child.errors().contains("[2/3]") { usleep(1_000) }
    kill(child.number, signal)
    #expect(try child.finish().code == 128 + signal)
    #expect(!kept(in: folder).isEmpty)
  }

  @Test(
    "A stopped run continues with its finished cells, and deletes them at the end",
    arguments: [SIGINT, SIGKILL])
  func takenUp(signal: Int32) throws {
    let folder = try Self.folder()
    let arguments = Self.arguments(maxTime: "0.4")
    try Self.stop(arguments, with: signal, in: folder)
    let kept = try Self.record(try #require(Self.kept(in: folder).first))
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(/[12] of 3 cells were measured before and are reused/),
      "\(outcome.errors)")
    let record = try Self.record(folder.file("reports/record.json"))
    #expect(record.cells.map(\.corpus.rowCount) == [50, 60, 70])
    let first = record.cells[0]
    #expect(first.earlier?.startedAt == kept.context.startedAt)
    #expect((first.earlier?.durationInSeconds ?? 0) > 0)
    #expect(
      first.matchers.map(\.packedSamples) == kept.cells.first?.matchers.map(\.packedSamples))
    #expect(record.cells[2].earlier == nil)
    #expect(record.warnings.contains { $0.contains(" of 3 cells were measured before, by an") })
    #expect(!FileManager.default.fileExists(atPath: folder.file("reports/unfinished")))
  }

  @Test("A stopped run starts again for another command, with damaged cells, or with --fresh")
  func untaken() throws {
    let folder = try Self.folder()
    let arguments = Self.arguments(maxTime: "0.4")
    try Self.stop(arguments, with: SIGTERM, in: folder)
    let kept = Self.kept(in: folder)
    let other = try Program.matchmark.run(
      Self.arguments(maxTime: "0.01"), in: folder.path)
    #expect(other.code == 0 && !other.errors.contains("measured before"), "\(other.errors)")
    #expect(Self.kept(in: folder) == kept)
    for path in kept { try Data("{".utf8).write(to: URL(filePath: path)) }
    let damaged = try Program.matchmark.run(
      arguments + ["--forks", "1"], in: folder.path)
    #expect(damaged.code == 0 && !damaged.errors.contains("measured before"), "\(damaged.errors)")
    try Self.stop(arguments, with: SIGTERM, in: folder)
    let fresh = try Program.matchmark.run(arguments + ["--fresh"], in: folder.path)
    #expect(fresh.code == 0 && !fresh.errors.contains("measured before"), "\(fresh.errors)")
    let record = try Self.record(folder.file("reports/record.json"))
    #expect(record.cells.allSatisfy { $0.earlier == nil })
  }

  @Test("Each process of a stopped run keeps its own finished cells")
  func forks() throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "run", "--corpus", "titles-50", "--sessions", "1", "-e", "linear-scan", "-e",
      "inverted-index", "--max-time", "0.4", "--rounds", "2", "--forks", "3", "--allow-debug",
    ]
    let child = try Child.start(
      path: try Program.matchmark.path, arguments: arguments, folder: folder.path)
    while child.isRunning, try !child.errors().contains("[fork 2/3]") { usleep(1_000) }
    kill(child.number, SIGTERM)
    #expect(try child.finish().code == 143)
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        /[12] of 3 cells were measured before \(1 in each of 3 processes\)/), "\(outcome.errors)")
    let record = try Self.record(folder.file("reports/record.json"))
    #expect(record.cells[0].matchers[1].figures?.forkCount == 3)
    #expect(record.warnings.contains { $0.contains("measured before") })
    #expect(Self.kept(in: folder).isEmpty)
  }
}
