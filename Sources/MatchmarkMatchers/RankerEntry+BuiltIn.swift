#if !hasFeature(Embedded)
  public import MatchmarkCore

  extension RankerEntry {
    /// The rankers of this module.
    public static let builtIn: [RankerEntry] = [
      RankerEntry(
        id: "fuzzy", summary: "the order of fzf 0.74; scores only rows that can be among the first",
        rules: RankingRules.Spec.fzf.rules, building: { FuzzyRanker($0) })
    ]
  }
#endif
