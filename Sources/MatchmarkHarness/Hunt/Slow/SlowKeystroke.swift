package import MatchmarkConformance
import MatchmarkCore

/// A keystroke that may take too long: the rows, the profile, and what was typed.
package struct SlowKeystroke: Shrinkable {
  package var situation: Situation
  /// The quotient of time and budget that it must reach, 1 or more.
  ///
  /// A find must keep most of what it was found with while it is shrunk; otherwise the smallest
  /// case would be one that is just too slow, and only sometimes.
  let leastShare: Double

  init(_ situation: Situation, leastShare: Double = 1) {
    (self.situation, self.leastShare) = (situation, leastShare)
  }

  package static let reductions: [@Sendable (inout SmallestCase<SlowKeystroke>) -> Bool] = [
    { $0.reduce(\.situation) }
  ]

  package var sizeInBytes: Int { situation.sizeInBytes }

  /// The queries of the session, the slow one last.
  var session: [SearchQuery] { situation.earlier + [situation.query] }
}
