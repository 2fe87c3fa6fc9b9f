import MatchmarkCore

/// A text field, its index, and the scan for what no index narrows down.
///
/// A class, as its indexes are: a keystroke takes it from an array several times, and copying all
/// its parts took a fifth of the instructions of a short one.
final class IndexedField: Sendable {
  let arena: TextArena
  let mode: MatchMode
  let index: Index
  let scan: KernelScan
  /// More candidates than this cost more than a scan of the whole text.
  ///
  /// A scan reads about eight bytes in a nanosecond; to look at a candidate takes a dozen
  /// nanoseconds, and some fifty where word starts are to be found.
  let candidateLimit: Int
  /// Which index was chosen, and why.
  let plan: String

  /// The forms an index can have.
  enum Index: Sendable {
    case grams(GramIndex)
    case vocabulary(VocabularyIndex)
  }

  /// Which form is wanted.
  enum Form: String, CaseIterable {
    /// The one that the text suggests.
    case auto
    case grams
    case vocabulary

    static let option = MatcherOption(
      name: "index",
      summary: "byte grams, or the vocabulary where different words are a small part of the text",
      values: allCases.map { $0.rawValue })
  }

  /// Indexes a field.
  ///
  /// A vocabulary answers needles in words without looking at a row, and costs by the number of
  /// different words; grams cost by the text. Needles that must begin the field are looked up as
  /// grams in either case, for which every field has one that begins it.
  init(_ arena: TextArena, mode: MatchMode, form: Form, _ building: Building) {
    let name = building.name
    self.arena = arena
    self.mode = mode
    scan = KernelScan(arena, path: building.path)
    let bytesPerCandidate = building.thresholds.bytesPerCandidate
    candidateLimit =
      arena.textSizeInBytes / (mode == .contains ? bytesPerCandidate : 4 * bytesPerCandidate)
    var reason = "needles begin the field"
    if form == .grams { reason = "as asked for" }
    if form != .grams, mode == .contains || mode == .wordPrefix {
      switch Tokenisation.outcome(of: arena, isForced: form == .vocabulary, building) {
      case .tokens(let text, let share):
        let vocabulary = VocabularyIndex(
          text, rowCount: arena.count, mode: mode, textSizeInBytes: arena.textSizeInBytes,
          building)
        index = .vocabulary(vocabulary)
        plan =
          "\(name): vocabulary (\(vocabulary.facts)), different words are "
          + "\(Self.percent(share)) of the text"
        return
      case .tooMany(let share):
        reason = "different words are \(Self.percent(share)) of the text"
      }
    }
    let grams = GramIndex(arena, mode: mode, building)
    index = .grams(grams)
    plan = "\(name): byte grams of 1 to 3 (\(grams.gramCount) different), \(reason)"
  }

  /// Rounded by hand: the library's `rounded()` would make an app link C's library of mathematics.
  private static func percent(_ share: Double) -> String { "\(Int(share * 100 + 0.5)) %" }

  /// What the index and the scan occupy, in bytes.
  var byteCount: Int {
    switch index {
    case .grams(let grams): grams.byteCount + scan.byteCount
    case .vocabulary(let vocabulary): vocabulary.byteCount + scan.byteCount
    }
  }

  /// The smallest sets of rows that hold every match of a needle.
  ///
  /// - Parameter pattern: scratch.
  func candidates(for needle: ArraySlice<UInt8>, pattern: inout [UInt8]) -> Candidates {
    switch index {
    case .grams(let grams): grams.candidates(for: needle)
    case .vocabulary(let vocabulary): vocabulary.candidates(for: needle, pattern: &pattern)
    }
  }

  func insertRows(of source: Candidates.Source, into rows: inout Bitmap) {
    switch index {
    case .grams(let grams): grams.insertRows(of: source, into: &rows)
    case .vocabulary(let vocabulary): vocabulary.insertRows(of: source, into: &rows)
    }
  }

  /// Appends the rows of a set, ascending and each once.
  ///
  /// - Precondition: a run has at most `mergeLimit` rows.
  func appendRows(
    of source: Candidates.Source, to rows: inout [UInt32], using scratch: inout MergeScratch
  ) {
    switch index {
    case .grams(let grams): grams.appendRows(of: source, to: &rows)
    case .vocabulary(let vocabulary):
      vocabulary.appendRows(of: source, to: &rows, using: &scratch)
    }
  }

  /// The rows of a set as an answer can point at them; nil where they are not kept that way.
  func stored(_ source: Candidates.Source) -> StoredBitmap? {
    switch index {
    case .grams(let grams): grams.stored(source)
    case .vocabulary(let vocabulary): vocabulary.stored(source)
    }
  }

  func countForms(of source: Candidates.Source, in counts: inout FormCounts) {
    switch index {
    case .grams(let grams):
      counts.add("index of grams")
      grams.countForms(of: source, in: &counts)
    case .vocabulary(let vocabulary):
      counts.add("index of words")
      vocabulary.countForms(of: source, in: &counts)
    }
  }

  /// The longest run, in rows, that can be put in order.
  var mergeLimit: Int {
    switch index {
    case .grams: 0
    case .vocabulary(let vocabulary): vocabulary.mergeLimit
    }
  }
}
