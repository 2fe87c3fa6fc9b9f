import ArgumentParser
import MatchmarkConformance
import MatchmarkDatasets
import MatchmarkHarness

/// One that is hunted, and the arguments that ask for it alone.
struct Hunted {
  let id: String
  let isAskedFor: Bool
  let arguments: [String]
}

struct HuntRange: ParsableArguments {
  @Option(help: "Hunt through this many cases.", transform: NumberRange.huntCases.whole)
  var cases: Int?

  @Option(help: "The number of the first case.", transform: NumberRange.huntFirst.whole)
  var first = 0

  @Option(
    help: """
      The maximum number of rows in a case; small cases are faster. \
      (default: \(HuntCase.rowLimit); \(Ranking.rowLimit) with --ranked, \(Speed.rowLimit) with \
      --slow)
      """,
    transform: NumberRange.huntRows.whole)
  var rows: Int?

  /// True if no option sets the range.
  var isAll: Bool { cases == nil && first == 0 && rows == nil }
}
