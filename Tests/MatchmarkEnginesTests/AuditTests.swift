import MatchmarkEngines
import MatchmarkRecord
import Testing

@Suite("The audit of durations")
struct DurationAuditTests {
  private func state(
    _ durations: [Int], wall: UInt64, resolution: Int = 1
  ) -> EngineState? {
    var audit = DurationAudit(statedResolutionInNanoseconds: resolution)
    do throws(MessageError) {
      try audit.check(durations, wall: wall)
    } catch { return error.state }
    return nil
  }

  @Test("An engine's durations are accepted only if they fit into the exchange")
  func window() {
    #expect(state([400, 600], wall: 1_000) == nil)
    #expect(state([400_000, 600_000], wall: 999_000) == nil)
    #expect(state([400_000, 600_000], wall: 990_000) == .impossibleDuration)
    #expect(state([.max, .max], wall: .max) == nil)
    // More than 64 bits.
    let huge = Array(repeating: 1 << 53, count: 10_000)
    #expect(state(huge, wall: 1 << 62) == .impossibleDuration)
  }

  @Test("The audit of durations allows each duration one step of the clock")
  func steps() {
    #expect(state([1_000_000, 1_000_000], wall: 10_000, resolution: 1_000_000) == nil)
    #expect(
      state([2_000_000, 2_000_000], wall: 10_000, resolution: 1_000_000) == .impossibleDuration)
  }

  @Test("A duration of zero is accepted only if the clock is too coarse for a keystroke")
  func zeros() {
    #expect(state([0], wall: 1_000, resolution: 1_000_000) == nil)
    #expect(state([0], wall: 1_000, resolution: 1) == .impossibleDuration)
    #expect(state([0], wall: 1_000, resolution: 0) == .impossibleDuration)
    #expect(state([-1], wall: 1_000, resolution: 1_000_000) == .impossibleDuration)
  }

  @Test("The error about an impossible duration names the keystroke and the failure")
  func message() {
    var audit = DurationAudit(statedResolutionInNanoseconds: 1)
    let error = #expect(throws: MessageError.self) {
      try audit.check([5, 0], wall: 10)
    }
    #expect(
      error?.description
        == "got 0 nanoseconds for key 'elapsed_ns[1]', expected more than 0 by a clock with a step "
        + "of 1")
  }

  @Test("The audit of durations finds the real step of a clock that is coarser than it claims")
  func granularity() throws {
    var audit = DurationAudit(statedResolutionInNanoseconds: 1)
    for sample in 1...19 { try audit.check([sample * 3_000], wall: .max) }
    #expect(audit.inferredResolutionInNanoseconds == nil)
    #expect(audit.warning == nil)
    try audit.check([2_000], wall: .max)
    #expect(audit.inferredResolutionInNanoseconds == 1_000)
    #expect(
      audit.warning
        == "all 20 durations are multiples of 1000 ns, though its clock is said to have a step of "
        + "1 ns")
    try audit.check([1], wall: .max)
    #expect(audit.inferredResolutionInNanoseconds == 1)
    #expect(audit.warning == nil)
  }

  @Test("The audit of durations counts the durations that a coarse clock missed")
  func coarse() throws {
    var audit = DurationAudit(statedResolutionInNanoseconds: 1_000_000)
    try audit.check([0, 1_000_000, 0], wall: .max)
    #expect(audit.warning == "2 of 3 durations are zero: its clock is too coarse")
  }
}
