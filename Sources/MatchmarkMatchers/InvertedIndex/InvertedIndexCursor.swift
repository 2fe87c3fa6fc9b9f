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
    answer.reset(rowCount: corpus.rowCount)
    do { try query.resolve(searchQuery, in: corpus) } catch { throw .query(error) }
    if query.isEmpty {
      answer.insertRows(ofEmptyQueryIn: corpus.profile)
      return .answered
    }
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
      let field = matcher.fields[0]
      let candidates = field.grams.candidates(for: query.needle(term))
      guard let gram = candidates.gram else { return }
      let decided = field.isDecided(candidates) ? term : nil
      field.grams.visitRows(of: gram) { row in
        if matches(row, decided: decided) { answer.append(UInt32(row)) }
      }
      return
    }
    termRows.reset(bitCount: matcher.corpus.rowCount)
    insertCandidates(of: term)
    termRows.visit { row in
      if matches(row, decided: nil) { answer.append(UInt32(row)) }
      return true
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

  /// Whether a row passes everything but the term that is decided already.
  private func matches(_ row: Int, decided: Int?) -> Bool {
    guard query.admits(row, in: matcher.corpus) else { return false }
    for term in query.terms.indices where term != decided {
      if !matches(row, term: term) { return false }
    }
    return true
  }

  private func matches(_ row: Int, term: Int) -> Bool {
    for field in matcher.fields where field.arena.matches(row, query.needle(term, field.mode)) {
      return true
    }
    guard let number = query.terms[term].number else { return false }
    return matcher.corpus.numbers.contains { $0[row] == number }
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
    if field.isDecided(candidates) {
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
