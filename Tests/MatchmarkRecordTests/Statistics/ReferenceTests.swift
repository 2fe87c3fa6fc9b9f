import Foundation
import MatchmarkRecord
import MatchmarkTestSupport
import RecordSupport
import Testing

@Suite("Statistics compared with NumPy and SciPy")
struct ReferenceTests {
  private let values: ReferenceValues

  init() throws { values = try ReferenceValues.load() }

  private func agree(_ value: Double?, _ expected: Double, _ tolerance: Double = 1e-10) -> Bool {
    ReferenceValues.agree(value, expected, within: tolerance)
  }

  @Test("Quantiles, medians, deviations and geometric means agree with NumPy and SciPy")
  func orders() {
    for order in values.orders {
      let sorted = order.sample.sorted()
      for pair in order.quantiles {
        #expect(agree(Quantile.type7(sorted, pair[0]), pair[1]), "\(order.name) \(pair[0])")
      }
      #expect(agree(Quantile.median(order.sample), order.median), "\(order.name)")
      let deviation = Quantile.medianAbsoluteDeviation(order.sample)
      #expect(agree(deviation, order.medianAbsoluteDeviation), "\(order.name)")
      #expect(agree(geometricMean(order.sample), order.geometricMean), "\(order.name)")
    }
  }

  @Test("The beta, Student's and normal distributions agree with SciPy")
  func distributions() {
    for row in values.beta {
      #expect(agree(BetaFunction.regularised(row[0], row[1], row[2]), row[3], 1e-9), "\(row)")
    }
    for row in values.student {
      let t = StudentDistribution.quantile(row[0], degreesOfFreedom: row[1])
      #expect(abs(t - row[2]) <= 1e-7 * max(1, abs(row[2])), "\(row) \(t)")
    }
    for row in values.normal {
      #expect(agree(NormalDistribution.cumulative(row[0]), row[1], 1e-12), "\(row)")
    }
  }

  @Test("The exact bounds of a proportion agree with SciPy")
  func proportions() {
    for row in values.proportions {
      let bounds = ProportionBounds(successCount: Int(row[0]), trialCount: Int(row[1]))
      #expect(agree(bounds.lower, row[2], 1e-9), "\(row)")
      #expect(agree(bounds.upper, row[3], 1e-9), "\(row)")
    }
  }

  @Test("Exponents of growth and their intervals agree with SciPy")
  func fits() throws {
    for expected in values.fits {
      let fit = try #require(PowerLawFit(sizes: expected.sizes, times: expected.times))
      #expect(agree(fit.exponent, expected.exponent))
      #expect(agree(fit.factor, expected.factor))
      #expect(agree(fit.exponentBounds?.lower, expected.lower, 1e-7))
      #expect(agree(fit.exponentBounds?.upper, expected.upper, 1e-7))
    }
  }

  @Test("Paired ratios, their standard errors and their intervals agree with NumPy and SciPy")
  func paired() throws {
    for expected in values.paired {
      let ratios = PairedRatios(
        queries: Array(0..<expected.queryCount), roundCounts: expected.roundCounts,
        logarithms: expected.logarithms)
      #expect(agree(ratios.ratio, expected.ratio))
      let interval = try #require(
        HierarchicalBootstrap(seed: 1).interval(RatioComparison(ratios: ratios)))
      #expect(agree(interval.ratio, expected.ratio))
      #expect(agree(interval.standardError, expected.standardError))
      #expect(agree(interval.lower, expected.lower, 1e-7))
      #expect(agree(interval.upper, expected.upper, 1e-7))
    }
  }
}
