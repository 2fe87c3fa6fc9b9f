internal import MatchmarkMeasurement

/// Holds the durations that an engine claims to what its exchanges took outside, over many of them.
///
/// ``DurationAudit`` finds a claim that is longer than its exchange. One that is too short hides in
/// what an exchange costs on top of the work. Repetitions bring it to light: what each further one
/// takes outside is work, however much the exchange itself costs. Claims that never vary give a
/// liar away as well, and so does a time outside the claims that grows with the work.
///
/// Only the least time outside counts of several exchanges: other programs can add to it, and
/// nothing can take from it.
package struct ClaimAudit: Sendable {
  /// A keystroke that was asked once and often.
  private struct Repetition {
    /// What is claimed for one repetition.
    var claimed: Double
    /// What one further repetition takes beyond its claim.
    var beyond: Double
  }

  /// The least that exchanges about a keystroke took beyond the claims, and what was claimed then.
  private struct Outside {
    var beyond: Double
    var claimed: Double
  }

  /// The durations that were claimed; more than two of them say nothing more.
  private var claims: Set<Int> = []
  private var outside: [Int: Outside] = [:]
  private var repetitions: [Repetition] = []

  /// With fewer keystrokes nothing is concluded.
  private static let leastKeystrokeCount = 20
  /// A true claim may leave out this much of a repetition, as a multiple of itself.
  private static let leftOut = 2.0
  /// And so much in any case: what a loop does between two readings of a clock, in nanoseconds.
  private static let loopNanoseconds = 2_000.0
  /// And for clearing the answer of the repetition before, in nanoseconds for each row.
  private static let clearingNanosecondsPerRow = 0.02

  package init() {}

  /// Notes an exchange about a keystroke.
  ///
  /// - Parameters:
  ///   - durations: one for each repetition, in nanoseconds.
  ///   - wall: the nanoseconds of the whole exchange, as seen outside.
  package mutating func note(_ durations: [Int], of keystroke: Int, wall: UInt64) {
    if claims.count < 2 { claims.formUnion(durations) }
    let sum = durations.reduce(0.0) { $0 + Double($1) }
    let beyond = Double(wall) - sum
    if beyond < outside[keystroke]?.beyond ?? .infinity {
      outside[keystroke] = Outside(beyond: beyond, claimed: sum)
    }
  }

  /// Notes what came of asking one keystroke once, and of asking it often.
  ///
  /// - Parameters:
  ///   - once, often: the least time that an exchange took beyond its claims, in nanoseconds.
  ///   - count: how often it was repeated then, 2 or more.
  ///   - claimed: what was claimed for one repetition.
  package mutating func note(once: Double, often: Double, count: Int, claimed: Double) {
    repetitions.append(
      Repetition(claimed: claimed, beyond: max(0, often - once) / Double(count - 1)))
  }

  /// Why the claims cannot be true; nil where they can.
  ///
  /// - Parameter resolution: the step of the clock in nanoseconds, as the engine says.
  package func impossibility(resolution: Int, rowCount: Int) -> String? {
    if outside.count >= Self.leastKeystrokeCount, claims.count == 1, let only = claims.first,
      only > max(resolution, 1)
    {
      return "it says \(only) ns of every keystroke, by a clock with a step of \(resolution) ns"
    }
    let claimed = repetitions.reduce(0) { $0 + $1.claimed }
    let beyond = repetitions.reduce(0) { $0 + $1.beyond }
    let allowance = Self.loopNanoseconds + Double(rowCount) * Self.clearingNanosecondsPerRow
    let count = Double(repetitions.count)
    guard beyond > Self.leftOut * claimed + count * allowance else { return nil }
    return "it says \(Int(claimed / count)) ns of a keystroke that takes "
      + "\(Int((claimed + beyond) / count)) ns each time that it is repeated"
  }

  /// An exchange that takes this many nanoseconds beyond its claims is more than transport.
  private static let idleNanoseconds = 1e6
  /// Where there is more work, this many nanoseconds more are suspicious, too.
  private static let growthNanoseconds = 1e5
  /// In either case it is also this multiple of what is claimed.
  private static let share = 5.0

  /// Why the claims may leave out work; nil where nothing points to it.
  ///
  /// - Parameter costs: what another participant takes for a keystroke, in nanoseconds.
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
      return "where others work more, it takes \(Int(growth)) ns more outside the \(Int(claimed)) "
        + "ns that it says: it may work before its clock starts, or after it stops"
    }
    let usual = Self.share * Self.middle(cheap.map(\.claimed))
    guard least > max(Self.idleNanoseconds, usual) else { return nil }
    return "each keystroke takes \(Int(least)) ns outside of what it says: more than transport "
      + "takes, and a user would wait for it"
  }

  private static func middle(_ values: [Double]) -> Double { Quantile.median(values) ?? 0 }
}
