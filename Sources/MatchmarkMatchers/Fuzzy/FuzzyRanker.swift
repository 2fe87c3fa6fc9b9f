public import MatchmarkCore

/// A fuzzy finder: it ranks the rows that have the letters of the needle in order, as fzf 0.74 does
/// with its default scheme.
///
/// Letters at the start of words and runs of letters count most; of equal scores, the shorter row
/// comes first, then the earlier one. Terms between blanks must all match. Case is ignored unless a
/// term has an upper-case letter, and Latin accents are ignored unless it has an accent. The signs
/// that are operators in fzf, such as `^` and `'`, are letters here.
///
/// ```swift
/// let finder = FuzzyRanker(["Open File", "Open Folder", "Close Window"])
/// var field = finder.makeSearch() // one for each search field
/// field.rank("of", limit: 50).map { $0.row } // [0, 1]
/// ```
///
/// A search field that types on reads only the rows that its last needle left.
///
/// Source: the order is that of `FuzzyMatchV2` of fzf, which descends from Smith and Waterman,
/// "Identification of Common Molecular Subsequences", 1981.
public struct FuzzyRanker: Sendable {
  private let list: FuzzyList

  /// Reads the rows.
  ///
  /// - Precondition: the rows have fewer than 2³² scalars.
  /// - Complexity: O(scalars + rows × log rows) time; a row takes about 40 bytes, and a scalar 1,
  ///   or 2 in a list of more than 256 different ones.
  public init(_ rows: [String]) { list = FuzzyList(rows) }

  /// The memory that it holds, in bytes.
  public var indexByteCount: Int { list.byteCount }

  /// Returns the state of a search field, which remembers the rows that its last needle left.
  public func makeSearch() -> FuzzySearch { FuzzySearch(list) }
}

/// The state of one search field over a ``FuzzyRanker``.
public struct FuzzySearch: Sendable {
  private let list: FuzzyList
  /// The rows that the last needle left, and those from which it was narrowed.
  private var left = FuzzyRemains()
  private var base = FuzzyRemains()

  init(_ list: FuzzyList) { self.list = list }

  /// Returns the rows that a needle finds, the best first, with their scores; without a letter,
  /// all rows in the order of the list.
  ///
  /// - Parameters:
  ///   - needle: the typed text.
  ///   - limit: the maximum number of rows; 0 for all.
  /// - Complexity: O(rows + scalars of the rows with all letters × scalars of the needle) at most;
  ///   rows that cannot reach the first `limit` are not scored.
  public mutating func rank(_ needle: String, limit: Int) -> [RankedRow] {
    let typed = Array(needle.utf8)
    // A repeated needle does all the work again, so that its time is the same as the first time.
    if typed != left.needle {
      swap(&base, &left)
      if !typed.starts(with: base.needle) { base = FuzzyRemains() }
      left = FuzzyRemains(of: typed)
    }
    return list.rank(needle, limit: limit, narrowing: base, to: &left)
  }
}

#if !hasFeature(Embedded)
  extension FuzzyRanker: Ranker {
    /// Returns ``makeSearch()``.
    public func makeCursor() -> any RankerCursor { makeSearch() }
  }

  extension FuzzySearch: RankerCursor {}
#endif
