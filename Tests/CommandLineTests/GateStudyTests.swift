import Foundation
import MatchmarkMeasurement
import MatchmarkTestSupport
import Testing
import matchmark_dev

@Suite("The study of the gate")
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
    _ verdict: GateVerdict, slowdown: Double = 0, form: GateRecord.Form = .against,
    floor: Double = 0.03
  ) -> GateTrial {
    var trial = GateTrial(
      form: form, slowdown: slowdown, isDisturbed: false, seconds: 10,
      context: Self.context)
    trial.verdict = verdict
    trial.lowestFloor = floor
    return trial
  }

  @Test("trials are counted by kind, with exact bounds for slower")
  func rows() {
    let study = GateStudy(
      Array(repeating: trial(.same), count: 300) + [trial(.slower, slowdown: 0.1)]
        + [trial(.inconclusive, slowdown: 0.1), trial(.same, form: .baseline)])
    #expect(study.rows.map(\.trialCount) == [300, 1, 2])
    #expect(study.rows.map(\.slowdown) == [0, 0, 0.1])
    #expect(study.rows[0].slowerCount == 0)
    // SciPy: binomtest(0, 300).proportion_ci(0.95, method="exact").
    #expect(abs(study.rows[0].bounds.upper - 0.012_221_1) < 1e-6)
    #expect(study.comparedWithItself.checkCount == 301)
    #expect(study.comparedWithItself.alarmCount == 0)
    #expect(study.rows[2].slowerCount == 1)
    #expect(study.rows[2].counts == [.slower: 1, .inconclusive: 1])
  }

  @Test("where the floor lay above the slowdown it could not be found, and that is counted apart")
  func clear() {
    let study = GateStudy([
      trial(.slower, slowdown: 0.05), trial(.inconclusive, slowdown: 0.05),
      trial(.inconclusive, slowdown: 0.05, floor: 0.08),
    ])
    #expect(study.rows.map(\.trialCount) == [3])
    #expect(study.rows[0].clearCount == 2)
    #expect(study.rows[0].clearSlowerCount == 1)
  }

  private func gate(
    _ verdicts: [(matcher: String, verdict: GateVerdict, ratio: Double)]
  ) -> GateRecord {
    GateRecord(
      form: .against, subject: "x", floor: 0.03,
      findings: verdicts.map { matcher, verdict, ratio in
        GateFinding(
          cell: "c", matcher: matcher, verdict: verdict,
          ratio: RatioInterval(
            ratio: ratio, lower: ratio, upper: ratio, confidence: 0.95, standardError: 0),
          floor: ratio / 20, forkCount: 5, roundCount: 50)
      })
  }

  @Test("a check is as grave as its gravest finding")
  func gravest() {
    var trial = trial(.notComparable)
    trial.take(gate([("m", .same, 1), ("m", .slower, 1.2), ("m", .faster, 0.8)]), slowed: nil)
    #expect(trial.verdict == .slower && trial.ratio == 1.2 && trial.floor == 0.06)
    #expect(trial.falseAlarmCount == 1 && trial.lowestFloor == 0.04)
  }

  @Test("where one matcher was slowed, another that is said to be slower is no find")
  func others() {
    var trial = trial(.notComparable, slowdown: 0.1)
    trial.take(gate([("slowed", .inconclusive, 1.1), ("m", .slower, 1.2)]), slowed: "slowed")
    #expect(trial.verdict == .inconclusive && trial.ratio == 1.1)
    #expect(trial.falseAlarmCount == 1)
    trial.take(gate([("slowed", .slower, 1.1), ("m", .same, 1)]), slowed: "slowed")
    #expect(trial.verdict == .slower && trial.falseAlarmCount == 0)
  }

  @Test("adds its trials to a file and counts them")
  func trials() throws {
    let folder = try TemporaryFolder()
    try """
    why: a test
    matchers: [linear-scan, inverted-index]
    effort: {rounds: 2, cell-seconds: 0.01}
    cells: [{generators: [titles], rows: [300], profiles: [titles], sessions: 1}]
    """.write(toFile: folder.file("tiny.yaml"), atomically: true, encoding: .utf8)
    let arguments = [
      "gate-study", "--slowdown", "300", "--form", "against", "--suite", "tiny.yaml",
      "--forks", "2", "--study", "study.jsonl", "--allow-debug",
    ]
    let outcome = try Program.development.run(arguments, in: folder.path)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("| 300.0 % | against | no | 1 |"))
    let again = try Program.development.run(arguments, in: folder.path)
    #expect(again.output.contains("| 300.0 % | against | no | 2 |"))
    let table = try Program.development.run(
      ["gate-study", "--table", "--study", "study.jsonl"], in: folder.path)
    #expect(table.output == again.output)
  }

  @Test("the page of the study shows the trials that are committed")
  func page() throws {
    let root = WorkingCopy.root.path
    let table = try Program.development.run(
      ["gate-study", "--table", "--study", "\(root)/reports/gate-study/trials.jsonl"])
    #expect(table.code == 0, "\(table.errors)")
    #expect(table.lines.count > 3)
    let page = try String(
      contentsOfFile: "\(root)/Sources/MatchmarkCore/MatchmarkCore.docc/GateStudy.md",
      encoding: .utf8)
    for line in table.lines { #expect(page.contains("\(line)\n"), "\(line) is not on the page") }
  }
}
