import MatchmarkCore

/// Tests rows against a whole query; made once per keystroke, so rows cost no reference counting.
struct RowVerifier {
  private let corpus: FoldedCorpus
  private let query: ResolvedQuery
  private let isFiltering: Bool
  /// Each term, with its needle for every field.
  private let terms: [(needles: [Needle], number: CanonicalDecimal?)]

  init(_ matcher: InvertedIndexMatcher, _ query: ResolvedQuery) {
    corpus = matcher.corpus
    self.query = query
    isFiltering = query.isFiltering
    terms = query.terms.indices.map { term in
      (matcher.fields.map { query.needle(term, $0.mode) }, query.terms[term].number)
    }
  }

  @inline(__always)
  func matches(_ row: Int) -> Bool {
    if isFiltering, !query.admits(row, in: corpus) { return false }
    for index in terms.indices where !matches(row, term: index) { return false }
    return true
  }

  @inline(__always)
  private func matches(_ row: Int, term: Int) -> Bool {
    for field in corpus.fields.indices
    where corpus.fields[field].matches(row, terms[term].needles[field]) {
      return true
    }
    guard let number = terms[term].number else { return false }
    return corpus.numbers.contains { $0[row] == number }
  }
}
