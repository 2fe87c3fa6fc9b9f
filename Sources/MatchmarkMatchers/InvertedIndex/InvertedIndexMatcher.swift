public import MatchmarkCore

/// A matcher that keeps an index from pieces of text to rows, and reads rows only if the pieces do
/// not decide.
///
/// Each text field has one of two indexes. If needles may lie anywhere, and the different words of
/// the field are a small part of its text, the pieces are words: a needle inside a word is answered
/// without reading a row, a phrase by its rarest part. Otherwise the pieces are sequences of
/// characters, of which the longer are stored only where they narrow a search; in text whose
/// needles begin words or the field, only such sequences. The rarest term gives the candidates; if
/// even that term is common, terms, tokens and scope are combined as bitmaps.
///
/// A keystroke tests only the rows of the previous one, or scans a short text, wherever that costs
/// less.
///
/// This matcher is the fastest on large corpora, for needles of any length. It takes memory, and
/// gains nothing on tiny corpora, and on text whose rows all share the same pieces.
///
/// - Complexity: O(candidates × row) per query, at most that of a scan; O(bytes of text) space.
public struct InvertedIndexMatcher: Matcher {
  /// The descriptor with the id `inverted-index`.
  public static let descriptor = MatcherDescriptor(
    id: "inverted-index",
    summary: "words or grams with exact verification; tokens, scope and numbers as bitmaps",
    options: [IndexedField.Form.option, KernelPath.option, KernelCores.option]
      + MatcherOption.indexThresholds)

  /// Returns ``Support/supported`` for every profile.
  public static func support(for profile: SearchProfile) -> Support { .supported }

  let corpus: FoldedCorpus
  let fields: [IndexedField]
  /// The scans of the fields, in their order.
  let scans: [KernelScan]
  /// The size of the text of all fields.
  let textSizeInBytes: Int
  let numbers: [NumberIndex]
  let filter: FilterIndex
  /// The instructions used for counting.
  let path: KernelPath
  let limits: IndexLimits
  let narrowing: NarrowingLimits

  /// Indexes every text field, number and facet, and the scope.
  ///
  /// - Complexity: O(bytes of the text fields) time and space.
  public init(indexing corpus: FoldedCorpus, options: MatcherOptions) throws(MatcherError) {
    let form = try options.value(of: IndexedField.Form.option)
    let cores = try options.value(of: KernelCores.option)
    self.init(
      corpus, form: IndexedField.Form(rawValue: form) ?? .auto,
      Building(
        cores: KernelCores(rawValue: cores) ?? .one, path: try KernelPath.chosen(by: options),
        thresholds: try Thresholds(options, of: MatcherOption.indexThresholds),
        progress: options.progress))
  }

  init(_ corpus: FoldedCorpus, form: IndexedField.Form = .auto, _ building: Building = Building()) {
    self.corpus = corpus
    path = building.path
    limits = IndexLimits(corpus, building.thresholds)
    narrowing = NarrowingLimits(building.thresholds)
    let text = corpus.profile.textFields
    (fields, (numbers, filter)) = building.cores.both {
      zip(text, corpus.fields).enumerated().map { index, field in
        IndexedField(
          field.1, mode: field.0.match, form: form,
          building.part(index, of: text.count, name: field.0.name))
      }
    } _: {
      (
        corpus.numbers.map { NumberIndex($0, path: building.path, building.thresholds) },
        FilterIndex(corpus, path: building.path, building.thresholds)
      )
    }
    scans = fields.map { $0.scan }
    textSizeInBytes = corpus.fields.reduce(0) { $0 + $1.textSizeInBytes }
  }

  /// The size of the words or grams, the numbers and the filters, in bytes.
  public var indexByteCount: Int {
    fields.reduce(0) { $0 + $1.byteCount }
      + numbers.reduce(0) { $0 + $1.byteCount } + filter.byteCount
  }

  /// The index of each field, and the reason for it.
  public var structure: String { fields.map { $0.structure }.joined(separator: "; ") }

  /// Creates a cursor with six bits of scratch memory per row.
  public func makeCursor() -> InvertedIndexCursor { InvertedIndexCursor(matcher: self) }
}

/// The thresholds of a matcher for its number of rows, computed once.
struct IndexLimits: Sendable {
  let listed: Int
  let merged: Int
  let verified: Int
  /// The number of candidates above which a second frequent set narrows them.
  let narrowed: Int
  let keepingCost: Int
  let bytesPerNeedleByte: Int
  /// The size of a field's text that is scanned for any needle but a number, in bytes.
  let smallText: Int
  /// The bytes that a scan reads in the time in which a row of the previous keystroke is tested.
  let testedSize: Int

  init(_ corpus: FoldedCorpus, _ thresholds: Thresholds) {
    let rowCount = corpus.rowCount
    listed = max(thresholds[.smallIndexedCount], rowCount / thresholds[.rowsPerListed])
    merged = max(thresholds[.smallIndexedCount], rowCount / thresholds[.rowsPerMerged])
    verified = max(thresholds[.smallIndexedCount], rowCount / thresholds[.rowsPerVerified])
    narrowed = rowCount / thresholds[.rowsPerVerified]
    keepingCost = thresholds[.keepingCost]
    bytesPerNeedleByte = thresholds[.bytesPerNeedleByte]
    smallText = thresholds[.smallText]
    // About 20 ns in one field. Several are read without the scan's kernel: 64 rows of two took
    // 8.4 µs, and a scan reads about eight bytes per nanosecond.
    testedSize = corpus.fields.count == 1 ? 160 : 800
  }
}

extension MatcherOption {
  fileprivate static let indexThresholds =
    setThresholds + narrowingThresholds + gramThresholds + [
      leastRunCost, rowsPerRun, mostRuns, runShare, leastPairCount, rowsPerPair, rowsPerListed,
      rowsPerMerged, rowsPerVerified, smallIndexedCount, keepingCost, bytesPerCandidate,
      bytesPerNeedleByte, smallText,
    ]

  static let leastRunCost = MatcherOption(
    name: "least-run-cost", summary: "token runs with fewer rows get no stored set",
    usual: 4_096, range: 0...1 << 20)
  static let rowsPerRun = MatcherOption(
    name: "rows-per-run", summary: "token runs with less than one row in this many get none",
    usual: 32, range: 16...1 << 20)
  static let mostRuns = MatcherOption(
    name: "most-runs", summary: "at most this many token runs get stored sets",
    usual: 2_048, range: 64...2_048)
  static let runShare = MatcherOption(
    name: "run-share", summary: "the largest size of these sets, in percent of the text; 0: any",
    usual: 36, range: 0...10_000)
  static let leastPairCount = MatcherOption(
    name: "least-pair-count", summary: "pairs of runs with fewer rows get no stored set",
    usual: 2_048, range: 0...1 << 20)
  static let rowsPerPair = MatcherOption(
    name: "rows-per-pair", summary: "pairs of runs with less than one row in this many get none",
    usual: 32, range: 16...1 << 20)
  fileprivate static let rowsPerListed = MatcherOption(
    name: "rows-per-listed", summary: "up to one candidate in this many rows, they form a list",
    usual: 64, range: 1...1 << 20)
  fileprivate static let rowsPerMerged = MatcherOption(
    name: "rows-per-merged", summary: "the same if lists must be merged",
    usual: 256, range: 1...1 << 20)
  fileprivate static let rowsPerVerified = MatcherOption(
    name: "rows-per-verified", summary: "the same if they must be verified in several fields",
    usual: 256, range: 1...1 << 20)
  fileprivate static let smallIndexedCount = MatcherOption(
    name: "small-count", summary: "up to this many candidates always form a list",
    usual: 256, range: 0...1 << 20)
  fileprivate static let keepingCost = MatcherOption(
    name: "keeping-cost", summary: "checking a row costs as much as reading this many",
    usual: 8, range: 1...1 << 16)
  fileprivate static let bytesPerNeedleByte = MatcherOption(
    name: "bytes-per-needle-byte",
    summary: "text of up to this many bytes for each byte of the needles is scanned",
    usual: 512, range: 0...1 << 20)
  fileprivate static let smallText = MatcherOption(
    name: "small-text", summary: "a field of up to this many bytes is scanned, unless for a number",
    usual: 16_384, range: 0...1 << 20)
  /// A candidate counts as four if word starts must be found.
  static let bytesPerCandidate = MatcherOption(
    name: "bytes-per-candidate", summary: "above one candidate in this many bytes, a scan is used",
    usual: 100, range: 1...1 << 16)
}
