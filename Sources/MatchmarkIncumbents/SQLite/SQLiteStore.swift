#if SQLite
  internal import GRDB
  import MatchmarkCore

  /// The folded rows of a corpus in an in-memory database.
  ///
  /// The table `rows` has the id, the facets `t0 …` and the scope `s` as numbers of their values,
  /// the numbers `n0 …` as canonical decimals, and the texts `f0 …`.
  struct SQLiteStore: Sendable {
    let corpus: FoldedCorpus
    let indexes: [SQLiteTextIndex]
    let queue: DatabaseQueue
    let sizeInBytes: Int

    /// Creates and fills the database.
    ///
    /// - Complexity: O(bytes × log bytes) time.
    init(_ corpus: FoldedCorpus, indexes: [SQLiteTextIndex]) throws(MatcherError) {
      self.corpus = corpus
      self.indexes = indexes
      try Self.refuseNulls(in: corpus)
      do {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
          try database.execute(sql: "PRAGMA case_sensitive_like = ON")
        }
        queue = try DatabaseQueue(configuration: configuration)
        sizeInBytes = try queue.write { database in
          try Self.fill(database, corpus, indexes)
          return try Self.size(of: database)
        }
      } catch {
        throw .backendFailure("SQLite: \(error)")
      }
    }

    var structure: String {
      let fields = zip(corpus.profile.textFields, indexes).map { field, index in
        "\(field.name): \(index.rawValue)"
      }
      return fields.joined(separator: ", ")
    }

    private static func refuseNulls(in corpus: FoldedCorpus) throws(MatcherError) {
      for (field, arena) in corpus.fields.enumerated() {
        guard let position = arena.bytes.firstIndex(of: 0) else { continue }
        let row = arena.offsets.partitioningIndex { Int($0) > position } - 1
        throw .unsupportedCorpus(
          reason: """
            SQLite's text functions end at U+0000 \
            (row \(row), field '\(corpus.profile.textFields[field].name)')
            """)
      }
    }

    private static func size(of database: Database) throws -> Int {
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      return pages * pageSize
    }

    private static func fill(
      _ database: Database, _ corpus: FoldedCorpus, _ indexes: [SQLiteTextIndex]
    ) throws {
      let columns = columns(of: corpus)
      let names = columns.map(\.name).joined(separator: ", ")
      try database.execute(sql: "CREATE TABLE rows(id INTEGER PRIMARY KEY, \(names))")
      let places = columns.map { _ in ", ?" }.joined()
      let insert = try database.makeStatement(sql: "INSERT INTO rows VALUES (?\(places))")
      for row in 0..<corpus.rowCount {
        let id: (any DatabaseValueConvertible)? = row
        let cells: [(any DatabaseValueConvertible)?] = [id] + columns.map { $0.value(row) }
        try insert.execute(arguments: StatementArguments(cells))
      }
      for column in columns where column.isIndexed {
        try database.execute(sql: "CREATE INDEX by_\(column.name) ON rows(\(column.name))")
      }
      for (field, index) in indexes.enumerated() {
        if let statement = index.schema(field) { try database.execute(sql: statement) }
        try fill(index, of: field, in: database, corpus)
      }
    }

    private static func fill(
      _ index: SQLiteTextIndex, of field: Int, in database: Database, _ corpus: FoldedCorpus
    ) throws {
      guard index == .trigrams || index == .words else { return }
      let insert = try database.makeStatement(
        sql: "INSERT INTO i\(field)(rowid, text) VALUES (?, ?)")
      for row in 0..<corpus.rowCount {
        guard let text = index.document(corpus.foldedText(row: row, field: field)) else { continue }
        try insert.execute(arguments: [row, text])
      }
      try database.execute(sql: "INSERT INTO i\(field)(i\(field)) VALUES ('optimize')")
    }

    private struct WrittenColumn {
      let name: String
      let isIndexed: Bool
      let value: (Int) -> (any DatabaseValueConvertible)?
    }

    /// Returns the columns of the table; filters come first, so that a scan skips little data.
    private static func columns(of corpus: FoldedCorpus) -> [WrittenColumn] {
      let facets = corpus.facets.enumerated().map { index, column in
        WrittenColumn(name: "t\(index)", isIndexed: true) { id(of: column.rows[$0]) }
      }
      let scope = corpus.scopeColumn.map { column in
        WrittenColumn(name: "s", isIndexed: true) { id(of: column.rows[$0]) }
      }
      let numbers = corpus.numbers.enumerated().map { index, column in
        WrittenColumn(name: "n\(index)", isIndexed: true) { column[$0]?.description }
      }
      let texts = corpus.fields.enumerated().map { index, arena in
        WrittenColumn(name: "f\(index)", isIndexed: false) { arena.string($0) }
      }
      return facets + (scope.map { [$0] } ?? []) + numbers + texts
    }

    private static func id(of value: UInt32) -> Int? {
      value == FacetColumn.none ? nil : Int(value)
    }
  }
#endif
