import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// The gate on a tiny corpus; what it reports about times is asserted by ``QuietGateTests``.
@Suite("Comparing and gating", .long)
struct GateCommandTests {
  static let small = [
    "--corpus", "titles-500", "--sessions", "2", "-e", "linear-scan", "-e", "inverted-index",
    "--rounds", "2", "--max-time", "0.01", "--allow-debug", "--no-progress", "--forks", "3",
  ]

  /// The options of ``small`` without rows and matchers, in one process.
  private static func options(_ corpus: String, _ matchers: String...) -> [String] {
    [
      "--corpus", corpus, "--sessions", "2", "--rounds", "2", "--max-time", "0.01",
      "--allow-debug", "--no-progress", "--forks", "1",
    ] + matchers.flatMap { ["-e", $0] }
  }

  /// The record that a check, or another command, has left in a folder.
  static func record(
    _ folder: borrowing TemporaryFolder, in place: String = "reports/check"
  ) throws -> RunRecord {
    try RunRecord(
      decoding: Array(Data(contentsOf: URL(filePath: folder.file("\(place)/record.json")))))
  }

  @Test("A baseline can be created, compared with, listed, shown and deleted")
  func baseline() throws {
    let folder = try TemporaryFolder()
    let check = ["check", "--baseline", "main"] + Self.small
    let missing = try Program.matchmark.run(check, in: folder.path)
    #expect(missing.code == 6)
    #expect(
      missing.errors.contains(
        "/matchmark baseline save main --corpus titles-500 --sessions 2"))
    let created = try Program.matchmark.run(check + ["--create-missing"], in: folder.path)
    #expect(created.code == 0, "\(created.errors)")
    let compared = try Program.matchmark.run(check, in: folder.path)
    #expect(compared.code == 0, "\(compared.errors)")
    let finding = try #require(try Self.record(folder).gate?.findings.first)
    // Three, and more as long as these are inconclusive.
    #expect(finding.matcher == "inverted-index" && [3, 6, 9].contains(finding.forkCount))
    #expect(finding.ratio != nil && finding.noise != nil)
    for (arguments, word) in [
      (["list"], "titles"), (["show", "main"], "inverted-index"), (["delete", "main"], ""),
    ] {
      let outcome = try Program.matchmark.run(["baseline"] + arguments, in: folder.path)
      #expect(outcome.code == 0)
      #expect(word.isEmpty || outcome.output.contains(word) || outcome.output.contains("corpus"))
    }
    let gone = try Program.matchmark.run(["baseline", "show", "main"], in: folder.path)
    #expect(gone.code == 64)
  }

  @Test("A check fails if this build is wrong, and judges it alone if the other build is wrong")
  func wrong() throws {
    let folder = try TemporaryFolder()
    let losing = ["MATCHMARK_LOSING": "inverted-index=1"]
    let check = ["check"] + Self.options("titles-500", "linear-scan", "inverted-index")
    let wrong = try Program.faulty.run(
      check + ["--against", try Program.matchmark.path], in: folder.path, environment: losing)
    #expect(wrong.code == 2, "\(wrong.output)\(wrong.errors)")
    #expect(wrong.output.contains("this build answers wrongly: row 499 is missing (1 missing"))
    #expect(wrong.output.contains(/\n  inverted-index on \S+ .* does not find row 499,/))
    #expect(wrong.output.contains("\n    show it: "))
    let voided = try Self.record(folder).cells.first?.matchers.first { $0.status == .voided }
    #expect(voided?.id == "inverted-index")
    #expect(voided?.counterexamples.isEmpty == false)
    // A change that corrects a wrong answer passes; there is nothing to compare it with.
    let other = try Program.matchmark.run(
      check + ["--against", try Program.faulty.path], in: folder.path, environment: losing)
    #expect(other.code == 0, "\(other.output)\(other.errors)")
    #expect(other.output.contains("the other build answers wrongly: row 499 is missing (1 missing"))
    let findings = try Self.record(folder).gate?.findings.filter { $0.verdict == .alone } ?? []
    #expect(findings.map(\.matcher) == ["inverted-index"])
    let junit = try String(contentsOfFile: folder.file("reports/check/junit.xml"), encoding: .utf8)
    #expect(junit.contains("<skipped message=\"judged alone: the other build answers wrongly"))
  }

  @Test("A check judges a build alone if the other cannot run, and shows the other's last output")
  func unaskable() throws {
    let folder = try TemporaryFolder()
    let mute = try Program.matchmark.run(
      ["check", "--against", "/bin/true"] + Self.small, in: folder.path)
    #expect(mute.code == 0, "\(mute.output)\(mute.errors)")
    #expect(mute.output.contains("nothing was compared: the other side is wrong or cannot answer"))
    #expect(mute.output.contains("the other build: exited in hello: got the process exited"))
    #expect(try Self.record(folder).cells.first?.matchers.map(\.status) == [.verified, .verified])
    let older = try Program.faulty.run(
      ["check", "--against", try Program.matchmark.path]
        + Self.options("titles-100", "broken-adds-row", "linear-scan"), in: folder.path)
    // The wrong answers of this build matter more.
    #expect(older.code == 2, "\(older.output)\(older.errors)")
    #expect(older.output.contains("this build answers wrongly: "))
    try folder.program("other", "#!/bin/sh\necho 'there is no such build' >&2\nexit 1\n")
    let stopped = try Program.matchmark.run(
      ["check", "--against", "./other"] + Self.options("titles-100", "linear-scan"),
      in: folder.path)
    #expect(stopped.code == 0, "\(stopped.output)\(stopped.errors)")
    #expect(stopped.output.contains("its standard error ends: there is no such build"))
  }

  @Test("A failure of this build is reported as its own, whatever it is compared with")
  func ownFailure() throws {
    let folder = try TemporaryFolder()
    try folder.program(
      "other",
      "#!/bin/sh\nexec '\(try Program.matchmark.path)' engine serve --matcher linear-scan\n")
    let outcome = try Program.faulty.run(
      ["check", "--against", "./other"] + Self.options("titles-100", "broken-throws-on-query"),
      in: folder.path)
    #expect(outcome.code == 2, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("this build: errored in query"))
    #expect(try Self.record(folder).cells.first?.matchers.map(\.status) == [.errored])
  }

  @Test("The reference matcher takes part in a check even if -e leaves it out")
  func reference() throws {
    let folder = try TemporaryFolder()
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main"] + Self.options("titles-100", "all"), in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let checked = try Program.matchmark.run(
      ["check", "--baseline", "main"] + Self.options("titles-100", "inverted-index")
        + ["--forks", "2"], in: folder.path)
    #expect(checked.code != 6, "\(checked.output)\(checked.errors)")
    #expect(try Self.record(folder).suite.reference == "linear-scan")
    let findings = try Self.record(folder).gate?.findings ?? []
    #expect(findings.map(\.matcher) == ["inverted-index"] && findings[0].ratio != nil)
  }

  @Test(
    "A baseline or a check needs an answering matcher besides the reference",
    arguments: [["baseline", "save", "main"], ["check", "--baseline", "main"]])
  func referenceAlone(command: [String]) throws {
    let folder = try TemporaryFolder()
    let alone = try Program.matchmark.run(
      command + Self.options("titles-100", "linear-scan"), in: folder.path)
    #expect(alone.code == 64)
    #expect(alone.errors.contains("got only 'linear-scan', to which times are compared as ratios"))
    // Then no participant but the reference answers anything.
    let idle = try Program.matchmark.run(
      command + Self.options("titles-100", "sorted-prefix"), in: folder.path)
    #expect(idle.code == 6)
    #expect(idle.errors.contains("nothing was compared: sorted-prefix answers no cell of 'corpus'"))
    #expect(try folder.names() == [])
  }

  @Test("A check that compared nothing does not pass")
  func nothingCompared() throws {
    let folder = try TemporaryFolder()
    // The suite's other matcher declines these rows only after it has seen them.
    try Data(
      """
      why: one of two matchers declines everything
      matchers: [linear-scan, foundation-filter]
      cells:
        - apps: countries
          sessions: 2
      """.utf8
    ).write(to: URL(filePath: folder.file("shy.yaml")))
    let options = [
      "shy.yaml", "--rounds", "2", "--max-time", "0.01", "--allow-debug", "--no-progress",
      "--forks", "1",
    ]
    let saved = try Program.matchmark.run(["baseline", "save", "main"] + options, in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let checked = try Program.matchmark.run(
      ["check", "--baseline", "main"] + options, in: folder.path)
    #expect(checked.code == 6, "\(checked.output)\(checked.errors)")
    #expect(checked.output.contains("Against the baseline main\nnothing was compared."))
    let page = try String(contentsOfFile: folder.file("reports/check/report.md"), encoding: .utf8)
    #expect(page.hasPrefix("## ❌ Every answer is right, but nothing was compared."))
  }

  @Test("Each command has its own suite if none is named, the same for a baseline and a check")
  func ownSuite() throws {
    let folder = try TemporaryFolder()
    for (command, suite) in [
      (["baseline", "save", "main"], "gate"), (["check", "--baseline", "main"], "gate"),
      (["baseline", "save", "main", "--exact"], "exact"), (["run"], "default"),
    ] {
      let outcome = try Program.matchmark.run(
        command + ["--allow-debug", "-f", "nothing-like-it"], in: folder.path)
      #expect(outcome.code == 64)
      #expect(outcome.errors.contains("no cell of '\(suite)' matches the options"))
    }
    let help = try Program.matchmark.run(["baseline", "save", "--help"])
    #expect(help.output.contains("Measures in 24 processes unless --forks says otherwise"))
  }

  @Test("A baseline gets as many processes as the longest check, whichever command makes it")
  func processesOfBaselines() throws {
    let folder = try TemporaryFolder()
    let asked = [
      "--corpus", "titles-20", "--sessions", "1", "-e", "linear-scan", "-e", "inverted-index",
      "--rounds", "1", "--max-time", "0.01", "--allow-debug",
    ]
    for (command, count) in [
      (["baseline", "save", "saved"], 24),
      (["check", "--baseline", "created", "--create-missing"], 24),
      (["check", "--baseline", "saved"], 8),
    ] {
      let outcome = try Program.matchmark.run(command + asked, in: folder.path)
      #expect(outcome.errors.contains("[fork \(count)/\(count)]"), "\(outcome.errors)")
    }
  }

  @Test("A check needs exactly one thing to compare with, which must exist")
  func usage() throws {
    let folder = try TemporaryFolder()
    func code(_ arguments: [String]) throws -> Int32 {
      try Program.matchmark.run(["check"] + arguments + ["--allow-debug"], in: folder.path).code
    }
    #expect(try code([]) == 64)
    #expect(try code(["--baseline", "a", "--against", "b"]) == 64)
    #expect(try code(["--baseline", "no name!"]) == 64)
    #expect(try code(["--against", "nowhere"]) == 6)
    #expect(try code(["--against", "."]) == 6)
    #expect(try code(["--exact", "--against", "."]) == 6)
    #expect(try code(["--baseline", "main", "--floor", "much"]) == 64)
    #expect(try folder.names() == [])
  }

  @Test("A check refuses a baseline of other rows or of another machine, and says what differs")
  func otherCorpus() throws {
    let folder = try TemporaryFolder()
    _ = try Program.matchmark.run(["baseline", "save", "main"] + Self.small, in: folder.path)
    let path = folder.file("reports/baselines/main.json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let identity = try #require(text.firstMatch(of: /"corpusIdentity":"([^"]*)"/)).1
    try text.replacing(identity, with: "00000000-1").write(
      toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Program.matchmark.run(
      ["check", "--baseline", "main"] + Self.small, in: folder.path)
    #expect(outcome.code == 6)
    #expect(outcome.errors.contains("got rows with the identity \(identity)"), "\(outcome.text)")
    #expect(outcome.errors.contains("expected those of baseline 'main', 00000000-1"))
    #expect(outcome.errors.contains("matchmark baseline save main"))
    let elsewhere = text.replacing(/"hostClass":"[^"]*"/, with: "\"hostClass\":\"another\"")
    try elsewhere.write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try Program.matchmark.run(
      ["check", "--baseline", "main"] + Self.small, in: folder.path)
    #expect(refused.code == 6)
    #expect(refused.errors.contains("host class: was another, is "))
  }

  @Test("Every command says in the same words that a record is from another machine")
  func otherMachine() throws {
    let folder = try TemporaryFolder()
    let run = ["run"] + Self.small
    #expect(try Program.matchmark.run(run, in: folder.path).code == 0)
    let runs = folder.file("reports/runs")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: runs).first)
    try String(contentsOfFile: "\(runs)/\(name)", encoding: .utf8)
      .replacing(/"processor":"[^"]*"/, with: "\"processor\":\"another\"")
      .write(toFile: "\(runs)/\(name)", atomically: true, encoding: .utf8)
    let earlier = "reports/runs/\(name)"
    let check = ["check", "--baseline", "./\(earlier)"] + Self.small
    let commands: [(arguments: [String], code: Int32)] = [
      (["report", earlier, "reports"], 6),
      (["report", earlier, "reports", "--format", "markdown"], 0), (check, 6), (run, 0),
    ]
    for command in commands {
      let outcome = try Program.matchmark.run(command.arguments, in: folder.path)
      #expect(outcome.code == command.code, "\(outcome.text)")
      #expect(outcome.text.contains("host class: was another, "), "\(outcome.text)")
    }
  }

  @Test("A run in several processes keeps their samples side by side")
  func forks() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.matchmark.run(["run"] + Self.small, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let record = try Self.record(folder, in: "reports")
    let matcher = try #require(record.cells.first?.matchers.first)
    #expect(matcher.figures?.forkCount == 3)
    #expect(Set(try SamplePacking.unpack(matcher.packedSamples).map(\.fork)) == [0, 1, 2])
    #expect(record.context.commandLine.contains("--fork-number") == false)
  }
}
