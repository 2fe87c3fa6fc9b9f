package import MatchmarkEngines
package import MatchmarkMeasurement

/// Two builds of the same matchers, to be measured in turns.
package struct AgainstPlan: Sendable {
  package var suite: Suite
  /// The ids of the matchers that both builds serve.
  package var matchers: [String]
  /// How the other build serves a matcher.
  package var base: @Sendable (String) -> EngineLaunch
  /// How this build does.
  package var own: @Sendable (String) -> EngineLaunch
  /// Processes that each of them is started in, one after the other.
  package var forkCount: Int

  package init(
    suite: Suite, matchers: [String], forkCount: Int,
    base: @escaping @Sendable (String) -> EngineLaunch,
    own: @escaping @Sendable (String) -> EngineLaunch
  ) {
    self.suite = suite
    self.matchers = matchers
    self.forkCount = forkCount
    self.base = base
    self.own = own
  }
}

/// The three that take turns: the other build, the other build once more, and this one.
///
/// The twin shows what two processes of one program differ by in this very run.
enum AgainstSide: Int, CaseIterable {
  case base
  case twin
  case own
}

/// One matcher of two builds on one cell.
package struct AgainstResult: Sendable {
  package var cell: CellRecord
  package var matcher: String
  /// The samples of the other build, of its twin, and of this build, over all forks.
  package var base: [Sample] = []
  package var twin: [Sample] = []
  package var own: [Sample] = []
  /// Why there is nothing to compare; nil where there is.
  package var reason: String?
  /// Whether neither build answers the cell.
  package var isSkipped = false
  /// Whether this build answered wrongly.
  package var isWrong = false

  init(cell: CellRecord, matcher: String) {
    self.cell = cell
    self.matcher = matcher
  }
}
