internal import MatchmarkSystem

/// Holds an engine's durations to what was seen outside, and finds out how finely its clock ticks.
///
/// An engine times itself, so it could say anything. But its durations happened between the first
/// byte of the request and the last of the reply; so their sum fits into that window, give or take
/// a step of its clock for each, and one part in a thousand for a clock of another rate.
package struct DurationAudit: Sendable, Hashable {
  /// The step of the clock, as the engine said; 0 where it does not know.
  package let statedResolutionInNanoseconds: Int
  package private(set) var sampleCount = 0
  package private(set) var zeroCount = 0
  /// The largest number of nanoseconds of which all durations so far are multiples.
  private var commonDivisor = 0

  /// With fewer samples nothing is concluded: chance alone makes a few numbers all even.
  private static let leastSampleCount = 20

  package init(statedResolutionInNanoseconds: Int) {
    self.statedResolutionInNanoseconds = statedResolutionInNanoseconds
  }

  /// Checks the durations of one exchange, and remembers them.
  ///
  /// A zero passes only where the stated step is more than a nanosecond: a coarse clock does not
  /// see a short keystroke, a fine one does.
  ///
  /// - Parameter wall: the nanoseconds of the whole exchange, as seen outside.
  /// - Throws: ``MessageError`` of state ``EngineState/impossibleDuration``.
  package mutating func check(
    _ durations: [Int], key: String, wall: UInt64
  ) throws(MessageError) {
    var sum: UInt64 = 0
    for (index, duration) in durations.enumerated() {
      guard duration > 0 || duration == 0 && statedResolutionInNanoseconds > 1 else {
        throw MessageError(
          .impossibleDuration, at: .key(durations.count == 1 ? key : "\(key)[\(index)]"),
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
        .impossibleDuration, at: .key(key), got: "\(sum) nanoseconds in all",
        expected: "at most \(wall), the time that the whole exchange took")
    }
  }

  /// The step of the clock that the durations show; nil while they are too few.
  package var inferredResolutionInNanoseconds: Int? {
    sampleCount - zeroCount < Self.leastSampleCount ? nil : commonDivisor
  }

  /// What a reader of the figures should know; nil where there is nothing.
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
