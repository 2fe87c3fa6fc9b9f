/// A way to be wrong, slow or unhelpful that a harness must detect and name.
package enum MatcherFault: String, Sendable, CaseIterable {
  /// The highest matching row is left out.
  case dropsLastRow = "drops-last-row"
  /// The lowest row that does not match is added.
  case addsRow = "adds-row"
  /// A row outside the corpus is added.
  case leavesCorpus = "leaves-corpus"
  /// Every row is in the answer, and the descriptor says that answers are not exact.
  case answersSuperset = "answers-superset"
  /// The descriptor says that answers are not exact, but rows are left out.
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
  /// Answers are remembered by text alone, so tokens and scope have no effect.
  case answersStale = "answers-stale"
  /// The matcher claims to have answered, but leaves the answer unchanged.
  case echoes = "echoes"
  /// New rows are added to those already in the answer.
  case forgetsReset = "forgets-reset"
  /// The matcher is right at first; from answer ``patience`` on, the last row is left out.
  case tires = "tires"
  /// The matcher is right at first; from answer ``patience`` on, everything is declined.
  case givesUp = "gives-up"
  /// The matcher is right, but takes at least a millisecond for an answer.
  case isSlow = "is-slow"
  /// The matcher is right, slow at first, and immediate for repeated queries.
  case memoises
  /// The matcher is right, slow at first, and immediate for queries that were asked twice before.
  case memoisesLate = "memoises-late"

  /// The number of right answers of a matcher that is right only at first.
  package static let patience = 200

  /// The id of a matcher that misbehaves in this way.
  package var matcherID: String { "broken-\(rawValue)" }

  /// True if the descriptor promises exactly the matching rows.
  var isExact: Bool { self != .answersSuperset && self != .losesCandidates }

  /// The reason for declining of a matcher that misbehaves in this way.
  package static let declineReason = "it does not want to"
}
