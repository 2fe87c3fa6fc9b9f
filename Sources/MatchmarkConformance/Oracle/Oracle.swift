public import MatchmarkCore

/// The naive reference: the specification of an answer, written down row by row.
///
/// It shares vocabulary and folding with the matchers and nothing else: it trims, splits, reads
/// numbers, finds word starts and filters by its own plain code, so that a mistake in theirs
/// cannot hide in it. It is never timed and never optimised beyond folding each row once.
///
/// - Complexity: O(bytes of the text fields × terms) for each query.
public struct Oracle: Sendable {
  private let corpus: Corpus
  private let profile: SearchProfile
  private let rows: [Row]
  private let knownValues: [String: Set<[UInt8]>]
  private let scopeTitles: [String]

  /// What the oracle knows of a row: folded texts, canonical numbers, facet cells, scope cell.
  private struct Row: Sendable {
    var texts: [[UInt8]]
    var numbers: [String?]
    var facets: [String: [UInt8]]
    var scope: [UInt8]
  }

  /// Prepares the rows.
  ///
  /// - Throws: ``CorpusError`` where the profile does not fit the corpus.
  public init(corpus: Corpus, profile: SearchProfile) throws(CorpusError) {
    self.corpus = corpus
    self.profile = profile
    let texts = try profile.textFields.map { field throws(CorpusError) in
      try Self.position(of: field.name, in: corpus)
    }
    let numbers = try profile.numericFields.map { name throws(CorpusError) in
      try Self.position(of: name, in: corpus)
    }
    let facets = try profile.facets.map { name throws(CorpusError) in
      (name: name, column: try Self.position(of: name, in: corpus))
    }
    let scope = try profile.scope.map { axis throws(CorpusError) in
      try Self.position(of: axis.facet, in: corpus)
    }
    rows = (0..<corpus.rowCount).map { row in
      Row(
        texts: texts.map { profile.folding.fold(corpus.cell(row: row, column: $0)) },
        numbers: numbers.map { PlainText.canonicalNumber(corpus.cell(row: row, column: $0)) },
        facets: Dictionary(
          uniqueKeysWithValues: facets.map {
            ($0.name, Array(corpus.cell(row: row, column: $0.column).utf8))
          }),
        scope: scope.map { Array(corpus.cell(row: row, column: $0).utf8) } ?? [])
    }
    knownValues = Self.knownValues(of: facets.map(\.column), in: corpus)
    scopeTitles = Self.scopeTitles(of: profile, in: corpus)
  }

  /// The matching rows, ascending.
  ///
  /// - Throws: ``QueryError`` for a query beyond the contract.
  public func rows(for query: SearchQuery) throws(QueryError) -> [Int] {
    let terms = try terms(of: query.text)
    try checkTokens(query.tokens)
    try checkScope(query.scope)
    if terms.isEmpty && query.tokens.isEmpty {
      return profile.empty == .browse ? Array(rows.indices) : []
    }
    return rows.indices.filter { index in
      let row = rows[index]
      return scopeAdmits(row, query.scope) && tokensAdmit(row, query.tokens)
        && terms.allSatisfy { matches($0, row) }
    }
  }

  // MARK: The text

  /// A term: what was typed, folded, and its canonical number.
  private struct Term {
    var needle: [UInt8]
    var number: String?
  }

  private func terms(of text: String) throws(QueryError) -> [Term] {
    let sizeInBytes = text.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    let raw: [String] =
      switch (profile.terms, profile.trim) {
      case (.splitAND, _): PlainText.split(text)
      case (.phrase, .whitespace): [PlainText.trim(text)]
      case (.phrase, .none): [text]
      }
    let terms = raw.map { term in
      Term(needle: profile.folding.fold(term), number: PlainText.canonicalNumber(term))
    }
    let effective = terms.filter { !$0.needle.isEmpty }
    guard effective.count <= SearchLimits.termCount else { throw .tooManyTerms(effective.count) }
    return effective
  }

  private func matches(_ term: Term, _ row: Row) -> Bool {
    for (field, text) in zip(profile.textFields, row.texts)
    where PlainText.matches(text, term.needle, field.match) {
      return true
    }
    guard let number = term.number else { return false }
    return row.numbers.contains(number)
  }

  // MARK: Tokens and scope

  private func checkTokens(_ tokens: [SearchToken]) throws(QueryError) {
    guard tokens.count <= SearchLimits.tokenCount else { throw .tooManyTokens(tokens.count) }
    for token in tokens where !profile.facets.contains(token.facet) {
      throw .unknownFacet(token.facet, known: profile.facets)
    }
  }

  /// OR within a facet, AND across facets; an unknown value constrains nothing.
  private func tokensAdmit(_ row: Row, _ tokens: [SearchToken]) -> Bool {
    profile.facets.allSatisfy { facet in
      let wanted = tokens.filter { $0.facet == facet }.map { Array($0.value.utf8) }
        .filter { knownValues[facet]?.contains($0) == true }
      return wanted.isEmpty || wanted.contains(row.facets[facet] ?? [])
    }
  }

  private func checkScope(_ title: String?) throws(QueryError) {
    guard let title, !isAll(title) else { return }
    guard scopeTitles.contains(where: { Array($0.utf8) == Array(title.utf8) }) else {
      throw .unknownScope(
        title, known: (profile.scope.map { [$0.allTitle] } ?? []) + scopeTitles)
    }
  }

  private func scopeAdmits(_ row: Row, _ title: String?) -> Bool {
    guard let title, !isAll(title) else { return true }
    return row.scope == Array(title.utf8)
  }

  private func isAll(_ title: String) -> Bool {
    guard let scope = profile.scope else { return false }
    return Array(title.utf8) == Array(scope.allTitle.utf8)
  }

  // MARK: The corpus

  private static func position(of name: String, in corpus: Corpus) throws(CorpusError) -> Int {
    guard let position = corpus.schema.index(of: name) else {
      throw .unknownColumn(name, known: corpus.schema.columns.map(\.name))
    }
    return position
  }

  private static func knownValues(
    of columns: [Int], in corpus: Corpus
  ) -> [String: Set<[UInt8]>] {
    var known: [String: Set<[UInt8]>] = [:]
    for column in columns {
      let schema = corpus.schema.columns[column]
      var values = Set(schema.declaredValues.map { Array($0.utf8) })
      for row in 0..<corpus.rowCount {
        values.insert(Array(corpus.cell(row: row, column: column).utf8))
      }
      values.remove([])
      known[schema.name] = values
    }
    return known
  }

  private static func scopeTitles(of profile: SearchProfile, in corpus: Corpus) -> [String] {
    guard let scope = profile.scope else { return [] }
    return scope.titles ?? corpus.knownValues(of: scope.facet) ?? []
  }
}
