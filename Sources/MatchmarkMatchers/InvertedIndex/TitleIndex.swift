public import MatchmarkCore

/// An index of titles for search as you type, for an app's own list: the inverted index, or none.
///
/// ```swift
/// let titles = ["Ginger", "Red Rose", "White Rose"]
/// var search = try TitleIndex(titles).makeSearch()
/// for row in try search.rows(for: "ros") { print(titles[row]) }
/// ```
///
/// By default every word of the text must occur in the title, ignoring case and accents. An empty
/// text finds every title.
public struct TitleIndex: Sendable {
  private let indexed: InvertedIndexMatcher?
  private let scanned: LinearScanMatcher?

  /// Indexes titles.
  ///
  /// - Parameters:
  ///   - match: the positions in a title at which a word of the text may lie.
  ///   - folding: the characters that count as equal.
  ///   - terms: the way in which the text is split into words.
  ///   - isIndexed: true for the matcher `inverted-index`; false for `linear-scan`, which looks
  ///     through all titles, or through those that it has just found if the text only grew. For a
  ///     few thousand titles, that is as fast, and needs less memory: `matchmark run` says which.
  /// - Throws: ``CorpusError`` if a title or the whole corpus exceeds a limit.
  /// - Complexity: O(bytes of the titles) time and space.
  public init(
    _ titles: [String], match: MatchMode = .contains,
    folding: Folding = .caseAndDiacriticInsensitive, terms: TermMode = .splitAND,
    isIndexed: Bool = true
  ) throws(CorpusError) {
    let profile = SearchProfile(
      name: "titles", textFields: [TextField("title", match)], folding: folding
    ).with {
      $0.trim = .whitespace
      $0.terms = terms
      $0.empty = .browse
    }
    let corpus = try FoldedCorpus(Corpus(titles: titles), profile: profile)
    indexed = isIndexed ? InvertedIndexMatcher(corpus) : nil
    scanned = isIndexed ? nil : LinearScanMatcher(corpus)
  }

  /// Creates a search over the titles; each search field on screen needs its own.
  public func makeSearch() -> TitleSearch {
    TitleSearch(indexed: indexed?.makeCursor(), scanning: scanned?.makeCursor())
  }
}

/// The search of one search field over a ``TitleIndex``.
public struct TitleSearch {
  private var indexed: InvertedIndexCursor?
  private var scanning: LinearScanCursor?
  private var query = SearchQuery()
  private var answer = Answer()
  private var ids: [UInt32] = []
  private var rows: [Int] = []

  fileprivate init(indexed: InvertedIndexCursor?, scanning: LinearScanCursor?) {
    (self.indexed, self.scanning) = (indexed, scanning)
  }

  /// Returns the matching titles as positions in the indexed list, ascending.
  ///
  /// The memory of the array is reused for the next keystroke, unless the caller still holds the
  /// array.
  ///
  /// - Throws: ``MatcherError/query(_:)`` for a text larger than ``SearchLimits/querySizeInBytes``,
  ///   or with more terms than ``SearchLimits/termCount``.
  public mutating func rows(
    for text: String, limit: Int = .max
  ) throws(MatcherError) -> [Int] {
    query.text = text
    _ = try indexed?.answer(query, into: &answer)
    _ = try scanning?.answer(query, into: &answer)
    ids.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    answer.appendRows(to: &ids, limit: limit)
    for id in ids { rows.append(Int(id)) }
    return rows
  }

  /// The number of titles that the last text matched, regardless of the limit.
  public var matchCount: Int { answer.count }
}
