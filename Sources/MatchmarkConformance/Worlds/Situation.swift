public import MatchmarkCore

/// One question in full: rows, profile, query, and the earlier queries of the same session.
///
/// All of it is a value that can be changed and asked again, as laws and the ``Shrinker`` do.
/// Situations are meant for small corpora: each reply rebuilds the matcher.
public struct Situation: Sendable {
  /// The columns.
  public var columns: [Column]
  /// The rows; each has one cell for each column.
  public var rows: [[String]]
  /// The profile.
  public var profile: SearchProfile
  /// The query.
  public var query: SearchQuery
  /// The queries that the same cursor answered earlier, oldest first.
  public var earlier: [SearchQuery]

  /// Creates a situation.
  public init(
    columns: [Column], rows: [[String]], profile: SearchProfile, query: SearchQuery,
    earlier: [SearchQuery] = []
  ) {
    self.columns = columns
    self.rows = rows
    self.profile = profile
    self.query = query
    self.earlier = earlier
  }

  /// Creates a situation from the rows of a corpus.
  public init(
    _ corpus: Corpus, profile: SearchProfile, query: SearchQuery, earlier: [SearchQuery] = []
  ) {
    self.init(
      columns: corpus.schema.columns,
      rows: (0..<corpus.rowCount).map { row in
        corpus.schema.columns.indices.map { corpus.cell(row: row, column: $0) }
      },
      profile: profile, query: query, earlier: earlier)
  }

  /// Returns the rows as a corpus.
  ///
  /// - Throws: ``CorpusError``.
  public func corpus() throws(CorpusError) -> Corpus {
    var builder = CorpusBuilder(name: "situation", schema: try Schema(columns))
    for row in rows { try builder.append(row) }
    return builder.finish()
  }

  /// Returns a copy with some parts changed.
  public func with(_ change: (inout Situation) -> Void) -> Situation {
    var copy = self
    change(&copy)
    return copy
  }

  /// The columns that only typed text is matched against.
  ///
  /// Their cells can be rewritten without any effect on tokens, scopes or numbers.
  var textColumns: [Int] {
    columns.indices.filter { index in
      columns[index].roles == .text
        && profile.textFields.contains { $0.name == columns[index].name }
    }
  }

  /// Rewrites every cell of ``textColumns``.
  func mapTexts(_ change: (String) -> String) -> Situation {
    let positions = textColumns
    return with { copy in
      for row in copy.rows.indices {
        for column in positions { copy.rows[row][column] = change(copy.rows[row][column]) }
      }
    }
  }

  /// The cell of a row in a named column.
  func cell(_ row: Int, _ name: String) -> String? {
    columns.firstIndex { $0.name == name }.map { rows[row][$0] }
  }

  /// The query's raw terms, without those whose fold is empty.
  var effectiveTerms: [String] {
    let raw: [String] =
      switch (profile.terms, profile.trim) {
      case (.splitAND, _): PlainText.split(query.text)
      case (.phrase, .whitespace): [PlainText.trim(query.text)]
      case (.phrase, .none): [query.text]
      }
    return raw.filter { !profile.folding.fold($0).isEmpty }
  }
}
