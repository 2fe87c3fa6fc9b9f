import MatchmarkConformance

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Id and sentence; what is not in force says so.
  static func entries() throws(CommandError) -> [(String, String)] {
    try CommandError.wrap { try ConformanceSuite.embedded() }.clauses.map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses; no case is read for them, since every run asks.
  static func ids() throws(CommandError) -> [String] {
    try CommandError.wrap { try ConformanceSuite.load(with: []) }.clauses.map(\.id)
  }
}
