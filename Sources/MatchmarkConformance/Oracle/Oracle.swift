public import MatchmarkCore

/// The naive reference: the specification of an answer, written down row by row.
///
/// It shares vocabulary and folding with the matchers and nothing else: it trims, splits, reads
/// numbers, finds word starts and filters by its own plain code, so that a mistake in theirs
/// cannot hide in it. It is never timed and never optimised beyond folding each row once.
///
/// - Complexity: O(bytes of the text fields × terms) for each query.
public struct Oracle: Sendable {
  private let rowCount: Int
  private let profile: SearchProfile
  /// The folded text of every row, for each text field.
  private let texts: [[[UInt8]]]
  /// The canonical number of every row, for each numeric field.
  private let numbers: [[String?]]
  /// The cell of every row, for each facet.
  private let facets: [[[UInt8]]]
  /// The values that are known, for each facet.
  private let knownValues: [Set<[UInt8]>]
  /// The scope cell of every row.
  private let scopes: [[UInt8]]
  private let scopeTitles: [String]

  /// Prepares the rows.
  ///
  /// - Throws: ``CorpusError`` where the profile does not fit the corpus.
  public init(corpus: Corpus, profile: SearchProfile) throws(CorpusError) {
    rowCount = corpus.rowCount
    self.profile = profile
    texts = try profile.textFields.map { field throws(CorpusError) in
      try Self.cells(of: field.name, in: corpus).map { profile.folding.fold($0) }
    }
    numbers = try profile.numericFields.map { name throws(CorpusError) in
      try Self.cells(of: name, in: corpus).map(PlainText.canonicalNumber)
    }
    facets = try profile.facets.map { name throws(CorpusError) in
      try Self.cells(of: name, in: corpus).map { Array($0.utf8) }
    }
    knownValues = zip(profile.facets, facets).map { name, cells in
      let declared = corpus.schema.columns.first { $0.name == name }?.declaredValues ?? []
      return Set(cells + declared.map { Array($0.utf8) }).subtracting([[]])
    }
    scopes =
      try profile.scope.map { axis throws(CorpusError) in
        try Self.cells(of: axis.facet, in: corpus).map { Array($0.utf8) }
      } ?? []
    scopeTitles =
      profile.scope.flatMap { $0.titles ?? corpus.knownValues(of: $0.facet) } ?? []
  }

  private static func cells(of name: String, in corpus: Corpus) throws(CorpusError) -> [String] {
    guard let column = corpus.schema.index(of: name) else {
      throw .unknownColumn(name, known: corpus.schema.columns.map(\.name))
    }
    return (0..<corpus.rowCount).map { corpus.cell(row: $0, column: column) }
  }

  /// The matching rows, ascending.
  ///
  /// - Throws: ``QueryError`` for a query beyond the contract.
  public func rows(for query: SearchQuery) throws(QueryError) -> [Int] {
    let terms = try terms(of: query.text)
    let wanted = try wantedValues(of: query.tokens)
    let scope = try wantedScope(query.scope)
    if terms.isEmpty && query.tokens.isEmpty {
      return profile.empty == .browse ? Array(0..<rowCount) : []
    }
    return (0..<rowCount).filter { row in
      (scope == nil || scopes[row] == scope)
        && wanted.allSatisfy { $0.values.contains(facets[$0.facet][row]) }
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

  private func matches(_ term: Term, _ row: Int) -> Bool {
    for field in profile.textFields.indices
    where PlainText.matches(texts[field][row], term.needle, profile.textFields[field].match) {
      return true
    }
    guard let number = term.number else { return false }
    return numbers.contains { $0[row] == number }
  }

  // MARK: Tokens and scope

  /// The values of each facet that has tokens of known value.
  ///
  /// A row must have one of them (OR) for each of these facets (AND). An unknown value constrains
  /// nothing.
  private func wantedValues(
    of tokens: [SearchToken]
  ) throws(QueryError) -> [(facet: Int, values: [[UInt8]])] {
    guard tokens.count <= SearchLimits.tokenCount else { throw .tooManyTokens(tokens.count) }
    for token in tokens where !profile.facets.contains(token.facet) {
      throw .unknownFacet(token.facet, known: profile.facets)
    }
    return profile.facets.indices.compactMap { facet in
      let values = tokens.filter { $0.facet == profile.facets[facet] }
        .map { Array($0.value.utf8) }.filter { knownValues[facet].contains($0) }
      return values.isEmpty ? nil : (facet, values)
    }
  }

  /// The scope cell that a row must have; nil for the title that matches every row.
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
