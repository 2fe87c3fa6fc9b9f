package import MatchmarkCore

/// A disagreement that was found once, as a file of cases: any reader of cases can replay it.
package struct RegressionCase {
  private let situation: Situation
  /// The id of who was wrong.
  package let matcher: String
  /// Whether the marks of the rows are expected too.
  private let isOfMarks: Bool

  package init(_ disagreement: Disagreement) {
    situation = disagreement.situation.withoutIdleColumns
    matcher = disagreement.matcher
    isOfMarks = false
  }

  package init(_ disagreement: MarkDisagreement) {
    situation = disagreement.situation.withoutIdleColumns
    matcher = disagreement.marker
    isOfMarks = true
  }

  /// The clauses that the situation is about, as far as its form tells.
  package var clauses: [String] {
    let (profile, query) = (situation.profile, situation.query)
    let isASCII = (situation.rows.flatMap(\.self) + [query.text]).allSatisfy { text in
      text.utf8.allSatisfy { $0 < 0x80 }
    }
    var clauses = isOfMarks ? ["R3"] : []
    if isOfMarks, !isASCII { clauses.append("R5") }
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

  /// The order of keys in which a file is read most easily.
  package static let keyOrder = [
    "$schema", "group", "about", "cases", "id", "sentence", "clauses", "level", "corpus",
    "profile", "checks", "query", "expected", "key", "name", "text", "tokens", "textFields",
    "columns", "rows",
  ]

  /// The file: one case whose checks are what was asked before, and what was answered wrongly.
  ///
  /// An extra column gives each row a key of its own.
  ///
  /// - Parameter about: how it was found.
  /// - Throws: ``CorpusError`` if the profile does not fit the rows.
  package func file(id: String, about: String) throws(CorpusError) -> JSONValue {
    let oracle = try Oracle(corpus: situation.corpus(), profile: situation.profile)
    let testCase: [String: JSONValue] = [
      "id": .string(id),
      "sentence": .string("\(matcher) was wrong here once"),
      "clauses": .array(clauses.map(JSONValue.string)),
      "level": .string(level),
      "corpus": .object([
        "key": .string(keyColumn),
        "columns": .array([column(Column(keyColumn, []))] + situation.columns.map(column)),
        "rows": .array(
          situation.rows.enumerated().map { row, cells in
            .array(([key(row)] + cells).map(JSONValue.string))
          }),
      ]),
      "profile": profile,
      "checks": .array((situation.earlier + [situation.query]).map { check($0, oracle) }),
    ]
    return .object([
      "$schema": .string("../schemas/cases.schema.json"),
      "group": .string("regressions"),
      "about": .string(about),
      "cases": .array([.object(testCase)]),
    ])
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

  private func column(_ column: Column) -> JSONValue {
    JSONValue(column.json(values: column.declaredValues.isEmpty ? nil : column.declaredValues))
  }

  private func check(_ query: SearchQuery, _ oracle: Oracle) -> JSONValue {
    let asked: JSONTree = [
      "text": .string(query.text),
      "tokens": .array(
        query.tokens.map { ["facet": .string($0.facet), "value": .string($0.value)] }),
      "scope": query.scope.map { .string($0) } ?? .null,
    ]
    return .object(["query": JSONValue(asked), "expected": expected(query, oracle)])
  }

  private func expected(_ query: SearchQuery, _ oracle: Oracle) -> JSONValue {
    do {
      let rows = try oracle.rows(for: query)
      let display = situation.profile.displayState(of: query)
      var list: [String: JSONValue] = [
        "rows": .array(rows.map(JSONValue.integer)),
        "keys": .array(rows.map { .string(key($0)) }),
        "display": .string(display.rawValue),
      ]
      if isOfMarks { list["marks"] = try marks(of: rows, query, oracle) }
      return .object(list)
    } catch {
      return .object(["error": .string(RefusalName.of(error))])
    }
  }

  private func marks(
    of rows: [Int], _ query: SearchQuery, _ oracle: Oracle
  ) throws(QueryError) -> JSONValue {
    var marks: [String: JSONValue] = [:]
    for row in rows {
      marks[key(row)] = .object(
        try oracle.matchedRanges(row: row, for: query).byName(in: oracle.corpus.schema)
          .mapValues { .array($0.map { .array($0.map(JSONValue.integer)) }) })
    }
    return .object(marks)
  }

  /// The profile with all its keys, as cases need them.
  private var profile: JSONValue {
    var members = situation.profile.json.values
    for key in ["scope", "sections"] { members[key] = members[key] ?? .null }
    if case .object(var scope)? = members["scope"] {
      scope["titles"] = scope["titles"] ?? .null
      members["scope"] = .object(scope)
    }
    return .object(members)
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
