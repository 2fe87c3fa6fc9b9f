import MatchmarkCore

extension ResolvedQuery {
  /// The needle of a term, for a field of the given mode.
  func needle(_ term: Int, _ mode: MatchMode) -> Needle {
    Needle(bytes: bytes, range: terms[term].needle, mode: mode)
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
