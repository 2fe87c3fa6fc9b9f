import MatchmarkCore
import MatchmarkSystem

/// Order statistics of samples.
package enum Quantile {
  /// The quantile of type 7 (Hyndman and Fan: "Sample quantiles in statistical packages", 1996):
  /// linear interpolation between the order statistics around `(count − 1) × probability`.
  ///
  /// - Parameter sorted: ascending values; nil is returned if there are none.
  /// - Complexity: O(1).
  package static func type7(_ sorted: [Double], _ probability: Double) -> Double? {
    guard let last = sorted.last else { return nil }
    let position = Double(sorted.count - 1) * min(max(probability, 0), 1)
    let lower = Int(position)
    guard lower + 1 < sorted.count else { return last }
    let fraction = position - Double(lower)
    return sorted[lower] + fraction * (sorted[lower + 1] - sorted[lower])
  }

  /// The median of values in any order; nil if there are none.
  ///
  /// - Complexity: O(count × log count).
  package static func median(_ values: [Double]) -> Double? { type7(values.sorted(), 0.5) }

  /// The median absolute deviation from the median, without a scale factor; nil if there are no
  /// values (Hampel: "The influence curve and its role in robust estimation", 1974).
  ///
  /// - Complexity: O(count × log count).
  package static func medianAbsoluteDeviation(_ values: [Double]) -> Double? {
    guard let middle = median(values) else { return nil }
    return median(values.map { abs($0 - middle) })
  }
}

/// The exponential of the mean logarithm; nil if there is no value or one is not positive.
///
/// - Complexity: O(count).
package func geometricMean(_ values: [Double]) -> Double? {
  guard !values.isEmpty, values.allSatisfy({ $0 > 0 }) else { return nil }
  let sum = values.reduce(0) { $0 + ElementaryFunctions.log($1) }
  return ElementaryFunctions.exp(sum / Double(values.count))
}

/// A quantile of medians over rounds, taken over keystrokes, and its value under resampling.
///
/// Rounds and typing sessions are drawn with replacement (the percentile bootstrap; Efron,
/// "Bootstrap methods: another look at the jackknife", 1979). The effect of a round on all its
/// keystrokes stays together, and so do the keystrokes of a session. Quantiles that share rounds
/// and keystrokes share their draws, so that common effects cancel in their quotient.
package struct MedianQuantile: Sendable {
  /// By keystroke, then round.
  private let times: [[Double]]
  /// The keystrokes of each session, which are drawn together.
  fileprivate let sessions: [[Int]]
  private let probability: Double

  /// - Parameters:
  ///   - times: for each keystroke its time in each round, in the same order for all; none empty.
  ///   - sessions: the session of each keystroke; nil if each is independent.
  ///   - probability: which quantile.
  package init(_ times: [[Double]], sessions: [Int]? = nil, probability: Double) {
    self.times = times
    let numbers = sessions ?? Array(times.indices)
    let members = Dictionary(grouping: times.indices) { numbers[$0] }
    // A single session shows no scatter, so its keystrokes are drawn one by one.
    self.sessions =
      members.count > 1
      ? members.sorted { $0.key < $1.key }.map(\.value) : times.indices.map { [$0] }
    self.probability = probability
  }

  package var keystrokeCount: Int { times.count }
  package var roundCount: Int { times.first?.count ?? 0 }

  /// The quantile as measured; nil without keystrokes.
  package var value: Double? {
    Quantile.type7(times.compactMap(Quantile.median).sorted(), probability)
  }

  /// The quantile over drawn keystrokes of their medians over drawn rounds.
  ///
  /// - Complexity: O(k (r log r + log k)) for k keystrokes in r rounds.
  func value(keystrokes: [Int], rounds: [Int]) -> Double {
    let medians = times.map { times in Quantile.median(rounds.map { times[$0] }) ?? 0 }
    return Quantile.type7(keystrokes.map { medians[$0] }.sorted(), probability) ?? 0
  }
}

/// Bounds of figures that are computed from quantiles.
package struct QuantileBootstrap: Sendable {
  private let replicateCount: Int
  private var generator: SeededGenerator

  package init(seed: UInt64, stream: String, replicateCount: Int = 400) {
    self.replicateCount = replicateCount
    generator = SeededGenerator(seed: seed, stream: stream)
  }

  /// The bounds of `figure` over resampled quantiles; nil if a single round shows no scatter.
  ///
  /// - Parameters:
  ///   - groups: quantiles that were measured together, with equal rounds and keystrokes, share
  ///     their draws; each group is drawn independently.
  ///   - figure: what is computed from the quantiles, group by group.
  /// - Complexity: O(replicates × samples), times the logarithms of sorting.
  package mutating func bounds(
    of groups: [[MedianQuantile]], figure: ([[Double]]) -> Double?
  ) -> (lower: Double, upper: Double)? {
    guard groups.allSatisfy({ $0.allSatisfy { $0.keystrokeCount > 0 && $0.roundCount > 1 } }) else {
      return nil
    }
    var figures: [Double] = []
    figures.reserveCapacity(replicateCount)
    for _ in 0..<replicateCount {
      let values = groups.map { group in redrawn(group) }
      if let figure = figure(values) { figures.append(figure) }
    }
    figures.sort()
    let tail = Self.tail(sessionCount: groups.compactMap { $0.first?.sessions.count }.min() ?? 1)
    guard let lower = Quantile.type7(figures, tail), let upper = Quantile.type7(figures, 1 - tail)
    else { return nil }
    return (lower, upper)
  }

  /// The share of the draws that lies beyond each bound.
  ///
  /// Draws of few sessions scatter too little, so the percentiles lie further out (the
  /// expanded percentile interval: Hesterberg, "What teachers should know about the bootstrap",
  /// 2015).
  private static func tail(sessionCount: Int) -> Double {
    guard sessionCount > 1 else { return 0.025 }
    let count = Double(sessionCount)
    let t = StudentDistribution.quantile(0.975, degreesOfFreedom: count - 1)
    return NormalDistribution.cumulative(-t * (count / (count - 1)).squareRoot())
  }

  private mutating func redrawn(_ group: [MedianQuantile]) -> [Double] {
    guard let first = group.first else { return [] }
    let rounds = (0..<first.roundCount).map { _ in generator.below(first.roundCount) }
    let keystrokes = first.sessions.indices.flatMap { _ in
      first.sessions[generator.below(first.sessions.count)]
    }
    return group.map { $0.value(keystrokes: keystrokes, rounds: rounds) }
  }
}
