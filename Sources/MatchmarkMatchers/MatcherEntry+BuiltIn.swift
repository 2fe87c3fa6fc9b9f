#if !hasFeature(Embedded)
  public import MatchmarkCore

  extension MatcherEntry {
    /// The matchers of this module; to add one, add a folder and a line here.
    public static let builtIn: [MatcherEntry] = [
      MatcherEntry(LinearScanMatcher.self),
      MatcherEntry(SortedPrefixMatcher.self),
      MatcherEntry(InvertedIndexMatcher.self),
    ]
  }
#endif
