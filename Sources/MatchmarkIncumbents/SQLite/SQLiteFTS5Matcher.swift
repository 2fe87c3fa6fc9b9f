#if SQLite
  import MatchmarkCore

  /// SQLite in memory, over folded rows, so that answers are exact.
  ///
  /// What an index cannot decide (needles of one or two characters inside a word, punctuation, very
  /// long needles) is read from the rows and verified. Each answer is fetched completely, through
  /// GRDB, as a list of row ids; an app that shows a page and a count requests less.
  protocol SQLiteMatcher: Matcher {
    var store: SQLiteStore { get }
  }

  extension SQLiteMatcher {
    static func support(for profile: SearchProfile) -> Support { .supported }

    /// The size of all pages of the database, including the rows.
    var indexByteCount: Int { store.sizeInBytes }

    var plan: String { store.plan }

    /// The database caches the statements; one session uses it at a time.
    func makeCursor() -> SQLiteCursor { SQLiteCursor(store: store) }
  }

  /// SQLite with the index that fits each field: FTS5 over trigrams or words, or a B-tree.
  ///
  /// `contains` uses a trigram index, `wordPrefix` an index of words with prefixes of one and two
  /// characters, `prefix` and `equality` a B-tree.
  ///
  /// - Complexity: as SQLite's: O(rows of the rarest part) with an index, otherwise O(bytes).
  struct SQLiteFTS5Matcher: SQLiteMatcher {
    static let descriptor = MatcherDescriptor(
      id: "sqlite-fts5-inprocess",
      summary: "SQLite in memory through GRDB: FTS5 trigrams or words, B-trees for prefixes")

    let store: SQLiteStore

    /// - Throws: ``MatcherError/unsupportedCorpus(reason:)`` for text with U+0000, and
    ///   ``MatcherError/backendFailure(_:)`` if SQLite fails.
    init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(
        corpus, indexes: corpus.profile.textFields.map { SQLiteTextIndex.best(for: $0.match) })
    }
  }

  /// SQLite without a text index: `LIKE` over every row, the obvious first version.
  ///
  /// `wordPrefix` verifies what `LIKE` finds.
  ///
  /// - Complexity: O(bytes of the text fields) per term.
  struct SQLiteLikeMatcher: SQLiteMatcher {
    static let descriptor = MatcherDescriptor(
      id: "sqlite-like-inprocess",
      summary: "SQLite in memory through GRDB: LIKE over every row, no text index")

    let store: SQLiteStore

    /// - Throws: as ``SQLiteFTS5Matcher`` does.
    init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
      store = try SQLiteStore(corpus, indexes: corpus.profile.textFields.map { _ in .none })
    }
  }
#endif
