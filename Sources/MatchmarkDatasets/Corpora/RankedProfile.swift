package import MatchmarkCore

extension SearchProfile {
  /// The same search with its rows in an order: of the first text field alone, without filters.
  package func ranked(_ order: RankedOrder) -> SearchProfile {
    with {
      $0.textFields = Array(textFields.prefix(1))
      $0.trim = .whitespace
      $0.terms = .splitAND
      $0.empty = .browse
      ($0.numericFields, $0.facets, $0.scope, $0.sections) = ([], [], nil, nil)
      $0.rank = order
    }
  }

  /// The same search with the column first that holds the titles of the rows.
  ///
  /// That is the first text column in which at least a tenth of the rows have several words: people
  /// type the name of a country, not its code. If there is none, it is the first column.
  ///
  /// - Complexity: O(bytes of the first thousand rows).
  func withTitleFirst(of corpus: Corpus) -> SearchProfile {
    let sampled = 0..<min(corpus.rowCount, 1_000)
    let title = textFields.first { field in
      guard let column = corpus.schema.index(of: field.name) else { return false }
      let phraseCount = sampled.count { row in
        corpus.cell(row: row, column: column).utf8.contains(UInt8(ascii: " "))
      }
      return phraseCount > 0 && phraseCount * 10 >= sampled.count
    }
    guard let title else { return self }
    return with { $0.textFields = [title] + textFields.filter { $0.name != title.name } }
  }
}
