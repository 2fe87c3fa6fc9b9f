import MatchmarkMeasurement
import Testing

@Suite("The study of the gate")
struct GateStudyTests {
  private func trial(
    _ verdict: GateVerdict, slowdown: Double = 0, form: GateRecord.Form = .against,
    floor: Double = 0.03
  ) -> GateTrial {
    var trial = GateTrial(
      form: form, slowdown: slowdown, isDisturbed: false, seconds: 10,
      context: RecordFixtures.full.context)
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
}

@Suite("Counts instead of times")
struct ExactFiguresTests {
  private let before = ExactFigures(
    instructions: 10_000, allocations: 0, allocatedBytes: 0, indexSizeInBytes: 500)

  private func verdicts(_ change: (inout ExactFigures) -> Void) -> [GateVerdict] {
    var now = before
    change(&now)
    return now.findings(against: before, cell: "c", matcher: "m", floor: 0.01).map(\.verdict)
  }

  @Test("the same counts are the same, and little more is none")
  func same() {
    #expect(verdicts { _ in } == [.same, .same, .same, .same])
    #expect(verdicts { $0.instructions *= 1.009 } == [.same, .same, .same, .same])
  }

  @Test("two percent more instructions are slower, two percent fewer faster")
  func instructions() {
    #expect(verdicts { $0.instructions *= 1.02 }[0] == .slower)
    #expect(verdicts { $0.instructions *= 0.98 }[0] == .faster)
  }

  @Test("a finding keeps what was counted")
  func counted() {
    var now = before
    now.instructions = 10_500
    let finding = now.findings(against: before, cell: "c", matcher: "m", floor: 0.01)[0]
    #expect(finding.figure == "instructions")
    #expect(finding.counted == Counted(now: 10_500, earlier: 10_000))
  }

  @Test("the first allocation is noticed, and so is a larger index")
  func fromNothing() {
    #expect(verdicts { $0.allocations = 0.02 }[1] == .slower)
    #expect(verdicts { $0.allocatedBytes = 1 }[2] == .slower)
    #expect(verdicts { $0.indexSizeInBytes = 520 }[3] == .slower)
  }
}
