#if SQLite
  public import MatchmarkCore

  /// SQLite with the index that fits each field: FTS5 over trigrams or words, or a B-tree.
  ///
  /// Rows are stored folded, in memory, so that answers are exact: `contains` uses a trigram index,
  /// `wordPrefix` an index of words with prefixes of one and two characters, `prefix` and
  /// `equality` a B-tree. What an index cannot decide (needles of one or two characters inside a
  /// word, punctuation, very long needles) is read from the rows and verified. Each answer is
  /// fetched completely, through GRDB, as a list of row ids; an app that shows a page and a count
  /// requests less.
  ///
  /// - Complexity: as SQLite's: O(rows of the rarest part) with an index, otherwise O(bytes).
  public struct SQLiteFTS5Matcher: Matcher {
    /// `sqlite-fts5-inprocess`.
    public static let descriptor = MatcherDescriptor(
      id: "sqlite-fts5-inprocess",
      summary: "SQLite in memory through GRDB: FTS5 trigrams or words, B-trees for prefixes")

    /// Every profile.
    public static func support(for profile: SearchProfile) -> Support { .supported }

    private let store: SQLiteStore

    /// Writes the rows and their indexes.
    ///
    /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` for text with U+0000, and
    ///   ``MatcherError/backendFailure(_:)`` if SQLite fails.
    public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(
        corpus, indexes: corpus.profile.textFields.map { SQLiteTextIndex.best(for: $0.match) })
    }

    /// The size of all pages of the database, including the rows.
    public var indexByteCount: Int { store.sizeInBytes }

    /// The index of each field.
    public var plan: String { store.plan }

    /// The database caches the statements; one session uses it at a time.
    public func makeCursor() -> SQLiteCursor { SQLiteCursor(store: store) }
  }

  /// SQLite without a text index: `LIKE` over every row, the obvious first version.
  ///
  /// Rows are stored folded, in memory; `wordPrefix` verifies what `LIKE` finds.
  ///
  /// - Complexity: O(bytes of the text fields) per term.
  public struct SQLiteLikeMatcher: Matcher {
    /// `sqlite-like-inprocess`.
    public static let descriptor = MatcherDescriptor(
      id: "sqlite-like-inprocess",
      summary: "SQLite in memory through GRDB: LIKE over every row, no text index")

    /// Every profile.
    public static func support(for profile: SearchProfile) -> Support { .supported }

    private let store: SQLiteStore

    /// Writes the rows.
    ///
    /// - Throws: as ``SQLiteFTS5Matcher`` does.
    public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(corpus, indexes: corpus.profile.textFields.map { _ in .none })
    }

    /// The size of all pages of the database, including the rows.
    public var indexByteCount: Int { store.sizeInBytes }

    /// Always the same.
    public var plan: String { store.plan }

    /// The database caches the statements; one session uses it at a time.
    public func makeCursor() -> SQLiteCursor { SQLiteCursor(store: store) }
  }
#endif
