import MatchmarkCore

/// The rows of the previous keystroke of a session, as long as they are few.
///
/// While the typed text grows, every match is among those of the previous keystroke, and only these
/// need to be tested. A repeated query is narrowed from the same rows again, so that its time is
/// the same as the first time.
struct Narrowing {
  /// The form in which the rows of the previous keystroke are remembered.
  enum Memory {
    case nothing
    /// As a bitmap.
    case bitmap
    /// As a list.
    case list
    /// As a list that was narrowed from the rows of an earlier keystroke.
    case narrowed
  }

  private(set) var memory = Memory.nothing
  private var list: [UInt32] = []
  private var remembered = Memory.nothing
  /// The query of the previous keystroke.
  private var last = ResolvedQuery()
  private var lastBits = Bitmap(bitCount: 0)
  /// The number of rows that are remembered.
  private var count = 0
  /// The query that the candidates match, and its rows.
  private var base = ResolvedQuery()
  private var baseList: [UInt32] = []

  /// Begins a keystroke: `query`, which still is that of the previous keystroke, makes room for the
  /// next one.
  mutating func begin(_ query: inout ResolvedQuery) {
    swap(&query, &last)
    (remembered, memory) = (memory, .nothing)
  }

  /// The number of remembered rows among which all matches of a query are certain to be; nil if
  /// there are none.
  ///
  /// - Complexity: O(terms² × needle + tokens²).
  mutating func candidateCount(for query: ResolvedQuery, in fields: [TextField]) -> Int? {
    switch remembered {
    case .nothing: return nil
    case .narrowed where query.isSame(as: last): return baseList.count
    case .narrowed, .list:
      guard query.isNarrower(than: last, for: fields) else { return nil }
      swap(&base, &last)
      swap(&baseList, &list)
      return baseList.count
    case .bitmap:
      guard query.isNarrower(than: last, for: fields) else { return nil }
      swap(&base, &last)
      return count
    }
  }

  /// Answers with the candidates that match.
  ///
  /// - Parameter scan: the scan of the only text field; nil if there are several.
  /// - Precondition: the query has candidates.
  mutating func narrow(
    _ query: ResolvedQuery, in corpus: FoldedCorpus, by scan: KernelScan?,
    into answer: inout Answer
  ) {
    if remembered == .bitmap { listBits() }
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: baseList)
    query.restrict(&list, in: corpus)
    for term in query.terms.indices where !base.hasTerm(term, of: query) {
      if let scan, query.terms[term].number == nil {
        scan.keepMatches(query.needle(term, corpus.profile.textFields[0].match), in: &list)
      } else {
        let verifier = RowVerifier(query, in: corpus)
        list.removeAll { !verifier.matches(Int($0), term: term) }
      }
    }
    for row in list { answer.append(row) }
    memory = .narrowed
  }

  private mutating func listBits() {
    baseList.removeAll(keepingCapacity: true)
    lastBits.visit { row in
      baseList.append(UInt32(truncatingIfNeeded: row))
      return true
    }
  }

  /// Remembers the rows of this keystroke for the next one.
  ///
  /// - Complexity: O(rows of the corpus / 64).
  mutating func remember(_ rows: Bitmap, count: Int) {
    lastBits.assign(rows)
    (memory, self.count) = (.bitmap, count)
  }

  /// Remembers the rows of this keystroke, ascending, for the next one.
  mutating func remember(_ rows: [UInt32]) {
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: rows)
    memory = .list
  }
}

/// The numbers of rows for which an index narrows.
struct NarrowingLimits: Sendable {
  /// The most rows that are remembered for the next keystroke.
  let remembered: Int
  private let atOnce: Int

  /// Returns true if testing the rows is certain to cost less than looking anything up.
  func testsAtOnce(_ rowCount: Int, for query: ResolvedQuery) -> Bool {
    rowCount <= atOnce * (query.terms.count + (query.isFiltering ? 1 : 0))
  }

  init(_ thresholds: Thresholds) {
    remembered = thresholds[.rememberedCount]
    atOnce = thresholds[.testedAtOnce]
  }
}

extension MatcherOption {
  static let narrowingThresholds = [rememberedCount, testedAtOnce]

  fileprivate static let rememberedCount = MatcherOption(
    name: "remembered-count", summary: "answers of up to this many rows may narrow the next one",
    usual: 1_024, range: 0...1 << 20)
  /// Testing a row costs 10 to 30 ns, looking up a term and reading its rows 500 ns to 5 µs.
  fileprivate static let testedAtOnce = MatcherOption(
    name: "tested-at-once", summary: "up to this many rows a term are tested, not looked up",
    usual: 64, range: 0...1 << 20)
}
