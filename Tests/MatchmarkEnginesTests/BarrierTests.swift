import MatchmarkTestSupport
import MeasurementSupport
import Testing

@Suite("Barriers", .serialized, .enabled(if: Build.isOptimised, "the build is not optimised"))
struct BarrierTests {
  private static let repetitions = 100

  @Test("with barriers on input and output, every repetition is done")
  func both() {
    let count = CountedWork.callsBetweenBarriers(repetitions: Self.repetitions)
    #expect(count == Self.repetitions)
  }

  @Test("without a barrier on the output, the work is deleted, and the count shows it")
  func inputOnly() {
    let count = CountedWork.callsAfterInputBarrier(repetitions: Self.repetitions)
    #expect(count < Self.repetitions)
  }

  @Test("without a barrier on the input, the work is done once, and the count shows it")
  func outputOnly() {
    let count = CountedWork.callsBeforeOutputBarrier(repetitions: Self.repetitions)
    #expect(count < Self.repetitions)
  }
}
