public import MatchmarkCore

/// The naive reference: the specification of an answer, applied row by row.
///
/// It shares nothing with the matchers but vocabulary: it folds, trims, splits, reads numbers,
/// finds word starts and filters with plain code of its own, so that a mistake in theirs cannot
/// hide in it. It is never timed and never optimised beyond folding each row once.
///
/// - Complexity: O(bytes of the text fields × terms) for each query.
public struct Oracle: Sendable {
  let corpus: Corpus
  let profile: SearchProfile
  let folding: PlainFolding
  /// All rows if there are few enough to keep; otherwise they are read again for every query.
  private let kept: OracleRows?
  private let knownValues: [Set<[UInt8]>]
  private let scopeTitles: [String]
  private let blockSize: Int
  /// The oracle of a ranked search; nil if answers are sets, and if each ranker has its own order.
  private let ranking: (any RankingOracle)?

  /// Creates an oracle.
  ///
  /// - Parameters:
  ///   - keptRowLimit: Up to this many rows are folded once, not for every query; a cell that is
  ///     kept takes its text and eight bytes.
  ///   - blockSize: the number of rows that are read at a time if there are more.
  /// - Throws: ``CorpusError`` if the profile does not fit the corpus.
  public init(
    corpus: Corpus, profile: SearchProfile, keptRowLimit: Int = 16_000_000,
    blockSize: Int = 250_000
  ) throws(CorpusError) {
    self.corpus = corpus
    self.profile = profile
    self.blockSize = blockSize
    ranking = try profile.rank?.spec.map { spec throws(CorpusError) in
      spec.oracle(over: try OracleRows.texts(of: corpus, profile))
    }
    // The oracle of a ranked search reads the rows in its own way.
    let isKept = profile.rank == nil && corpus.rowCount <= keptRowLimit
    var folding = PlainFolding(profile.folding)
    let rows = try OracleRows(
      0..<(isKept ? corpus.rowCount : 0), of: corpus, profile: profile, &folding)
    kept = isKept ? rows : nil
    self.folding = folding
    knownValues = profile.facets.map { name in
      let column = corpus.schema.index(of: name) ?? 0
      var values = Set(corpus.schema.columns[column].declaredValues.map { Array($0.utf8) })
      for row in 0..<corpus.rowCount {
        values.insert(Array(corpus.cell(row: row, column: column).utf8))
      }
      return values.subtracting([[]])
    }
    scopeTitles =
      profile.scope.flatMap { $0.titles ?? corpus.knownValues(of: $0.facet) } ?? []
  }

  /// Returns the matching rows, ascending; of a ranked search the first page, the best first.
  ///
  /// - Throws: ``QueryError`` for a query outside the contract.
  public func rows(for query: SearchQuery) throws(QueryError) -> [Int] {
    if let ranking {
      try refuseLength(of: query.text)
      _ = try (wantedValues(of: query.tokens), wantedScope(query.scope))
      return ranking.rank(query.text).first(RankedMatcher.pageSize).map(\.row)
    }
    var rows: [Int] = []
    try visitRows(for: query) { rows.append($0) }
    return rows
  }

  /// Explains the places of rows in an answer in the order of fzf; none for another search.
  package func explanations(of rows: [Int], for text: String) -> [FzfExplanation] {
    (ranking as? FzfOracle)?.explanations(of: rows, for: text) ?? []
  }

  /// Returns the right answer.
  ///
  /// - Throws: ``QueryError`` for a query outside the contract.
  package func answer(to query: SearchQuery) throws(QueryError) -> Answer {
    var answer = Answer(rowCount: corpus.rowCount)
    if ranking != nil {
      answer.rank(try rows(for: query))
    } else {
      try visitRows(for: query) { answer.insert($0) }
    }
    return answer
  }

  /// Calls `body` with each matching row of a search that does not rank, ascending.
  ///
  /// - Throws: ``QueryError`` for a query outside the contract.
  public func visitRows(
    for query: SearchQuery, _ body: (Int) -> Void
  ) throws(QueryError) {
    let terms = try terms(of: query.text)
    let wanted = try wantedValues(of: query.tokens)
    let scope = try wantedScope(query.scope)
    if terms.isEmpty && query.tokens.isEmpty {
      if profile.empty == .browse { (0..<corpus.rowCount).forEach(body) }
      return
    }
    visitBlocks { rows in
      for row in rows.range
      where (scope.map { isSelected(rows.scopes[row], by: $0) } ?? true)
        && wanted.allSatisfy({ $0.values.contains(rows.facets[$0.facet][row]) })
        && terms.allSatisfy({ matches($0, row, in: rows) })
      {
        body(row)
      }
    }
  }

  private func visitBlocks(_ body: (OracleRows) -> Void) {
    if let kept { return body(kept) }
    var folding = folding
    for start in stride(from: 0, to: corpus.rowCount, by: blockSize) {
      let block = start..<min(start + blockSize, corpus.rowCount)
      // The profile fitted when the oracle was created.
      if let rows = try? OracleRows(block, of: corpus, profile: profile, &folding) { body(rows) }
    }
  }

  /// A typed term, its folds, and its canonical number.
  struct Term {
    var text: String
    /// The fold for each text field.
    var needles: [[UInt8]]
    var number: [UInt8]?
  }

  func terms(of text: String) throws(QueryError) -> [Term] {
    try refuseLength(of: text)
    var folding = folding
    let effective = PlainText.terms(of: text, profile).filter { !folding.fold($0).isEmpty }
    guard effective.count <= SearchLimits.termCount else { throw .tooManyTerms(effective.count) }
    return effective.map { term in
      Term(
        text: term, needles: profile.textFields.map { folding.fold(term, for: $0.match) },
        number: PlainText.canonicalNumber(term).map { Array($0.utf8) })
    }
  }

  private func refuseLength(of text: String) throws(QueryError) {
    let sizeInBytes = text.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
  }

  private func matches(_ term: Term, _ row: Int, in rows: OracleRows) -> Bool {
    for field in profile.textFields.indices
    where !term.needles[field].isEmpty
      && PlainText.matches(
        rows.texts[field][row], term.needles[field], profile.textFields[field].match)
    {
      return true
    }
    guard let number = term.number else { return false }
    return rows.numbers.contains { $0[row].elementsEqual(number) }
  }

  /// The first row with a text that is folded differently; nil if there is none.
  ///
  /// - Complexity: O(bytes of the text fields).
  package func row(foldedDifferentlyBy folder: TextFolder) -> Int? {
    var found: Int?
    let columns = profile.textFields.map { corpus.schema.index(of: $0.name) ?? 0 }
    visitBlocks { rows in
      found =
        found
        ?? rows.range.first { row in
          profile.textFields.indices.contains { field in
            let text = corpus.cell(row: row, column: columns[field])
            let folded = folder.fold(text, profile.folding, profile.textFields[field].match)
            return !rows.texts[field][row].elementsEqual(folded)
          }
        }
    }
    return found
  }

  /// The token values of each facet, without unknown ones.
  ///
  /// A row must have one of the values (OR) of each of these facets (AND). An unknown value
  /// constrains nothing.
  private func wantedValues(
    of tokens: [SearchToken]
  ) throws(QueryError) -> [(facet: Int, values: [ArraySlice<UInt8>])] {
    guard tokens.count <= SearchLimits.tokenCount else { throw .tooManyTokens(tokens.count) }
    for token in tokens where !profile.facets.contains(token.facet) {
      throw .unknownFacet(token.facet, known: profile.facets)
    }
    return profile.facets.indices.compactMap { facet in
      let values = tokens.filter { $0.facet == profile.facets[facet] }
        .map { Array($0.value.utf8) }.filter { knownValues[facet].contains($0) }.map { $0[...] }
      return values.isEmpty ? nil : (facet, values)
    }
  }

  /// Returns true if a title selects a cell; an empty cell is no value, so no title selects it.
  private func isSelected(_ cell: ArraySlice<UInt8>, by title: [UInt8]) -> Bool {
    !cell.isEmpty && cell.elementsEqual(title)
  }

  /// The scope value that a row must have; nil for the title that matches every row.
  private func wantedScope(_ title: String?) throws(QueryError) -> [UInt8]? {
    guard let title else { return nil }
    guard let axis = profile.scope else { throw .unknownScope(title, known: []) }
    let wanted = Array(title.utf8)
    if wanted == Array(axis.allTitle.utf8) { return nil }
    guard scopeTitles.contains(where: { Array($0.utf8) == wanted }) else {
      throw .unknownScope(title, known: [axis.allTitle] + scopeTitles)
    }
    return wanted
  }
}

/// Rows as the oracle reads them: column by column.
struct OracleRows: Sendable {
  let range: Range<Int>
  /// The folded text of every row, for each text field.
  let texts: [OracleCells]
  /// The canonical number of every row, for each numeric field; empty if there is none.
  let numbers: [OracleCells]
  /// The value of every row, for each facet.
  let facets: [OracleCells]
  /// The scope value of every row; empty without a scope.
  let scopes: OracleCells

  /// The first text field of every row, as it is.
  static func texts(of corpus: Corpus, _ profile: SearchProfile) throws(CorpusError) -> [String] {
    guard let name = profile.textFields.first?.name, let column = corpus.schema.index(of: name)
    else {
      throw .unknownColumn(
        profile.textFields.first?.name ?? "", known: corpus.schema.columns.map(\.name))
    }
    return (0..<corpus.rowCount).map { corpus.cell(row: $0, column: column) }
  }

  init(
    _ range: Range<Int>, of corpus: Corpus, profile: SearchProfile, _ folding: inout PlainFolding
  ) throws(CorpusError) {
    func cells(
      _ name: String, _ read: (String) -> [UInt8] = { Array($0.utf8) }
    ) throws(CorpusError) -> OracleCells {
      guard let column = corpus.schema.index(of: name) else {
        throw .unknownColumn(name, known: corpus.schema.columns.map(\.name))
      }
      var cells = OracleCells(of: range)
      for row in range { cells.append(read(corpus.cell(row: row, column: column))) }
      return cells
    }
    self.range = range
    var texts: [OracleCells] = []
    for field in profile.textFields {
      texts.append(try cells(field.name) { folding.fold($0, for: field.match) })
    }
    self.texts = texts
    numbers = try profile.numericFields.map { name throws(CorpusError) in
      try cells(name) { Array((PlainText.canonicalNumber($0) ?? "").utf8) }
    }
    facets = try profile.facets.map { name throws(CorpusError) in try cells(name) }
    scopes =
      try profile.scope.map { axis throws(CorpusError) in try cells(axis.facet) }
      ?? OracleCells(of: 0..<0)
  }
}

/// The cells of one column in one list of bytes; a list for each cell would take 56 bytes more.
struct OracleCells: Sendable {
  private let firstRow: Int
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(of rows: Range<Int>) {
    firstRow = rows.lowerBound
    ends.reserveCapacity(rows.count)
  }

  mutating func append(_ cell: [UInt8]) {
    bytes += cell
    ends.append(bytes.count)
  }

  subscript(row: Int) -> ArraySlice<UInt8> {
    let cell = row - firstRow
    return bytes[(cell == 0 ? 0 : ends[cell - 1])..<ends[cell]]
  }
}
