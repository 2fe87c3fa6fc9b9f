#if !hasFeature(Embedded)
  public import MatchmarkCore

  extension MatcherEntry {
    /// The matchers of this module; a new one needs one folder and one line here.
    public static let builtIn: [MatcherEntry] = [
      MatcherEntry(LinearScanMatcher.self),
      MatcherEntry(SortedPrefixMatcher.self),
      MatcherEntry(InvertedIndexMatcher.self),
    ]
  }
#endif
