import MatchmarkCore

/// Rows as the oracle looks at them: every cell a list of bytes of its own.
struct OracleRows: Sendable {
  /// The rows that are here.
  let range: Range<Int>
  /// The folded text of every row, for each text field.
  private let texts: [[[UInt8]]]
  /// The canonical number of every row, for each numeric field.
  private let numbers: [[String?]]
  /// The cell of every row, for each facet.
  private let facets: [[[UInt8]]]
  /// The scope cell of every row; nothing without a scope.
  private let scopes: [[UInt8]]

  /// - Throws: ``CorpusError`` where the profile does not fit the corpus.
  init(
    _ range: Range<Int>, of corpus: Corpus, profile: SearchProfile
  ) throws(CorpusError) {
    func cells(_ name: String) throws(CorpusError) -> [String] {
      guard let column = corpus.schema.index(of: name) else {
        throw .unknownColumn(name, known: corpus.schema.columns.map(\.name))
      }
      return range.map { corpus.cell(row: $0, column: column) }
    }
    self.range = range
    texts = try profile.textFields.map { field throws(CorpusError) in
      try cells(field.name).map { profile.folding.fold($0) }
    }
    numbers = try profile.numericFields.map { name throws(CorpusError) in
      try cells(name).map(PlainText.canonicalNumber)
    }
    facets = try profile.facets.map { name throws(CorpusError) in
      try cells(name).map { Array($0.utf8) }
    }
    scopes =
      try profile.scope.map { axis throws(CorpusError) in
        try cells(axis.facet).map { Array($0.utf8) }
      } ?? []
  }

  func text(_ field: Int, _ row: Int) -> [UInt8] { texts[field][row - range.lowerBound] }

  func number(_ field: Int, _ row: Int) -> String? { numbers[field][row - range.lowerBound] }

  func facet(_ facet: Int, _ row: Int) -> [UInt8] { facets[facet][row - range.lowerBound] }

  func scope(_ row: Int) -> [UInt8] { scopes[row - range.lowerBound] }
}
