/// What a search list shows.
public enum DisplayState: String, Sendable, Codable, CaseIterable {
  /// The rows that match; there may be none.
  case results
  /// Every row, whatever the scope.
  case browse
  /// The list of token candidates; no row.
  case suggestions
  /// Nothing.
  case none
}

extension SearchProfile {
  /// The display state of an active search: one function of profile and query.
  public func displayState(of query: ResolvedQuery) -> DisplayState {
    guard query.isEmpty else { return .results }
    return switch empty {
    case .browse: .browse
    case .suggestions: .suggestions
    case .none: .none
    }
  }
}
