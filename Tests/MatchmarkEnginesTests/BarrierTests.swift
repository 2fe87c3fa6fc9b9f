import MatchmarkTestSupport
import RecordSupport
import Testing

@Suite("Barriers", .serialized, .enabled(if: Build.isOptimised, "the build is not optimised"))
struct BarrierTests {
  private static let repetitions = 100

  @Test("Every repetition is done if there are barriers on input and output")
  func both() {
    let count = CountedWork.callsBetweenBarriers(repetitions: Self.repetitions)
    #expect(count == Self.repetitions)
  }

  @Test("Repetitions are lost without a barrier on the output, and the count shows it")
  func inputOnly() {
    let count = CountedWork.callsAfterInputBarrier(repetitions: Self.repetitions)
    #expect(count < Self.repetitions)
  }

  @Test("Repetitions are lost without a barrier on the input, and the count shows it")
  func outputOnly() {
    let count = CountedWork.callsBeforeOutputBarrier(repetitions: Self.repetitions)
    #expect(count < Self.repetitions)
  }
}
