public import MatchmarkCore

/// A matcher that searches sorted text by bisection, for field prefix, word prefix and equality.
///
/// The matches of a needle form one contiguous run of a sorted array, found in O(log n), even if
/// the needle has spaces or several words. A short run is sorted by row; the rows of a long one are
/// marked in a bitmap, never sorted; the longest runs, those of the first letters, are stored as
/// bitmaps. A keystroke therefore visits at most one row in 32, at about a nanosecond each, and
/// reads a bitmap, or visits somewhat more on text whose frequent prefixes would take more than a
/// quarter of it. This matcher is the fastest for prefixes of any length; it cannot answer
/// `contains`, which would need every suffix.
///
/// - Complexity: O(log n + matches) per term for n rows (field prefix) or n word starts (word
///   prefix). Space: 4.25 bytes per row, or 5.25 per word start (more if rows are longer than 255
///   bytes), and at most a quarter of the text for frequent prefixes. Building takes O(n log n)
///   time, and two additional bytes per word start.
public struct SortedPrefixMatcher: Matcher {
  /// The descriptor with the id `sorted-prefix`.
  public static let descriptor = MatcherDescriptor(
    id: "sorted-prefix", summary: "binary search over sorted rows or words; no 'contains'",
    options: MatcherOption.prefixThresholds + MatcherOption.setThresholds
      + MatcherOption.narrowingThresholds)

  /// Returns ``Support/supported`` for profiles whose text fields all match by prefix, word prefix
  /// or equality.
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
  /// The largest number of rows that are sorted.
  let sortedLimit: Int
  let narrowing: NarrowingLimits

  /// Sorts every text field.
  ///
  /// - Complexity: O(n log n).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    if case .unsupported(let reason) = Self.support(for: corpus.profile) {
      throw .unsupportedCorpus(reason: reason)
    }
    let thresholds = try Thresholds(options, of: Self.descriptor.options)
    self.corpus = corpus
    narrowing = NarrowingLimits(thresholds)
    sortedLimit = max(
      thresholds[.smallSortedCount], corpus.rowCount / thresholds[.rowsPerSorted])
    fields = zip(corpus.profile.textFields, corpus.fields).map {
      SortedField($1, mode: $0.match, thresholds)
    }
    numbers = corpus.numbers.map { NumberIndex($0, path: .best, thresholds) }
    filter = FilterIndex(corpus, path: .best, thresholds)
  }

  /// The size of permutations, sampled keys, bitmaps, numbers and filters, in bytes.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.byteCount } + numbers.reduce(0) { $0 + $1.byteCount }
      + filter.byteCount
  }

  /// The sorted parts of each field, and the number of prefixes stored as bitmaps.
  public var structure: String {
    zip(corpus.profile.textFields, fields).map { "\($0.name): \($1.facts)" }
      .joined(separator: "; ")
  }

  /// Creates a cursor with three bits of scratch memory per row.
  public func makeCursor() -> SortedPrefixCursor { SortedPrefixCursor(matcher: self) }
}

extension MatcherOption {
  fileprivate static let prefixThresholds = [
    rowsPerPrefix, suffixesPerPrefix, prefixShare, rowsPerSorted, smallSortedCount, sortedAtOnce,
    shortNumberSuffixes,
  ]

  static let rowsPerPrefix = MatcherOption(
    name: "rows-per-prefix", summary: "over one suffix per this many rows: a prefix gets a bitmap",
    usual: 32, range: 1...1 << 20)
  static let suffixesPerPrefix = MatcherOption(
    name: "suffixes-per-prefix", summary: "over one suffix in this many: a prefix gets a bitmap",
    usual: 1_024, range: 1...1 << 20)
  static let prefixShare = MatcherOption(
    name: "prefix-share", summary: "the largest size of these bitmaps, in percent of the text",
    usual: 25, range: 0...10_000)
  fileprivate static let rowsPerSorted = MatcherOption(
    name: "rows-per-sorted", summary: "answers of up to one row in this many are sorted",
    usual: 4_096, range: 1...1 << 20)
  fileprivate static let smallSortedCount = MatcherOption(
    name: "small-count", summary: "answers of up to this many rows are always sorted",
    usual: 64, range: 0...1 << 20)
  static let sortedAtOnce = MatcherOption(
    name: "sorted-at-once", summary: "the number of suffixes sorted at once; 0 is automatic",
    usual: 0, range: 0...1 << 24)
  static let shortNumberSuffixes = MatcherOption(
    name: "short-number-suffixes", summary: "up to this many suffixes: two-byte numbers",
    usual: 1 << 16, range: 0...1 << 16)
}
