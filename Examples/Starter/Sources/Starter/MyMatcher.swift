public import MatchmarkCore

/// The matcher: replace its closure, and declare what yours does.
public enum MyMatcher {
  /// A closure takes the titles once, and returns another one that answers a typed text.
  ///
  /// Rows are returned in their order, each once. Where a profile wants another mode or folding
  /// than the declared ones, the matcher is skipped.
  public static let entry = MatcherEntry(
    id: "starter", summary: "folds the titles once, and looks through all of them",
    matches: .contains, folding: .caseInsensitive
  ) { titles in
    let folded = titles.map { Folding.caseInsensitive.fold($0) }
    return { text in
      let needle = Folding.caseInsensitive.fold(text)
      return folded.indices.filter { row in
        folded[row].indices.contains { folded[row][$0...].starts(with: needle) }
      }
    }
  }
}
