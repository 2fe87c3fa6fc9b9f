internal import MatchmarkMeasurement
internal import MatchmarkSystem

/// Checks an engine's durations against the time measured outside, and infers its clock's step.
///
/// An engine times itself, so it could report anything. But its durations elapsed between the first
/// byte of the request and the last of the reply. Their sum therefore fits into that window, with a
/// tolerance of one clock step each, and of one part in a thousand for a clock of another rate.
package struct DurationAudit: Sendable, Hashable {
  /// The step of the clock as reported by the engine; 0 if it is unknown.
  package let statedResolutionInNanoseconds: Int
  package private(set) var sampleCount = 0
  package private(set) var zeroCount = 0
  /// The greatest common divisor of all durations so far, in nanoseconds.
  private var commonDivisor = 0

  /// The fewest samples for a conclusion: a few numbers can all be even by chance.
  private static let leastSampleCount = 20

  package init(statedResolutionInNanoseconds: Int) {
    self.statedResolutionInNanoseconds = statedResolutionInNanoseconds
  }

  /// Checks the durations of one exchange, and records them.
  ///
  /// A zero passes only if the reported step is more than a nanosecond: a coarse clock can miss a
  /// short keystroke, a fine one cannot.
  ///
  /// - Parameter wall: the nanoseconds of the whole exchange, as measured outside.
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
      // A liar's numbers must neither trap nor wrap around.
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

  /// The step of the clock that follows from the durations; nil if there are too few.
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
