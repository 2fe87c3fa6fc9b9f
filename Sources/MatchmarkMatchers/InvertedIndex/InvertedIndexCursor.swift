public import MatchmarkCore

/// Answers the keystrokes of one session from an ``InvertedIndexMatcher``.
public struct InvertedIndexCursor: MatcherCursor {
  let matcher: InvertedIndexMatcher
  var query = ResolvedQuery()
  /// The candidates of each term in each field; the fields of one term are adjacent.
  var candidates: [Candidates] = []
  private(set) var way = Way.noRow
  private var pattern: [UInt8] = []
  private var list: [UInt32] = []
  private var scratch = MergeScratch()
  private var rows = Bitmap(bitCount: 0)
  private var termRows = Bitmap(bitCount: 0)
  private var fieldRows = Bitmap(bitCount: 0)
  private var otherRows = Bitmap(bitCount: 0)

  enum Way: String, CaseIterable {
    case noRow = "no row"
    case list
    case mergedList = "merged list"
    case storedSet = "stored set"
    case bitmaps
    case verified = "few rows verified"
    case combined = "fields combined"
  }

  init(matcher: InvertedIndexMatcher) { self.matcher = matcher }

  /// Answers a query, beginning with its rarest part.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    if try query.begin(searchQuery, in: matcher.corpus, answering: &answer) { return .answered }
    findCandidates()
    way = .noRow
    let scarcest = scarcestTerm()
    if scarcest.count == 0 { return .answered }
    if isPlain {
      if isSparse(scarcest.term) {
        answerFromList(scarcest.term, into: &answer)
      } else {
        answerFromBitmaps(startingWith: scarcest.term, into: &answer)
      }
    } else if scarcest.count <= matcher.limits.verified,
      scarcest.count <= matcher.filter.countEstimate(query)
    {
      verifyCandidates(of: scarcest.term, into: &answer)
    } else {
      combineBitmaps(into: &answer)
    }
    return .answered
  }

  /// True if there is one field and no number, so that a term has one set of candidates.
  private var isPlain: Bool {
    matcher.fields.count == 1 && !query.terms.contains { $0.number != nil }
  }

  private mutating func findCandidates() {
    candidates.removeAll(keepingCapacity: true)
    for term in query.terms.indices {
      for field in matcher.fields {
        let needle = query.needle(term, for: field.mode)
        candidates.append(field.candidates(for: needle, pattern: &pattern))
      }
    }
  }

  /// Returns the term with the fewest candidates over all fields; without terms, all rows.
  private func scarcestTerm() -> (term: Int, count: Int) {
    var best = (term: 0, count: Int.max)
    let fieldCount = matcher.fields.count
    for term in query.terms.indices {
      var count = 0
      for index in term * fieldCount..<(term + 1) * fieldCount { count += candidates[index].count }
      if let number = query.terms[term].number {
        for index in matcher.numbers { count += index.count(number) }
      }
      if count < best.count { best = (term, count) }
    }
    return best
  }

  // MARK: One field, few candidates: a list

  private func isSparse(_ term: Int) -> Bool {
    guard term < candidates.count else { return false }
    if case .run = candidates[term].source {
      return candidates[term].count <= min(matcher.limits.merged, matcher.fields[0].mergeLimit)
    }
    return candidates[term].count <= matcher.limits.listed
  }

  private mutating func answerFromList(_ scarcest: Int, into answer: inout Answer) {
    way = .list
    if case .run = candidates[scarcest].source { way = .mergedList }
    let field = matcher.fields[0]
    list.removeAll(keepingCapacity: true)
    field.appendRows(of: candidates[scarcest].source, to: &list, using: &scratch)
    query.restrict(&list, in: matcher.corpus)
    for term in query.terms.indices where term != scarcest || !candidates[term].isExact {
      field.scan.keepMatches(query.needle(term, field.mode), in: &list)
    }
    answer.exchange(withAscending: &list)
  }

  // MARK: One field, many candidates: bitmaps

  private mutating func answerFromBitmaps(startingWith first: Int, into answer: inout Answer) {
    let field = matcher.fields[0]
    let isAlone = query.terms.count == 1 && !query.isFiltering && candidates[first].isExact
    if isAlone, let stored = field.stored(candidates[first].source) {
      way = .storedSet
      answer.share(stored)
      return
    }
    way = .bitmaps
    if query.terms.isEmpty {
      rows.reset(bitCount: matcher.corpus.rowCount)
      rows.fill()
      matcher.filter.restrict(&rows, to: query, scratch: &otherRows)
    } else {
      collect(first, isFiltered: true)
      swap(&rows, &fieldRows)
    }
    for term in query.terms.indices where term != first {
      if count(rows) * matcher.limits.keepingCost < candidates[term].count {
        candidates[term].collected = .kept
        field.scan.keepMatches(query.needle(term, field.mode), in: &rows)
      } else {
        collect(term, isFiltered: false)
        rows.formIntersection(fieldRows)
      }
    }
    let isCounted = isAlone && candidates[first].isCounted
    answer.exchange(with: &rows, count: isCounted ? candidates[first].count : count(rows))
  }

  private func count(_ rows: Bitmap) -> Int { rows.memberCount(matcher.path) }

  /// Stores in `fieldRows` the rows in which a needle occurs according to its mode.
  ///
  /// - Parameters:
  ///   - index: the position of the needle's candidates.
  ///   - isFiltered: true to leave out rows that tokens and scope do not admit, which saves reading
  ///     them.
  private mutating func collect(_ index: Int, isFiltered: Bool) {
    let found = candidates[index]
    let field = matcher.fields[index % matcher.fields.count]
    let rowCount = matcher.corpus.rowCount
    fieldRows.reset(bitCount: rowCount)
    field.insertRows(of: found.source, into: &fieldRows)
    if isFiltered { matcher.filter.restrict(&fieldRows, to: query, scratch: &otherRows) }
    candidates[index].collected = .exact
    guard !found.isExact else { return }
    let needle = query.needle(index / matcher.fields.count, field.mode)
    var count = found.count
    if let other = found.other, isNarrowing(found) {
      candidates[index].isNarrowed = true
      otherRows.reset(bitCount: rowCount)
      field.insertRows(of: other, into: &otherRows)
      fieldRows.formIntersection(otherRows)
      count = self.count(fieldRows)
    }
    if count > field.candidateLimit {
      candidates[index].collected = .scanned
      fieldRows.reset(bitCount: rowCount)
      field.scan.insertMatches(needle, into: &fieldRows)
      if isFiltered { matcher.filter.restrict(&fieldRows, to: query, scratch: &otherRows) }
    } else {
      candidates[index].collected = .lookedAt
      field.scan.keepMatches(needle, in: &fieldRows)
    }
  }

  /// Returns true if reading a second set costs less than reading the rows of the first.
  private func isNarrowing(_ found: Candidates) -> Bool {
    switch found.other {
    case .frequent: found.count > matcher.limits.narrowed
    case .list, .pair: found.count * matcher.limits.keepingCost > found.otherCount
    case .run: found.count > found.otherCount / 2
    case .nothing, .everything, nil: false
    }
  }

  // MARK: Several fields or numbers

  private mutating func verifyCandidates(of term: Int, into answer: inout Answer) {
    way = .verified
    termRows.reset(bitCount: matcher.corpus.rowCount)
    for (index, field) in matcher.fields.enumerated() {
      field.insertRows(of: candidates[term * matcher.fields.count + index].source, into: &termRows)
    }
    insertNumbers(of: term)
    let verifier = RowVerifier(matcher, query)
    termRows.visit { row in
      if verifier.matches(row) { answer.append(UInt32(row)) }
      return true
    }
  }

  private mutating func combineBitmaps(into answer: inout Answer) {
    way = .combined
    rows.reset(bitCount: matcher.corpus.rowCount)
    rows.fill()
    for term in query.terms.indices {
      termRows.reset(bitCount: matcher.corpus.rowCount)
      for field in matcher.fields.indices {
        collect(term * matcher.fields.count + field, isFiltered: false)
        termRows.formUnion(fieldRows)
      }
      insertNumbers(of: term)
      rows.formIntersection(termRows)
    }
    matcher.filter.restrict(&rows, to: query, scratch: &otherRows)
    answer.exchange(with: &rows, count: count(rows))
  }

  private mutating func insertNumbers(of term: Int) {
    guard let number = query.terms[term].number else { return }
    for index in matcher.numbers { index.insertRows(with: number, into: &termRows) }
  }
}

/// A test of rows against a whole query.
///
/// It is created once per keystroke, so that testing a row costs no reference counting.
struct RowVerifier {
  private let corpus: FoldedCorpus
  private let query: ResolvedQuery
  private let isFiltering: Bool
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
