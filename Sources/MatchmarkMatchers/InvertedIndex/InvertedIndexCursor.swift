public import MatchmarkCore

/// Answers the keystrokes of one session from an ``InvertedIndexMatcher``.
public struct InvertedIndexCursor: MatcherCursor {
  private let matcher: InvertedIndexMatcher
  private var query = ResolvedQuery()
  private var rows = Bitmap(bitCount: 0)
  private var termRows = Bitmap(bitCount: 0)

  init(matcher: InvertedIndexMatcher) { self.matcher = matcher }

  /// Above one candidate in this many rows, bitmaps are cheaper than verifying row by row.
  private static let sparseDivisor = 16

  /// Finds the scarcest part of the query and goes on from there.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let corpus = matcher.corpus
    if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
    let scarcest = scarcestTerm()
    if scarcest.count <= corpus.rowCount / Self.sparseDivisor,
      scarcest.count <= matcher.filter.countEstimate(query)
    {
      verifyCandidates(of: scarcest.term, into: &answer)
    } else {
      combineBitmaps(into: &answer)
    }
    return .answered
  }

  /// The term with the fewest candidates over all fields.
  private func scarcestTerm() -> (term: Int, count: Int) {
    var best = (term: 0, count: Int.max)
    for term in query.terms.indices {
      var count = 0
      for field in matcher.fields {
        count += field.grams.candidates(for: query.needle(term)).count
      }
      if let number = query.terms[term].number {
        for index in matcher.numbers { count += index.count(number) }
      }
      if count < best.count { best = (term, count) }
    }
    return best
  }

  // MARK: Few candidates: verify each against the whole query

  private mutating func verifyCandidates(of term: Int, into answer: inout Answer) {
    if matcher.fields.count == 1, query.terms[term].number == nil {
      verifySingleField(term, into: &answer)
      return
    }
    termRows.reset(bitCount: matcher.corpus.rowCount)
    insertCandidates(of: term)
    let verifier = RowVerifier(matcher, query, decided: nil)
    termRows.visit { row in
      if verifier.matches(row) { answer.append(UInt32(row)) }
      return true
    }
  }

  /// One field and no number: the candidates come straight from one posting list.
  private func verifySingleField(_ term: Int, into answer: inout Answer) {
    let field = matcher.fields[0]
    let candidates = field.grams.candidates(for: query.needle(term))
    guard let gram = candidates.gram else { return }
    let isDecided = candidates.isExact
    if isDecided, query.termCount == 1, !query.isFiltering {
      field.grams.visitRows(of: gram) { row in answer.append(UInt32(row)) }
    } else {
      let verifier = RowVerifier(matcher, query, decided: isDecided ? term : nil)
      field.grams.visitRows(of: gram) { row in
        if verifier.matches(row) { answer.append(UInt32(row)) }
      }
    }
  }

  private mutating func insertCandidates(of term: Int) {
    for field in matcher.fields {
      if let gram = field.grams.candidates(for: query.needle(term)).gram {
        field.grams.insertRows(of: gram, into: &termRows)
      }
    }
    insertNumbers(of: term)
  }

  // MARK: Many candidates: intersect bitmaps

  private mutating func combineBitmaps(into answer: inout Answer) {
    let rowCount = matcher.corpus.rowCount
    rows.reset(bitCount: rowCount)
    rows.fill()
    for term in query.terms.indices {
      termRows.reset(bitCount: rowCount)
      for field in matcher.fields { insertMatches(of: term, in: field) }
      insertNumbers(of: term)
      rows.formIntersection(termRows)
    }
    matcher.filter.visitConstraints(of: query) { insertRows in
      termRows.reset(bitCount: rowCount)
      insertRows(&termRows)
      rows.formIntersection(termRows)
    }
    answer.exchange(with: &rows)
  }

  private mutating func insertMatches(of term: Int, in field: IndexedField) {
    let candidates = field.grams.candidates(for: query.needle(term))
    guard let gram = candidates.gram else { return }
    let needle = query.needle(term, field.mode)
    if candidates.isExact {
      field.grams.insertRows(of: gram, into: &termRows)
    } else if candidates.count > matcher.corpus.rowCount / Self.sparseDivisor {
      field.scan.insertMatches(needle, into: &termRows)
    } else {
      field.grams.visitRows(of: gram) { row in
        if field.arena.matches(row, needle) { termRows.insert(row) }
      }
    }
  }

  private mutating func insertNumbers(of term: Int) {
    guard let number = query.terms[term].number else { return }
    for index in matcher.numbers { index.insertRows(with: number, into: &termRows) }
  }
}

/// Holds rows to a whole query; made once a keystroke, so that a row costs no reference counting.
private struct RowVerifier {
  private let corpus: FoldedCorpus
  private let query: ResolvedQuery
  private let isFiltering: Bool
  /// Each undecided term, with its needle for every field.
  private let terms: [(needles: [Needle], number: CanonicalDecimal?)]

  /// - Parameter decided: a term that every candidate is known to match.
  init(_ matcher: InvertedIndexMatcher, _ query: ResolvedQuery, decided: Int?) {
    corpus = matcher.corpus
    self.query = query
    isFiltering = query.isFiltering
    terms = query.terms.indices.filter { $0 != decided }.map { term in
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
