public import MatchmarkCore

extension Matchmark {
  /// Runs the command with matcher types in addition to the built-in ones:
  /// `Matchmark.main(adding: [MyMatcher.self])`.
  public static func main(
    adding types: [any Matcher.Type], arguments: [String]? = nil
  ) -> Never {
    main(adding: types.map(entry), arguments: arguments)
  }

  private static func entry(_ type: any Matcher.Type) -> MatcherEntry {
    func open<M: Matcher>(_ type: M.Type) -> MatcherEntry { MatcherEntry(type) }
    return open(type)
  }
}
