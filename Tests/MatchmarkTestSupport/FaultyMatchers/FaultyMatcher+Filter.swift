import MatchmarkCore

extension FaultyMatcher {
  /// Returns true if tokens and scope let a row pass.
  func admits(_ row: Int, _ query: SearchQuery, hasTerms: Bool) -> Bool {
    let ignoresTokens = fault == .forgetsTokensWithText && hasTerms
    let ignoresScope = fault == .forgetsScopeWithTokens && !query.tokens.isEmpty
    return (ignoresScope || scopeAdmits(row, query.scope))
      && (ignoresTokens || tokensAdmit(row, query.tokens))
  }

  private func tokensAdmit(_ row: Int, _ tokens: [SearchToken]) -> Bool {
    let verdicts = profile.facets.compactMap { facet -> Bool? in
      let known = (corpus.corpus.knownValues(of: facet) ?? []).map(key)
      var wanted = tokens.filter { $0.facet == facet }.map { key($0.value) }
      if fault == .equalTokensCancel {
        wanted = wanted.filter { value in wanted.count { $0 == value } % 2 == 1 }
      }
      if fault != .unknownTokenMatchesNothing { wanted = wanted.filter(known.contains) }
      guard !wanted.isEmpty else { return nil }
      let value = key(cell(row, facet))
      return fault == .andWithinFacet
        ? wanted.allSatisfy { $0 == value } : wanted.contains(value)
    }
    return fault == .orAcrossFacets
      ? verdicts.isEmpty || verdicts.contains(true) : verdicts.allSatisfy { $0 }
  }

  func scopeAdmits(_ row: Int, _ title: String?) -> Bool {
    guard let title, let axis = profile.scope, key(title) != key(axis.allTitle) else { return true }
    let value = cell(row, axis.facet)
    switch fault {
    case .scopeBySubstring:
      return value.utf8.indices.contains { value.utf8[$0...].starts(with: title.utf8) }
    case .unmatchedScopeIsAll:
      let known = (corpus.corpus.knownValues(of: axis.facet) ?? []).map(key)
      return key(value) == key(title) || !known.contains(key(title))
    default:
      // An empty cell has no value.
      return !value.isEmpty && key(value) == key(title)
    }
  }

  /// Returns a value in the form that tokens compare: its bytes.
  private func key(_ value: String) -> [UInt8] {
    Array((fault == .caselessTokens ? value.lowercased() : value).utf8)
  }

  private func cell(_ row: Int, _ column: String) -> String {
    corpus.corpus.cell(row: row, column: corpus.corpus.schema.index(of: column) ?? 0)
  }
}

/// A cursor that answers the queries of one session.
struct FaultyCursor: MatcherCursor {
  let matcher: FaultyMatcher
  private var resolved = ResolvedQuery()
  private var lastQuery: SearchQuery?
  private var lastRows: [Int] = []

  init(matcher: FaultyMatcher) { self.matcher = matcher }

  mutating func answer(
    _ query: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    answer.reset(rowCount: matcher.corpus.rowCount)
    do { try resolved.resolve(query, in: matcher.corpus) } catch { throw .query(error) }
    var rows = rows(for: query)
    if matcher.fault == .dropsLastRow { rows = Array(rows.dropLast()) }
    if matcher.fault == .stopsAt50Rows { rows = Array(rows.prefix(50)) }
    if matcher.fault == .staleAfterBackspace, isShortened(query) {
      rows = rows.filter(lastRows.contains)
    }
    lastQuery = query
    lastRows = rows
    for row in rows { answer.insert(row) }
    if matcher.fault == .countsOneTooMany { miscount(rows, in: &answer) }
    return .answered
  }

  private func miscount(_ rows: [Int], in answer: inout Answer) {
    var bitmap = Bitmap(bitCount: matcher.corpus.rowCount)
    for row in rows { bitmap.insert(row) }
    answer.exchange(with: &bitmap, count: rows.count + 1)
  }

  private func isShortened(_ query: SearchQuery) -> Bool {
    guard let lastQuery, lastQuery.text.utf8.count > query.text.utf8.count else { return false }
    return lastQuery.text.utf8.starts(with: query.text.utf8)
  }

  private func rows(for query: SearchQuery) -> [Int] {
    let fault = matcher.fault
    let terms = matcher.terms(of: query.text)
    var tokens = query.tokens
    if fault == .unknownTokenIsNoToken {
      tokens.removeAll { token in
        let known = matcher.corpus.corpus.knownValues(of: token.facet) ?? []
        return !known.contains { $0.utf8.elementsEqual(token.value.utf8) }
      }
    }
    let all = Array(0..<matcher.corpus.rowCount)
    if terms.isEmpty, tokens.isEmpty {
      switch matcher.profile.empty {
      case .browse where fault == .browseObeysScope:
        return all.filter { matcher.scopeAdmits($0, query.scope) }
      case .browse: return all
      case .suggestions where fault == .suggestionsShowRows: return all
      case .suggestions, .none: return []
      }
    }
    return all.filter { row in
      matcher.admits(row, query, hasTerms: !terms.isEmpty) && matcher.matchesText(row, terms)
    }
  }
}
