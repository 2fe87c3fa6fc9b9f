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
  /// The query of the previous keystroke.
  private var last = ResolvedQuery()
  var memory = Memory.nothing
  private var lastRows = Bitmap(bitCount: 0)
  private var list: [UInt32] = []
  /// The query that the list was narrowed from, and its rows, if `memory` is a list.
  private var base = ResolvedQuery()
  private var baseList: [UInt32] = []

  /// The form in which the rows of the previous keystroke are remembered.
  enum Memory {
    case nothing
    /// As a bitmap in `lastRows`, found by a scan.
    case bitmap
    /// As a list in `list`, narrowed from `baseList`.
    case list
  }

  init(matcher: LinearScanMatcher) { self.matcher = matcher }

  /// Answers a query by narrowing the previous answer, or by scanning for every term.
  ///
  /// A repeated query does all the work again, so that its time is the same as the first time.
  public mutating func answer(
    _ searchQuery: SearchQuery, into answer: inout Answer
  ) throws(MatcherError) -> Response {
    let corpus = matcher.corpus
    swap(&query, &last)
    let remembered = memory
    memory = .nothing
    if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
    if remembered == .list, query.isSame(as: last) {
      narrow(into: &answer)
    } else if remembered != .nothing, query.isNarrower(than: last, for: corpus.profile.textFields) {
      takeLastAsBase(remembered)
      narrow(into: &answer)
    } else {
      scan()
      rememberRows()
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

  private mutating func rememberRows() {
    guard rows.count < matcher.rememberedLimit else { return }
    lastRows.reset(bitCount: rows.bitCount)
    lastRows.formUnion(rows)
    memory = .bitmap
  }

  private mutating func takeLastAsBase(_ remembered: Memory) {
    swap(&base, &last)
    swap(&baseList, &list)
    guard remembered == .bitmap else { return }
    baseList.removeAll(keepingCapacity: true)
    lastRows.visit { row in
      baseList.append(UInt32(truncatingIfNeeded: row))
      return true
    }
  }

  private mutating func narrow(into answer: inout Answer) {
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: baseList)
    query.restrict(&list, in: matcher.corpus)
    for term in query.terms.indices where !base.hasTerm(term, of: query) {
      matcher.keepMatches(of: term, in: query, among: &list)
    }
    for row in list { answer.append(row) }
    memory = .list
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

  /// Removes the rows in which a term matches neither a field nor a number.
  fileprivate func keepMatches(of term: Int, in query: ResolvedQuery, among rows: inout [UInt32]) {
    let fields = corpus.profile.textFields
    if fields.count == 1, query.terms[term].number == nil {
      scans[0].keepMatches(query.needle(term, fields[0].match), in: &rows)
    } else {
      rows.removeAll { !matches(Int($0), term, of: query) }
    }
  }

  private func matches(_ row: Int, _ term: Int, of query: ResolvedQuery) -> Bool {
    for (field, arena) in zip(corpus.profile.textFields, corpus.fields)
    where arena.matches(row, query.needle(term, field.match)) {
      return true
    }
    guard let number = query.terms[term].number else { return false }
    return corpus.numbers.contains { $0[row] == number }
  }
}

extension ResolvedQuery {
  /// Removes the rows that tokens and scope do not admit, one column at a time.
  ///
  /// - Complexity: O(rows × tokens / 16) if the processor has vector instructions, otherwise
  ///   O(rows / 64 + members × tokens).
  fileprivate func restrict(_ rows: inout Bitmap, in corpus: FoldedCorpus, path: KernelPath) {
    guard isFiltering else { return }
    guard let number = path.number else { return rows.removeAll { !admits($0, in: corpus) } }
    switch scope {
    case .all: break
    case .nothing: return rows.reset(bitCount: corpus.rowCount)
    case .value(let value):
      if let column = corpus.scopeColumn { rows.keep(where: column.rows, in: [value], number) }
    }
    for (facet, column) in corpus.facets.enumerated() {
      let wanted = constraints.filter { $0.facet == facet }.map { $0.value }
      if !wanted.isEmpty { rows.keep(where: column.rows, in: wanted, number) }
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
    switch memory {
    case .bitmap: counts.add("rows remembered as bits")
    case .nothing: counts.add("rows not remembered")
    case .list:
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
