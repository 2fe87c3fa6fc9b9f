import MatchmarkConformance

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Each clause's id and sentence; a clause that is not in force is marked as such.
  static func entries() throws(CommandError) -> [(String, String)] {
    try CommandError.wrap { try ConformanceSuite.embedded() }.clauses.map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses, without reading any case, because every run asks for them.
  static func ids() throws(CommandError) -> [String] {
    try CommandError.wrap { try ConformanceSuite.load(with: []) }.clauses.map(\.id)
  }
}
