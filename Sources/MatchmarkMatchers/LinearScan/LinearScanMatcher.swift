public import MatchmarkCore

/// Scans every row for each keystroke: no index, nothing to build, nothing to keep in sync.
///
/// Each term scans the flat folded arena of each text field; terms, tokens and scope combine on
/// bitmaps. If the query only extends the previous keystroke, and that one left at most one row in
/// 16, only its rows are tested. It wins on small corpora, on corpora that change all the time, and
/// wherever memory is short; it loses as soon as bytes / bandwidth exceeds the budget of a
/// keystroke, which the first letters of a word decide.
///
/// - Complexity: O(bytes of the text fields) per term, or O(rows left before); space O(rows) bits
///   of scratch, and at most two more for the rows of the previous keystroke.
public struct LinearScanMatcher: Matcher {
  /// `linear-scan`.
  public static let descriptor = MatcherDescriptor(
    id: "linear-scan", summary: "scans every row for every keystroke; no index",
    options: [KernelPath.option, rowsPerCandidate])

  /// Up to one row in this many, testing each costs less than a scan: some 20 ns per row for words
  /// and a few for string starts, against 1 to 2 ns for every row of the corpus.
  ///
  /// Narrowing does not pay off for the first two letters of a common word, which decide the tail:
  /// with up to one row in eight of a million titles, some keystrokes took 2.5 ms, a scan 1.7 ms.
  private static let rowsPerCandidate = MatcherOption(
    name: "rows-per-candidate", summary: "answers of up to one row in this many narrow the next",
    usual: 16, range: 1...1 << 20)

  /// Every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  let corpus: FoldedCorpus
  let scans: [KernelScan]
  let path: KernelPath
  /// Fewer rows than this are remembered from one keystroke to the next.
  let rememberedLimit: Int

  /// Counts bytes to find out which are rare.
  ///
  /// - Complexity: O(bytes of the text fields).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    let path = try KernelPath.chosen(by: options)
    self.corpus = corpus
    self.path = path
    rememberedLimit = corpus.rowCount / (try options.number(of: Self.rowsPerCandidate))
    scans = corpus.fields.map { KernelScan($0, path: path) }
  }

  /// The size of the byte histograms.
  public var indexByteCount: Int { scans.reduce(0) { $0 + $1.byteCount } }

  /// The instructions that scan.
  public var plan: String {
    "scan of the folded text (\(path.rawValue)), rarest needle bytes first"
  }

  /// Scratch of one bit per row, four times, and a list of few rows.
  public func makeCursor() -> LinearScanCursor { LinearScanCursor(matcher: self) }
}
