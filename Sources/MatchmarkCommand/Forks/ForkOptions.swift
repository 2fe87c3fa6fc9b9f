import ArgumentParser
import MatchmarkHarness

/// How many processes to measure in.
///
/// The hidden options are set by the process that starts a fork; the rest of the fork's command
/// line is that of its parent, so that both make the same plan.
struct ForkOptions: ParsableArguments {
  @Option(
    help: """
      Measure in this many processes, one after another, because two processes of one program \
      differ by their memory layout.
      """, transform: NumberRange.forks.whole)
  var forks: Int?

  @Option(help: ArgumentHelp(visibility: .private), transform: NumberRange.forkNumber.whole)
  var forkNumber: Int?

  @Option(help: ArgumentHelp(visibility: .private), transform: NumberRange.forkSuite.whole)
  var forkSuite = 0

  @Option(help: ArgumentHelp(visibility: .private))
  var forkRecord: String?

  @Option(help: ArgumentHelp(visibility: .private))
  var forkCell: [String] = []

  @Option(help: ArgumentHelp(visibility: .private))
  var forkMatcher: [String] = []

  /// More processes than this add no information.
  static let limit = 1_000
}

extension ForkOptions {
  /// Whether this process was started as a fork.
  var isFork: Bool { forkNumber != nil && forkRecord != nil }

  /// The part of the plans that the fork measures, in the fork's own order.
  ///
  /// Budgets and targets apply to all forks together.
  func part(of plans: [Plan]) throws(CommandError) -> Plan {
    guard plans.indices.contains(forkSuite) else {
      throw .usage("got fork suite \(forkSuite), expected one of \(plans.count)")
    }
    var part = plans[forkSuite]
    (part.suite.budgets, part.suite.targets) = ([], [])
    part.suite.fork = forkNumber ?? 0
    part.keep(cells: forkCell, participants: forkMatcher)
    return part
  }
}
