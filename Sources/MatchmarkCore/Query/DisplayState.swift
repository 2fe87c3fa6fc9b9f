/// What a search list shows.
public enum DisplayState: String, Sendable, Codable, CaseIterable {
  /// The matching rows; there may be none.
  case results
  /// Every row, regardless of the scope.
  case browse
  /// The list of token candidates, without rows.
  case suggestions
  /// Nothing.
  case none
}

extension SearchProfile {
  /// The display state of an active search, which depends only on profile and query.
  public func displayState(of query: ResolvedQuery) -> DisplayState {
    query.isEmpty ? emptyState : .results
  }

  /// The display state of an active search, for a query that is not yet resolved against a corpus.
  ///
  /// - Complexity: O(bytes of the text).
  public func displayState(of query: SearchQuery) -> DisplayState {
    guard query.tokens.isEmpty else { return .results }
    var resolved = ResolvedQuery()
    // A text above a limit is not empty either.
    guard (try? resolved.resolveText(query.text, profile: self)) != nil else { return .results }
    return resolved.termCount == 0 ? emptyState : .results
  }

  private var emptyState: DisplayState {
    switch empty {
    case .browse: .browse
    case .suggestions: .suggestions
    case .none: .none
    }
  }
}
