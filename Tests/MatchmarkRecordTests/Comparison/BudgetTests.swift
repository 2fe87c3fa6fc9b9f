import MatchmarkRecord
import Testing

@Suite("Budgets")
struct BudgetTests {
  @Test(
    "A budget is read as a figure and a time, in seconds unless it has a unit",
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
    "A malformed or implausible budget is refused",
    arguments: [
      "", "p99", "p99=", "p99=8", "p99=1", "p99=nan", "p99=0", "p99=-1ms", "p99=0ms", "p99=xms",
      "p98=1ms", "p99=infms",
      "=1ms", "p99=nans",
    ])
  func refused(text: String) { #expect(Budget(text) == nil) }

  @Test("Each verified matcher is compared with a budget by the figure that the budget names")
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
