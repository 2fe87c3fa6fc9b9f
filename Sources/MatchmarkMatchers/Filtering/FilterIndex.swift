import MatchmarkCore

/// The sets of rows of all token and scope values, so that filtering is an intersection.
struct FilterIndex: Sendable {
  private let facets: [PostingStore]
  private let scope: PostingStore?
  /// The rows, if they are so few that comparing all of them costs less than reading sets.
  private let fewRows: FoldedCorpus?
  private let path: KernelPath

  /// Collects the rows of each value.
  ///
  /// - Complexity: O(rows × facets) time and space.
  init(_ corpus: FoldedCorpus, path: KernelPath, _ thresholds: Thresholds) {
    func postings(of column: FacetColumn) -> PostingStore {
      PostingStore(
        idOfRow: column.rows.lazy.map { $0 == FacetColumn.none ? nil : Int($0) },
        idCount: column.values.count, rowCount: corpus.rowCount, path: path,
        thresholds)
    }
    fewRows = corpus.rowCount <= thresholds[.comparedRows] ? corpus : nil
    self.path = path
    facets = corpus.facets.map(postings)
    scope = corpus.scopeColumn.map(postings)
  }

  var byteCount: Int {
    facets.reduce(scope?.byteCount ?? 0) { $0 + $1.byteCount }
  }

  /// Removes the rows that tokens and scope do not admit.
  ///
  /// - Complexity: O(rows / 64 + rows of the values) for each facet with tokens and for the scope.
  func restrict(_ rows: inout Bitmap, to query: ResolvedQuery, scratch: inout Bitmap) {
    if let fewRows { return query.restrict(&rows, in: fewRows, path: path) }
    func intersect(_ insertRows: (inout Bitmap) -> Void) {
      scratch.reset(bitCount: rows.bitCount)
      insertRows(&scratch)
      rows.formIntersection(scratch)
    }
    switch query.scope {
    case .all: break
    case .nothing: intersect { _ in }
    case .value(let value):
      intersect { rows in scope?.insertRows(of: Int(value), into: &rows) }
    }
    var position = 0
    while position < query.constraints.count {
      let facet = query.constraints[position].facet
      let end = query.constraints[position...].partitioningIndex { $0.facet > facet }
      intersect { rows in
        for constraint in query.constraints[position..<end] {
          facets[facet].insertRows(of: Int(constraint.value), into: &rows)
        }
      }
      position = end
    }
  }

  func countForms(of query: ResolvedQuery, in counts: inout FormCounts) {
    guard fewRows == nil else { return }
    if case .value(let value) = query.scope {
      scope?.countForms(of: [Int(value)], in: &counts)
    }
    for constraint in query.constraints {
      facets[constraint.facet].countForms(of: [Int(constraint.value)], in: &counts)
    }
  }

  /// Returns an upper bound on the number of rows that pass, taken from the smallest constraint.
  func countEstimate(_ query: ResolvedQuery) -> Int {
    var estimate = Int.max
    if case .value(let value) = query.scope { estimate = scope?.count(Int(value)) ?? 0 }
    if query.scope == .nothing { estimate = 0 }
    for (facet, postings) in facets.enumerated() {
      let values = query.constraints.filter { $0.facet == facet }
      guard !values.isEmpty else { continue }
      estimate = min(estimate, values.reduce(0) { $0 + postings.count(Int($1.value)) })
    }
    return estimate
  }
}

extension ResolvedQuery {
  /// Removes the rows that tokens and scope do not admit, one column at a time.
  ///
  /// - Complexity: O(rows × tokens / 16) if the processor has vector instructions, otherwise
  ///   O(rows / 64 + members × tokens).
  func restrict(_ rows: inout Bitmap, in corpus: FoldedCorpus, path: KernelPath) {
    guard isFiltering else { return }
    guard let number = path.number else { return rows.removeAll { !admits($0, in: corpus) } }
    switch scope {
    case .all: break
    case .nothing: return rows.reset(bitCount: corpus.rowCount)
    case .value(let value):
      if let column = corpus.scopeColumn { rows.keep(where: column.rows, in: [value], number) }
    }
    for (facet, column) in corpus.facets.enumerated() {
      let wanted = constraints.filter { $0.facet == facet }.map { $0.value }
      if !wanted.isEmpty { rows.keep(where: column.rows, in: wanted, number) }
    }
  }

  /// Removes the rows that tokens and scope do not admit.
  func restrict(_ rows: inout [UInt32], in corpus: FoldedCorpus) {
    if isFiltering { rows.removeAll { !admits(Int($0), in: corpus) } }
  }
}

/// The rows of each number in a numeric column.
struct NumberIndex: Sendable {
  private let ids: [CanonicalDecimal: Int]
  private let postings: PostingStore

  /// Collects the rows of each number.
  ///
  /// - Complexity: O(rows) time and space.
  init(
    _ column: [CanonicalDecimal?], path: KernelPath,
    _ thresholds: Thresholds
  ) {
    var ids: [CanonicalDecimal: Int] = [:]
    for case .some(let number) in column where ids[number] == nil { ids[number] = ids.count }
    self.ids = ids
    postings = PostingStore(
      idOfRow: column.map { $0.flatMap { ids[$0] } }, idCount: ids.count, rowCount: column.count,
      path: path, thresholds)
  }

  var byteCount: Int {
    ids.capacity * (MemoryLayout<CanonicalDecimal>.stride + MemoryLayout<Int>.stride)
      + postings.byteCount
  }

  func count(_ number: CanonicalDecimal) -> Int { ids[number].map(postings.count) ?? 0 }

  func countForms(of number: CanonicalDecimal, in counts: inout FormCounts) {
    if let id = ids[number] { postings.countForms(of: [id], in: &counts) }
  }

  func insertRows(with number: CanonicalDecimal, into rows: inout Bitmap) {
    if let id = ids[number] { postings.insertRows(of: id, into: &rows) }
  }
}
