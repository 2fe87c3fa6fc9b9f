import Foundation
import MatchmarkTestSupport
import Testing

/// The loop of one participant, for a profiler.
@Suite("A loop for a profiler")
struct ProfilingLoopTests {
  private static let rows = ["run", "--allow-debug", "--corpus", "titles-300", "--sessions", "4"]

  @Test(
    "A participant is asked the keystrokes of a cell until the time is over; no file is written",
    arguments: ["linear-scan", "inverted-index"])
  func loop(_ id: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      Self.rows + ["--only", id, "--for", "0.2s"], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.text)")
    let head = try #require(
      outcome.output.firstMatch(of: /process \d+: (\S+) is asked the (\d+) keystrokes of titles/))
    #expect(head.1 == id)
    let asked = try #require(
      outcome.lines.last?.wholeMatch(of: /(\d.*) keystrokes in ([.\d]+) (ms|s), .+ each/))
    let count = try #require(Int(asked.1.filter(\.isNumber)))
    #expect(count > (Int(head.2) ?? .max), "\(outcome.output)")
    let time = try #require(Double(asked.2)) * (asked.3 == "s" ? 1_000 : 1)
    #expect(time >= 200, "\(outcome.output)")
    #expect(try folder.names().isEmpty)
  }

  @Test("A participant that can answer none of the keystrokes is no success, nor is an empty list")
  func silent() throws {
    let empty = try TemporaryFolder()
    try Data("name\n".utf8).write(to: URL(filePath: empty.file("none.csv")))
    let nothing = try Program.matchmark.run(
      [
        "run", "--allow-debug", "--corpus", "none.csv", "--only", "linear-scan", "--for", "0.1s",
      ], in: empty.path)
    #expect(nothing.code != 0, "\(nothing.text)")
    let outcome = try Program.matchmark.run(
      Self.rows + ["--folding", "loose", "--only", "foundation-filter", "--for", "0.1s"])
    #expect(outcome.code == 6, "\(outcome.text)")
    #expect(outcome.errors.contains("foundation-filter"), "\(outcome.errors)")
  }

  @Test("An engine that crashes ends the loop with its failure")
  func crash() throws {
    let folder = try TemporaryFolder()
    let program = [try Program.faultyEngine.path, EngineFault.crash.rawValue, "query"]
    try EngineFixture.write([("broken", program)], to: folder)
    let outcome = try Program.matchmark.run(
      Self.rows + ["--engine-file", "engines.yaml", "--only", "broken"], in: folder.path)
    #expect(outcome.code == 5, "\(outcome.text)")
    #expect(outcome.errors.contains("broken"), "\(outcome.errors)")
  }

  @Test(
    "What the loop cannot do is refused",
    arguments: [
      (["--corpus", "titles-9", "--for", "1s"], "got --for without --only"),
      (["--corpus", "titles-9", "--only", "linear-scan", "-e", "fuzzy"], "got --only with -e"),
      (["--corpus", "titles-9", "--only", "linear-scan", "--json"], "got --only with --json"),
      (["--corpus", "titles-9", "--only", "linear-scan", "-x"], "got --only with --fail-fast"),
      (["smoke", "--only", "linear-scan"], "cells, expected one: choose it with --corpus"),
      (["--corpus", "titles-9", "--only", "all"], "got --only all, expected one participant"),
      (["--corpus", "titles-9", "--only", "linear-scam"], "did you mean 'linear-scan'?"),
    ])
  func refused(_ arguments: [String], complaint: String) throws {
    let outcome = try Program.matchmark.run(["run", "--allow-debug"] + arguments)
    #expect(outcome.code == 64, "\(outcome.text)")
    #expect(outcome.errors.contains(complaint), "\(outcome.errors)")
  }
}
