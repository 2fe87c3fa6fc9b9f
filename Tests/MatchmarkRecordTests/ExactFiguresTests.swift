import MatchmarkRecord
import Testing

@Suite("Counts instead of times")
struct ExactFiguresTests {
  private let before = ExactFigures(
    instructions: 10_000, allocations: 0, allocatedBytes: 0, indexSizeInBytes: 500)

  private func verdicts(_ change: (inout ExactFigures) -> Void) -> [GateVerdict] {
    var now = before
    change(&now)
    return now.findings(against: before, cell: "c", matcher: "m", floor: 0.01).map(\.verdict)
  }

  @Test("Equal counts and nearly equal ones are judged the same")
  func same() {
    #expect(verdicts { _ in } == [.same, .same, .same, .same])
    #expect(verdicts { $0.instructions *= 1.009 } == [.same, .same, .same, .same])
  }

  @Test("A matcher with 2 % more instructions is slower, and one with 2 % fewer is faster")
  func instructions() {
    #expect(verdicts { $0.instructions *= 1.02 }[0] == .slower)
    #expect(verdicts { $0.instructions *= 0.98 }[0] == .faster)
  }

  @Test("A finding about counts keeps both counts")
  func counted() {
    var now = before
    now.instructions = 10_500
    let finding = now.findings(against: before, cell: "c", matcher: "m", floor: 0.01)[0]
    #expect(finding.figure == "instructions")
    #expect(finding.counted?.now == 10_500 && finding.counted?.earlier == 10_000)
  }

  @Test("The first allocation and a larger index are judged slower")
  func fromNothing() {
    #expect(verdicts { $0.allocations = 0.02 }[1] == .slower)
    #expect(verdicts { $0.allocatedBytes = 1 }[2] == .slower)
    #expect(verdicts { $0.indexSizeInBytes = 520 }[3] == .slower)
  }
}
