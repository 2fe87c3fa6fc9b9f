public import MatchmarkCore

extension MatcherEntry {
  /// What you would use instead of the matchers of this project, in the order of `list`.
  ///
  /// The incumbents over SQLite exist if the package is built with the trait `SQLite`.
  public static var incumbents: [MatcherEntry] {
    #if SQLite
      [
        MatcherEntry(FoundationFilterMatcher.self), MatcherEntry(SQLiteFTS5Matcher.self),
        MatcherEntry(SQLiteLikeMatcher.self),
      ]
    #else
      [MatcherEntry(FoundationFilterMatcher.self)]
    #endif
  }
}
