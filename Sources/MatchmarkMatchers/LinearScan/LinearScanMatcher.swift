public import MatchmarkCore

/// Looks at every row for every keystroke: no index, nothing to build, nothing to keep in step.
///
/// Each term scans the flat folded arena of each text field; terms, tokens and scope combine on
/// bitmaps. It wins on small corpora, on corpora that change all the time, and wherever memory is
/// short; it loses as soon as bytes / bandwidth exceeds the budget of a keystroke.
///
/// - Complexity: O(bytes of the text fields) a term; space O(rows) bits of scratch.
public struct LinearScanMatcher: Matcher {
  /// `linear-scan`.
  public static let descriptor = MatcherDescriptor(
    id: "linear-scan", summary: "scans every row for every keystroke; no index",
    options: [KernelPath.option])

  /// Every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  private let corpus: FoldedCorpus
  private let scans: [KernelScan]
  private let path: KernelPath

  /// Counts bytes, to know which are rare.
  ///
  /// - Complexity: O(bytes of the text fields).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    let path = try KernelPath.chosen(by: options)
    self.corpus = corpus
    self.path = path
    scans = corpus.fields.map { KernelScan($0, path: path) }
  }

  /// The byte histograms.
  public var indexByteCount: Int { scans.reduce(0) { $0 + $1.byteCount } }

  /// Which instructions scan.
  public var plan: String {
    "scan of the folded text (\(path.rawValue)), two rarest needle bytes first"
  }

  /// Scratch of one bit a row, three times.
  public func makeCursor() -> Cursor { Cursor(matcher: self) }

  /// Scans for one session.
  public struct Cursor: MatcherCursor {
    private let matcher: LinearScanMatcher
    private var query = ResolvedQuery()
    private var rows = Bitmap(bitCount: 0)
    private var termRows = Bitmap(bitCount: 0)

    fileprivate init(matcher: LinearScanMatcher) { self.matcher = matcher }

    /// Scans for every term.
    public mutating func answer(
      _ searchQuery: SearchQuery, into answer: inout Answer
    ) throws(MatcherError) -> Response {
      let corpus = matcher.corpus
      if try query.begin(searchQuery, in: corpus, answering: &answer) { return .answered }
      rows.reset(bitCount: corpus.rowCount)
      if query.terms.isEmpty { rows.fill() }
      for term in query.terms.indices { narrow(to: term) }
      query.restrict(&rows, in: corpus, path: matcher.path)
      answer.exchange(with: &rows)
      return .answered
    }

    private mutating func narrow(to term: Int) {
      guard term > 0 else {
        matcher.insertMatches(of: term, in: query, into: &rows)
        return
      }
      termRows.reset(bitCount: matcher.corpus.rowCount)
      matcher.insertMatches(of: term, in: query, into: &termRows)
      rows.formIntersection(termRows)
    }
  }

  private func insertMatches(of term: Int, in query: ResolvedQuery, into rows: inout Bitmap) {
    for (field, scan) in zip(corpus.profile.textFields, scans) {
      scan.insertMatches(query.needle(term, field.match), into: &rows)
    }
    guard let number = query.terms[term].number else { return }
    for column in corpus.numbers {
      for row in column.indices where column[row] == number { rows.insert(row) }
    }
  }
}
