import MatchmarkCore

/// A text field, its index, and the scan for needles that the index does not narrow down.
///
/// It is a class, as its indexes are: a keystroke reads it from an array several times, and copying
/// all its parts took a fifth of the instructions of a short keystroke.
final class IndexedField: Sendable {
  let arena: TextArena
  let mode: MatchMode
  let index: Index
  let scan: KernelScan
  /// More candidates than this cost more than a scan of the whole text.
  ///
  /// A scan reads about eight bytes per nanosecond; verifying a candidate takes a dozen
  /// nanoseconds, or some fifty if word starts must be found.
  let candidateLimit: Int
  /// Which index was chosen, and why.
  let plan: String

  /// The forms an index can have.
  enum Index: Sendable {
    case grams(GramIndex)
    case vocabulary(VocabularyIndex)
  }

  /// The requested form.
  enum Form: String, CaseIterable {
    /// The form that suits the text.
    case auto
    case grams
    case vocabulary

    static let option = MatcherOption(
      name: "index",
      summary: "byte grams, or a vocabulary; auto takes it if distinct words are few",
      values: allCases.map { $0.rawValue })
  }

  /// Indexes a field.
  ///
  /// A vocabulary answers needles inside words without reading a row, and its cost depends on the
  /// number of different words; the cost of grams depends on the text. Needles that must begin the
  /// field are always looked up as grams, since every field has a gram for its beginning.
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

  /// Rounded by hand: the library's `rounded()` would make an app link the C math library.
  private static func percent(_ share: Double) -> String { "\(Int(share * 100 + 0.5)) %" }

  /// The size of the index and the scan, in bytes.
  var byteCount: Int {
    switch index {
    case .grams(let grams): grams.byteCount + scan.byteCount
    case .vocabulary(let vocabulary): vocabulary.byteCount + scan.byteCount
    }
  }

  /// The smallest sets of rows that contain every match of a needle.
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

  /// The rows of a set in a form that an answer can share; nil if they are stored otherwise.
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

  /// The longest run, in rows, that can be merged in order.
  var mergeLimit: Int {
    switch index {
    case .grams: 0
    case .vocabulary(let vocabulary): vocabulary.mergeLimit
    }
  }
}
