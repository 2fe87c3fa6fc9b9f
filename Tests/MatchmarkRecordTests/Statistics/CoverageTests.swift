import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Standard normal variates (Box and Muller), from a seed.
struct Normal {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> Double {
    (-2 * log(1 - generator.unit())).squareRoot() * cos(2 * .pi * generator.unit())
  }

  mutating func chance(_ probability: Double) -> Bool { generator.chance(probability) }
}

/// Experiments with a known true value: 95 % intervals must contain it 95 times in a hundred.
///
/// A short run simulates only enough of them to notice a mistake; a full one checks two thousand
/// against the bounds.
@Suite("Coverage of intervals")
struct CoverageTests {
  /// The scatter of measurements, as standard deviations of logarithms.
  struct World: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var forks = 5
    var rounds = 6
    var queries = 20
    var ofForks = 0.0
    var ofRounds = 0.01
    var ofQueries = 0.03
    var ofPairs = 0.0
    var ofSamples = 0.03
    /// The share of samples that are ten times as far off.
    var hiccups = 0.0
  }

  static let worlds = [
    World(testDescription: "one fork", forks: 1, rounds: 12),
    World(testDescription: "one fork of few queries", forks: 1, rounds: 10, queries: 5),
    World(testDescription: "five forks", ofForks: 0.02, ofPairs: 0.01),
    World(testDescription: "three forks", forks: 3, queries: 40, ofForks: 0.01, ofPairs: 0.02),
    World(
      testDescription: "hiccups", ofForks: 0.01, ofQueries: 0.02, ofSamples: 0.02, hiccups: 0.1),
    World(testDescription: "queries alike", ofForks: 0.02, ofQueries: 0, ofSamples: 0.02),
    World(
      testDescription: "one query", forks: 6, queries: 1, ofForks: 0.02, ofQueries: 0),
  ]

  /// Measurements around a true ratio of one; with a family, its members share forks and rounds.
  private func measure(
    _ world: World, members: Int = 1, _ normal: inout Normal
  ) -> [PairedRatios] {
    let forkEffects = (0..<world.forks).map { _ in normal.next() * world.ofForks }
    let roundEffects = (0..<world.forks * world.rounds).map { _ in normal.next() * world.ofRounds }
    return (0..<members).map { _ in
      let queryEffects = (0..<world.queries).map { _ in normal.next() * world.ofQueries }
      var values: [Double] = []
      for fork in 0..<world.forks {
        let pairs = (0..<world.queries).map { _ in normal.next() * world.ofPairs }
        for round in 0..<world.rounds {
          for query in 0..<world.queries {
            let scale = world.hiccups > 0 && normal.chance(world.hiccups) ? 10.0 : 1
            values.append(
              forkEffects[fork] + roundEffects[fork * world.rounds + round] + queryEffects[query]
                + pairs[query] + normal.next() * world.ofSamples * scale)
          }
        }
      }
      return PairedRatios(
        queries: Array(0..<world.queries),
        roundCounts: Array(repeating: world.rounds, count: world.forks), logarithms: values)
    }
  }

  private func coverage(_ experiment: (UInt64) -> Bool) -> Double {
    let held = (0..<TestAmount.experimentCount).count { experiment(UInt64($0)) }
    return Double(held) / Double(TestAmount.experimentCount)
  }

  @Test("A 95 % interval contains the true value 95 times in a hundred", arguments: worlds)
  func single(world: World) {
    var normal = Normal(seed: 11)
    let found = coverage { seed in
      let ratios = measure(world, &normal)[0]
      let bootstrap = HierarchicalBootstrap(seed: seed, replicateCount: TestAmount.replicateCount)
      return bootstrap.interval(RatioComparison(ratios: ratios))?.contains(1) ?? false
    }
    #expect(TestAmount.allowedCoverage.contains(found), "\(found)")
  }

  @Test("An interval against an earlier run contains the true value 95 times in a hundred")
  func earlier() {
    let world = Self.worlds[2]
    var normal = Normal(seed: 12)
    let found = coverage { seed in
      var now = measure(world, &normal)[0]
      var then = measure(world, &normal)[0]
      // Both runs ask the same queries, each with its own ratio.
      for (query, effect) in (0..<world.queries).map({ ($0, normal.next() * 0.5) }) {
        now.shift(query, by: effect)
        then.shift(query, by: effect)
      }
      let bootstrap = HierarchicalBootstrap(seed: seed, replicateCount: TestAmount.replicateCount)
      return bootstrap.interval(RatioComparison(ratios: now, earlier: then))?.contains(1) ?? false
    }
    #expect(TestAmount.allowedCoverage.contains(found), "\(found)")
  }

  @Test("A family of intervals contains all true values 95 times in a hundred")
  func family() {
    let world = Self.worlds[2]
    var normal = Normal(seed: 13)
    let found = coverage { seed in
      let family = measure(world, members: 4, &normal).map { RatioComparison(ratios: $0) }
      let bootstrap = HierarchicalBootstrap(seed: seed, replicateCount: TestAmount.replicateCount)
      return bootstrap.intervals(family).allSatisfy { $0?.contains(1) ?? false }
    }
    #expect(TestAmount.allowedCoverage.contains(found), "\(found)")
  }

  @Test("A difference of exactly the floor is called the same at most five times in a hundred")
  func equivalence() {
    let rule = GateRule(floor: 0.03)
    for (index, world) in Self.worlds.enumerated() {
      var normal = Normal(seed: 15 + UInt64(index))
      let found = coverage { seed in
        var ratios = measure(world, &normal)[0]
        ratios.shift(by: log(1.03))
        let bootstrap = HierarchicalBootstrap(seed: seed, replicateCount: TestAmount.replicateCount)
        return rule.verdict(on: bootstrap.interval(RatioComparison(ratios: ratios))) == .same
      }
      #expect(found <= TestAmount.allowedEquivalence, "\(world.testDescription): \(found)")
    }
  }

  @Test("Bounds of a quantile contain the true value even if sessions differ")
  func quantile() {
    var normal = Normal(seed: 31)
    let found = coverage { seed in
      let sessions = (0..<60).flatMap { Array(repeating: $0, count: 3) }
      let names = sessions.map { "word-\($0)" }
      let effects = (0..<60).map { _ in normal.next() * 0.3 }
      let times = sessions.map { session in
        let median = exp(effects[session] + normal.next() * 0.1)
        return (0..<5).map { _ in median * exp(normal.next() * 0.01) }
      }
      var bootstrap = QuantileBootstrap(
        seed: seed, stream: "coverage", replicateCount: min(TestAmount.replicateCount, 100))
      let quantile = MedianQuantile(times, sessions: names, probability: 0.5)
      let bounds = bootstrap.bounds(of: [[quantile]]) { $0.first?.first }
      return bounds.map { $0.lower <= 1 && 1 <= $0.upper } ?? false
    }
    #expect(TestAmount.allowedCoverage.contains(found), "\(found)")
  }

  @Test("Bounds of a quantile do not scatter with the number of sessions of a kind")
  func quantileOfKinds() throws {
    let names = ["word", "whole-title"].flatMap { kind in (0..<6).map { "\(kind)-\($0)" } }
    let times = names.map { Array(repeating: $0.hasPrefix("word") ? 10.0 : 20, count: 3) }
    var bootstrap = QuantileBootstrap(seed: 1, stream: "kinds")
    let quantile = MedianQuantile(times, sessions: names, probability: 0.25)
    let bounds = try #require(bootstrap.bounds(of: [[quantile]]) { $0.first?.first })
    #expect(bounds == Bounds(lower: 10, upper: 10))
  }

  @Test("Independent keystrokes count as sessions of one keystroke each")
  func independent() throws {
    var normal = Normal(seed: 34)
    let times = (0..<9).map { _ in Array(repeating: exp(normal.next()), count: 2) }
    let names = times.indices.map { "word-\($0)" }
    let bounds = try [nil, Array(repeating: "word-1", count: 9), names].map { names in
      var bootstrap = QuantileBootstrap(seed: 1, stream: "independent")
      let quantile = MedianQuantile(times, sessions: names, probability: 0.5)
      return try #require(bootstrap.bounds(of: [[quantile]]) { $0.first?.first })
    }
    #expect(bounds[0] == bounds[2] && bounds[1] == bounds[2])
  }

  /// The medians of sessions of eight keystrokes; the first one is slow in one session of `rarity`.
  private func timesWithSlowOnes(
    _ rarity: Int, _ random: inout SeededGenerator, _ normal: inout Normal
  ) -> [[Double]] {
    let slow = (0..<52).map { _ in random.below(rarity) == 0 }
    return (0..<52 * 8).map { keystroke in
      let isSlow = slow[keystroke / 8] && keystroke % 8 == 0
      return Array(repeating: exp((isSlow ? 3 : 0) + normal.next() * 0.2), count: 2)
    }
  }

  /// In how many of 200 runs the bounds contain the true p99, or the true quotient of two p99s.
  private func heldCount(rarities: [Int], truth: Double) -> Int {
    var normal = Normal(seed: 32)
    var random = SeededGenerator(seed: 33, stream: "slow")
    let names = (0..<52).flatMap { Array(repeating: "word-\($0)", count: 8) }
    return (0..<200).count { run in
      let quantiles = rarities.map { rarity in
        MedianQuantile(
          timesWithSlowOnes(rarity, &random, &normal), sessions: names, probability: 0.99)
      }
      var bootstrap = QuantileBootstrap(seed: UInt64(run), stream: "tail", replicateCount: 100)
      let bounds = bootstrap.bounds(of: [quantiles]) { $0[0].dropFirst().reduce($0[0][0], /) }
      return bounds.map { $0.lower <= truth && truth <= $0.upper } ?? false
    }
  }

  @Test("Bounds of a p99 contain the true value even if few sessions have slow keystrokes")
  func tail() {
    // One keystroke in 64 is slow, so the p99 is the quantile 0.36 of the slow ones.
    let found = heldCount(rarities: [8], truth: exp(3 - 0.358 * 0.2))
    #expect(found >= 185, "\(found) of 200")
  }

  @Test("Bounds of a quotient of two p99s hold even if each side is slow in other sessions")
  func quotientOfTails() {
    // One keystroke in 88 is slow, so the p99 is the quantile 0.12 of the slow ones; or one in 160,
    // so it is the quantile 0.9962 of the others.
    let truth = exp(3 - 1.175 * 0.2) / exp(2.671 * 0.2)
    let found = heldCount(rarities: [11, 20], truth: truth)
    #expect(found >= 185, "\(found) of 200")
  }

  @Test("An interval of an exponent contains the true exponent 95 times in a hundred")
  func exponent() {
    var normal = Normal(seed: 14)
    let sizes = [1e3, 1e4, 1e5, 1e6, 1e7]
    let found = coverage { _ in
      let times = sizes.map { exp(0.9 * log($0) + normal.next() * 0.1) }
      guard let bounds = PowerLawFit(sizes: sizes, times: times)?.exponentBounds else {
        return false
      }
      return bounds.lower <= 0.9 && 0.9 <= bounds.upper
    }
    #expect(TestAmount.allowedCoverage.contains(found), "\(found)")
  }
}

extension PairedRatios {
  fileprivate mutating func shift(by amount: Double) {
    self = PairedRatios(
      queries: queries, roundCounts: roundCounts,
      logarithms: logarithms.map { $0 + amount })
  }

  fileprivate mutating func shift(_ query: Int, by amount: Double) {
    let shifted = logarithms.enumerated().map { index, value in
      index % queryCount == query ? value + amount : value
    }
    self = PairedRatios(queries: queries, roundCounts: roundCounts, logarithms: shifted)
  }
}
