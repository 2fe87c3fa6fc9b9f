import MatchmarkCore

/// A test of rows against a query, as a whole or term by term.
///
/// It is created once per keystroke, so that testing a row costs no reference counting.
struct RowVerifier {
  private let corpus: FoldedCorpus
  private let query: ResolvedQuery
  private let isFiltering: Bool
  private let terms: [(needles: [Needle], number: CanonicalDecimal?)]

  init(_ query: ResolvedQuery, in corpus: FoldedCorpus) {
    self.corpus = corpus
    self.query = query
    isFiltering = query.isFiltering
    terms = query.terms.indices.map { term in
      (
        corpus.profile.textFields.map { query.needle(term, $0.match) }, query.terms[term].number
      )
    }
  }

  @inline(__always)
  func matches(_ row: Int) -> Bool {
    if isFiltering, !query.admits(row, in: corpus) { return false }
    for index in terms.indices where !matches(row, term: index) { return false }
    return true
  }

  /// Returns true if a term matches a field or a number of a row.
  @inline(__always)
  func matches(_ row: Int, term: Int) -> Bool {
    for field in corpus.fields.indices
    where corpus.fields[field].matches(row, terms[term].needles[field]) {
      return true
    }
    guard let number = terms[term].number else { return false }
    return corpus.numbers.contains { $0[row] == number }
  }
}
