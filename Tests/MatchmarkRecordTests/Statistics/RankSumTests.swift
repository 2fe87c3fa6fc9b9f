import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("Rank sums over strata")
struct RankSumTests {
  @Test("Kinds assigned by chance differ only as often as chance allows, despite long tails")
  func chance() {
    var generator = SeededGenerator(seed: 7, stream: "rank sums")
    var beyondTwo = 0
    for _ in 0..<1_000 {
      var test = RankSumTest()
      for stratum in 0..<20 {
        var (low, high): ([Double], [Double]) = ([], [])
        for _ in 0..<8 {
          let value = Double(stratum) + 1 / max(generator.unit(), 1e-9)
          if generator.chance(0.5) { low.append(value) } else { high.append(value) }
        }
        test.add(low: low, high: high)
      }
      beyondTwo += test.deviations > 2 ? 1 : 0
    }
    // 2.3 % of normal variates are beyond two standard deviations.
    #expect(10...40 ~= beyondTwo)
  }

  @Test("A kind whose values are always larger differs, by the exact variance of rank sums")
  func rising() {
    var test = RankSumTest()
    test.add(low: [1, 2], high: [3])
    test.add(low: [10], high: [11, 12])
    // Each has a score of 2 and a variance of 2 × 1 × 4 / 3.
    #expect(abs(test.deviations - 4 / (16.0 / 3).squareRoot()) < 1e-12)
    #expect(test.stratumCount == 2 && test.risingCount == 2)
  }

  @Test("A stratum of a single kind or of equal values says nothing")
  func empty() {
    var test = RankSumTest()
    test.add(low: [1], high: [])
    #expect(test.deviations == 0 && test.stratumCount == 0)
    test.add(low: [1, 1], high: [1])
    #expect(test.deviations == 0 && test.risingCount == 0)
  }
}
