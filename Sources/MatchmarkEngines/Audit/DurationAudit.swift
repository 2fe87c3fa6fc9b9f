internal import MatchmarkRecord
internal import MatchmarkSystem

/// A check of an engine's durations against the time measured outside, which also infers the step
/// of the engine's clock.
///
/// An engine times itself, so it could report any number. But its durations elapsed between the
/// first byte of the request and the last byte of the reply, so their sum must fit into that
/// window. The tolerance is one clock step for each duration, and one part in a thousand for a
/// clock that runs at a different rate.
package struct DurationAudit: Sendable, Hashable {
  /// The step of the clock as reported by the engine; 0 if it is unknown.
  package let statedResolutionInNanoseconds: Int
  package private(set) var sampleCount = 0
  package private(set) var zeroCount = 0
  /// The greatest common divisor of all durations so far, in nanoseconds.
  private var commonDivisor = 0

  /// The minimum number of samples for a conclusion; a few numbers can all be even by chance.
  private static let leastSampleCount = 20

  package init(statedResolutionInNanoseconds: Int) {
    self.statedResolutionInNanoseconds = statedResolutionInNanoseconds
  }

  /// Checks the durations of one exchange, and records them.
  ///
  /// A zero is accepted only if the reported step is more than a nanosecond: a coarse clock can
  /// miss a short keystroke, a fine one cannot.
  ///
  /// - Parameter wall: the time of the whole exchange in nanoseconds, as measured outside the
  ///   engine.
  /// - Throws: ``MessageError`` of state ``EngineState/impossibleDuration``.
  package mutating func check(_ durations: [Int], wall: UInt64) throws(MessageError) {
    var sum: UInt64 = 0
    for (index, duration) in durations.enumerated() {
      guard duration > 0 || duration == 0 && statedResolutionInNanoseconds > 1 else {
        throw MessageError(
          .impossibleDuration, at: durations.count == 1 ? "elapsed_ns" : "elapsed_ns[\(index)]",
          got: "\(duration) nanoseconds",
          expected: "more than 0 by a clock with a step of \(statedResolutionInNanoseconds)")
      }
      // Numbers that an engine made up must neither trap nor overflow.
      sum = sum.saturatingSum(UInt64(duration))
      sampleCount += 1
      zeroCount += duration == 0 ? 1 : 0
      commonDivisor = Self.greatestCommonDivisor(commonDivisor, duration)
    }
    let step = UInt64(max(statedResolutionInNanoseconds, 1))
    let steps = step.multipliedReportingOverflow(by: UInt64(durations.count))
    let slack = (wall / 1_000).saturatingSum(steps.overflow ? .max : steps.partialValue)
    guard sum <= wall.saturatingSum(slack) else {
      throw MessageError(
        .impossibleDuration, at: "elapsed_ns", got: "\(sum) nanoseconds in all",
        expected: "at most \(wall), the time that the whole exchange took")
    }
  }

  /// The step of the clock that follows from the durations; nil if there are too few of them.
  package var inferredResolutionInNanoseconds: Int? {
    sampleCount - zeroCount < Self.leastSampleCount ? nil : commonDivisor
  }

  package var warning: String? {
    if zeroCount > 0 {
      return "\(zeroCount) of \(sampleCount) durations are zero: its clock is too coarse"
    }
    guard let step = inferredResolutionInNanoseconds,
      step > max(statedResolutionInNanoseconds, 1)
    else { return nil }
    return "all \(sampleCount) durations are multiples of \(step) ns, though its clock is said to "
      + "have a step of \(statedResolutionInNanoseconds) ns"
  }

  private static func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
