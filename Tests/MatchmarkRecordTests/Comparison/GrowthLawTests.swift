import MatchmarkCore
import MatchmarkRecord
import Testing

@Suite("The growth law")
struct GrowthLawTests {
  private func law(_ times: [Int: Double]) throws -> GrowthLaw {
    try #require(GrowthLaw(times.map { GrowthLaw.Point(rowCount: $0.key, time: $0.value) }))
  }

  /// Ten times the rows take ten times as long: 100 ns per row.
  private let linear = [1_000: 1e5, 10_000: 1e6, 100_000: 1e7]

  @Test("The growth law has an exponent from three sizes on")
  func exponent() throws {
    #expect(abs(try #require(try law(linear).fit).exponent - 1) < 1e-9)
    #expect(try law([1_000: 1e5, 10_000: 1e6]).fit == nil)
    #expect(GrowthLaw([]) == nil)
    #expect(GrowthLaw([GrowthLaw.Point(rowCount: 0, time: 5)]) == nil)
  }

  @Test(
    "A capacity is interpolated between sizes, extrapolated beyond them, or given as a bound",
    arguments: [
      (9e4, Reach(.below, 1_000, measured: 100_000)),
      (5.55e6, Reach(.about, 55_000, measured: 100_000)),
      (3.33e7, Reach(.about, 330_000, measured: 100_000)),
      (1.2e8, Reach(.above, 1_000_000, measured: 100_000)),
    ])
  func capacity(limit: Double, expected: Reach) throws {
    let reach = try law(linear).capacity(within: limit)
    #expect(reach == expected)
    #expect(reach.isExtrapolated == (limit > 1e7))
  }

  @Test("No capacity is extrapolated from fewer than three sizes")
  func fewSizes() throws {
    for times in [[10_000: 1e6], [1_000: 1e5, 10_000: 1e6]] {
      let reach = try law(times).capacity(within: 3e6)
      #expect(reach == Reach(.above, 10_000, measured: 10_000))
      #expect(!reach.isExtrapolated)
    }
  }

  @Test("Extrapolation follows the steeper of the whole growth line and its last step")
  func bend() throws {
    let bent = try law([1_000: 1e6, 10_000: 1e6, 100_000: 1e7])
    #expect(bent.capacity(within: 2e7) == Reach(.about, 200_000, measured: 100_000))
    let flattening = try law([1_000: 1e5, 10_000: 1e7, 100_000: 1e7])
    #expect(flattening.capacity(within: 2e7) == Reach(.about, 200_000, measured: 100_000))
    let flat = try law([1_000: 9e5, 10_000: 8e5, 100_000: 7e5])
    #expect(flat.capacity(within: 2e7) == Reach(.above, 1_000_000, measured: 100_000))
  }

  @Test("A bend in growth shows in the exponents from size to size")
  func localExponents() throws {
    let bent = try law([1_000: 1e6, 10_000: 1e6, 100_000: 1e8])
    #expect(bent.localExponents == [0, 2])
    #expect(try law([1_000: 1e6]).localExponents == [])
  }

  @Test("A capacity is below every size that exceeded the limit")
  func violations() throws {
    let dip = try law([1_000: 1e5, 10_000: 9e6, 100_000: 1e5])
    let reach = dip.capacity(within: 8e6)
    #expect(reach.bound == .about && (1_000..<10_000).contains(reach.rowCount))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      var times: [Int: Double] = [:]
      for _ in 0..<(1 + generator.below(6)) {
        times[1 + generator.below(100_000)] = Double(1 + generator.below(1_000))
      }
      let law = try law(times)
      let reach = law.capacity(within: 500)
      let beyond = times.filter { $0.value > 500 }.map(\.key).min() ?? .max
      #expect(
        reach.bound == .below ? reach.rowCount == beyond : reach.rowCount < beyond, "\(times)")
      #expect(reach.rowCount / 10 <= reach.measuredRowCount, "\(times)")
    }
  }

  @Test(
    "An impossible time does not crash the growth law",
    arguments: [0, -1, .infinity, 1e308, 1e-300])
  func strangeTimes(time: Double) throws {
    let strange = try law([1: time, 2: 1, .max / 2: time, .max: time])
    for limit in [0, 1, 8e6, .infinity] { _ = strange.capacity(within: limit) }
    _ = strange.crossover(with: try law(linear))
    _ = try law(linear).crossover(with: strange)
  }

  @Test("A crossover is the size at which two growth laws cross, or a bound on that size")
  func crossover() throws {
    let linear = try law(linear)
    let level = try law([1_000: 3e5, 10_000: 3e5, 100_000: 3e5])
    #expect(linear.crossover(with: level) == Reach(.about, 3_000, measured: 100_000))
    #expect(level.crossover(with: linear) == Reach(.above, 1_000_000, measured: 100_000))
    let slow = try law([1_000: 3e7, 10_000: 3e7, 100_000: 3e7])
    #expect(linear.crossover(with: slow) == Reach(.about, 300_000, measured: 100_000))
    let fast = try law([1_000: 1, 10_000: 1, 100_000: 1])
    #expect(linear.crossover(with: fast) == Reach(.below, 1_000, measured: 100_000))
    let elsewhere = try law([20_000_000: 1])
    #expect(linear.crossover(with: elsewhere) == nil)
  }
}

@Suite("The reach of a matcher")
struct MatcherReachTests {
  /// A record of a matcher `fast`, and its time at each size of each family.
  private func record(_ families: [String: [Int: Double]]) -> RunRecord {
    var record = RunFixture().record
    record.cells = families.sorted { $0.key < $1.key }.flatMap { family, times in
      times.sorted { $0.key < $1.key }.map { cell(family, rowCount: $0.key, time: $0.value) }
    }
    return record
  }

  private func cell(_ family: String, rowCount: Int, time: Double) -> CellRecord {
    var run = RunFixture(noise: 0.001)
    run.ratios = ["fast": time / 1e6]
    run.queries = 100
    var cell = run.record.cells[0]
    cell.corpus.family = family
    cell.corpus.rowCount = rowCount
    for index in cell.matchers.indices {
      cell.matchers[index].figures = FigureCalculation(
        keystrokes: cell.keystrokes, rowCount: rowCount,
        samples: (try? cell.matchers[index].measuredSamples()) ?? [], warmUpRounds: 0
      ).figures()
    }
    return cell
  }

  private let linear = [1_000: 1e5, 10_000: 1e6, 100_000: 1e7]

  @Test("An estimate of a matcher's reach has an interval, between sizes and beyond them")
  func estimate() throws {
    for (limit, rows) in [(5.5e6, 55_000.0), (3.3e7, 330_000)] {
      let found = try #require(MatcherReach(of: "fast", in: record(["a": linear]), within: limit))
      #expect(found.reach.bound == .about)
      #expect(abs(Double(found.reach.rowCount) / rows - 1) < 0.05)
      #expect(found.measuredRowCount == (limit < 1e7 ? 10_000 : 100_000))
      let bounds = try #require(found.bounds)
      #expect(bounds.lower.rowCount <= found.reach.rowCount)
      #expect(bounds.upper.rowCount >= found.reach.rowCount)
    }
  }

  @Test("A matcher's reach is that of its worst curve, extrapolated from that curve's largest size")
  func worst() throws {
    let steep = [100: 1e5, 1_000: 1e6, 10_000: 1e7]
    let found = try #require(
      MatcherReach(of: "fast", in: record(["a": linear, "b": steep]), within: 3.3e7))
    #expect((30_000...34_000).contains(found.reach.rowCount))
    #expect(found.reach.measuredRowCount == 10_000 && found.reach.isExtrapolated)
    #expect(found.measuredRowCount == 10_000)
    let short = try #require(
      MatcherReach(of: "fast", in: record(["a": linear, "b": [10: 1, 5_000: 1]]), within: 8e6))
    #expect(short.reach == Reach(.above, 5_000, measured: 5_000))
    #expect(short.bounds == nil)
  }

  @Test("A matcher's reach without a p99 is limited by the slowest keystroke, and no law is fitted")
  func fewKeystrokes() throws {
    var few = record(["a": linear])
    for index in few.cells.indices {
      for matcher in few.cells[index].matchers.indices {
        few.cells[index].matchers[matcher].figures?.typed.p99OfMedians = nil
      }
    }
    let found = try #require(MatcherReach(of: "fast", in: few, within: 5.5e6))
    #expect(found.reach == Reach(.above, 10_000, measured: 10_000))
  }

  @Test("A size that is too slow or not answered in full ends a matcher's reach")
  func barrier() throws {
    let slow = try #require(
      MatcherReach(of: "fast", in: record(["a": linear, "b": [10_000: 9e6]]), within: 8e6))
    #expect(slow.reach == Reach(.above, 1_000, measured: 1_000))
    var partial = record(["a": linear, "b": [10_000: 1e6]])
    for index in partial.cells.indices where partial.cells[index].corpus.family == "b" {
      for matcher in partial.cells[index].matchers.indices {
        partial.cells[index].matchers[matcher].isSampled = true
      }
    }
    let sampled = try #require(MatcherReach(of: "fast", in: partial, within: 8e6))
    #expect(sampled.reach == Reach(.above, 1_000, measured: 1_000))
    #expect(MatcherReach(of: "fast", in: record(["a": linear]), within: 1e4) == nil)
    #expect(MatcherReach(of: "no-one", in: record(["a": linear]), within: 1e9) == nil)
  }
}
