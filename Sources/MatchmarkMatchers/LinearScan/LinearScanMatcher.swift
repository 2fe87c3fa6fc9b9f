public import MatchmarkCore

/// A matcher that scans every row for each keystroke: there is no index to build or to update.
///
/// Each term scans the flat folded arena of each text field; terms, tokens and scope are combined
/// as bitmaps. If the query only extends the previous keystroke, and that one left at most one row
/// in 16, only those rows are tested.
///
/// This matcher is the best choice for small corpora, for corpora that change all the time, and
/// where memory is short. It becomes too slow as soon as the size of the text divided by the memory
/// bandwidth exceeds the time that a keystroke may take; the first letters of a word take longest.
///
/// - Complexity: O(bytes of the text fields) per term, or O(rows left by the previous keystroke);
///   O(rows) bits of scratch space, and at most two bits per row more for the rows of the previous
///   keystroke.
public struct LinearScanMatcher: Matcher {
  /// The descriptor with the id `linear-scan`.
  public static let descriptor = MatcherDescriptor(
    id: "linear-scan",
    summary: "scans every row, or the few rows left if the text only grew; no index",
    options: [KernelPath.option, rowsPerCandidate])

  /// The threshold for narrowing: up to one row in this many, testing each row costs less than a
  /// scan.
  ///
  /// Testing takes about 20 ns per row for words and a few for string starts, against 1 to 2 ns for
  /// every row of the corpus. For the first two letters of a common word, which decide the slowest
  /// times, narrowing does not pay off: with up to one row in eight of a million titles, some
  /// keystrokes took 2.5 ms, a scan 1.7 ms.
  private static let rowsPerCandidate = MatcherOption(
    name: "rows-per-candidate", summary: "answers of up to one row in this many narrow the next",
    usual: usualRowsPerCandidate, range: 1...1 << 20)
  private static let usualRowsPerCandidate = 16

  /// Returns ``Support/supported`` for every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  let corpus: FoldedCorpus
  let scans: [KernelScan]
  let path: KernelPath
  /// The number of rows from which on the rows of a keystroke are not remembered for the next one.
  let rememberedLimit: Int

  /// Counts the bytes of the text, to find out which ones are rare.
  ///
  /// - Complexity: O(bytes of the text fields).
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    self.init(
      corpus, path: try KernelPath.chosen(by: options),
      rowsPerCandidate: try options.number(of: Self.rowsPerCandidate))
  }

  init(
    _ corpus: FoldedCorpus, path: KernelPath = .best,
    rowsPerCandidate: Int = LinearScanMatcher.usualRowsPerCandidate
  ) {
    self.corpus = corpus
    self.path = path
    rememberedLimit = corpus.rowCount / rowsPerCandidate
    scans = corpus.fields.map { KernelScan($0, path: path) }
  }

  /// The size of the byte histograms, in bytes.
  public var indexByteCount: Int { scans.reduce(0) { $0 + $1.byteCount } }

  /// The instructions that the scan uses.
  public var structure: String {
    "scan of the folded text (\(path.rawValue)), rarest needle bytes first"
  }

  /// Creates a cursor with four bits of scratch memory per row and a short list of rows.
  public func makeCursor() -> LinearScanCursor { LinearScanCursor(matcher: self) }
}
