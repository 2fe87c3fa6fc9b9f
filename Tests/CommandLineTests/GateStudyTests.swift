import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import RecordSupport
import Testing
import matchmark_dev

@Suite("The study of the gate", .long)
struct GateStudyTests {
  private static let context = RunContext(
    tool: "matchmark 0.1.0", startedAt: "2026-01-02T03:04:05Z", commandLine: ["matchmark"],
    host: HostRecord(
      name: "ci-1", kernel: "6.1", processor: "any", coreCount: 2, memoryInBytes: nil,
      loadBefore: nil),
    build: BuildRecord(compiler: "Swift 6.3", isOptimised: true),
    clock: ClockRecord(
      name: "CLOCK_MONOTONIC", resolutionInNanoseconds: 1, readingCostInNanoseconds: 21.5))

  private func trial(
    _ verdict: GateVerdict, slowdown: Double = 0, form: GateRecord.Form = .against
  ) -> GateTrial {
    var trial = GateTrial(
      form: form, slowdown: slowdown, isDisturbed: false, seconds: 10,
      context: Self.context)
    trial.method = form.currentMethod
    trial.verdict = verdict
    trial.lowestFloor = 0.03
    (trial.findingCount, trial.conclusiveCount) = (4, verdict == .inconclusive ? 3 : 4)
    return trial
  }

  @Test("The gate study counts trials by kind, with exact bounds on how many were slower")
  func rows() {
    let study = GateStudy(
      Array(repeating: trial(.same), count: 300) + [trial(.slower, slowdown: 0.1)]
        + [trial(.inconclusive, slowdown: 0.1), trial(.same, form: .baseline)])
    #expect(study.rows.map(\.trialCount) == [300, 1, 2])
    #expect(study.rows.map(\.slowdown) == [0, 0, 0.1])
    #expect(study.rows[0].slowerCount == 0)
    // SciPy: binomtest(0, 300).proportion_ci(0.95, method="exact").
    #expect(abs(study.rows[0].bounds.upper - 0.012_221_1) < 1e-6)
    #expect(study.comparedWithItself().alarms == 0 && study.comparedWithItself().checks == 301)
    #expect(study.comparedWithItself(.against).checks == 300)
    #expect(study.rows[2].slowerCount == 1)
    #expect(study.rows[2].counts == [.slower: 1, .inconclusive: 1])
  }

  @Test("The gate study keeps trials made by another or no method, but does not count them")
  func methods() {
    var older = trial(.slower)
    older.method = nil
    var next = trial(.slower)
    next.method = next.form.currentMethod + 1
    let study = GateStudy([older, next, trial(.same)])
    #expect(study.rows.map(\.trialCount) == [1] && study.rows[0].slowerCount == 0)
    #expect(study.otherCount == 2)
  }

  @Test("The page about the gate study claims no more than the number of trials allows")
  func claim() {
    let text = GateStudyText.result(GateStudy(Array(repeating: trial(.same), count: 60)))
    // 1 − 0.05^(1/60) and 1 − 0.025^(1/60).
    #expect(
      text.contains(
        "- In all, 0 of 60 checks reported that a build was slower than itself: at most 4.9 % by "
          + "the one-sided 95 % bound, 0.0 … 6.0 % by the two-sided one. 240 of 240 findings were "
          + "conclusive."
      ))
    #expect(text.contains("- With `--baseline`, no build was compared with itself yet."))
    let goal = GateStudyText.result(GateStudy(Array(repeating: trial(.same), count: 740)))
    #expect(goal.contains { $0.contains("0.0 … 0.5 %") })
    let open = GateStudyText.result(GateStudy([trial(.inconclusive), trial(.same)]))
    #expect(open.contains { $0.hasSuffix("7 of 8 findings were conclusive.") })
    #expect(GateStudyText.result(GateStudy([])) == ["No check has been made yet by these methods."])
  }

  @Test("A row of the gate study shows the measured slowdown next to the intended one")
  func measured() throws {
    var trials = [trial(.slower, slowdown: 0.05), trial(.slower, slowdown: 0.05)]
    (trials[0].slowedRatio, trials[1].slowedRatio) = (1.05, 1.07)
    let study = GateStudy(trials)
    #expect(abs((study.rows[0].measuredSlowdown ?? 0) - (1.05 * 1.07).squareRoot() + 1) < 1e-12)
    let row = try #require(GateStudyText.result(study).last)
    #expect(row.hasPrefix("| 6.0 % | 5.0 % | against | no | 2 | 2 |"))
  }

  @Test("The gate study counts false alarms in slowed checks, and faster verdicts, in a sentence")
  func otherAlarms() {
    var alarm = trial(.slower, slowdown: 0.1)
    alarm.falseAlarmCount = 2
    let text = GateStudyText.result(
      GateStudy(
        [alarm, trial(.slower, slowdown: 0.1), trial(.faster)] + [.same, .same].map { trial($0) }))
    #expect(
      text.contains(
        "- 1 of 2 checks with a slowdown reported another matcher as slower; 8 of 8 findings on "
          + "others were conclusive. Of all checks, 2 said same and 1 said faster."))
  }

  @Test("The next trial of the gate study is of the kind that lacks the most trials")
  func next() {
    let kinds = [0, 0.05].map { GateTrialKind(form: .against, slowdown: $0, isDisturbed: false) }
    func next(_ clean: Int, _ slowed: Int) -> Double? {
      let trials =
        Array(repeating: trial(.same), count: clean)
        + Array(repeating: trial(.slower, slowdown: 0.05), count: slowed)
      return GateTrialKind.next(kinds, after: trials)?.slowdown
    }
    #expect(next(0, 0) == 0)
    #expect(next(1, 0) == 0.05)
    #expect(next(3, 1) == 0 && next(4, 1) == 0.05)
    // Once all trials exist, only checks without a slowdown make the bound smaller.
    #expect(next(30, 10) == 0 && next(300, 10) == 0)
    var older = trial(.same)
    older.method = nil
    #expect(GateTrialKind.next([], after: [older]) == nil)
    #expect(GateTrialKind.next(kinds, after: Array(repeating: older, count: 9))?.slowdown == 0)
  }

  @Test("A duration of the gate study has a unit and is positive")
  func time() throws {
    #expect(["90s", "30m", "0.5h"].map(GateStudy.seconds) == [90, 1_800, 1_800])
    for text in ["", "30", "m", "-1m", "0s", "nanm", "infh"] {
      #expect(GateStudy.seconds(text) == nil)
    }
  }

  private func gate(
    _ verdicts: [(matcher: String, verdict: GateVerdict, ratio: Double)]
  ) -> GateRecord {
    GateRecord(
      form: .against, subject: "x", floor: 0.03,
      findings: verdicts.map { matcher, verdict, ratio in
        var finding = GateFinding(
          cell: "c", matcher: matcher, verdict: verdict,
          ratio: RatioInterval(
            ratio: ratio, lower: ratio, upper: ratio, confidence: 0.95, standardError: 0),
          floor: ratio / 20)
        (finding.forkCount, finding.roundCount) = (5, 50)
        return finding
      })
  }

  @Test("The gate study counts a check by its most serious finding")
  func gravest() {
    var trial = trial(.notComparable)
    trial.take(gate([("m", .same, 1), ("m", .slower, 1.2), ("m", .faster, 0.8)]), slowed: nil)
    #expect(trial.verdict == .slower && trial.ratio == 1.2 && trial.floor == 0.06)
    #expect(trial.falseAlarmCount == 1 && trial.lowestFloor == 0.04)
  }

  @Test("A slower verdict on a matcher that was not slowed down is a false alarm")
  func others() {
    var trial = trial(.notComparable, slowdown: 0.1)
    trial.take(gate([("slowed", .inconclusive, 1.1), ("m", .slower, 1.2)]), slowed: "slowed")
    #expect(trial.verdict == .inconclusive && trial.ratio == 1.1)
    #expect(trial.falseAlarmCount == 1)
    trial.take(
      gate([("slowed", .slower, 1.1), ("m", .same, 1), ("m", .inconclusive, 1)]), slowed: "slowed")
    #expect(trial.verdict == .slower && trial.falseAlarmCount == 0)
    #expect(trial.method == trial.form.currentMethod && trial.slowed == "slowed")
    #expect(abs((trial.slowedRatio ?? 0) - 1.1) < 1e-12)
    #expect(trial.findingCount == 2 && trial.conclusiveCount == 1 && trial.forkCount == 5)
  }

  @Test("The gate study adds its trials to a file and counts them")
  func trials() throws {
    let folder = try TemporaryFolder()
    try """
    why: a test
    matchers: [linear-scan, inverted-index]
    effort: {rounds: 2, cell-seconds: 0.01}
    cells: [{generators: [titles], rows: [300], profiles: [titles], sessions: 1}]
    """.write(toFile: folder.file("tiny.yaml"), atomically: true, encoding: .utf8)
    let arguments = [
      "gate-study", "--slowdown", "300", "--form", "against", "--suite", "tiny.yaml", "--no-burn",
      "-e", "inverted-index", "--forks", "2", "--study", "study.jsonl", "--allow-debug",
    ]
    let outcome = try Program.development.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("| 300.0 % | against | no | 1 |"))
    // A time that ends during the first check adds one.
    let again = try Program.development.run(arguments + ["--for", "0.1s"], in: folder.path)
    #expect(again.output.contains("| 300.0 % | against | no | 2 |"), "\(again.errors)")
    let page = try Program.development.run(["page", "gate-study", "study.jsonl"], in: folder.path)
    #expect(page.output.contains(again.output))
    let trials = try String(contentsOfFile: folder.file("study.jsonl"), encoding: .utf8)
      .split(separator: "\n")
    #expect(trials.count == 2)
    let method = "\"method\":\(GateRecord.Form.against.currentMethod),"
    #expect(trials.allSatisfy { $0.contains(method) })
    #expect(trials.allSatisfy { $0.contains("\"slowed\":\"inverted-index\"") })
  }
}
