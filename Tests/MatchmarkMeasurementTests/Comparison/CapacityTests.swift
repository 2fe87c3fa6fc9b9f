import MatchmarkCore
import MatchmarkMeasurement
import Testing

@Suite("The search for the capacity")
struct CapacitySearchTests {
  /// Searches with a given growth law; returns every tried size and the result.
  private func search(
    limit: Double, start: Int = 1_000, largest: Int = 1_000_000, tolerance: Double = 0.1,
    _ law: (Int) -> Double
  ) -> CapacitySearch {
    var search = CapacitySearch(
      limit: limit, start: start, largestSize: largest, tolerance: tolerance)
    while let size = search.next {
      #expect(search.law?.points.count ?? 0 < 100)
      #expect((1...largest).contains(size))
      search.add(law(size), at: size)
    }
    return search
  }

  @Test("both bounds are found, to the requested precision", arguments: [0.2, 0.05, 0.001])
  func border(tolerance: Double) throws {
    let search = search(limit: 33_333, tolerance: tolerance) { Double($0) }
    let good = try #require(search.good)
    let bad = try #require(search.bad)
    #expect(good.rowCount <= 33_333 && bad.rowCount > 33_333)
    #expect(Double(bad.rowCount - good.rowCount) <= max(1, tolerance * Double(good.rowCount)))
    #expect(
      search.law?.points.prefix(6).map(\.rowCount)
        == [1_000, 2_000, 4_000, 8_000, 16_000, 32_000])
  }

  @Test("a start that is too large is halved")
  func downwards() throws {
    let search = search(limit: 10, start: 1_000) { Double($0) }
    #expect(try #require(search.good).rowCount <= 10)
    #expect(try #require(search.bad).rowCount > 10)
  }

  @Test(
    "a matcher always within the budget ends at the largest size, one never within it at one row"
  )
  func ends() {
    let good = search(limit: 10, largest: 5_000) { _ in 1 }
    #expect(good.good?.rowCount == 5_000 && good.bad == nil)
    let bad = search(limit: 10) { _ in 100 }
    #expect(bad.good == nil && bad.bad?.rowCount == 1)
  }

  @Test("a noisy border still ends, with the passing size below the failing one")
  func noisy() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let search = search(limit: 20_000) { Double($0) * (0.7 + 0.6 * generator.unit()) }
      if let good = search.good, let bad = search.bad { #expect(good.rowCount < bad.rowCount) }
    }
  }
}

@Suite("Budgets")
struct BudgetTests {
  @Test(
    "a figure and a time are read; a plain number is seconds",
    arguments: [
      ("p99=8.33ms", Budget.Figure.p99, 8.33e6), ("p50=100us", .p50, 1e5),
      ("raw-p99=2s", .rawP99, 2e9), ("max=7µs", .max, 7e3), ("p99=12ns", .p99, 12),
      ("p99=0.00833", .p99, 8.33e6), ("max=0.5", .max, 5e8),
    ])
  func read(text: String, figure: Budget.Figure, nanoseconds: Double) throws {
    let budget = try #require(Budget(text))
    #expect(budget.figure == figure)
    #expect(abs(budget.nanoseconds - nanoseconds) < 1e-6 * nanoseconds)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "p99", "p99=", "p99=8", "p99=1", "p99=nan", "p99=0", "p99=-1ms", "p99=0ms", "p99=xms",
      "p98=1ms", "p99=infms",
      "=1ms", "p99=nans",
    ])
  func refused(text: String) { #expect(Budget(text) == nil) }

  @Test("each verified matcher is compared with the figure that the budget names")
  func findings() throws {
    var cell = RunFixture().record.cells[0]
    for index in cell.matchers.indices {
      cell.matchers[index].figures = FigureCalculation(
        keystrokes: cell.keystrokes, rowCount: 7,
        samples: try cell.matchers[index].measuredSamples(), warmUpRounds: 0
      ).figures()
    }
    let findings = try #require(Budget("p99=700us")).findings([cell])
    #expect(findings.map(\.matcher) == ["linear-scan", "fast"])
    #expect(findings.map(\.isMissed) == [true, false])
    // Twelve keystrokes have no p99, so the slowest must stay within the limit.
    #expect(findings[0].reason == "by the slowest of 12 keystrokes: a p99 needs 100")
    #expect(findings[0].nanoseconds == cell.matchers[0].figures?.typed.maximumOfMedians)
    #expect(try #require(Budget("p50=700us")).findings([cell])[0].reason == nil)
    cell.matchers[0].status = .voided
    #expect(try #require(Budget("p99=700us")).findings([cell]).map(\.matcher) == ["fast"])
  }
}
