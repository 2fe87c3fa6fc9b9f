import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("The interim looks of a gate")
struct GateLookTests {
  /// The probability that a process of independent blocks has crossed the levels by each look.
  ///
  /// The density of the sum of the blocks is followed from look to look on a grid (Armitage,
  /// McPherson and Rowe: "Repeated significance tests on accumulating data", 1969).
  private func spent(isTwoSided: Bool) -> [Double] {
    let step = 0.02
    let positions = (-600...600).map { Double($0) * step }
    func density(_ value: Double) -> Double { exp(-value * value / 2) / (2 * .pi).squareRoot() }
    var within = positions.map { abs($0) < step / 2 ? 1 / step : 0 }
    var total = GateLook.early.level
    return GateLook.all.map { look in
      let next = positions.map { position in
        zip(positions, within).reduce(0) { sum, entry in
          entry.1 == 0 ? sum : sum + entry.1 * density(position - entry.0) * step
        }
      }
      let tail = isTwoSided ? look.level / 2 : look.level
      let bound =
        StudentDistribution.quantile(1 - tail, degreesOfFreedom: .infinity)
        * Double(look.blockCount).squareRoot()
      // The part of each step beyond the bound.
      let beyond = positions.map { position in
        let distance = isTwoSided ? abs(position) : position
        return min(max((distance + step / 2 - bound) / step, 0), 1)
      }
      total += zip(next, beyond).reduce(0) { $0 + $1.0 * $1.1 * step }
      within = zip(next, beyond).map { $0 * (1 - $1) }
      return total
    }
  }

  @Test("The interim looks of a gate spend what Lan and DeMets' function of Pocock's type allows")
  func spending() {
    for (look, spent) in zip(GateLook.all, spent(isTwoSided: true)) {
      let share = Double(look.blockCount) / Double(GateLook.all.count)
      let given = 0.05 * log(1 + (M_E - 1) * share)
      #expect(spent <= given && spent > given - 0.0005, "\(look): \(spent), given \(given)")
    }
    #expect(spent(isTwoSided: false).allSatisfy { $0 < 0.05 })
    #expect(GateLook.all.map(\.blockCount) == [1, 2, 3])
  }

  /// Simulated measurements of two builds: forks scatter, and each has an effect on every query.
  private func measure(
    _ forks: Int, ratio: Double, ofForks: Double, _ normal: inout Normal
  ) -> PairedRatios {
    var values: [Double] = []
    for _ in 0..<forks {
      let fork = normal.next() * ofForks
      for _ in 0..<12 { values.append(log(ratio) + fork + normal.next() * 0.02) }
    }
    return PairedRatios(
      queries: Array(0..<12), roundCounts: Array(repeating: 1, count: forks), logarithms: values)
  }

  /// Returns the share of builds with this ratio that get a verdict by the last look.
  ///
  /// - Parameter mostForks: the number of forks after which no look counts any more.
  private func frequency(
    of verdict: GateVerdict, ratio: Double, floor: Double, ofForks: Double,
    within mostForks: Int = 24
  ) -> Double {
    var normal = Normal(seed: 21)
    let count = TestAmount.lookExperimentCount
    let looks = GateLook.looks(forkCount: 8, hasEarly: true)
    let found = (0..<count).count { seed in
      let all = measure(8 * GateLook.all.count, ratio: ratio, ofForks: ofForks, &normal)
      for look in looks {
        let forks = look.forkCount(inBlocksOf: 8)
        guard forks <= mostForks else { return false }
        let seen = PairedRatios(
          queries: all.queries, roundCounts: Array(all.roundCounts.prefix(forks)),
          logarithms: Array(all.logarithms.prefix(forks * all.queryCount)))
        let bootstrap = HierarchicalBootstrap(seed: UInt64(seed), confidence: 1 - look.level)
        let interval = bootstrap.interval(RatioComparison(ratios: seen, hasFixedQueries: true))
        let found = GateRule(floor: floor, look: look).verdict(on: interval)
        if found != .inconclusive { return found == verdict }
      }
      return false
    }
    return Double(found) / Double(count)
  }

  @Test(
    "Repeated looks call a difference of exactly the floor the same in at most 5 % of checks",
    arguments: [0.01, 0.02, 0.03, 0.05])
  func equivalence(ofForks: Double) {
    for ratio in [1.03, 1 / 1.03] {
      let found = frequency(of: .same, ratio: ratio, floor: 0.03, ofForks: ofForks)
      #expect(found <= TestAmount.allowedLookError, "\(found)")
    }
  }

  @Test("Repeated looks call equal builds slower in fewer than 5 % of checks, even without a floor")
  func alarm() {
    let found = frequency(of: .slower, ratio: 1, floor: 0, ofForks: 0.02)
    #expect(found <= TestAmount.allowedLookError / 2 + 0.005, "\(found)")
    #expect(frequency(of: .slower, ratio: 1, floor: 0.03, ofForks: 0.02) <= 0.01)
  }

  @Test("A build that takes three times as long is found after three processes of eight")
  func early() {
    let forks = GateLook.early.forkCount(inBlocksOf: 8)
    #expect(forks == 3)
    func found(_ ratio: Double) -> Double {
      frequency(of: .slower, ratio: ratio, floor: 0.03, ofForks: 0.02, within: forks)
    }
    #expect(found(3) > 0.9, "\(found(3))")
    #expect(found(1) == 0)
    #expect(found(1.05) < 0.05, "\(found(1.05))")
  }

  @Test("Repeated looks call equal builds the same in more than 90 % of checks")
  func conclusive() {
    let found = frequency(of: .same, ratio: 1, floor: 0.03, ofForks: 0.03)
    #expect(found > 0.9, "\(found)")
  }
}

@Suite("The tail of a gate")
struct GateTailTests {
  /// The times of one side: keystroke k takes about (k + 1) µs, 10 forks of 5 rounds.
  private func samples(
    _ count: Int, seed: UInt64, noise: Double = 0.03, slowed: (Int) -> Double = { _ in 1 }
  ) -> [Sample] {
    var normal = Normal(seed: seed)
    return (0..<10).flatMap { fork in
      (0..<5).flatMap { round in
        (0..<count).map { keystroke in
          let time = 1e6 * Double(keystroke + 1) * slowed(keystroke) * exp(normal.next() * noise)
          return Sample(
            fork: fork, round: round, keystroke: keystroke, order: 0, batch: 1,
            totalNanoseconds: Int(time))
        }
      }
    }
  }

  @Test("The tail of a gate is the slowest 5 % by median, if there are enough keystrokes")
  func chosen() throws {
    let tail = try #require(GateTail(samples(200, seed: 1, noise: 0.001)) { $0 % 2 == 0 })
    #expect(tail.keystrokes == [190, 192, 194, 196, 198])
    #expect(GateTail(samples(41, seed: 1)) { _ in true }?.keystrokes.count == 3)
    #expect(GateTail(samples(40, seed: 1)) { _ in true } == nil)
    #expect(GateTail.fewestTypedKeystrokes == 41)
    #expect(GateTail([]) { _ in true } == nil)
  }

  private func verdicts(_ slowed: @escaping (Int) -> Double) throws -> [GateVerdict] {
    let own = samples(200, seed: 1, slowed: slowed)
    let base = samples(200, seed: 2)
    let tail = try #require(GateTail(samples(200, seed: 3)) { _ in true })
    let all = PairedRatios(own, to: base) { _ in true }
    let slowest = PairedRatios(own, to: base, where: tail.keystrokes.contains)
    return try zip(GateFigure.allCases, [all, slowest]).map { figure, ratios in
      let comparison = RatioComparison(ratios: try #require(ratios), hasFixedQueries: true)
      return GateRule(floor: figure.floor(0.03))
        .verdict(on: HierarchicalBootstrap(seed: 1).interval(comparison))
    }
  }

  @Test("The tail of a gate finds a slowdown of few keystrokes that the overall mean misses")
  func slower() throws {
    #expect(try verdicts { $0 >= 196 ? 10 : 1 } == [.slower, .slower])
    // Too little for the overall mean: 2 % of the keystrokes twice as slow are 1.4 %.
    #expect(try verdicts { $0 >= 196 ? 2 : 1 } == [.same, .slower])
    #expect(try verdicts { _ in 1 } == [.same, .same])
  }

  @Test("A slowdown of few keystrokes is clear if keystrokes are fixed, not if they are a sample")
  func fixed() throws {
    let ratios = try #require(
      PairedRatios(
        samples(150, seed: 1) { $0 >= 147 ? 10 : 1 }, to: samples(150, seed: 2)
      ) { _ in true })
    func verdict(isFixed: Bool) -> GateVerdict {
      GateRule(floor: 0.03).verdict(
        on: HierarchicalBootstrap(seed: 1).interval(
          RatioComparison(ratios: ratios, hasFixedQueries: isFixed)))
    }
    #expect(verdict(isFixed: true) == .slower)
    #expect(verdict(isFixed: false) == .inconclusive)
  }

  @Test("Choosing the tail of a gate by a third side keeps chance from looking like a change")
  func unbiased() throws {
    // All keystrokes take the same, and only noise says which are slow.
    func level(_ keystroke: Int) -> Double { 1 / Double(keystroke + 1) }
    let (own, base, witness) = (
      samples(200, seed: 1, noise: 0.3, slowed: level),
      samples(200, seed: 2, noise: 0.3, slowed: level),
      samples(200, seed: 3, noise: 0.3, slowed: level)
    )
    func ratio(chosenBy side: [Sample]) throws -> Double {
      let tail = try #require(GateTail(side) { _ in true })
      return try #require(PairedRatios(own, to: base, where: tail.keystrokes.contains)).ratio
    }
    #expect(abs(try ratio(chosenBy: witness) - 1) < 0.05)
    #expect(try ratio(chosenBy: base) < 0.95)
    #expect(try ratio(chosenBy: own) > 1.05)
  }
}
