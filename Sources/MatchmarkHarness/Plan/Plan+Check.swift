package import MatchmarkDatasets

extension [Plan] {
  package func only(for purpose: String) throws(InputError) -> Plan {
    guard count == 1 else { throw .usage("got \(count) suites, expected one for \(purpose)") }
    return self[0]
  }
}

extension Plan {
  /// The plan for a check that asks other builds of this program, which know no engine and serve
  /// sets of rows.
  ///
  /// - Throws: ``InputError/notComparable(_:)`` if an engine was asked for, or an order.
  package func ofBuilds() throws(InputError) -> Plan {
    try refuseRanking()
    if let engine = participants.askedFor.first(where: \.isEngine) {
      throw .notComparable(
        "got engine '\(engine.id)', expected matchers: --against and --exact ask builds of this "
          + "program; check an engine with --baseline")
    }
    return self
  }

  /// - Throws: ``InputError/notComparable(_:)`` for a suite that ranks rows.
  func refuseRanking() throws(InputError) {
    guard suite.ranks else { return }
    throw .notComparable(
      "got a profile that ranks rows, expected one that finds sets: --against and --exact compare "
        + "no rankers")
  }
}
