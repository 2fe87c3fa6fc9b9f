package import MatchmarkCore

extension SearchProfile {
  /// The same search with its rows in an order: of the first text field alone, without filters.
  package func ranked(_ order: RankedOrder) -> SearchProfile {
    with {
      $0.textFields = Array(textFields.prefix(1))
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.empty = .browse
      ($0.numericFields, $0.facets, $0.scope, $0.sections) = ([], [], nil, nil)
      $0.rank = order
    }
  }
}
