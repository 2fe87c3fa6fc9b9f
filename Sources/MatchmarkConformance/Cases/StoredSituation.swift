package import MatchmarkCore
package import MatchmarkJSON

/// The breaches that a situation can show.
package enum SituationBreach: String {
  case answer
  /// There was no answer, because what a matcher is built on failed.
  case failure
  case fold
  case marks
  /// Marks that are the oracle's, too, and break a law.
  case markLaw = "mark-law"
}

/// A situation as a case of a file of cases: any reader of cases can ask it again.
package struct StoredSituation {
  private let situation: Situation
  private let kind: SituationBreach

  package init(_ situation: Situation, showing kind: SituationBreach) {
    self.situation = situation.withoutIdleColumns
    self.kind = kind
  }

  /// The clauses that the situation is about, as far as its form tells.
  package var clauses: [String] {
    let (profile, query) = (situation.profile, situation.query)
    let isASCII = (situation.rows.flatMap(\.self) + [query.text]).allSatisfy { text in
      text.utf8.allSatisfy { $0 < 0x80 }
    }
    var clauses =
      switch kind {
      case .answer, .failure: [String]()
      case .fold: ["O16"]
      case .marks, .markLaw: isASCII ? ["R3"] : ["R3", "R5"]
      }
    if query.text.isEmpty && query.tokens.isEmpty { clauses.append("O7") }
    if query.scope != nil { clauses.append("Q3") }
    if !query.tokens.isEmpty {
      let facets = Set(query.tokens.map(\.facet))
      clauses.append(facets.count < query.tokens.count ? "D25" : "Q4")
    }
    if !query.text.isEmpty {
      let terms = situation.effectiveTerms.count
      if terms > 1 { clauses.append("Q8") }
      if terms == 0 { clauses.append("D11") }
      if !profile.numericFields.isEmpty { clauses.append("Q11") }
      if !isASCII { clauses.append(profile.folding == .caseAndDiacriticInsensitive ? "D12" : "D6") }
      let modes = Set(profile.textFields.map(\.match))
      clauses.append(modes.isSubset(of: [.contains]) ? "Q1" : "Q15")
    }
    return clauses
  }

  /// The members of a case whose checks are what was asked before, and what was answered wrongly.
  ///
  /// An extra column gives each row a key of its own.
  ///
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  package func members() throws(CorpusError) -> [JSONValue.Member] {
    let oracle = try Oracle(corpus: situation.corpus(), profile: situation.profile)
    let columns = ([Column(keyColumn, [])] + situation.columns).map { column in
      column.json(values: column.declaredValues.isEmpty ? nil : column.declaredValues)
    }
    let rows = situation.rows.enumerated().map { row, cells in
      JSONValue.list([key(row)] + cells)
    }
    let corpus: JSONValue = [
      "key": .string(keyColumn), "columns": .array(columns), "rows": .array(rows),
    ]
    let members: JSONValue = [
      "level": .string(level),
      "corpus": corpus,
      "profile": profile,
      "checks": .array((situation.earlier + [situation.query]).map { check($0, oracle) }),
    ]
    return members.members
  }

  private var level: String {
    situation.query.tokens.isEmpty && situation.query.scope == nil ? "unicode" : "tokens"
  }

  /// A name that no column has.
  private var keyColumn: String {
    var name = "key"
    while situation.columns.contains(where: { $0.name == name }) { name += "-" }
    return name
  }

  private func key(_ row: Int) -> String { "r\(row)" }

  private func check(_ query: SearchQuery, _ oracle: Oracle) -> JSONValue {
    let asked: JSONValue = [
      "text": .string(query.text),
      "tokens": .array(query.tokens.map(\.json)),
      "scope": query.scope.map { .string($0) } ?? .null,
    ]
    return ["query": asked, "expected": expected(query, oracle)]
  }

  private func expected(_ query: SearchQuery, _ oracle: Oracle) -> JSONValue {
    do {
      let rows = try oracle.rows(for: query)
      let marks = kind == .marks ? try marks(of: rows, query, oracle) : nil
      return [
        "rows": .list(rows),
        "display": .string(situation.profile.displayState(of: query).rawValue),
        "keys": .list(rows.map(key)),
        "marks": marks,
      ]
    } catch {
      return ["error": .string(RefusalName.of(error))]
    }
  }

  private func marks(
    of rows: [Int], _ query: SearchQuery, _ oracle: Oracle
  ) throws(QueryError) -> JSONValue {
    let members = try rows.map { row throws(QueryError) in
      let marks = try oracle.matchedRanges(row: row, for: query).byName(in: oracle.corpus.schema)
      let fields = marks.sorted { $0.key < $1.key }.map { name, ranges in
        JSONValue.Member(name, .array(ranges.map { .list($0) }))
      }
      return JSONValue.Member(key(row), .object(fields))
    }
    return .object(members)
  }

  /// The profile with all its keys, as cases need them.
  private var profile: JSONValue {
    func filled(_ tree: JSONValue, _ keys: [String]) -> JSONValue {
      let missing = keys.filter { tree[$0] == nil }
      return .object(tree.members + missing.map { JSONValue.Member($0, .null) })
    }
    let members = situation.profile.json.members.map { member in
      member.key == "scope" ? JSONValue.Member("scope", filled(member.value, ["titles"])) : member
    }
    return filled(.object(members), ["scope", "sections"])
  }
}

extension Situation {
  /// The same without the columns that neither the profile nor anything else looks at.
  fileprivate var withoutIdleColumns: Situation {
    let used =
      profile.textFields.map(\.name) + profile.numericFields + profile.facets
      + [profile.scope?.facet].compactMap(\.self)
    let kept = columns.indices.filter { used.contains(columns[$0].name) }
    return with { copy in
      copy.columns = kept.map { columns[$0] }
      copy.rows = rows.map { cells in kept.map { cells[$0] } }
    }
  }
}
