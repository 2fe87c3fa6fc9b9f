import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The exit code and everything a run leaves agree.
@Suite("How a run ends", .long)
struct VerdictCommandTests {
  private static let small = [
    "--corpus", "titles-100", "--sessions", "2", "--rounds", "2", "--max-time", "0.01",
    "--allow-debug", "--no-progress",
  ]

  /// The documented exit codes.
  private static func code(_ verdict: Verdict) -> Int32 {
    switch verdict {
    case .right: 0
    case .wrong: 2
    case .slower, .missed: 3
    case .inconclusive: 4
    case .incomplete: 5
    case .notComparable: 6
    }
  }

  /// The verdict of the record, with which every other surface must agree.
  private func verdict(
    _ outcome: ProgramOutcome, in folder: borrowing TemporaryFolder, at place: String = "reports"
  ) throws -> Verdict {
    func bytes(_ name: String) throws -> [UInt8] {
      Array(try Data(contentsOf: URL(filePath: folder.file("\(place)/\(name)"))))
    }
    let record = try RunRecord(decoding: try bytes("record.json"))
    let verdict = record.verdict
    #expect(record.ending?.verdict == verdict)
    #expect(outcome.code == Self.code(verdict), "\(outcome.text)")
    let text = Document.Headline(record).text
    #expect(outcome.output.contains("\n\(verdict.words): \(text)\n"), "\(outcome.output)")
    let result = try XMLDocument(try bytes("result.xml"))
    #expect(try result.values("/result/@verdict") == [verdict.rawValue])
    let junit = try JUnitFile(try bytes("junit.xml"))
    #expect((junit.counted.failureCount + junit.counted.errorCount == 0) == (verdict == .right))
    #expect(
      String(decoding: try bytes("report.html"), as: UTF8.self)
        .contains("data-verdict=\"\(verdict.rawValue)\""))
    #expect(
      String(decoding: try bytes("report.md"), as: UTF8.self)
        .contains("\nVerdict: **\(verdict.words)**. "))
    return verdict
  }

  @Test("All outputs agree whether a run is right, missed a budget or has a wrong matcher")
  func runs() throws {
    let folder = try TemporaryFolder()
    let run = ["run", "-e", "linear-scan"] + Self.small
    let right = try Program.matchmark.run(run, in: folder.path)
    #expect(try verdict(right, in: folder) == .right)
    let missed = try Program.matchmark.run(run + ["--budget", "p99=1ns"], in: folder.path)
    #expect(try verdict(missed, in: folder) == .missed)
    let wrong = try Program.faulty.run(
      run + ["-e", "faulty-drops-last-row", "--budget", "p99=1ns"], in: folder.path)
    #expect(try verdict(wrong, in: folder) == .wrong)
  }

  @Test("A run is incomplete if an engine that someone named is not installed")
  func incomplete() throws {
    let folder = try TemporaryFolder()
    let engines = """
      engines:
        - id: absent
          summary: an engine of the tests
          command: [absent-program]
          version: [absent-program]
          install: pip install absent
      """
    try Data(engines.utf8).write(to: URL(filePath: folder.file("engines.yaml")))
    let outcome = try Program.matchmark.run(
      ["run", "-e", "linear-scan", "--engine-file", "engines.yaml", "--require", "absent"]
        + Self.small, in: folder.path)
    #expect(try verdict(outcome, in: folder) == .incomplete)
  }

  @Test("A check is not comparable if the baseline has other rows")
  func notComparable() throws {
    let folder = try TemporaryFolder()
    let matchers = ["-e", "inverted-index"] + Self.small + ["--forks", "2"]
    let saved = try Program.matchmark.run(["baseline", "save", "main"] + matchers, in: folder.path)
    #expect(saved.code == 0, "\(saved.text)")
    let path = folder.file("reports/baselines/main.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let identity = try #require(text.firstMatch(of: /"corpusIdentity":"([^"]*)"/)).1
    try text.replacing(identity, with: "00000000-1").write(
      toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Program.matchmark.run(
      ["check", "--baseline", "main"] + matchers, in: folder.path)
    #expect(outcome.code == 6 && outcome.errors.contains("00000000-1"), "\(outcome.text)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("reports")) == ["baselines"])
  }

  /// With a floor of zero every difference counts, and chance alone can make a program slower than
  /// itself; whatever the result, all surfaces agree.
  @Test("A check without a clear result is inconclusive only if --strict is given")
  func strict() throws {
    let folder = try TemporaryFolder()
    let check = [
      "check", "--against", try Program.matchmark.path, "-e", "inverted-index", "--forks", "2",
      "--floor", "0%",
    ]
    let strict = try Program.matchmark.run(check + Self.small + ["--strict"], in: folder.path)
    let gate = try RunRecord(
      decoding: Array(try Data(contentsOf: URL(filePath: folder.file("reports/check/record.json"))))
    ).gate
    let found = try verdict(strict, in: folder, at: "reports/check")
    #expect(
      (found == .inconclusive) == (gate?.count(.slower) == 0 && gate?.count(.inconclusive) != 0))
    let lenient = try Program.matchmark.run(check + Self.small, in: folder.path)
    let leniently = try verdict(lenient, in: folder, at: "reports/check")
    #expect(leniently == .right || leniently == .slower)
  }
}
