import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkMeasurement
import MatchmarkSystem
import MatchmarkTestSupport
package import MeasurementSupport

/// How often the interval of a figure contained the true value when runs drew other sessions.
package struct CoverageTrial: StudyTrial, Hashable {
  package enum Figure: String, Sendable, Codable, CaseIterable {
    /// The ratio of a table.
    case ratio
    /// The figures of targets.
    case p50, p99
    case p50Quotient = "p50-quotient"
    case p99Quotient = "p99-quotient"

    /// A change to how an interval is computed is a new method.
    package var currentMethod: Int { self == .ratio ? 2 : 4 }
  }

  /// The version of how the interval is computed; only the current one is counted.
  package var method: Int
  package var family: String
  package var sessions: String
  package var figure: Figure
  /// The number of drawn runs, and of those whose interval contained the true value.
  package var drawCount: Int
  package var heldCount: Int
  /// The runs whose whole interval was above the true value; the other misses were below.
  package var aboveCount: Int
  /// The value over all sessions of the pool, kinds weighted as in a run.
  package var truth: Double
  /// The median over runs of the upper bound divided by the lower one.
  package var width: Double
  package var startedAt: String
  package var hostClass: String

  package init(
    _ figure: Figure, of family: String, _ sessions: String, drawCount: Int, truth: Double = 0,
    on machine: (day: String, hostClass: String)
  ) {
    method = figure.currentMethod
    self.family = family
    self.sessions = sessions
    self.figure = figure
    self.drawCount = drawCount
    self.truth = truth
    (heldCount, aboveCount, width) = (0, 0, 1)
    (startedAt, hostClass) = machine
  }

  /// The exact 99 % bounds of the probability that an interval contains the true value.
  package var bounds: ProportionBounds {
    ProportionBounds(successCount: heldCount, trialCount: max(drawCount, 1), confidence: 0.99)
  }

  /// Whether it is of the current method, and of a workload that suites have today.
  package var isCurrent: Bool {
    let designs = CoverageFamily.all.first { $0.name == family }?.designs ?? []
    return method == figure.currentMethod
      && designs.contains { $0.name == sessions }
  }

  /// Whether intervals contain the true value as often as 95 % intervals should.
  package enum Agreement: String {
    case asStated = "yes"
    /// Harmless: the interval is wider than necessary.
    case moreOften = "more often"
    case lessOften = "less often"
  }

  package var agreement: Agreement {
    if bounds.lower > 0.95 { return .moreOften }
    return bounds.lower > 0.9 && bounds.upper >= 0.95 ? .asStated : .lessOften
  }

  /// The committed trials.
  static let ledger = WorkingCopy.path("reports/coverage/trials.jsonl")
}

/// Draws runs from a pool and checks their intervals.
struct CoverageStudy {
  /// The number of rounds in a run.
  static let roundCount = CoveragePool.roundCount / 2

  let pool: CoveragePool
  let design: CoverageDesign
  private var generator: SeededGenerator

  init(_ pool: CoveragePool, _ design: CoverageDesign, seed: UInt64 = 1) {
    self.pool = pool
    self.design = design
    generator = SeededGenerator(seed: seed, stream: "coverage/\(design.name)")
  }

  /// Draws runs and counts the intervals of `empty`'s figure that contain its true value.
  mutating func filled(_ empty: CoverageTrial) -> CoverageTrial {
    var trial = empty
    var widths: [Double] = []
    trial.truth = truth(trial.figure)
    for number in 0..<trial.drawCount {
      guard let bounds = bounds(trial.figure, of: drawn(), seed: UInt64(number)) else { continue }
      widths.append(bounds.upper / bounds.lower)
      if bounds.lower > trial.truth { trial.aboveCount += 1 }
      if bounds.lower <= trial.truth && trial.truth <= bounds.upper { trial.heldCount += 1 }
    }
    trial.width = Quantile.median(widths) ?? 1
    return trial
  }

  /// The sessions of one run, each in the same drawn rounds.
  ///
  /// The pool is all that can be typed, so a session may be drawn twice: without that, a run that
  /// uses up a quarter of the pool would be closer to the truth than a new run is.
  private mutating func drawn() -> [CoveragePool.Session] {
    let rounds = drawnRounds()
    var run: [CoveragePool.Session] = []
    for kind in TraceKind.allCases {
      let sessions = pool.sessions[kind, default: []]
      for _ in 0..<(sessions.isEmpty ? 0 : design.counts[kind] ?? 0) {
        var session = sessions[generator.below(sessions.count)].keeping(rounds)
        session.name = "\(kind.rawValue)-\(run.count)"
        run.append(session)
      }
    }
    return run
  }

  private mutating func drawnRounds() -> [Int] {
    var left = Array(0..<CoveragePool.roundCount)
    return (0..<Self.roundCount).map { _ in left.remove(at: generator.below(left.count)) }
  }

  private func bounds(
    _ figure: CoverageTrial.Figure, of run: [CoveragePool.Session], seed: UInt64
  ) -> Bounds<Double>? {
    let keystrokes = run.flatMap(\.times)
    let names = run.flatMap { session in session.times.map { _ in session.name } }
    guard figure != .ratio else {
      let rounds = (0..<Self.roundCount).flatMap { round in
        keystrokes.map { log($0[1][round] / $0[0][round]) }
      }
      let ratios = PairedRatios(
        queries: Array(keystrokes.indices), roundCounts: [Self.roundCount], logarithms: rounds)
      return FigureCalculation.interval(ratios, of: TypingSessions(names: names), seed: seed)
        .map { Bounds(lower: $0.lower, upper: $0.upper) }
    }
    let quantiles = figure.matchers.map { matcher in
      MedianQuantile(
        keystrokes.map { $0[matcher] }, sessions: names, probability: figure.probability)
    }
    var bootstrap = QuantileBootstrap(seed: seed, stream: "coverage")
    return bootstrap.bounds(of: [quantiles]) { values in
      values.first.map { $0.count > 1 ? $0[0] / $0[1] : $0[0] }
    }
  }

  // MARK: Truth

  /// The value over the whole pool, each kind as often as in a run, in the mean over drawn rounds.
  private mutating func truth(_ figure: CoverageTrial.Figure) -> Double {
    let count = 30
    return exp(
      (0..<count).reduce(0) { sum, _ in
        let rounds = drawnRounds()
        let value = figure == .ratio ? ratio(in: rounds) : quantile(figure, in: rounds)
        return sum + log(value)
      } / Double(count))
  }

  /// The sessions of each kind in some rounds, with their weight in a run.
  private func weighted(_ rounds: [Int]) -> [(session: CoveragePool.Session, weight: Double)] {
    design.counts.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { kind, count in
      let sessions = pool.sessions[kind, default: []]
      let weight = Double(count) / Double(max(sessions.count, 1))
      return sessions.map { (session: $0.keeping(rounds), weight: weight) }
    }
  }

  private func quantile(_ figure: CoverageTrial.Figure, in rounds: [Int]) -> Double {
    let weighted = weighted(rounds).flatMap { session, weight in
      session.medians.map { (times: $0, weight: weight) }
    }
    let total = weighted.reduce(0) { $0 + $1.weight }
    let values = figure.matchers.map { matcher in
      var reached = 0.0
      let sorted = weighted.sorted { $0.times[matcher] < $1.times[matcher] }
      return sorted.first {
        reached += $0.weight
        return reached >= figure.probability * total
      }?.times[matcher] ?? 0
    }
    return values.count > 1 ? values[0] / values[1] : values[0]
  }

  private func ratio(in rounds: [Int]) -> Double {
    var (sum, total) = (0.0, 0.0)
    for (session, weight) in weighted(rounds) {
      for times in session.times {
        let logarithms = zip(times[1], times[0]).map { log($0 / $1) }
        sum += weight * (Quantile.median(logarithms) ?? 0)
        total += weight
      }
    }
    return exp(sum / total)
  }
}

extension CoverageTrial.Figure {
  var probability: Double { self == .p50 || self == .p50Quotient ? 0.5 : 0.99 }

  /// Indexes of ``CoveragePool/matchers``; with two, the first is divided by the second.
  var matchers: [Int] { self == .p50 || self == .p99 ? [1] : [1, 0] }
}
