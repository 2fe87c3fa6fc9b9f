import Foundation
import MatchmarkRecord
import Testing

@Suite("Paired ratios")
struct PairedRatioTests {
  /// Times by round, then keystroke; nil was not timed.
  private func samples(_ rounds: [[Int?]], fork: Int = 0) -> [Sample] {
    rounds.enumerated().flatMap { round, times in
      times.enumerated().compactMap { keystroke, time in
        time.map {
          Sample(
            fork: fork, round: round, keystroke: keystroke, order: 0, batch: 1,
            totalNanoseconds: $0)
        }
      }
    }
  }

  private func ratios(_ above: [Sample], _ below: [Sample]) -> PairedRatios? {
    PairedRatios(above, to: below) { _ in true }
  }

  @Test("A paired ratio is the geometric mean over queries of the medians over rounds")
  func order() throws {
    // Query 0 has the ratios 2, 0.5 and 2; query 1 has 8, 8 and 1.
    let paired = try #require(
      ratios(samples([[20, 80], [10, 80], [80, 7]]), samples([[10, 10], [20, 10], [40, 7]])))
    #expect(abs(paired.ratio - 4) < 1e-12)
    #expect(paired.medians().map { (exp($0) * 1e6).rounded() / 1e6 } == [2, 8])
  }

  @Test("The median ratio of an even number of rounds is the geometric mean of the middle two")
  func even() throws {
    let paired = try #require(
      ratios(samples([[1], [4], [100], [1]]), samples([[1], [1], [1], [1]])))
    #expect(abs(paired.ratio - 2) < 1e-12)
  }

  @Test("Forks are paired one by one, with equal weights")
  func forks() throws {
    let above = samples([[40]], fork: 0) + samples([[10], [10], [10]], fork: 1)
    let below = samples([[10]], fork: 0) + samples([[10], [10], [10]], fork: 1)
    let paired = try #require(ratios(above, below))
    #expect(paired.roundCounts == [1, 3])
    #expect(abs(paired.ratio - 2) < 1e-12)
  }

  @Test("Rounds and queries that one side lacks are left out of paired ratios")
  func gaps() throws {
    let paired = try #require(
      ratios(
        samples([[20, nil], [nil, 7], [20, 5]]), samples([[10, 9], [10, nil], [10, 5]])))
    #expect(paired.queries == [0])
    #expect(paired.roundCounts == [2])
    #expect(abs(paired.ratio - 2) < 1e-12)
    #expect(ratios(samples([[1, nil]]), samples([[nil, 1]])) == nil)
    #expect(ratios([], []) == nil)
  }

  @Test("Only the keystrokes that count are paired in a ratio")
  func chosen() throws {
    let times = samples([[30, 50]])
    let paired = try #require(
      PairedRatios(times, to: samples([[10, 10]])) { $0 == 1 })
    #expect(paired.queries == [1])
    #expect(abs(paired.ratio - 5) < 1e-12)
  }

  @Test("Two times of zero have a ratio of one")
  func noTime() throws {
    #expect(try #require(ratios(samples([[0]]), samples([[0]]))).ratio == 1)
  }
}

@Suite("Intervals of ratios")
struct RatioIntervalTests {
  private let bootstrap = HierarchicalBootstrap(seed: 5, replicateCount: 300)

  private func ratios(_ rounds: [Int], _ logarithms: [Double]) -> PairedRatios {
    PairedRatios(
      queries: Array(0..<logarithms.count / rounds.reduce(0, +)), roundCounts: rounds,
      logarithms: logarithms)
  }

  private func interval(_ ratios: PairedRatios) -> RatioInterval? {
    bootstrap.interval(RatioComparison(ratios: ratios))
  }

  @Test("A single round gives no interval of a ratio")
  func single() {
    #expect(interval(ratios([1], [0.1, 0.2, 0.3])) == nil)
    #expect(interval(ratios([2], [0.1, 0.1])) != nil)
    #expect(interval(ratios([1, 1], [0.1, 0.1])) != nil)
  }

  @Test("Measurements that never differ have an interval of zero width")
  func constant() throws {
    for rounds in [[4], [1, 1, 1], [2, 3]] {
      let count = rounds.reduce(0, +) * 3
      let found = try #require(interval(ratios(rounds, Array(repeating: log(1.5), count: count))))
      #expect(abs(found.lower - 1.5) < 1e-9 && abs(found.upper - 1.5) < 1e-9)
    }
  }

  @Test("The interval of one query in several forks is Student's over the medians of the forks")
  func byHand() throws {
    // Medians 1, 2 and 6 by fork: mean 3, standard deviation √7, standard error √(7 / 3).
    let found = try #require(interval(ratios([3, 1, 2], [0, 1, 9, 2, 5, 7])))
    #expect(abs(log(found.ratio) - 3) < 1e-12)
    #expect(abs(found.standardError - (7.0 / 3).squareRoot()) < 1e-12)
    // t with 2 degrees of freedom.
    let reach = log(found.upper / found.ratio) / found.standardError
    #expect(abs(reach - 4.302652729911275) < 1e-9)
  }

  /// The interval of four different keystrokes without noise, each in a separate session.
  private func interval(sessions names: [String]) throws -> RatioInterval {
    let values = [0.0, 2, 10, 14]
    return try #require(
      bootstrap.interval(
        RatioComparison(
          ratios: ratios([2], values + values), sessions: TypingSessions(names: names))))
  }

  @Test("Differences between kinds of sessions widen no interval, and differences within them do")
  func kinds() throws {
    // The contributions of A are ±1 / (4 √0.75), those of B ±2 of it: 1 / 3 and 4 / 3.
    let kinds = try interval(sessions: ["word-1", "word-2", "retype-1", "retype-2"])
    #expect(abs(kinds.standardError - (5.0 / 3).squareRoot()) < 1e-9)
    // (1/3 + 4/3)² / (1/9 + 16/9) · 2 − 1.
    #expect(abs(try #require(kinds.degreesOfFreedom) - 33.0 / 17) < 1e-9)
    // One session of each kind: similar kinds are pooled.
    let single = try interval(sessions: ["word-1", "retype-1", "filtered-1", "pasted-1"])
    #expect(abs(single.standardError - (5.0 / 3).squareRoot()) < 1e-9)
    #expect(single.degreesOfFreedom == 2)
    // A user's sessions have no known kind: 131 / 16 / 0.75 · 4 / 3.
    let own = try interval(sessions: ["a", "b", "c", "d"])
    #expect(abs(own.standardError - (131.0 / 9).squareRoot()) < 1e-9)
    #expect(own.degreesOfFreedom == 3)
  }

  @Test("The bound of a ratio moves out on the side of the longer tail, and only there")
  func skewed() throws {
    let values = [0.0, 0, 0, 0, 0, 8]
    let sessions = TypingSessions(names: ["a", "b", "c", "d", "e", "f"])
    func interval(_ values: [Double]) throws -> RatioInterval {
      try #require(
        bootstrap.interval(
          RatioComparison(ratios: ratios([2], values + values), sessions: sessions)))
    }
    let found = try interval(values)
    // Five equal contributions and one that is five times as far off: their skewness is 1. This is
    // Student's t with 5 degrees of freedom.
    let t = 2.570581835636314
    #expect(abs(log(found.ratio / found.lower) / found.standardError - t) < 1e-9)
    let expected = t + (2 * t * t + 1) / 12
    #expect(abs(log(found.upper / found.ratio) / found.standardError - expected) < 1e-9)
    let mirrored = try interval(values.map { -$0 })
    #expect(abs(log(mirrored.lower * found.upper)) < 1e-9)
    let even = try interval([0, 0, 0, 8, 8, 8])
    #expect(abs(log(even.upper * even.lower / even.ratio / even.ratio)) < 1e-9)
  }

  @Test("The keystrokes of a session tell only as much as their mean")
  func sessions() throws {
    let values = [0.0, 0, 0, 1, 1, 1, 5, 5, 5]
    let names = ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
    let data = ratios([2], values + values)
    let alone = try #require(interval(data))
    let together = try #require(
      bootstrap.interval(RatioComparison(ratios: data, sessions: TypingSessions(names: names))))
    #expect(together.standardError > 1.7 * alone.standardError)
    #expect(together.degreesOfFreedom == 2)
    // A single session shows no scatter.
    #expect(
      bootstrap.interval(
        RatioComparison(
          ratios: data, sessions: TypingSessions(names: Array(repeating: "a", count: 9)))) == alone)
  }

  @Test("The same seed gives the same interval, and another seed nearly the same")
  func seeded() throws {
    var generator = Normal(seed: 8)
    let data = ratios([6], (0..<60).map { _ in generator.next() * 0.05 })
    let first = try #require(interval(data))
    #expect(first == interval(data))
    let other = try #require(
      HierarchicalBootstrap(seed: 6, replicateCount: 300).interval(RatioComparison(ratios: data)))
    #expect(first != other)
    #expect(abs(log(first.upper / other.upper)) < first.standardError)
  }

  @Test("A ratio and its inverse have mirrored intervals")
  func mirrored() throws {
    var generator = Normal(seed: 3)
    let values = (0..<120).map { _ in 0.2 + generator.next() * 0.1 }
    let found = try #require(interval(ratios([5, 5], values)))
    let inverse = try #require(interval(ratios([5, 5], values.map { -$0 })))
    #expect(abs(found.lower * inverse.upper - 1) < 1e-9)
    #expect(abs(found.upper * inverse.lower - 1) < 1e-9)
  }

  @Test("An interval against an earlier run includes the noise of both runs")
  func earlier() throws {
    var generator = Normal(seed: 4)
    let now = ratios([4, 4, 4], (0..<120).map { _ in 0.3 + generator.next() * 0.02 })
    let then = ratios([4, 4, 4], (0..<120).map { _ in 0.1 + generator.next() * 0.02 })
    let one = try #require(interval(now))
    let both = try #require(bootstrap.interval(RatioComparison(ratios: now, earlier: then)))
    #expect(abs(log(both.ratio) - 0.2) < 0.03)
    #expect(both.standardError > one.standardError)
  }

  @Test("A larger family of ratios has wider intervals, and a repeated member widens nothing")
  func family() throws {
    var generator = Normal(seed: 9)
    let members = (0..<12).map { _ in
      ratios([5, 5, 5, 5, 5, 5], (0..<300).map { _ in generator.next() * 0.05 })
    }
    let alone = try #require(interval(members[0]))
    let together = try #require(
      bootstrap.intervals(
        members.enumerated().map { RatioComparison(group: $0, ratios: $1) })[0])
    #expect(together.upper > alone.upper && together.lower < alone.lower)
    #expect(together.standardError == alone.standardError)
    let repeated = bootstrap.intervals(
      (0..<12).map { _ in RatioComparison(ratios: members[0]) })
    #expect(repeated[0] == alone)
  }
}

@Suite("Fits of growth")
struct PowerLawFitTests {
  @Test("An exact power law is found, whatever its sizes")
  func exact() throws {
    let sizes = [10.0, 100, 1_000, 5_000]
    let fit = try #require(PowerLawFit(sizes: sizes, times: sizes.map { 3 * pow($0, 1.5) }))
    #expect(abs(fit.exponent - 1.5) < 1e-12)
    #expect(abs(fit.factor - 3) < 1e-9)
    let bounds = try #require(fit.exponentBounds)
    #expect(bounds.upper - bounds.lower < 1e-6)
  }

  @Test("Two sizes give an exponent without bounds, and one size gives none")
  func few() throws {
    let fit = try #require(PowerLawFit(sizes: [1, 2], times: [5, 10]))
    #expect(abs(fit.exponent - 1) < 1e-12 && fit.exponentBounds == nil)
    #expect(PowerLawFit(sizes: [1], times: [5]) == nil)
    #expect(PowerLawFit(sizes: [4, 4], times: [5, 6]) == nil)
    #expect(PowerLawFit(sizes: [1, 2], times: [0, 6]) == nil)
    #expect(PowerLawFit(sizes: [1, 2], times: [6]) == nil)
  }
}
