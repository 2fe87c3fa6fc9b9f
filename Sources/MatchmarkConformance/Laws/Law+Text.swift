import MatchmarkCore

extension Law {
  /// Folding twice gives the same as folding once, for texts and for answers.
  static let foldIdempotence = Law(
    "fold-idempotence", "folding rows and query before the search does not change the answer"
  ) { situation, respond throws(CorpusError) in
    let folding = situation.profile.folding
    let folded = situation.mapTexts { refold($0, folding) }
    var changes: [(Relation, Situation)] = [(.equal, folded)]
    // Stripping a mark can turn other text into a number, and a space next to it into an edge; a
    // query is trimmed before it is folded.
    if situation.profile.numericFields.isEmpty,
      situation.effectiveTerms.allSatisfy({ hasFirmEdges($0, situation) })
    {
      changes.append((.equal, folded.mapQuery { refold($0, folding) }))
    }
    return try compare(situation, with: changes, respond)
  }

  /// The normal form of rows and query never matters.
  static let normalForms = Law(
    "normal-forms", "composed or decomposed, rows and query have the same answer"
  ) { situation, respond throws(CorpusError) in
    let composed = situation.mapTexts(CanonicalForm.composed)
    let decomposed = situation.mapTexts(CanonicalForm.decomposed)
    let changes = [
      composed.mapQuery(CanonicalForm.decomposed), decomposed.mapQuery(CanonicalForm.composed),
      composed.mapQuery(CanonicalForm.composed), decomposed.mapQuery(CanonicalForm.decomposed),
    ]
    return try compare(situation, with: changes.map { (.equal, $0) }, respond)
  }

  /// Order and repetition of terms never matter.
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
    return try compare(situation, with: changes.map { (.equal, $0) }, respond)
  }

  /// Another term never adds a row.
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
    return try compare(situation, with: changes.map { (.narrower, $0) }, respond)
  }

  /// What matches with accents also matches without them.
  ///
  /// It covers texts whose `cd` fold follows from their `c` fold, scalar by scalar. Elsewhere it
  /// need not hold: when a scalar is removed, its neighbours may compose (가 + soft hyphen + ᆨ no
  /// longer has 가), and the iota below a letter is a letter under `c` only. It does not cover word
  /// starts after a scalar that `cd` removes and that is in no word either.
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
    let verdict = try compare(situation, with: [(.wider, changed)], respond)
    guard case .broken(let breach) = verdict, let first = breach.reply.rows,
      let second = breach.changedReply.rows
    else { return verdict }
    return Set(first).intersection(regular).isSubset(of: second) ? .held : verdict
  }

  private static func refold(_ text: String, _ folding: Folding) -> String {
    String(decoding: folding.fold(text), as: UTF8.self)
  }

  /// Whether there is still nothing to trim from a term after it is folded.
  private static func hasFirmEdges(_ term: String, _ situation: Situation) -> Bool {
    guard situation.profile.trim == .whitespace, situation.profile.terms == .phrase else {
      return true
    }
    let folded = refold(term, situation.profile.folding)
    return PlainText.trim(folded).unicodeScalars.count == folded.unicodeScalars.count
  }

  /// Whether the `cd` fold is the fold of each scalar of the `c` fold, and no word start moves.
  private static func isRegular(_ text: String) -> Bool {
    let caseless = String(decoding: Folding.caseInsensitive.fold(text), as: UTF8.self)
    let parts = caseless.unicodeScalars.flatMap { scalar in
      Folding.caseAndDiacriticInsensitive.fold(String(scalar))
    }
    let hasSeparators = caseless.unicodeScalars.contains { scalar in
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isEmojiModifier
    }
    return !hasSeparators && parts == Folding.caseAndDiacriticInsensitive.fold(text)
  }
}

extension Situation {
  func mapQuery(_ change: (String) -> String) -> Situation {
    with { $0.query.text = change($0.query.text) }
  }
}
