import Foundation
import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("The rules of the gate")
struct GateRuleTests {
  private func interval(_ lower: Double, _ ratio: Double, _ upper: Double) -> RatioInterval {
    RatioInterval(ratio: ratio, lower: lower, upper: upper, confidence: 0.95, standardError: 0.01)
  }

  private func verdict(_ lower: Double, _ ratio: Double, _ upper: Double) -> GateVerdict {
    GateRule(floor: 0.05).verdict(on: interval(lower, ratio, upper))
  }

  @Test("A slower verdict needs both an interval above 1 and a ratio above the floor")
  func slower() {
    #expect(verdict(1.04, 1.06, 1.08) == .slower)
    #expect(verdict(1.0001, 1.0501, 1.1) == .slower)
    // The first key alone: certain, but too small to matter.
    #expect(verdict(1.01, 1.04, 1.07) == .inconclusive)
    // The second key alone: large, but possibly chance.
    #expect(verdict(0.99, 1.2, 1.5) == .inconclusive)
    #expect(verdict(1, 1.2, 1.5) == .inconclusive)
    #expect(verdict(1.01, 1.05, 1.09) == .inconclusive)
  }

  @Test("The rule for faster is the mirror image of the rule for slower")
  func faster() {
    #expect(verdict(1 / 1.08, 1 / 1.06, 1 / 1.04) == .faster)
    #expect(verdict(1 / 1.07, 1 / 1.04, 1 / 1.01) == .inconclusive)
    #expect(verdict(0.6, 0.8, 1.01) == .inconclusive)
    #expect(verdict(0.6, 0.8, 1) == .inconclusive)
  }

  @Test("Two builds are the same only if the whole interval lies between the floors, inclusive")
  func same() {
    #expect(verdict(0.99, 1, 1.01) == .same)
    #expect(verdict(1.01, 1.02, 1.03) == .same)
    #expect(verdict(1 / 1.05, 1, 1.05) == .same)
    #expect(verdict(1, 1, 1) == .same)
    #expect(verdict(1 / 1.05 - 1e-9, 1, 1.05) == .inconclusive)
    #expect(verdict(1 / 1.05, 1, 1.05 + 1e-9) == .inconclusive)
  }

  @Test("Equivalence is tested with the interval of 90 %, which must lie between the floors")
  func equivalence() {
    func measured(_ ratio: Double, freedom: Double?) -> RatioInterval {
      // With seven degrees of freedom t is 2.365 for 95 %, and 1.895 for 90 %.
      RatioInterval(
        ratio: ratio, lower: ratio * exp(-2.365 * 0.01), upper: ratio * exp(2.365 * 0.01),
        confidence: 0.95, standardError: 0.01, degreesOfFreedom: freedom)
    }
    let rule = GateRule(floor: 0.03)
    #expect(rule.verdict(on: measured(1.01, freedom: 7)) == .same)
    #expect(rule.verdict(on: measured(1 / 1.01, freedom: 7)) == .same)
    #expect(rule.verdict(on: measured(1.012, freedom: 7)) == .inconclusive)
    // A record without its error's degrees of freedom is judged by its wide interval.
    #expect(rule.verdict(on: measured(1.01, freedom: nil)) == .inconclusive)
    #expect(rule.verdict(on: measured(1.01, freedom: -1)) == .inconclusive)
    #expect(rule.verdict(on: measured(1.005, freedom: nil)) == .same)
  }

  @Test("The mirror image of any interval has the mirrored verdict")
  func mirrored() {
    var generator = SeededGenerator(seed: 2)
    var seen: Set<GateVerdict> = []
    for _ in 0..<20_000 {
      let middle = exp((generator.unit() - 0.5) * 0.4)
      let reach = exp(generator.unit() * 0.2)
      let rule = GateRule(floor: generator.unit() * 0.1)
      let found = rule.verdict(on: interval(middle / reach, middle, middle * reach))
      let mirror = rule.verdict(on: interval(1 / middle / reach, 1 / middle, reach / middle))
      switch found {
      case .slower: #expect(mirror == .faster)
      case .faster: #expect(mirror == .slower)
      default: #expect(mirror == found)
      }
      seen.insert(found)
    }
    #expect(seen == [.slower, .faster, .same, .inconclusive])
  }

  @Test("A wider interval or a higher floor never turns a verdict into slower")
  func monotonous() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let middle = exp((generator.unit() - 0.5) * 0.4)
      let reach = exp(generator.unit() * 0.1)
      let floor = generator.unit() * 0.1
      guard
        GateRule(floor: floor).verdict(on: interval(middle / reach, middle, middle * reach))
          != .slower
      else { continue }
      let wider = interval(middle / reach / 1.02, middle, middle * reach * 1.02)
      #expect(GateRule(floor: floor).verdict(on: wider) != .slower)
      let same = interval(middle / reach, middle, middle * reach)
      #expect(GateRule(floor: floor + 0.02).verdict(on: same) != .slower)
    }
  }

  @Test("The noise of an identical pair raises the floor of the gate")
  func noise() {
    let found = interval(1.02, 1.06, 1.1)
    #expect(GateRule(floor: 0.03).verdict(on: found) == .slower)
    let loud = GateRule(floor: 0.03, noise: interval(0.98, 1.02, 1.07))
    #expect(abs(loud.floor - 0.07) < 1e-12)
    #expect(loud.verdict(on: found) == .inconclusive)
    // Noise makes nothing the same either: `same` means no further apart than the floor.
    #expect(loud.verdict(on: interval(1.01, 1.03, 1.06)) == .inconclusive)
    #expect(loud.verdict(on: interval(0.99, 1, 1.01)) == .same)
    // A pair that seems faster is equally far from one.
    let mirrored = GateRule(floor: 0.03, noise: interval(1 / 1.08, 0.97, 1.01))
    #expect(abs(mirrored.floor - 0.08) < 1e-12)
    let quiet = GateRule(floor: 0.03, noise: interval(0.99, 1, 1.01))
    #expect(quiet.floor == 0.03)
    #expect(GateRule(floor: -1).floor == 0)
  }

  @Test("A missing or undefined ratio is not comparable")
  func notComparable() {
    let rule = GateRule()
    #expect(rule.verdict(on: nil) == .notComparable)
    #expect(rule.verdict(on: interval(.nan, .nan, .nan)) == .notComparable)
    #expect(rule.verdict(on: interval(1, 2, .infinity)) == .notComparable)
    #expect(rule.verdict(on: interval(0, 0, 0)) == .notComparable)
  }
}
