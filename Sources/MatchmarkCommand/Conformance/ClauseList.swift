import MatchmarkConformance

/// The clauses of the contract, for `list`.
enum ClauseList {
  /// Id and sentence; what is not in force says so.
  static func entries() throws(CommandError) -> [(String, String)] {
    try suite().clauses.map { clause in
      (clause.id, clause.text + (clause.status == .inForce ? "" : " (\(clause.statusText))"))
    }
  }

  /// The ids of all clauses; no case is read for them, since every run asks.
  static func ids() throws(CommandError) -> [String] {
    do { return try ConformanceSuite.load(with: []).clauses.map(\.id) } catch {
      throw .input(error.description)
    }
  }

  private static func suite() throws(CommandError) -> ConformanceSuite {
    do { return try ConformanceSuite.embedded() } catch { throw .input(error.description) }
  }
}
