import MatchmarkCore

/// Rows as the oracle reads them: column by column.
struct OracleRows: Sendable {
  let range: Range<Int>
  /// The folded text of every row, for each text field.
  private let texts: [OracleCells]
  /// The canonical number of every row, for each numeric field; empty if there is none.
  private let numbers: [OracleCells]
  /// The value of every row, for each facet.
  private let facets: [OracleCells]
  /// The scope value of every row; empty without a scope.
  private let scopes: OracleCells

  /// - Throws: ``CorpusError`` if the profile does not fit the corpus.
  init(
    _ range: Range<Int>, of corpus: Corpus, profile: SearchProfile
  ) throws(CorpusError) {
    func cells(
      _ name: String, _ read: (String) -> [UInt8] = { Array($0.utf8) }
    ) throws(CorpusError) -> OracleCells {
      guard let column = corpus.schema.index(of: name) else {
        throw .unknownColumn(name, known: corpus.schema.columns.map(\.name))
      }
      var cells = OracleCells(cellCount: range.count)
      for row in range { cells.append(read(corpus.cell(row: row, column: column))) }
      return cells
    }
    self.range = range
    texts = try profile.textFields.map { field throws(CorpusError) in
      try cells(field.name, profile.folding.fold)
    }
    numbers = try profile.numericFields.map { name throws(CorpusError) in
      try cells(name) { Array((PlainText.canonicalNumber($0) ?? "").utf8) }
    }
    facets = try profile.facets.map { name throws(CorpusError) in try cells(name) }
    scopes =
      try profile.scope.map { axis throws(CorpusError) in try cells(axis.facet) }
      ?? OracleCells(cellCount: 0)
  }

  func text(_ field: Int, _ row: Int) -> ArraySlice<UInt8> { texts[field][row - range.lowerBound] }

  func number(_ field: Int, _ row: Int) -> ArraySlice<UInt8> {
    numbers[field][row - range.lowerBound]
  }

  func facet(_ facet: Int, _ row: Int) -> ArraySlice<UInt8> {
    facets[facet][row - range.lowerBound]
  }

  func scope(_ row: Int) -> ArraySlice<UInt8> { scopes[row - range.lowerBound] }
}

/// The cells of one column in one list of bytes; a list for each cell would take 56 bytes more.
private struct OracleCells: Sendable {
  private var bytes: [UInt8] = []
  /// The end of each cell.
  private var ends: [Int] = []

  init(cellCount: Int) { ends.reserveCapacity(cellCount) }

  mutating func append(_ cell: [UInt8]) {
    bytes += cell
    ends.append(bytes.count)
  }

  subscript(cell: Int) -> ArraySlice<UInt8> {
    bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]]
  }
}
