public import MatchmarkCore

/// Binary search over sorted text: field prefix, word prefix and equality.
///
/// What starts with a needle is one contiguous run of a sorted array, found in O(log n), whatever
/// the needle holds: spaces and several words as well. A short run is sorted by row; the rows of a
/// long one are marked in a bitmap, never sorted; of the longest, which are those of the first
/// letters, the bitmaps are there already. So a keystroke costs at most one row in 32 at about a
/// nanosecond, next to a bitmap; on text whose frequent prefixes outgrow a quarter of it, somewhat
/// more. It wins on prefixes of any length; it cannot answer `contains`, for which it would need
/// every suffix.
///
/// - Complexity: O(log n + matches) a term for n rows (field prefix) or n word starts (word
///   prefix); space 4.25 bytes a row, or 5.25 a word start (more where rows are longer than 255
///   bytes), and at most a quarter of the text for frequent prefixes. Building takes O(n log n)
///   time, and in addition two bytes a word start.
public struct SortedPrefixMatcher: Matcher {
  /// `sorted-prefix`.
  public static let descriptor = MatcherDescriptor(
    id: "sorted-prefix", summary: "binary search over sorted rows or words; no 'contains'",
    options: PrefixThresholds.options + SetThresholds.options)

  /// Profiles whose text fields all match by prefix, word prefix or equality.
  public static func support(for profile: SearchProfile) -> Support {
    guard let field = profile.textFields.first(where: { $0.match == .contains }) else {
      return .supported
    }
    return .unsupported(
      reason: "a sorted array cannot find '\(field.name)' by a needle inside it (contains)")
  }

  let corpus: FoldedCorpus
  let fields: [SortedField]
  let numbers: [NumberIndex]
  let filter: FilterIndex
  /// Up to this many rows are sorted.
  let sortedLimit: Int

  /// Sorts every text field.
  ///
  /// - Complexity: O(n log n).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    if case .unsupported(let reason) = Self.support(for: corpus.profile) {
      throw .unsupportedCorpus(reason: reason)
    }
    let thresholds = try PrefixThresholds(options)
    let sets = try SetThresholds(options)
    self.corpus = corpus
    sortedLimit = max(thresholds.smallCount, corpus.rowCount / thresholds.rowsPerSorted)
    fields = zip(corpus.profile.textFields, corpus.fields).map {
      SortedField($1, mode: $0.match, thresholds)
    }
    numbers = corpus.numbers.map { NumberIndex($0, path: .best, sets) }
    filter = FilterIndex(corpus, path: .best, sets)
  }

  /// Permutations, sampled keys, bitmaps, numbers and filters.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.byteCount } + numbers.reduce(0) { $0 + $1.byteCount }
      + filter.byteCount
  }

  /// What was sorted, and how many prefixes are kept as bitmaps.
  public var plan: String {
    zip(corpus.profile.textFields, fields).map { "\($0.name): \($1.facts)" }
      .joined(separator: "; ")
  }

  /// Scratch of one bit a row, twice.
  public func makeCursor() -> SortedPrefixCursor { SortedPrefixCursor(matcher: self) }
}
