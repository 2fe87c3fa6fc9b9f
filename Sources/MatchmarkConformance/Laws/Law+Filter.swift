import MatchmarkCore

extension Law {
  /// A second value of the same facet is an alternative.
  static let tokenAlternative = Law(
    "token-alternative", "a token in addition to another of its facet never removes a row"
  ) { situation, respond throws(CorpusError) in
    let known = try situation.knownTokens()
    let taken = Set(situation.query.tokens.filter { known.has($0) }.map(\.facet))
    let changes = known.few.filter { taken.contains($0.facet) }.map(situation.adding)
    guard situation.hasRoomForToken else { return .silent }
    return try compare(situation, with: changes.map { (.wider, $0) }, respond)
  }

  /// The first value of a facet is a condition.
  static let tokenCondition = Law(
    "token-condition", "the first token of a facet never adds a row"
  ) { situation, respond throws(CorpusError) in
    let known = try situation.knownTokens()
    let taken = Set(situation.query.tokens.filter { known.has($0) }.map(\.facet))
    let changes = known.few.filter { !taken.contains($0.facet) }.map(situation.adding)
    let isEmpty = situation.effectiveTerms.isEmpty && situation.query.tokens.isEmpty
    guard situation.hasRoomForToken, !isEmpty else { return .silent }
    return try compare(situation, with: changes.map { (.narrower, $0) }, respond)
  }

  /// Neither the order of tokens nor their repetition matters to the filter.
  static let tokenPermutation = Law(
    "token-permutation", "tokens in another order, or twice, have the same answer"
  ) { situation, respond throws(CorpusError) in
    let tokens = situation.query.tokens
    guard !tokens.isEmpty, tokens.count * 2 <= SearchLimits.tokenCount else { return .silent }
    let changes = [tokens.reversed(), tokens + tokens].map { order in
      situation.with { $0.query.tokens = order }
    }
    return try compare(situation, with: changes.map { (.equal, $0) }, respond)
  }

  /// All scopes together give the same rows as the scope for all rows.
  static let scopeUnion = Law(
    "scope-union", "a row with a scope title matches in that scope iff it matches in all"
  ) { situation, respond throws(CorpusError) in
    let isEmpty = situation.effectiveTerms.isEmpty && situation.query.tokens.isEmpty
    guard let axis = situation.profile.scope, !isEmpty else { return .silent }
    let all = situation.with { $0.query.scope = axis.allTitle }
    guard case .rows(let expected) = try respond(all) else { return .silent }
    let known = try situation.corpus().knownValues(of: axis.facet) ?? []
    let titles = axis.titles ?? known
    for title in titles where Array(title.utf8) != Array(axis.allTitle.utf8) {
      let scoped = situation.with { $0.query.scope = title }
      let rows = expected.filter { row in
        // An empty cell is no value.
        !title.isEmpty
          && situation.cell(row, axis.facet).map { Array($0.utf8) } == Array(title.utf8)
      }
      let reply = try respond(scoped)
      guard reply != .rows(rows) else { continue }
      return .broken(
        LawBreach(
          situation: all, changed: scoped, reply: .rows(expected), changedReply: reply,
          expectation: "expected \(SituationReply.rows(rows)) in scope '\(title)'"))
    }
    return .held
  }

  /// An answer depends only on the query.
  static let freshness = Law(
    "freshness", "earlier queries do not change the answer"
  ) { situation, respond throws(CorpusError) in
    var history = situation.earlier
    if history.isEmpty {
      // Typing on, back, and on again is where a cursor may remember something wrong.
      let text = situation.query.text
      history = [text + "a", String(text.unicodeScalars.dropLast()), text].map { text in
        var query = situation.query
        query.text = text
        return query
      }
    }
    let fresh = situation.with { $0.earlier = [] }
    return try compare(
      fresh,
      with: history.indices.map { last in
        (.equal, fresh.with { $0.earlier = Array(history[...last]) })
      }, respond)
  }
}

extension Law {
  /// Every law of the query.
  public static let all: [Law] = [
    .foldIdempotence, .normalForms, .termPermutation, .termAddition, .foldingOrder,
    .tokenAlternative, .tokenCondition, .tokenPermutation, .scopeUnion, .freshness,
  ]
}

/// The tokens whose values occur in the corpus.
private struct KnownTokens {
  private let all: [SearchToken]
  /// A few of each facet; more would only repeat the same.
  let few: [SearchToken]

  init(_ profile: SearchProfile, in corpus: Corpus) {
    func tokens(_ limit: Int) -> [SearchToken] {
      profile.facets.flatMap { facet in
        (corpus.knownValues(of: facet) ?? []).prefix(limit).map {
          SearchToken(facet: facet, value: $0)
        }
      }
    }
    all = tokens(.max)
    few = tokens(4)
  }

  func has(_ token: SearchToken) -> Bool {
    all.contains {
      $0.facet == token.facet && Array($0.value.utf8) == Array(token.value.utf8)
    }
  }
}

extension Situation {
  fileprivate var hasRoomForToken: Bool { query.tokens.count < SearchLimits.tokenCount }

  fileprivate func adding(_ token: SearchToken) -> Situation {
    with { $0.query.tokens.append(token) }
  }

  fileprivate func knownTokens() throws(CorpusError) -> KnownTokens {
    KnownTokens(profile, in: try corpus())
  }
}
