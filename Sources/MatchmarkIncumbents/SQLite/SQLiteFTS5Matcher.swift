#if SQLite
  import MatchmarkCore

  /// A matcher that uses SQLite in memory, over folded rows, so that its answers are exact.
  ///
  /// If an index cannot decide (for needles of one or two characters inside a word, punctuation,
  /// very long needles), the rows are read and verified. Each answer is fetched completely, through
  /// GRDB, as a list of row ids; an app that shows only a page and a count requests less.
  protocol SQLiteMatcher: Matcher {
    var store: SQLiteStore { get }
  }

  extension SQLiteMatcher {
    static func support(for profile: SearchProfile) -> Support { .supported }

    /// The size of all pages of the database, including the rows, in bytes.
    var indexByteCount: Int { store.sizeInBytes }

    var structure: String { store.structure }

    /// Creates a cursor; the database caches the statements, and one session uses it at a time.
    func makeCursor() -> SQLiteCursor { SQLiteCursor(store: store) }
  }

  /// SQLite with the index that fits each field: FTS5 over trigrams or words, or a B-tree.
  ///
  /// `contains` uses a trigram index; `wordPrefix` uses an index of words with prefixes of one and
  /// two characters; `prefix` and `equality` use a B-tree.
  ///
  /// - Complexity: that of SQLite: O(rows of the rarest part) with an index, otherwise O(bytes).
  struct SQLiteFTS5Matcher: SQLiteMatcher {
    static let descriptor = MatcherDescriptor(
      id: "sqlite-fts5-inprocess",
      summary: "SQLite in memory through GRDB: FTS5 trigrams or words, B-trees for prefixes")

    let store: SQLiteStore

    /// Fills the database.
    ///
    /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` for text with U+0000, and
    ///   ``MatcherError/backendFailure(_:)`` if SQLite fails.
    init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(
        corpus, indexes: corpus.profile.textFields.map { SQLiteTextIndex.best(for: $0.match) })
    }
  }

  /// SQLite without a text index: `LIKE` over every row, as in an obvious first version.
  ///
  /// Under `wordPrefix`, the rows that `LIKE` finds are verified.
  ///
  /// - Complexity: O(bytes of the text fields) per term.
  struct SQLiteLikeMatcher: SQLiteMatcher {
    static let descriptor = MatcherDescriptor(
      id: "sqlite-like-inprocess",
      summary: "SQLite in memory through GRDB: LIKE over every row, no text index")

    let store: SQLiteStore

    /// Fills the database.
    ///
    /// - Throws: the same errors as ``SQLiteFTS5Matcher``.
    init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(corpus, indexes: corpus.profile.textFields.map { _ in .none })
    }
  }
#endif
