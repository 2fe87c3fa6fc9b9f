extension ResolvedQuery {
  /// Whether tokens or scope constrain anything.
  package var isFiltering: Bool { scope != .all || !constraints.isEmpty }

  /// Whether a row passes the tokens and the scope, looked up row by row.
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

  /// OR within a facet, AND across: constraints are sorted by facet, so each facet is one run.
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
