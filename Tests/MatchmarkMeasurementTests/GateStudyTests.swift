import MatchmarkMeasurement
import Testing

@Suite("The study of the gate")
struct GateStudyTests {
  private func trial(
    _ verdict: Verdict, slowdown: Double = 0, form: GateRecord.Form = .against
  ) -> GateTrial {
    GateTrial(
      form: form, slowdown: slowdown, isDisturbed: false, verdict: verdict, seconds: 10,
      startedAt: "2026-01-01T00:00:00Z", hostClass: "any")
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
    #expect(study.rows[2].slowerCount == 1)
    #expect(study.rows[2].counts == [.slower: 1, .inconclusive: 1])
  }

  @Test("a check is as grave as its gravest finding")
  func gravest() {
    func finding(_ verdict: Verdict, _ ratio: Double) -> GateFinding {
      GateFinding(
        cell: "c", matcher: "m", verdict: verdict,
        ratio: RatioInterval(
          ratio: ratio, lower: ratio, upper: ratio, confidence: 0.95, standardError: 0),
        floor: 0.03, forkCount: 5, roundCount: 50)
    }
    var trial = trial(.notComparable)
    trial.take(
      GateRecord(
        form: .against, subject: "x", floor: 0.03,
        findings: [finding(.same, 1), finding(.slower, 1.2), finding(.faster, 0.8)]))
    #expect(trial.verdict == .slower && trial.ratio == 1.2 && trial.floor == 0.03)
  }
}

@Suite("Counts instead of times")
struct ExactFiguresTests {
  private let before = ExactFigures(
    instructions: 10_000, allocations: 0, allocatedBytes: 0, indexSizeInBytes: 500)

  private func verdicts(_ change: (inout ExactFigures) -> Void) -> [Verdict] {
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

  @Test("the first allocation is noticed, and so is a larger index")
  func fromNothing() {
    #expect(verdicts { $0.allocations = 0.02 }[1] == .slower)
    #expect(verdicts { $0.allocatedBytes = 1 }[2] == .slower)
    #expect(verdicts { $0.indexSizeInBytes = 520 }[3] == .slower)
  }
}
