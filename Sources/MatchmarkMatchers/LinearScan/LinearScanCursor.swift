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
      query.scan(corpus, by: matcher.scans, into: &rows, scratch: &termRows)
      query.restrict(&rows, in: corpus, path: matcher.path)
      let count = rows.count
      if count < matcher.rememberedLimit { narrowing.remember(rows, count: count) }
      answer.exchange(with: &rows)
    }
    return .answered
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
