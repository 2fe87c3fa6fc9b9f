public import MatchmarkCore

/// An index over sequences of up to three bytes, followed by exact verification.
///
/// The scarcest part of a query (a term's rarest gram, its numbers, a token, the scope) names the
/// candidates; each is then held to the whole query. Where even the scarcest part is common, the
/// parts are combined as bitmaps instead, and a term whose rarest gram is common is scanned for.
/// It wins on large corpora and needles of any length; it loses to a scan on tiny corpora, costs
/// several times the text in memory, and text that shares all its grams defeats it.
///
/// - Complexity: O(candidates × row) a query, at most that of a scan; space O(bytes of text).
public struct InvertedIndexMatcher: Matcher {
  /// `inverted-index`.
  public static let descriptor = MatcherDescriptor(
    id: "inverted-index",
    summary: "byte grams with exact verification; tokens, scope and numbers as bitmaps")

  /// Every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  let corpus: FoldedCorpus
  let fields: [IndexedField]
  let numbers: [NumberIndex]
  let filter: FilterIndex

  /// Indexes every text field, number, facet and the scope.
  ///
  /// - Complexity: O(bytes of the text fields), time and space.
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    self.init(corpus)
  }

  init(_ corpus: FoldedCorpus) {
    self.corpus = corpus
    fields = zip(corpus.profile.textFields, corpus.fields).map { field, arena in
      IndexedField(
        arena: arena, mode: field.match, grams: GramIndex(arena, mode: field.match),
        scan: KernelScan(arena))
    }
    numbers = corpus.numbers.map(NumberIndex.init)
    filter = FilterIndex(corpus)
  }

  /// Grams, numbers and filters.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.grams.byteCount + $1.scan.byteCount }
      + numbers.reduce(0) { $0 + $1.byteCount } + filter.byteCount
  }

  /// How many grams there are.
  public var plan: String {
    "byte grams of 1 to 3 (\(fields.reduce(0) { $0 + $1.grams.gramCount }) different)"
  }

  /// Scratch of one bit a row, three times.
  public func makeCursor() -> InvertedIndexCursor { InvertedIndexCursor(matcher: self) }
}

/// A text field and its grams.
struct IndexedField: Sendable {
  let arena: TextArena
  let mode: MatchMode
  let grams: GramIndex
  let scan: KernelScan
}
