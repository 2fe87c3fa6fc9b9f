import MatchmarkCore
import MatchmarkSystem

/// The order statistics of samples.
package enum Quantile {
  /// Returns the quantile of type 7 (Hyndman and Fan: "Sample quantiles in statistical packages",
  /// 1996): linear interpolation between the order statistics around `(count − 1) × probability`.
  ///
  /// - Parameter sorted: the values, ascending; if there are none, the result is nil.
  /// - Complexity: O(1).
  package static func type7(_ sorted: [Double], _ probability: Double) -> Double? {
    guard let last = sorted.last else { return nil }
    let position = Double(sorted.count - 1) * min(max(probability, 0), 1)
    let lower = Int(position)
    guard lower + 1 < sorted.count else { return last }
    let fraction = position - Double(lower)
    return sorted[lower] + fraction * (sorted[lower + 1] - sorted[lower])
  }

  /// Returns the median of values in any order; nil if there are none.
  ///
  /// - Complexity: O(count × log count).
  package static func median(_ values: [Double]) -> Double? { type7(values.sorted(), 0.5) }

  /// Returns the median absolute deviation from the median, without a scale factor; nil if there
  /// are no values (Hampel: "The influence curve and its role in robust estimation", 1974).
  ///
  /// - Complexity: O(count × log count).
  package static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
    guard let middle = median(values) else { return nil }
    return median(values.map { abs($0 - middle) })
  }
}

/// Returns the exponential of the mean logarithm; nil if there is no value or one is not positive.
///
/// - Complexity: O(count).
package func geometricMean(_ values: [Double]) -> Double? {
  guard !values.isEmpty, values.allSatisfy({ $0 > 0 }) else { return nil }
  return ElementaryFunctions.exp(values.map(ElementaryFunctions.log).mean)
}

/// A quantile over keystrokes of their medians over rounds, and its value under resampling.
///
/// Rounds and typing sessions are drawn with replacement (the percentile bootstrap; Efron,
/// "Bootstrap methods: another look at the jackknife", 1979). The effect of a round on all its
/// keystrokes stays together, and so do the keystrokes of a session. Every seed gives a workload
/// the same number of sessions of each kind, so every draw has that number, too. Quantiles that
/// share rounds and keystrokes share their draws, so that common effects cancel in their quotient.
package struct MedianQuantile: Sendable {
  /// The times by keystroke, then round.
  private let times: [[Double]]
  private let sessions: TypingSessions
  /// The keystrokes of each session, which are drawn together, by kind of session.
  fileprivate let strata: [[[Int]]]
  private let probability: Double

  /// Creates a quantile.
  ///
  /// - Parameters:
  ///   - times: the time of each keystroke in each round, with the rounds in the same order for all
  ///     keystrokes; none is empty.
  ///   - names: the name of each keystroke's session; nil if each keystroke is independent.
  package init(_ times: [[Double]], sessions names: [String]? = nil, probability: Double) {
    self.times = times
    self.probability = probability
    var names = names ?? []
    // A single session shows no scatter, so its keystrokes are drawn one by one.
    if Set(names).count < 2 { names = times.indices.map(String.init) }
    sessions = TypingSessions(names: names)
    let members = Dictionary(grouping: times.indices) { names[$0] }.values.sorted { $0[0] < $1[0] }
    strata = StratumRule.finest(of: members.map { names[$0[0]] }).strata
      .map { stratum in stratum.map { members[$0] } }
  }

  package var keystrokeCount: Int { times.count }
  package var roundCount: Int { times.first?.count ?? 0 }

  /// The measured quantile; nil without keystrokes.
  package var value: Double? {
    Quantile.type7(times.compactMap(Quantile.median).sorted(), probability)
  }

  /// The part of the quantile's possible error that draws do not show: all keystrokes of a few
  /// sessions may be among the slow ones.
  fileprivate struct Spread {
    /// The share of the draws that lies beyond each bound of a 95 % interval.
    ///
    /// Draws of few sessions scatter too little, and by how much is only roughly known, so the
    /// percentiles lie further out (the expanded percentile interval: Hesterberg, "What teachers
    /// should know about the bootstrap", 2015).
    let tail: Double
    /// The difference of logarithms between the quantile at the upper bound of its share and the
    /// measured one; at most up to the slowest keystroke (Woodruff, "Confidence intervals for
    /// medians and other position measures", 1952).
    let rise: Double
    /// The difference of logarithms between the measured quantile and the one at the lower bound.
    let fall: Double
  }

  /// The spread of the quantile; nil if the share of slower keystrokes does not scatter.
  fileprivate var spread: Spread? {
    let medians = times.map { Quantile.median($0) ?? 0 }
    let sorted = medians.sorted()
    guard let value = Quantile.type7(sorted, probability) else { return nil }
    let slower = medians.map { $0 > value ? 1.0 : 0 }
    guard let known = sessions.scatter(slower, of: Array(slower.indices))?.term else { return nil }
    let share = slower.mean
    let drawn = strata.reduce(0) { sum, sessions in
      let parts = sessions.map { $0.reduce(0) { $0 + slower[$1] - share } / Double(slower.count) }
        .centred
      return sum + parts.dot(parts)
    }
    guard drawn > 0 else { return nil }
    // A share of rare sessions is a count. A count of n has the variance n, so this variance is as
    // uncertain as one with 2 n degrees of freedom.
    let slowCount = strata.joined().count { $0.contains { slower[$0] > 0 } }
    let t = StudentDistribution.quantile(
      0.975, degreesOfFreedom: min(known.degreesOfFreedom, Double(2 * slowCount)))
    let reach = t * known.variance.squareRoot()
    func distance(_ offset: Double) -> Double {
      let bound = Quantile.type7(sorted, probability + offset) ?? value
      return abs(ElementaryFunctions.log(max(bound, 1e-3) / max(value, 1e-3)))
    }
    return Spread(
      tail: NormalDistribution.cumulative(-reach / drawn.squareRoot()),
      rise: distance(reach), fall: distance(-reach))
  }

  /// Returns the quantile over drawn keystrokes of their medians over drawn rounds.
  ///
  /// - Complexity: O(k (r log r + log k)) for k keystrokes in r rounds.
  func value(keystrokes: [Int], rounds: [Int]) -> Double {
    let medians = times.map { times in Quantile.median(rounds.map { times[$0] }) ?? 0 }
    return Quantile.type7(keystrokes.map { medians[$0] }.sorted(), probability) ?? 0
  }
}

/// The bounds between which a true figure lies in 95 of 100 cases.
package struct Bounds<Value: Sendable & Hashable>: Sendable, Hashable {
  package var lower: Value
  package var upper: Value

  package init(lower: Value, upper: Value) {
    self.lower = lower
    self.upper = upper
  }
}

extension Bounds: Codable where Value: Codable {}

/// The bounds of figures that are computed from quantiles.
package struct QuantileBootstrap: Sendable {
  private let replicateCount: Int
  private var generator: SeededGenerator

  package init(seed: UInt64, stream: String, replicateCount: Int = 400) {
    self.replicateCount = replicateCount
    generator = SeededGenerator(seed: seed, stream: stream)
  }

  /// Returns the bounds of `figure` over resampled quantiles; nil if there is only one round, which
  /// shows no scatter.
  ///
  /// - Parameters:
  ///   - groups: the quantiles; those of a group were measured together, with equal rounds and
  ///     keystrokes, and share their draws; each group is drawn independently.
  ///   - figure: the function that computes the figure from the quantiles, group by group.
  /// - Complexity: O(replicates × samples), times the logarithms of sorting.
  package mutating func bounds(
    of groups: [[MedianQuantile]], figure: ([[Double]]) -> Double?
  ) -> Bounds<Double>? {
    guard
      groups.allSatisfy({ group in
        !group.isEmpty && group.allSatisfy { $0.keystrokeCount > 0 && $0.roundCount > 1 }
      })
    else { return nil }
    let draws = (0..<replicateCount).map { _ in groups.map { redrawn($0) } }
    let figures = draws.compactMap(figure).sorted()
    let spreads = groups.map { $0.map(\.spread) }
    let tail = spreads.flatMap(\.self).compactMap { $0?.tail }.min() ?? 0.025
    guard let lower = Quantile.type7(figures, tail), let upper = Quantile.type7(figures, 1 - tail)
    else { return nil }
    // Draws never have a slower keystroke than the run, and rarely more of the slowest ones.
    let values = groups.map { $0.map { $0.value ?? 0 } }
    let raised = groups.indices.compactMap { index in
      var values = values
      values[index][0] *= Self.rise(spreads[index], draws: draws.map { $0[index] })
      return figure(values)
    }
    return Bounds(lower: lower, upper: max(upper, raised.max() ?? upper))
  }

  /// Returns the factor by which the first quantile of a group, or its quotient by the second, may
  /// be higher than measured.
  ///
  /// The bounds of a difference follow from those of its terms and their correlation (Zou, "Toward
  /// using confidence intervals to compare correlations", 2007), and the logarithm of a quotient is
  /// a difference. Effects that both quantiles share move the second up with the first; other
  /// effects move it down. A few slow sessions show little of how both move together, so the
  /// correlation of the draws is squared, which makes it smaller.
  ///
  /// - Parameter draws: the group's quantiles in each draw.
  private static func rise(_ spreads: [MedianQuantile.Spread?], draws: [[Double]]) -> Double {
    let first = spreads[0]?.rise ?? 0
    guard spreads.count > 1, let second = spreads[1] else { return ElementaryFunctions.exp(first) }
    let shown = max(correlation(draws), 0)
    let common = shown * shown
    let together = first - common * second.rise
    let apart = (1 - common * common) * second.fall * second.fall
    return ElementaryFunctions.exp((together * together + apart).squareRoot())
  }

  /// Returns the correlation of the logarithms of two quantiles over draws; 0 if one does not vary.
  private static func correlation(_ draws: [[Double]]) -> Double {
    let sides = [0, 1].map { side in
      draws.map { ElementaryFunctions.log(max($0[side], 1e-3)) }.centred
    }
    let scale = (sides[0].dot(sides[0]) * sides[1].dot(sides[1])).squareRoot()
    return scale > 0 ? sides[0].dot(sides[1]) / scale : 0
  }

  private mutating func redrawn(_ group: [MedianQuantile]) -> [Double] {
    let first = group[0]
    let rounds = (0..<first.roundCount).map { _ in generator.below(first.roundCount) }
    let keystrokes = first.strata.flatMap { sessions in
      sessions.indices.flatMap { _ in sessions[generator.below(sessions.count)] }
    }
    return group.map { $0.value(keystrokes: keystrokes, rounds: rounds) }
  }
}
