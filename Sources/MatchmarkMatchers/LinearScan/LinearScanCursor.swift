public import MatchmarkCore

/// A cursor that answers the keystrokes of one session from a ``LinearScanMatcher``.
///
/// While the typed text grows, every match is among those of the previous keystroke. If those were
/// few, only they are tested.
public struct LinearScanCursor: MatcherCursor {
  let matcher: LinearScanMatcher
  var query = ResolvedQuery()
  private var rows = Bitmap(bitCount: 0)
  private var termRows = Bitmap(bitCount: 0)
  private(set) var narrowing = Narrowing()

  init(matcher: LinearScanMatcher) { self.matcher = matcher }

  /// Answers a query by narrowing the previous answer, or by scanning for every term.
  ///
  /// A repeated query does all the work again, so that its time is the same as the first time.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let corpus = matcher.corpus
    narrowing.begin(&query)
    if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
    if narrowing.candidateCount(for: query, in: corpus.profile.textFields) != nil {
      let scan = matcher.scans.count == 1 ? matcher.scans[0] : nil
      narrowing.narrow(query, in: corpus, by: scan, into: &answer)
    } else {
      scan()
      let count = rows.count
      if count < matcher.rememberedLimit { narrowing.remember(rows, count: count) }
      answer.exchange(with: &rows)
    }
    return .answered
  }

  private mutating func scan() {
    let rowCount = matcher.corpus.rowCount
    rows.reset(bitCount: rowCount)
    if query.terms.isEmpty { rows.fill() }
    for term in query.terms.indices {
      guard term > 0 else {
        matcher.insertMatches(of: term, in: query, into: &rows)
        continue
      }
      termRows.reset(bitCount: rowCount)
      matcher.insertMatches(of: term, in: query, into: &termRows)
      rows.formIntersection(termRows)
    }
    query.restrict(&rows, in: matcher.corpus, path: matcher.path)
  }
}

extension LinearScanMatcher {
  /// Inserts the rows in which a term matches any field or number.
  fileprivate func insertMatches(of term: Int, in query: ResolvedQuery, into rows: inout Bitmap) {
    for (field, scan) in zip(corpus.profile.textFields, scans) {
      scan.insertMatches(query.needle(term, field.match), into: &rows)
    }
    guard let number = query.terms[term].number else { return }
    for column in corpus.numbers {
      for row in column.indices where column[row] == number { rows.insert(row) }
    }
  }
}

extension LinearScanCursor: FormCounting {
  package static let allForms =
    KernelScan.allForms.filter { $0 != "keep in a bitmap" } + [
      "rows remembered as bits", "rows remembered as a list", "rows not remembered",
      "values in whole words", "values in part of a word",
    ]

  package mutating func countForms(of searchQuery: SearchQuery, in counts: inout FormCounts) {
    guard !query.isEmpty else { return }
    switch narrowing.memory {
    case .bitmap: counts.add("rows remembered as bits")
    case .nothing: counts.add("rows not remembered")
    case .list, .narrowed:
      counts.add("rows remembered as a list")
      if !query.terms.isEmpty { counts.add("keep in a list") }
      return
    }
    for term in query.terms.indices {
      for (field, scan) in zip(matcher.corpus.profile.textFields, matcher.scans) {
        scan.countForms(inserting: query.needle(term, field.match), in: &counts)
      }
    }
    if query.isFiltering, matcher.path.number != nil {
      if matcher.corpus.rowCount >= 64 { counts.add("values in whole words") }
      if matcher.corpus.rowCount % 64 != 0 { counts.add("values in part of a word") }
    }
  }
}
