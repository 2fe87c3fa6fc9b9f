#if SQLite
  internal import GRDB
  import MatchmarkCore

  /// A cursor that queries the database and verifies the rows that the database cannot decide.
  struct SQLiteCursor: MatcherCursor {
    let store: SQLiteStore
    var query = ResolvedQuery()

    mutating func answer(
      _ searchQuery: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      if try query.begin(searchQuery, in: store.corpus, answering: &answer) { return .answered }
      guard query.scope != .nothing else { return .answered }
      let statement = SQLiteStatement(query, in: store)
      do {
        try store.queue.inDatabase { database in
          let prepared = try database.cachedStatement(sql: statement.sql)
          let rows = try Int.fetchCursor(
            prepared, arguments: StatementArguments(statement.arguments))
          while let row = try rows.next() {
            if statement.admits(row, query, in: store.corpus) { answer.insert(row) }
          }
        }
      } catch {
        throw .backendFailure("SQLite: \(error)")
      }
      return .answered
    }
  }

  /// The SQL statement of a query.
  struct SQLiteStatement {
    let sql: String
    let arguments: [any DatabaseValueConvertible]
    /// The terms that SQL does not decide, so that their rows must be verified.
    private let undecided: [Int]

    init(_ query: ResolvedQuery, in store: SQLiteStore) {
      let terms = query.terms.indices.map { Self.conditions(of: $0, query, in: store) }
      undecided = terms.indices.filter { term in !terms[term].allSatisfy(\.isDecided) }
      if !query.isFiltering, let match = Self.onlyMatch(terms), store.indexes.count == 1 {
        sql = "SELECT rowid FROM i0 WHERE i0 MATCH ? ORDER BY rowid"
        arguments = [match]
        return
      }
      var parts = terms.map { conditions in
        "(" + conditions.map(\.sql).joined(separator: " OR ") + ")"
      }
      parts += Self.filter(query)
      sql =
        "SELECT id FROM rows" + (parts.isEmpty ? "" : " WHERE \(parts.joined(separator: " AND "))")
        + " ORDER BY id"
      arguments =
        terms.flatMap { $0.flatMap(\.arguments) } + query.constraints.map { Int($0.value) }
        + Self.scopeArguments(query)
    }

    /// Returns the conditions of a term, any of which makes a row match: text in a field, or a
    /// number in a column.
    private static func conditions(
      of term: Int, _ query: ResolvedQuery, in store: SQLiteStore
    ) -> [SQLiteCondition] {
      let profile = store.corpus.profile
      let texts = store.indexes.enumerated().map { field, index in
        let mode = profile.textFields[field].match
        guard query.canOccur(term, in: mode) else { return SQLiteCondition(sql: "0") }
        let needle = String(decoding: query.needle(term, for: mode), as: UTF8.self)
        return index.condition(needle, field: field, mode: mode, folding: profile.folding)
      }
      guard let number = query.terms[term].number else { return texts }
      let numbers = store.corpus.numbers.indices.map { column in
        SQLiteCondition(sql: "n\(column) = ?", [number.description])
      }
      return texts + numbers
    }

    /// Returns the full-text expression of the whole query if there are no other conditions; the
    /// index then answers without reading the rows.
    private static func onlyMatch(_ terms: [[SQLiteCondition]]) -> String? {
      let matches = terms.compactMap { $0.count == 1 ? $0[0].match : nil }
      guard !matches.isEmpty, matches.count == terms.count else { return nil }
      return matches.joined(separator: " AND ")
    }

    /// Returns the conditions of tokens and scope.
    ///
    /// Constraints are sorted by facet. If terms have their own index, the plus sign keeps SQLite
    /// from preferring a facet's index, which admits far more rows.
    private static func filter(_ query: ResolvedQuery) -> [String] {
      let sign = query.terms.isEmpty ? "" : "+"
      var parts: [String] = []
      for facet in Set(query.constraints.map(\.facet)).sorted() {
        let places = query.constraints.filter { $0.facet == facet }.map { _ in "?" }
        parts.append("\(sign)t\(facet) IN (\(places.joined(separator: ", ")))")
      }
      if case .value = query.scope { parts.append("\(sign)s = ?") }
      return parts
    }

    private static func scopeArguments(_ query: ResolvedQuery) -> [any DatabaseValueConvertible] {
      if case .value(let value) = query.scope { [Int(value)] } else { [] }
    }

    func admits(_ row: Int, _ query: ResolvedQuery, in corpus: FoldedCorpus) -> Bool {
      undecided.allSatisfy { term in
        if let number = query.terms[term].number,
          corpus.numbers.contains(where: { $0[row] == number })
        {
          return true
        }
        return corpus.profile.textFields.enumerated().contains { index, field in
          field.match.finds(
            query.needle(term, for: field.match), in: corpus.foldedText(row: row, field: index))
        }
      }
    }
  }

  extension MatchMode {
    /// Returns true if the folded needle occurs in the folded text: the exact test.
    ///
    /// - Complexity: O(text × needle) at worst, O(text) on ordinary text.
    fileprivate func finds(_ bytes: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
      switch self {
      case .prefix: return text.starts(with: bytes)
      case .equality: return text.elementsEqual(bytes)
      case .contains, .wordPrefix: break
      }
      guard let first = bytes.first, text.count >= bytes.count else { return false }
      for position in text.startIndex...(text.endIndex - bytes.count)
      where text[position] == first && text[position...].starts(with: bytes) {
        if self == .contains { return true }
        if WordBoundary.isStart(of: position - text.startIndex, in: text.span) { return true }
      }
      return false
    }
  }
#endif
