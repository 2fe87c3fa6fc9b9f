import MatchmarkDatasets
import MatchmarkEngines
package import MatchmarkRecord

/// One matcher of two builds on one cell.
package struct AgainstResult: Sendable {
  package var cell: CellRecord
  package var matcher: String
  /// The samples of the other build, of its twin, and of this build, over all forks.
  package var base: [Sample] = []
  package var twin: [Sample] = []
  package var own: [Sample] = []
  /// The askings of queries that were never asked before, by side.
  package var unseen: [AgainstSide: UnseenAskings] = [:]
  var obstacle: AgainstObstacle?
  /// The reason why only some keystrokes are compared; nil if all are.
  package var note: String?

  /// The reason why there is nothing to compare; nil if there is something.
  package var reason: String? { obstacle?.reason }
  /// True if neither build answers the cell.
  package var isSkipped: Bool { obstacle?.side == .both }
  /// True if only this build is right, so that it is judged alone.
  package var isAlone: Bool { obstacle?.side == .other }

  /// The builds that answer repeated queries from memory, with the verb of a sentence about them;
  /// nil if neither build does.
  ///
  /// The times of the keystrokes that every round repeats then say nothing about matching, so that
  /// first askings are compared.
  var rememberers: String? {
    switch (unseen[.base]?.areKept == true, unseen[.own]?.areKept == true) {
    case (false, false): nil
    case (true, true): "both builds answer"
    case (true, false): "\(AgainstSide.base.name) answers"
    case (false, true): "\(AgainstSide.own.name) answers"
    }
  }
}

/// The askings of queries that were never asked before, over all forks.
package struct UnseenAskings: Sendable {
  /// The first asking of each query in each fork, unless the answer was wrong.
  package var first: [Sample] = []
  /// For each fork, the ratio of the last asking to the first, as a median over queries.
  var repeatedToUnseen: [Double] = []

  /// The least typical time of a first asking for which the ratio says anything, in nanoseconds:
  /// the first request after another process ran finds the caches cold, so that its keystroke may
  /// take five times as long as others.
  private static let shortest = 50_000.0

  /// True if answers are kept for later askings.
  var areKept: Bool {
    guard let ratio = Quantile.median(repeatedToUnseen),
      let typical = first.typicalTime(of: Set(first.map(\.keystroke)).sorted())
    else { return false }
    return typical > Self.shortest && Figures.isFromMemory(ratio)
  }
}

/// The reason why two builds cannot be compared on a cell.
struct AgainstObstacle {
  enum Side {
    case this, other
    /// Neither build answers the cell.
    case both
    /// The two builds are of different kinds.
    case between
  }

  let reason: String
  let side: Side

  var isOfThisBuild: Bool { side == .this }
  /// True if this build is not measured; if only the other one is wrong, this one still is.
  var preventsMeasuring: Bool { side != .other }
}

/// The three sides that alternate: the other build, the other build once more, and this one.
///
/// Each is a process of its own copy. The twin shows how much two processes of one program
/// differ in this very run.
package enum AgainstSide: Int, CaseIterable, Sendable {
  case base
  case twin
  case own

  var name: String { self == .own ? "this build" : "the other build" }
}
