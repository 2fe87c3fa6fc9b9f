import MatchmarkCore

extension ResolvedQuery {
  /// The needle of a term, for a field of the given mode.
  func needle(_ term: Int, _ mode: MatchMode) -> Needle {
    Needle(bytes: bytes, range: terms[term].needle, mode: mode)
  }

  /// Removes the rows that tokens and scope do not admit, one column at a time.
  ///
  /// - Complexity: O(rows × tokens / 16) if the processor has vector instructions.
  func restrict(_ rows: inout Bitmap, in corpus: FoldedCorpus, path: KernelPath) {
    guard isFiltering else { return }
    guard let number = path.number else { return restrict(&rows, in: corpus) }
    let filter = KernelFilter(path: number)
    switch scope {
    case .all: break
    case .nothing: return rows.reset(bitCount: corpus.rowCount)
    case .value(let value):
      if let column = corpus.scopeColumn { filter.keep(&rows, where: column.rows, in: [value]) }
    }
    for (facet, column) in corpus.facets.enumerated() {
      let wanted = constraints.filter { $0.facet == facet }.map { $0.value }
      if !wanted.isEmpty { filter.keep(&rows, where: column.rows, in: wanted) }
    }
  }

  /// Removes the rows that tokens and scope do not admit, row by row.
  ///
  /// - Complexity: O(rows / 64 + members × tokens).
  func restrict(_ rows: inout Bitmap, in corpus: FoldedCorpus) {
    guard isFiltering else { return }
    for index in rows.words.indices {
      var word = rows.words[index]
      while word != 0 {
        let row = index * 64 + word.trailingZeroBitCount
        if !admits(row, in: corpus) { rows.remove(row) }
        word &= word &- 1
      }
    }
  }
}
