import MatchmarkCore

/// Tokens and scope, tested row by row: what a matcher without filter index does.
struct RowFilter: Sendable {
  private let facets: [[UInt32]]
  private let scope: [UInt32]?

  init(_ corpus: FoldedCorpus) {
    facets = corpus.facets.map(\.rows)
    scope = corpus.scopeColumn?.rows
  }

  /// Whether a row passes the tokens and the scope of a query.
  ///
  /// - Complexity: O(constraints).
  func admits(_ row: Int, _ query: ResolvedQuery) -> Bool {
    switch query.scope {
    case .all: break
    case .nothing: return false
    case .value(let value): if scope?[row] != value { return false }
    }
    return query.constraints.isEmpty || tokensAdmit(row, query.constraints)
  }

  /// Removes the rows that do not pass.
  ///
  /// - Complexity: O(rows / 64 + members × constraints).
  func restrict(_ rows: inout Bitmap, _ query: ResolvedQuery) {
    guard query.isFiltering else { return }
    for index in rows.words.indices {
      var word = rows.words[index]
      while word != 0 {
        let row = index * 64 + word.trailingZeroBitCount
        if !admits(row, query) { rows.remove(row) }
        word &= word &- 1
      }
    }
  }

  /// OR within a facet, AND across: constraints are sorted by facet, so each facet is one run.
  private func tokensAdmit(_ row: Int, _ constraints: [ResolvedQuery.Constraint]) -> Bool {
    var position = 0
    while position < constraints.count {
      let facet = constraints[position].facet
      let value = facets[facet][row]
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

extension ResolvedQuery {
  /// Whether tokens or scope constrain anything.
  var isFiltering: Bool { scope != .all || !constraints.isEmpty }

  /// The needle of a term, for a field of the given mode.
  func needle(_ term: Int, _ mode: MatchMode) -> Needle {
    Needle(bytes: bytes, range: terms[term].needle, mode: mode)
  }
}

extension Answer {
  /// Answers a query without term and token, as the profile's empty policy says.
  mutating func insertRows(ofEmptyQueryIn profile: SearchProfile) {
    if profile.empty == .browse { insertAll() }
  }
}
