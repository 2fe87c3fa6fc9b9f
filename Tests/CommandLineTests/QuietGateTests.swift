import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Verdicts about time, which other programs can blur; `scripts/test` runs the tests of suites
/// whose names begin with Quiet one by one, after all others.
@Suite("Comparing builds of which one is known to be slower", .long, .serialized)
struct QuietGateTests {
  @Test("A matcher that does three times the work counts as slower, in the exit code and in JUnit")
  func slower() throws {
    let folder = try TemporaryFolder()
    let saved = try Program.matchmark.run(
      ["baseline", "save", "main"] + GateCommandTests.small, in: folder.path)
    #expect(saved.code == 0, "\(saved.errors)")
    let checked = try Program.faulty.run(
      ["check", "--baseline", "main"] + GateCommandTests.small, in: folder.path,
      environment: ["MATCHMARK_SLOWED": "inverted-index=2"])
    #expect(checked.code == 3, "\(checked.output)\(checked.errors)")
    let finding = try #require(try GateCommandTests.record(folder).gate?.findings.first)
    #expect(finding.verdict == .slower)
    #expect(finding.confirmation != nil)
    #expect((finding.ratio?.ratio ?? 0) > 1.5)
    let junit = try String(contentsOfFile: folder.file("reports/check/junit.xml"), encoding: .utf8)
    #expect(junit.contains("name=\"gate: time, "))
    #expect(junit.contains("type=\"BenchmarkRegression\""))
    #expect(junit.contains("message=\"slower: time ratio "))
    // An inconclusive first look takes as many forks again.
    #expect(junit.contains(/slower: time ratio [^"]* &gt; limit [0-9.]+ \([36] forks/))
  }

  @Test("A build compared with itself passes, and one that takes three times as long is slower")
  func against() throws {
    let folder = try TemporaryFolder()
    let check = ["check", "--against", try Program.matchmark.path] + GateCommandTests.small
    let same = try Program.matchmark.run(check, in: folder.path)
    #expect(same.code == 0, "\(same.output)\(same.errors)")
    let gate = try #require(try GateCommandTests.record(folder).gate)
    #expect(gate.form == .against)
    let times = gate.findings.filter { $0.figure == "time" }
    #expect(times.map(\.matcher) == ["linear-scan", "inverted-index"])
    #expect(times.allSatisfy { $0.ratio != nil && $0.noise != nil })
    // A keystroke takes more than a nanosecond and less than a second.
    #expect(times.allSatisfy { (1...1e9).contains($0.earlierNanoseconds ?? 0) })
    #expect(times.allSatisfy { [3, 6, 9].contains($0.forkCount) })
    let slower = try Program.faulty.run(
      check, in: folder.path, environment: ["MATCHMARK_SLOWED": "inverted-index=2"])
    #expect(slower.code == 3, "\(slower.output)\(slower.errors)")
    let findings = try GateCommandTests.record(folder).gate?.findings ?? []
    #expect(Set(findings.filter { $0.verdict == .slower }.map(\.matcher)) == ["inverted-index"])
  }

  @Test("A change that corrects some answers and takes three times as long is slower")
  func corrected() throws {
    let folder = try TemporaryFolder()
    try folder.program(
      "other",
      "#!/bin/sh\nunset MATCHMARK_SLOWED\nexport MATCHMARK_LOSING=inverted-index=1\n"
        + "exec '\(try Program.faulty.path)' \"$@\"\n")
    let check = [
      "check", "--against", "./other", "--corpus", "titles-500", "--sessions", "14",
      "-e", "inverted-index", "--rounds", "2", "--max-time", "0.05", "--allow-debug",
      "--no-progress", "--forks", "3",
    ]
    let slower = try Program.faulty.run(
      check, in: folder.path, environment: ["MATCHMARK_SLOWED": "inverted-index=2"])
    #expect(slower.code == 3, "\(slower.output)\(slower.errors)")
    let findings = try GateCommandTests.record(folder).gate?.findings ?? []
    let time = try #require(findings.first { $0.figure == "time" })
    #expect(time.verdict == .slower && (time.ratio?.ratio ?? 0) > 1.5)
    let reason = /the other build answers wrongly: .*; times are compared on \d+ of \d+ timed .*/
    #expect(time.reason?.wholeMatch(of: reason) != nil, "\(time.reason ?? "")")
  }

  /// In both builds one keystroke is by far the slowest; in one build it takes ten times as long.
  @Test(
    "The gate finds the tail slower if the slowest 2 % of keystrokes take ten times as long",
    .enabled(if: TestAmount.isFull, "left to scripts/test --all"))
  func tail() throws {
    let folder = try TemporaryFolder()
    let options = [
      "--corpus", "titles-20000", "--sessions", "8", "-e", "inverted-index", "--rounds", "3",
      "--max-time", "0.05", "--allow-debug", "--no-progress", "--forks", "3",
    ]
    let measured = try Program.matchmark.run(["run"] + options, in: folder.path)
    #expect(measured.code == 0, "\(measured.errors)")
    let record = try GateCommandTests.record(folder, in: "reports")
    let keystrokes = record.cells[0].keystrokes.filter(\.isTyped)
    #expect((41...99).contains(keystrokes.count))
    let texts = Dictionary(grouping: keystrokes.map(\.query.text)) { $0 }
    let once = try #require(
      keystrokes.map(\.query.text).last { text in
        texts[text]?.count == 1 && text.wholeMatch(of: /[a-z]+/) != nil
      })
    let other = folder.file("matchmark-unslowed")
    try FileManager.default.createSymbolicLink(
      atPath: other, withDestinationPath: try Program.faulty.path)
    let slower = try Program.faulty.run(
      ["check", "--against", other] + options, in: folder.path,
      environment: ["MATCHMARK_TAIL": "inverted-index=\(once)"])
    #expect(slower.code == 3, "\(slower.output)\(slower.errors)")
    let findings = try GateCommandTests.record(folder).gate?.findings ?? []
    #expect(findings.map(\.figure) == ["time", "tail"])
    let tail = try #require(findings.last)
    #expect(tail.verdict == .slower && tail.confirmation != nil)
    // One keystroke of the tail takes ten times as long, which a noisy machine may exceed by half.
    let tailCount = (0.05 * Double(keystrokes.count)).rounded(.up)
    let limit = 1.5 * pow(10, 1 / tailCount)
    #expect((1.4...limit).contains(tail.ratio?.ratio ?? 0), "\(tail.ratio?.ratio ?? 0)")
    let junit = try String(contentsOfFile: folder.file("reports/check/junit.xml"), encoding: .utf8)
    #expect(junit.contains("name=\"gate: tail, "))
    #expect(junit.contains("message=\"slower: tail ratio "))
  }
}
