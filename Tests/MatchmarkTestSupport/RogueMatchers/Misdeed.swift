/// A way to be wrong, slow or of no help: what a harness must notice and name.
package enum Misdeed: String, Sendable, CaseIterable {
  /// The highest matching row is left out.
  case dropsLastRow = "drops-last-row"
  /// The lowest row that does not match is added.
  case addsRow = "adds-row"
  /// A row is added that the corpus does not have.
  case leavesCorpus = "leaves-corpus"
  /// Every row is answered, and the descriptor says that answers are not exact.
  case answersSuperset = "answers-superset"
  /// Declares itself inexact as well, but leaves rows out.
  case losesCandidates = "loses-candidates"
  /// Building fails.
  case throwsOnBuild = "throws-on-build"
  /// Every query of two characters or more fails.
  case throwsOnQuery = "throws-on-query"
  /// Queries of two characters or more are declined.
  case declinesQuery = "declines-query"
  /// Every query is declined.
  case declinesAll = "declines-all"
  /// Every profile is declined.
  case skipsProfile = "skips-profile"
  /// Every corpus is declined.
  case refusesCorpus = "refuses-corpus"
  /// Answers are remembered by text alone, so that tokens and scope change nothing.
  case answersStale = "answers-stale"
  /// Claims to have answered and leaves the answer as it was handed in.
  case echoes = "echoes"
  /// New rows are added to whatever the answer held before.
  case forgetsReset = "forgets-reset"
  /// Right at first; from answer ``patience`` on, the last row is left out.
  case tires = "tires"
  /// Right at first; from answer ``patience`` on, everything is declined.
  case givesUp = "gives-up"
  /// Right, after asking itself again and again.
  case isSlow = "is-slow"
  /// Right, slow at first, and at once for whatever it was asked before.
  case memoises
  /// The same for whatever it was asked twice.
  case memoisesLate = "memoises-late"

  /// How many answers a matcher that tires gives before it does.
  package static let patience = 200

  /// The id of a matcher with this misdeed.
  package var matcherID: String { "rogue-\(rawValue)" }

  /// Whether the descriptor promises exactly the matching rows.
  var isExact: Bool { self != .answersSuperset && self != .losesCandidates }

  /// The reason that a matcher with this misdeed gives where it declines.
  package static let declineReason = "it does not want to"
}
