import ArgumentParser
import MatchmarkHarness

/// In how many processes to measure.
///
/// The hidden options are what a fork is told by the process that started it: the rest of its
/// command line is that of its parent, so that both plan the same.
struct ForkOptions: ParsableArguments {
  @Option(
    help: """
      Measure in so many processes, one after the other: two processes of one program differ by \
      where their memory lies.
      """, transform: NumberRange.forks.whole)
  var forks: Int?

  @Option(help: ArgumentHelp(visibility: .hidden), transform: NumberRange.forkNumber.whole)
  var forkNumber: Int?

  @Option(help: ArgumentHelp(visibility: .hidden), transform: NumberRange.forkSuite.whole)
  var forkSuite = 0

  @Option(help: ArgumentHelp(visibility: .hidden))
  var forkRecord: String?

  @Option(help: ArgumentHelp(visibility: .hidden))
  var forkCell: [String] = []

  @Option(help: ArgumentHelp(visibility: .hidden))
  var forkMatcher: [String] = []

  /// More processes than this say nothing new.
  static let limit = 1_000
}

/// Which part of the parent's plan a fork measures, and where it leaves the record.
struct ForkTask {
  let number: Int
  let suite: Int
  let record: String
  let cells: [String]
  let matchers: [String]
}

extension ForkOptions {
  /// What this process was told as a fork; nil where it is none.
  var task: ForkTask? {
    guard let forkNumber, let forkRecord else { return nil }
    return ForkTask(
      number: forkNumber, suite: forkSuite, record: forkRecord, cells: forkCell,
      matchers: forkMatcher)
  }
}

extension ForkTask {
  /// The part of the plan that the fork measures, in an order of its own.
  func part(of planned: [PlannedSuite]) -> PlannedSuite? {
    guard planned.indices.contains(suite) else { return nil }
    var part = planned[suite]
    part.suite.fork = number
    part.keep(cells: cells, matchers: matchers)
    return part
  }
}

extension PlannedSuite {
  /// Leaves out what is not named; an empty list names everything.
  mutating func keep(cells: [String], matchers: [String]) {
    if !cells.isEmpty { suite.cells.removeAll { !cells.contains($0.id) } }
    if !matchers.isEmpty { contestants.removeAll { !matchers.contains($0.id) } }
  }
}
