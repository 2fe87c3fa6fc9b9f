public import MatchmarkCore

/// Answers the keystrokes of one session from an ``InvertedIndexMatcher``.
public struct InvertedIndexCursor: MatcherCursor {
  let matcher: InvertedIndexMatcher
  var query = ResolvedQuery()
  /// The candidates of each term in each field; the fields of one term are adjacent.
  var candidates: [Candidates] = []
  private(set) var way = Way.noRow
  private var narrowing = Narrowing()
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
    /// Only the rows of the previous keystroke were tested.
    case narrowed
    /// The needles were so long, and the text so short, that nothing was looked up.
    case scanned
  }

  init(matcher: InvertedIndexMatcher) { self.matcher = matcher }

  /// Answers a query among the rows of the previous keystroke if that costs less, or else beginning
  /// with its rarest part.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    narrowing.begin(&query)
    candidates.removeAll(keepingCapacity: true)
    way = .noRow
    if try query.begin(searchQuery, in: matcher.corpus, answering: &answer) { return .answered }
    let few = narrowing.candidateCount(for: query, in: matcher.corpus.profile.textFields)
    let scanned = cheapScanSize
    if let few, matcher.narrowing.testsAtOnce(few, for: query),
      few * matcher.limits.testedSize <= scanned ?? .max
    {
      narrow(into: &answer)
      return .answered
    }
    if scanned != nil {
      scan(into: &answer)
      return .answered
    }
    findCandidates()
    let scarcest = scarcestTerm()
    if let few, few * matcher.limits.keepingCost <= readingCost(startingWith: scarcest) {
      narrow(into: &answer)
    } else {
      self.answer(startingWith: scarcest, into: &answer)
    }
    return .answered
  }

  /// An estimate of the work of an answer, in rows that are read; testing a row counts as reading
  /// ``IndexLimits/keepingCost`` rows.
  private func readingCost(startingWith scarcest: (term: Int, count: Int)) -> Int {
    // Tokens and scope alone combine bitmaps.
    guard !query.terms.isEmpty else { return matcher.corpus.rowCount / 16 }
    guard isPlain else { return candidates.reduce(scarcest.count) { $0 &+ $1.count } }
    let isTested = query.terms.count > 1 || !candidates[scarcest.term].isExact
    let cost = scarcest.count * (isTested ? 1 + matcher.limits.keepingCost : 1)
    // Each bitmap is cleared, combined and counted.
    return cost + (isSparse(scarcest.term) ? 0 : matcher.corpus.rowCount / 64)
  }

  private mutating func narrow(into answer: inout Answer) {
    way = .narrowed
    let scan = matcher.scans.count == 1 ? matcher.scans[0] : nil
    narrowing.narrow(query, in: matcher.corpus, by: scan, into: &answer)
  }

  /// The bytes of text that a scan reads, if that costs less than looking up the parts of the
  /// needles; otherwise nil.
  ///
  /// In each field, a look-up takes two microseconds for a term and about 60 ns for each byte of
  /// its needle, in which a scan reads about 500 bytes of text. Comparing a number takes as long as
  /// reading eight bytes.
  private var cheapScanSize: Int? {
    let limits = matcher.limits
    var (readable, read) = (0, 0)
    for term in query.terms.indices {
      read += matcher.textSizeInBytes
      if query.terms[term].number != nil {
        read += 8 * matcher.corpus.rowCount * matcher.corpus.numbers.count
      }
      for field in matcher.fields {
        let needle = query.needle(term, for: field.mode)
        readable += limits.smallText + needle.count * limits.bytesPerNeedleByte
      }
    }
    return read > 0 && read <= readable ? read : nil
  }

  private mutating func scan(into answer: inout Answer) {
    way = .scanned
    query.scan(matcher.corpus, by: matcher.scans, into: &rows, scratch: &termRows)
    matcher.filter.restrict(&rows, to: query, scratch: &otherRows)
    self.answer(withBitmapOf: count(rows), &answer)
  }

  private mutating func answer(
    startingWith scarcest: (term: Int, count: Int), into answer: inout Answer
  ) {
    if scarcest.count == 0 {
      list.removeAll(keepingCapacity: true)
      return self.answer(withList: &answer)
    }
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
  }

  /// Answers with a list, and remembers it if it is short.
  private mutating func answer(withList answer: inout Answer) {
    if list.count <= matcher.narrowing.remembered { narrowing.remember(list) }
    answer.exchange(withAscending: &list)
  }

  /// Answers with a bitmap, and remembers it if its rows are few.
  private mutating func answer(withBitmapOf count: Int, _ answer: inout Answer) {
    if count <= matcher.narrowing.remembered { narrowing.remember(rows, count: count) }
    answer.exchange(with: &rows, count: count)
  }

  /// True if there is one field and no number, so that a term has one set of candidates.
  private var isPlain: Bool {
    matcher.fields.count == 1 && !query.terms.contains { $0.number != nil }
  }

  private mutating func findCandidates() {
    for term in query.terms.indices {
      for field in matcher.fields {
        guard query.canOccur(term, in: field.mode) else {
          candidates.append(.none)
          continue
        }
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
    self.answer(withList: &answer)
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
    self.answer(withBitmapOf: isCounted ? candidates[first].count : count(rows), &answer)
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
    let verifier = RowVerifier(query, in: matcher.corpus)
    list.removeAll(keepingCapacity: true)
    termRows.visit { row in
      if verifier.matches(row) { list.append(UInt32(row)) }
      return true
    }
    self.answer(withList: &answer)
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
    self.answer(withBitmapOf: count(rows), &answer)
  }

  private mutating func insertNumbers(of term: Int) {
    guard let number = query.terms[term].number else { return }
    for index in matcher.numbers { index.insertRows(with: number, into: &termRows) }
  }
}
