import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("Counting instead of timing, without valgrind")
struct MissingCounterTests {
  @Test("Counting without valgrind writes nothing, and the error says how to install valgrind")
  func missing() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["check", "--exact", "--against", try Program.matchmark.path, "--allow-debug"],
      in: folder.path, environment: ["PATH": folder.path])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("valgrind, which counts instructions and allocations, is not"))
    #expect(outcome.errors.contains("apt-get install valgrind"))
    #expect(try folder.names() == [])
  }
}

@Suite(
  "Counting instead of timing",
  // On the simulated processor, a debug build takes minutes.
  .enabled(if: Build.isOptimised, "the build is not optimised"),
  // Each test takes a quarter of a minute, almost all of it for starting programs under valgrind.
  .enabled(if: TestAmount.isFull, "left to scripts/test --all"),
  .needs(.valgrind))
struct QuietCountingTests {
  private static let small = [
    "--corpus", "titles-200", "--sessions", "3", "-e", "inverted-index", "--no-progress",
  ]

  private func gate(_ folder: borrowing TemporaryFolder) throws -> GateRecord {
    let data = try Data(contentsOf: URL(filePath: folder.file("reports/check/record.json")))
    return try #require(try RunRecord(decoding: Array(data)).gate)
  }

  /// Less than half of the gate's floor: sessions this short count from 7 554 to 7 557 instructions
  /// per keystroke (ten counts), so two of them differ by 0.04 %.
  private static let unrest = 0.004

  @Test("The ledger covers what it names when instructions are counted")
  func ledger() throws {
    let (covered, other) = try LedgerCommandTests.compare(["--exact"])
    #expect(covered.code == 0, "\(covered.text)")
    #expect(other.code == 2, "\(other.text)")
  }

  @Test("A build compared with itself has the same counts")
  func same() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(
      ["check", "--exact", "--against", try Program.matchmark.path] + Self.small,
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    let findings = try gate(folder).findings
    #expect(
      findings.map(\.figure)
        == ["instructions", "allocations", "allocated-bytes", "index-bytes"])
    for finding in findings {
      #expect(finding.verdict == .same && finding.counted != nil)
      let ratio = try #require(finding.ratio?.ratio)
      #expect(abs(ratio - 1) < Self.unrest, "\(finding.figure): \(ratio)")
    }
    #expect(outcome.output.contains(/same .*instructions .* [0-9 ]+, was [0-9 ]+/))
  }

  @Test("Two percent more work counts as slower, in the exit code and in JUnit")
  func slower() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      ["check", "--exact", "--against", try Program.matchmark.path] + Self.small,
      in: folder.path, environment: ["MATCHMARK_REPEATING": "inverted-index=50"])
    #expect(outcome.code == 3, "\(outcome.output)\(outcome.errors)")
    let instructions = try gate(folder).findings.first { $0.figure == "instructions" }
    #expect(instructions?.verdict == .slower)
    let junit = try String(contentsOfFile: folder.file("reports/check/junit.xml"), encoding: .utf8)
    #expect(junit.contains("name=\"gate: instructions, "))
    #expect(junit.contains("type=\"BenchmarkRegression\""))
  }

  @Test("A check compares counts with those of a baseline, and says how to save a missing one")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let saved = try Program.matchmark.run(
      ["baseline", "save", "counts", "--exact"] + Self.small, in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let same = try Program.matchmark.run(
      ["check", "--exact", "--baseline", "counts"] + Self.small, in: folder.path)
    #expect(same.code == 0, "\(same.output)\(same.errors)")
    let slower = try Program.faulty.run(
      ["check", "--exact", "--baseline", "counts"] + Self.small, in: folder.path,
      environment: ["MATCHMARK_REPEATING": "inverted-index=20"])
    #expect(slower.code == 3, "\(slower.output)\(slower.errors)")
    let missing = try Program.matchmark.run(
      ["check", "--exact", "--baseline", "nothing"] + Self.small, in: folder.path)
    #expect(missing.code == 6)
    #expect(missing.errors.contains("matchmark baseline save nothing --exact"))
  }

  @Test("An interrupted count leaves nothing in the temporary folder")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let place = folder.file("tmp")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    func exist(_ suffix: String) -> Bool {
      let names = FileManager.default.enumerator(atPath: place)?.allObjects as? [String] ?? []
      return names.contains { $0.hasSuffix(suffix) }
    }
    for suffix in ["matchmark", ".log"] {
      let child = try Child.start(
        path: try Program.matchmark.path,
        arguments: ["check", "--exact", "--against", try Program.matchmark.path] + Self.small,
        folder: folder.path, environment: ["TMPDIR": place])
      while child.isRunning, !exist(suffix) { usleep(5_000) }
      // Valgrind makes its files a moment after its log.
      usleep(200_000)
      kill(child.number, SIGTERM)
      #expect(try child.finish().code == 143)
      #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }
  }

  @Test("A build that answers differently is wrong, whatever its counts")
  func wrong() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.faulty.run(
      ["check", "--exact", "--against", try Program.matchmark.path] + Self.small,
      in: folder.path, environment: ["MATCHMARK_LOSING": "inverted-index=1"])
    #expect(outcome.code == 2, "\(outcome.output)\(outcome.errors)")
  }
}
