import MatchmarkCore

extension ResolvedQuery {
  /// Replaces the members of a bitmap by the rows in which every term matches some field or number,
  /// whatever their tokens and scope; without terms, by all rows.
  ///
  /// - Parameters:
  ///   - scans: those of the text fields, in the order of the profile.
  ///   - termRows: scratch space.
  /// - Complexity: O(terms × (bytes of the text fields + rows × number columns)).
  func scan(
    _ corpus: FoldedCorpus, by scans: [KernelScan], into rows: inout Bitmap,
    scratch termRows: inout Bitmap
  ) {
    rows.reset(bitCount: corpus.rowCount)
    if terms.isEmpty { rows.fill() }
    for term in terms.indices {
      guard term > 0 else {
        insertMatches(of: term, in: corpus, by: scans, into: &rows)
        continue
      }
      termRows.reset(bitCount: corpus.rowCount)
      insertMatches(of: term, in: corpus, by: scans, into: &termRows)
      rows.formIntersection(termRows)
    }
  }

  private func insertMatches(
    of term: Int, in corpus: FoldedCorpus, by scans: [KernelScan], into rows: inout Bitmap
  ) {
    for (field, scan) in zip(corpus.profile.textFields, scans) {
      scan.insertMatches(needle(term, field.match), into: &rows)
    }
    guard let number = terms[term].number else { return }
    for column in corpus.numbers {
      for row in column.indices where column[row] == number { rows.insert(row) }
    }
  }
}
