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

/// Checks the durations that an engine claims against the times of many exchanges.
///
/// ``DurationAudit`` finds a claim that is longer than its exchange. A claim that is too short is
/// hidden by the overhead of an exchange. Repetitions reveal it: the time that each further one
/// adds outside is work, whatever the overhead of the exchange. Claims that never vary also expose
/// a liar, and so does a time outside the claims that grows with the work.
///
/// Only the least outside time of several exchanges counts: other programs can add to it, but
/// nothing can reduce it.
package struct ClaimAudit: Sendable {
  /// The claimed durations; more than two different ones add no information.
  private var claims: Set<Int> = []
  /// For each keystroke, the least time of an exchange beyond its claim, and that claim.
  private var outside: [Int: (beyond: Double, claimed: Double)] = [:]
  /// For each keystroke that was queried both once and repeatedly, the claimed time of one
  /// repetition, and the time that one further repetition takes beyond its claim.
  private var repetitions: [(claimed: Double, beyond: Double)] = []

  /// The fewest keystrokes for a conclusion.
  private static let leastKeystrokeCount = 20
  /// The part of a repetition that a true claim may omit, as a multiple of the claim.
  private static let leftOut = 2.0
  /// A fixed allowance for the loop between two clock readings, in nanoseconds.
  private static let loopNanoseconds = 2_000.0
  /// An allowance for clearing the previous repetition's answer, in nanoseconds for each row.
  private static let clearingNanosecondsPerRow = 0.02

  package init() {}

  /// - Parameters:
  ///   - durations: one for each repetition, in nanoseconds.
  ///   - wall: the nanoseconds of the whole exchange, as measured outside.
  package mutating func note(_ durations: [Int], of keystroke: Int, wall: UInt64) {
    if claims.count < 2 { claims.formUnion(durations) }
    let sum = durations.reduce(0.0) { $0 + Double($1) }
    let beyond = Double(wall) - sum
    if beyond < outside[keystroke]?.beyond ?? .infinity {
      outside[keystroke] = (beyond: beyond, claimed: sum)
    }
  }

  /// Records the results of querying one keystroke once, and of querying it repeatedly.
  ///
  /// - Parameters:
  ///   - once, often: the least time that an exchange took beyond its claims, in nanoseconds.
  ///   - count: the number of repetitions in the latter case, 2 or more.
  ///   - claimed: the claimed time of one repetition.
  package mutating func note(once: Double, often: Double, count: Int, claimed: Double) {
    repetitions.append((claimed: claimed, beyond: max(0, often - once) / Double(count - 1)))
  }

  /// Why the claims cannot be true; nil if they can.
  ///
  /// - Parameter resolution: the step of the clock in nanoseconds, as reported by the engine.
  package func impossibility(resolution: Int, rowCount: Int) -> String? {
    if outside.count >= Self.leastKeystrokeCount, claims.count == 1, let only = claims.first,
      only > max(resolution, 1)
    {
      return "it reports \(only) ns for every keystroke, with a clock step of \(resolution) ns"
    }
    let claimed = repetitions.reduce(0) { $0 + $1.claimed }
    let beyond = repetitions.reduce(0) { $0 + $1.beyond }
    let allowance = Self.loopNanoseconds + Double(rowCount) * Self.clearingNanosecondsPerRow
    let count = Double(repetitions.count)
    guard beyond > Self.leftOut * claimed + count * allowance else { return nil }
    return "it reports \(Int(claimed / count)) ns for a keystroke that takes "
      + "\(Int((claimed + beyond) / count)) ns in each repetition"
  }

  /// The nanoseconds beyond its claims above which an exchange is more than transport.
  private static let idleNanoseconds = 1e6
  /// The additional nanoseconds above which keystrokes with more work are suspicious too.
  private static let growthNanoseconds = 1e5
  /// In both cases the time must also exceed this multiple of the claim.
  private static let share = 5.0

  /// Why the claims may omit work; nil if nothing suggests it.
  ///
  /// - Parameter costs: the times of another participant by keystroke, in nanoseconds.
  /// - Complexity: O(n log n) for n keystrokes.
  package func doubt(costs: [Int: Double]) -> String? {
    let order = outside.keys.filter { costs[$0] != nil }
      .sorted { (costs[$0] ?? 0, $0) < (costs[$1] ?? 0, $1) }
    guard order.count >= Self.leastKeystrokeCount else { return nil }
    let cheap = order.prefix(order.count / 4).compactMap { outside[$0] }
    let dear = order.suffix(order.count / 4).compactMap { outside[$0] }
    let claimed = Self.middle(dear.map(\.claimed))
    let least = Self.middle(cheap.map(\.beyond))
    let growth = Self.middle(dear.map(\.beyond)) - least
    if growth > max(Self.growthNanoseconds, Self.share * claimed) {
      return "on keystrokes that cost others more, it takes \(Int(growth)) ns more than the "
        + "\(Int(claimed)) ns that it reports: it may work while its clock is stopped"
    }
    let usual = Self.share * Self.middle(cheap.map(\.claimed))
    guard least > max(Self.idleNanoseconds, usual) else { return nil }
    return "each keystroke takes \(Int(least)) ns beyond the reported time: more than transport "
      + "takes, and a user would wait for it"
  }

  private static func middle(_ values: [Double]) -> Double { Quantile.median(values) ?? 0 }
}
