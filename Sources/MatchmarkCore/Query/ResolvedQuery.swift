/// A query, read as a profile specifies: needles, numbers and values to filter by.
///
/// Reading is part of the keystroke: trim, split, fold, parse. A cursor keeps one value and calls
/// ``resolve(_:in:)`` for each keystroke, which allocates nothing once the buffers have grown.
///
/// All terms must match (AND). A term matches a row if its needle occurs in any text field,
/// according to that field's ``MatchMode``, or if its number equals any numeric field.
public struct ResolvedQuery: Sendable {
  package struct Term: Sendable {
    /// The range in ``bytes`` of the needle for fields matched by contains, prefix or equality;
    /// never empty.
    package var needle: Range<Int>
    /// The range of the needle for fields matched by word prefix; another one only if the folding
    /// depends on the mode.
    package var wordNeedle: Range<Int>
    /// The term read as a decimal, if the profile has numeric fields.
    package var number: CanonicalDecimal?
  }

  /// One accepted value of a facet; a row must have one of the values accepted for that facet.
  package struct Constraint: Sendable, Equatable {
    /// The facet, as an index into ``FoldedCorpus/facets``.
    package var facet: Int
    /// The value, as an index into the facet's known values.
    package var value: UInt32
  }

  /// The condition that the scope sets for a row.
  package enum Scope: Sendable, Equatable {
    /// Every row is in the scope.
    case all
    /// The scope column of the row must have this value.
    case value(UInt32)
    /// No row is in the scope, because no row has the selected title.
    case nothing
  }

  /// The folded needles, concatenated; a term has a second one if the folding depends on the mode.
  package private(set) var bytes: [UInt8] = []
  package private(set) var terms: [Term] = []
  /// The known values of the tokens, sorted by facet and value, without duplicates.
  package private(set) var constraints: [Constraint] = []
  package private(set) var scope = Scope.all
  /// True if there is neither a term nor a token, so that the profile's ``EmptyPolicy`` decides.
  public private(set) var isEmpty = true

  /// Creates a query without terms.
  public init() {}

  package init(text: String, profile: SearchProfile) throws(QueryError) {
    try resolveText(text, profile: profile)
    isEmpty = terms.isEmpty
  }

  /// The number of effective terms.
  public var termCount: Int { terms.count }

  /// Returns the folded needle of a term for the fields of a match mode, which is never empty.
  ///
  /// It is UTF-8, unless the term cannot occur in these fields: then it is one byte that no UTF-8
  /// contains. White space alone is such a term in fields matched by word prefix under
  /// ``Folding/loose``.
  public func needle(_ term: Int, for mode: MatchMode = .contains) -> ArraySlice<UInt8> {
    bytes[needleRange(term, for: mode)]
  }

  /// Returns the range of a needle in ``bytes``.
  package func needleRange(_ term: Int, for mode: MatchMode) -> Range<Int> {
    mode == .wordPrefix ? terms[term].wordNeedle : terms[term].needle
  }

  /// Returns false if a term cannot occur in any field of a match mode.
  package func canOccur(_ term: Int, in mode: MatchMode) -> Bool {
    bytes[needleRange(term, for: mode).lowerBound] != Self.occursNowhere
  }

  /// A byte that is neither in UTF-8 nor a separator.
  private static let occursNowhere: UInt8 = 0xFE

  /// Reads `query` as the profile of `corpus` specifies.
  ///
  /// - Throws: ``QueryError`` for an exceeded limit, an unknown facet or an unknown scope title.
  /// - Complexity: O(bytes of the text + tokens²).
  public mutating func resolve(_ query: SearchQuery, in corpus: FoldedCorpus) throws(QueryError) {
    bytes.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    constraints.removeAll(keepingCapacity: true)
    try resolveText(query.text, profile: corpus.profile)
    try resolveTokens(query.tokens, in: corpus)
    scope = try Self.scope(query.scope, in: corpus)
    isEmpty = terms.isEmpty && query.tokens.isEmpty
  }

  private mutating func resolveText(_ text: String, profile: SearchProfile) throws(QueryError) {
    let sizeInBytes = text.utf8.count
    guard sizeInBytes <= SearchLimits.querySizeInBytes else {
      throw .textTooLong(sizeInBytes: sizeInBytes)
    }
    text.withUTF8Span { appendTerms($0, profile: profile) }
    guard terms.count <= SearchLimits.termCount else { throw .tooManyTerms(terms.count) }
  }

  private mutating func appendTerms(_ utf8: Span<UInt8>, profile: SearchProfile) {
    switch profile.terms {
    case .phrase:
      let range = profile.trim == .none ? 0..<utf8.count : WhiteSpace.trimmed(utf8)
      appendTerm(utf8.extracting(range), profile: profile)
    case .splitAND:
      var position = 0
      while let range = WhiteSpace.nextTerm(in: utf8, from: position) {
        appendTerm(utf8.extracting(range), profile: profile)
        position = range.upperBound
      }
    }
  }

  private mutating func appendTerm(_ raw: Span<UInt8>, profile: SearchProfile) {
    let start = bytes.count
    profile.folding.fold(raw, for: .contains, into: &bytes)
    guard bytes.count > start else { return }
    let needle = start..<bytes.count
    let number = profile.numericFields.isEmpty ? nil : CanonicalDecimal(utf8: raw)
    terms.append(
      Term(needle: needle, wordNeedle: wordNeedle(of: raw, needle, profile), number: number))
  }

  /// Folds a term for fields matched by word prefix, if there are any and their folding differs.
  private mutating func wordNeedle(
    of raw: Span<UInt8>, _ needle: Range<Int>, _ profile: SearchProfile
  ) -> Range<Int> {
    guard profile.folding == .loose,
      profile.textFields.contains(where: { $0.match == .wordPrefix })
    else { return needle }
    let start = bytes.count
    profile.folding.fold(raw, for: .wordPrefix, into: &bytes)
    if bytes.count == start { bytes.append(Self.occursNowhere) }
    if bytes[start...] == bytes[needle] {
      bytes.removeLast(bytes.count - start)
      return needle
    }
    return start..<bytes.count
  }

  private mutating func resolveTokens(
    _ tokens: [SearchToken], in corpus: FoldedCorpus
  ) throws(QueryError) {
    guard tokens.count <= SearchLimits.tokenCount else { throw .tooManyTokens(tokens.count) }
    for token in tokens {
      guard let facet = corpus.profile.facets.firstIndex(of: token.facet) else {
        throw .unknownFacet(token.facet, known: corpus.profile.facets)
      }
      // A token with an unknown value keeps the query from being empty, but constrains nothing.
      guard let value = corpus.facets[facet].id(of: token.value) else { continue }
      let new = Constraint(facet: facet, value: value)
      let position = constraints.partitioningIndex { ($0.facet, $0.value) >= (facet, value) }
      if position == constraints.count || constraints[position] != new {
        constraints.insert(new, at: position)
      }
    }
  }

  private static func scope(_ title: String?, in corpus: FoldedCorpus) throws(QueryError) -> Scope {
    guard let title else { return .all }
    guard let axis = corpus.profile.scope else { throw .unknownScope(title, known: []) }
    let wanted = FacetValue(text: title)
    if wanted == FacetValue(text: axis.allTitle) { return .all }
    guard corpus.scopeTitles.contains(where: { FacetValue(text: $0) == wanted }) else {
      throw .unknownScope(title, known: [axis.allTitle] + corpus.scopeTitles)
    }
    return corpus.scopeColumn?.id(of: title).map(Scope.value) ?? .nothing
  }
}

extension ResolvedQuery {
  /// Reads a keystroke and prepares its answer; every cursor begins with this call.
  ///
  /// - Returns: true if the answer is complete: a query without terms and tokens is answered here,
  ///   as the profile's ``EmptyPolicy`` specifies.
  /// - Throws: ``MatcherError/query(_:)``.
  /// - Complexity: O(bytes of the text + tokens²).
  public mutating func begin(
    _ query: SearchQuery, in corpus: FoldedCorpus, answering answer: inout Answer
  ) throws(MatcherError) -> Bool {
    answer.reset(rowCount: corpus.rowCount)
    do { try resolve(query, in: corpus) } catch { throw .query(error) }
    guard isEmpty else { return false }
    if corpus.profile.empty == .browse { answer.insertAll() }
    return true
  }
}

extension ResolvedQuery {
  package var isFiltering: Bool { scope != .all || !constraints.isEmpty }

  /// Returns true if a row passes the tokens and the scope; the values are looked up for this row
  /// only.
  ///
  /// - Complexity: O(tokens).
  public func admits(_ row: Int, in corpus: FoldedCorpus) -> Bool {
    switch scope {
    case .all: break
    case .nothing: return false
    case .value(let value): if corpus.scopeColumn?.rows[row] != value { return false }
    }
    return constraints.isEmpty || tokensAdmit(row, in: corpus)
  }

  /// Returns true if a row passes the tokens: OR within a facet, AND across facets.
  ///
  /// Constraints are sorted by facet, so each facet is one run of them.
  private func tokensAdmit(_ row: Int, in corpus: FoldedCorpus) -> Bool {
    var position = 0
    while position < constraints.count {
      let facet = constraints[position].facet
      let value = corpus.facets[facet].rows[row]
      var isAdmitted = false
      while position < constraints.count, constraints[position].facet == facet {
        isAdmitted = isAdmitted || constraints[position].value == value
        position += 1
      }
      if !isAdmitted { return false }
    }
    return true
  }
}
