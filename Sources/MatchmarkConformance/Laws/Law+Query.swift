import MatchmarkCore

extension Law {
  static let foldIdempotence = Law(
    "fold-idempotence", "folding rows and query before the search does not change the answer"
  ) { situation, respond throws(CorpusError) in
    let folding = situation.profile.folding
    // One text cannot be folded for two modes.
    guard let mode = situation.soleFoldingMode else { return .silent }
    let folded = situation.mapTexts { refold($0, folding, for: mode) }
    var changes = [folded]
    // Stripping a mark can turn other text into a number, and a space next to it into an edge; a
    // query is trimmed and split before it is folded.
    if situation.profile.numericFields.isEmpty,
      situation.effectiveTerms.allSatisfy({ hasFirmEdges($0, situation, mode) })
    {
      changes.append(folded.mapQuery { refold($0, folding, for: mode) })
    }
    return try compare(situation, .equal, changes, respond)
  }

  static let normalForms = Law(
    "normal-forms", "composed or decomposed, rows and query have the same answer"
  ) { situation, respond throws(CorpusError) in
    let composed = situation.mapTexts(PlainFolding.composed)
    let decomposed = situation.mapTexts(PlainFolding.decomposed)
    let changes = [
      composed.mapQuery(PlainFolding.decomposed), decomposed.mapQuery(PlainFolding.composed),
      composed.mapQuery(PlainFolding.composed), decomposed.mapQuery(PlainFolding.decomposed),
    ]
    return try compare(situation, .equal, changes, respond)
  }

  static let termPermutation = Law(
    "term-permutation", "terms in another order, or twice, have the same answer"
  ) { situation, respond throws(CorpusError) in
    let terms = PlainText.split(situation.query.text)
    guard situation.profile.terms == .splitAND, terms.count > 1,
      terms.count * 2 <= SearchLimits.termCount
    else { return .silent }
    let orders = [terms.reversed(), Array(terms.dropFirst() + terms.prefix(1)), terms + terms]
    let changes = orders.map { order in
      situation.mapQuery { _ in order.joined(separator: " ") }
    }
    return try compare(situation, .equal, changes, respond)
  }

  static let termAddition = Law(
    "term-addition", "adding a term never adds a row"
  ) { situation, respond throws(CorpusError) in
    let terms = PlainText.split(situation.query.text)
    guard situation.profile.terms == .splitAND, !situation.effectiveTerms.isEmpty,
      terms.count < SearchLimits.termCount
    else { return .silent }
    let added = situation.rows.prefix(3).flatMap { row in
      situation.textColumns.prefix(1).flatMap { PlainText.split(row[$0]).suffix(1) }
    }
    let changes = added.map { term in
      situation.mapQuery { _ in (terms + [term]).joined(separator: " ") }
    }
    return try compare(situation, .narrower, changes, respond)
  }

  /// The law covers texts whose `cd` fold follows from their `c` fold, scalar by scalar.
  ///
  /// Elsewhere it need not hold: when a scalar is removed, its neighbours may compose (가 + soft
  /// hyphen + ᆨ no longer has 가), and the iota below a letter is a letter under `c` only. It does
  /// not cover word starts after a scalar that `cd` removes and that is in no word either.
  static let foldingOrder = Law(
    "folding-order", "what matches caseless still matches when diacritics are ignored too"
  ) { situation, respond throws(CorpusError) in
    let terms = situation.effectiveTerms
    let changed = situation.with { $0.profile.folding = .caseAndDiacriticInsensitive }
    guard situation.profile.folding == .caseInsensitive, terms.allSatisfy(isRegular),
      terms.isEmpty == changed.effectiveTerms.isEmpty
    else { return .silent }
    let names = situation.profile.textFields.map(\.name)
    let regular = situation.rows.indices.filter { row in
      names.allSatisfy { isRegular(situation.cell(row, $0) ?? "") }
    }
    return try compare(situation, .wider, changed, among: regular, respond)
  }

  /// The law covers texts whose `loose` fold follows from their `cd` fold, scalar by scalar, and
  /// terms that are more than apostrophes, dashes and white space.
  ///
  /// Elsewhere it need not hold: a dash between か and a voicing mark no longer keeps them apart,
  /// and ™ ends with a letter only under `loose`, so that no word begins after it.
  static let looseOrder = Law(
    "loose-order", "what matches without case and diacritics still matches under loose"
  ) { situation, respond throws(CorpusError) in
    let changed = situation.with { $0.profile.folding = .loose }
    let modes = situation.profile.needleModes
    let isCovered = { (text: String) in modes.allSatisfy { isLooselyRegular(text, for: $0) } }
    guard situation.profile.folding == .caseAndDiacriticInsensitive,
      situation.effectiveTerms.allSatisfy({ term in
        isCovered(term) && modes.allSatisfy { !refold(term, .loose, for: $0).isEmpty }
      })
    else { return .silent }
    let names = situation.profile.textFields.map(\.name)
    let regular = situation.rows.indices.filter { row in
      names.allSatisfy { isCovered(situation.cell(row, $0) ?? "") }
    }
    return try compare(situation, .wider, changed, among: regular, respond)
  }

  /// Compares two replies of which only some rows follow the law.
  private static func compare(
    _ situation: Situation, _ relation: Relation, _ changed: Situation, among rows: [Int],
    _ respond: Respond
  ) throws(CorpusError) -> LawVerdict {
    let verdict = try compare(situation, relation, [changed], respond)
    guard case .broken(let breach) = verdict, let first = breach.reply.rows,
      let second = breach.changedReply.rows
    else { return verdict }
    return Set(first).intersection(rows).isSubset(of: second) ? .held : verdict
  }

  private static func refold(
    _ text: String, _ folding: Folding, for mode: MatchMode = .contains
  ) -> String {
    String(decoding: PlainFolding.fold(text, folding, for: mode), as: UTF8.self)
  }

  /// Returns true if a term is read as the same term after it is folded.
  private static func hasFirmEdges(
    _ term: String, _ situation: Situation, _ mode: MatchMode
  ) -> Bool {
    let folded = refold(term, situation.profile.folding, for: mode)
    let terms = PlainText.terms(of: folded, situation.profile)
    return !folded.isEmpty && terms.count == 1
      && terms[0].unicodeScalars.count == folded.unicodeScalars.count
  }

  /// Returns true if the `loose` fold is that of each scalar of the `cd` fold, and every word start
  /// stays one.
  private static func isLooselyRegular(_ text: String, for mode: MatchMode) -> Bool {
    let plain = refold(text, .caseAndDiacriticInsensitive)
    var letters: [Unicode.Scalar] = []
    for scalar in plain.unicodeScalars {
      let isWord = PlainText.isWordScalar(scalar)
      // A space alone folds to nothing where words begin.
      let between = "a" + String(scalar) + "a"
      let folded = refold(between, .loose, for: mode).unicodeScalars.dropFirst().dropLast()
      if mode == .wordPrefix, !isWord, folded.last.map(PlainText.isWordScalar) ?? true {
        return false
      }
      letters += folded
    }
    if mode == .wordPrefix { letters = PlainFolding.withoutExtraSpaces(letters) { $0 } }
    return letters == Array(refold(text, .loose, for: mode).unicodeScalars)
  }

  /// Returns true if the `cd` fold is the fold of each scalar of the `c` fold, and no word start
  /// moves.
  private static func isRegular(_ text: String) -> Bool {
    let caseless = refold(text, .caseInsensitive)
    let parts = caseless.unicodeScalars.flatMap { scalar in
      PlainFolding.fold(String(scalar), .caseAndDiacriticInsensitive)
    }
    let hasSeparators = caseless.unicodeScalars.contains { scalar in
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier
    }
    return !hasSeparators && parts == PlainFolding.fold(text, .caseAndDiacriticInsensitive)
  }
}

extension Situation {
  func mapQuery(_ change: (String) -> String) -> Situation {
    with { $0.query.text = change($0.query.text) }
  }
}

extension Law {
  static let tokenAlternative = Law(
    "token-alternative", "a token in addition to another of its facet never removes a row"
  ) { situation, respond throws(CorpusError) in
    let changes = try situation.addingToken(toTakenFacets: true)
    return try compare(situation, .wider, changes, respond)
  }

  static let tokenCondition = Law(
    "token-condition", "the first token of a facet never adds a row"
  ) { situation, respond throws(CorpusError) in
    let isEmpty = situation.effectiveTerms.isEmpty && situation.query.tokens.isEmpty
    let changes = try situation.addingToken(toTakenFacets: false)
    guard !isEmpty else { return .silent }
    return try compare(situation, .narrower, changes, respond)
  }

  static let tokenPermutation = Law(
    "token-permutation", "tokens in another order, or twice, have the same answer"
  ) { situation, respond throws(CorpusError) in
    let tokens = situation.query.tokens
    guard !tokens.isEmpty, tokens.count * 2 <= SearchLimits.tokenCount else { return .silent }
    let changes = [tokens.reversed(), tokens + tokens].map { order in
      situation.with { $0.query.tokens = order }
    }
    return try compare(situation, .equal, changes, respond)
  }

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
    let changes = history.indices.map { last in
      fresh.with { $0.earlier = Array(history[...last]) }
    }
    return try compare(fresh, .equal, changes, respond)
  }
}

extension Law {
  /// Every law of the query.
  public static let all: [Law] = [
    .foldIdempotence, .normalForms, .termPermutation, .termAddition, .foldingOrder, .looseOrder,
    .tokenAlternative, .tokenCondition, .tokenPermutation, .scopeUnion, .freshness,
  ]
}

extension Situation {
  /// The situation with one more token of a facet, for a few values of each facet that has a known
  /// token already, or that has none; empty if the query has no room for another token.
  fileprivate func addingToken(toTakenFacets isTaken: Bool) throws(CorpusError) -> [Situation] {
    let corpus = try corpus()
    guard query.tokens.count < SearchLimits.tokenCount else { return [] }
    return profile.facets.flatMap { facet -> [Situation] in
      let values = corpus.knownValues(of: facet) ?? []
      let hasToken = query.tokens.contains { token in
        token.facet == facet && values.contains { Array($0.utf8) == Array(token.value.utf8) }
      }
      guard hasToken == isTaken else { return [] }
      // More values would only repeat the same.
      return values.prefix(4).map { value in
        with { $0.query.tokens.append(SearchToken(facet: facet, value: value)) }
      }
    }
  }
}
