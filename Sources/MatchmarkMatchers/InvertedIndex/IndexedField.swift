import MatchmarkCore

/// A text field with its index, and a scan for needles that the index does not narrow down.
///
/// It is a class, and so are its indexes, because a keystroke reads it from an array several times;
/// copying all its parts took a fifth of the instructions of a short keystroke.
final class IndexedField: Sendable {
  let mode: MatchMode
  private let index: Index
  /// The rows of each gram or word.
  private let postings: PostingStore
  let scan: KernelScan
  /// The largest number of candidates that cost less than a scan of the whole text.
  ///
  /// A scan reads about eight bytes per nanosecond; verifying a candidate takes a dozen
  /// nanoseconds, or about fifty if word starts must be found. In long rows, it takes twice as long
  /// as a scan of them, which does not begin anew with each row.
  let candidateLimit: Int
  /// The index that was chosen, and the reason.
  let structure: String

  private enum Index: Sendable {
    case grams(GramIndex)
    case vocabulary(VocabularyIndex)
  }

  enum Form: String, CaseIterable {
    /// For needles anywhere, either index, whichever suits the text.
    case auto
    case grams
    case vocabulary

    static let option = MatcherOption(
      name: "index",
      summary: "for contains: grams or a vocabulary; auto chooses by the text",
      values: allCases.map { $0.rawValue })
  }

  /// Indexes a field.
  ///
  /// A vocabulary answers needles anywhere in words without reading a row, and its cost depends on
  /// the number of different words; the cost of grams depends on the text. Needles that begin words
  /// or the field are always looked up as grams: so few grams begin there that they take less
  /// memory than a vocabulary, and less time.
  init(_ arena: TextArena, mode: MatchMode, form: Form, _ building: Building) {
    let name = building.name
    self.mode = mode
    scan = KernelScan(arena, path: building.path)
    let bytesPerCandidate = building.thresholds[.bytesPerCandidate]
    let rowSize = arena.textSizeInBytes / max(1, arena.count)
    candidateLimit =
      arena.textSizeInBytes
      / max(mode == .contains ? bytesPerCandidate : 4 * bytesPerCandidate, 2 * rowSize)
    var reason = form == .grams ? "as requested" : "needles begin words or the field"
    if mode == .contains, form != .grams {
      switch Tokenisation.result(of: arena, isForced: form == .vocabulary, building) {
      case .tokens(let text, let share):
        let vocabulary = VocabularyIndex(
          text, rowCount: arena.count, textSizeInBytes: arena.textSizeInBytes, building)
        index = .vocabulary(vocabulary)
        postings = vocabulary.postings
        structure =
          "\(name): vocabulary (\(vocabulary.facts)), different words are "
          + "\(Self.percent(share)) of the text"
        return
      case .tooMany(let share):
        reason = "different words are \(Self.percent(share)) of the text"
      }
    }
    let grams = GramIndex(arena, mode: mode, building)
    index = .grams(grams)
    postings = grams.postings
    structure = "\(name): \(grams.facts), \(reason)"
  }

  /// Returns a share as a percentage, rounded by hand: the library's `rounded()` would make an app
  /// link the C math library.
  private static func percent(_ share: Double) -> String { "\(Int(share * 100 + 0.5)) %" }

  private var vocabulary: VocabularyIndex? {
    if case .vocabulary(let vocabulary) = index { vocabulary } else { nil }
  }

  var byteCount: Int {
    switch index {
    case .grams(let grams): grams.byteCount + scan.byteCount
    case .vocabulary(let vocabulary): vocabulary.byteCount + scan.byteCount
    }
  }

  /// Returns the smallest sets of rows that contain every match of a needle.
  ///
  /// - Parameter pattern: scratch memory.
  func candidates(for needle: ArraySlice<UInt8>, pattern: inout [UInt8]) -> Candidates {
    switch index {
    case .grams(let grams): grams.candidates(for: needle)
    case .vocabulary(let vocabulary): vocabulary.candidates(for: needle, pattern: &pattern)
    }
  }

  func insertRows(of source: Candidates.Source, into rows: inout Bitmap) {
    switch source {
    case .nothing, .everything: break
    case .list(let id): postings.insertRows(of: id, into: &rows)
    case .run(let run):
      if let vocabulary {
        postings.insertRows(ofAll: vocabulary.suffixes.tokens(of: run), into: &rows)
      }
    case .frequent(let run): vocabulary?.frequent.postings.insertRows(of: run, into: &rows)
    case .pair(let pair): vocabulary?.pairs.postings.insertRows(of: pair, into: &rows)
    }
  }

  /// Appends the rows of a set, ascending and each once.
  ///
  /// - Precondition: a run has at most `mergeLimit` rows.
  func appendRows(
    of source: Candidates.Source, to rows: inout [UInt32], using scratch: inout MergeScratch
  ) {
    switch source {
    case .nothing, .everything: break
    case .list(let id): postings.appendRows(of: id, to: &rows)
    case .run(let run):
      guard let vocabulary else { return }
      postings.mergeRows(
        ofAll: vocabulary.suffixes.tokens(of: run), count: vocabulary.suffixes.cost(of: run),
        using: &scratch, into: &rows)
    case .frequent(let run): vocabulary?.frequent.postings.appendRows(of: run, to: &rows)
    case .pair(let pair): vocabulary?.pairs.postings.appendRows(of: pair, to: &rows)
    }
  }

  /// Returns the rows of a set in a form that an answer can share; nil if they are stored in
  /// another form.
  func stored(_ source: Candidates.Source) -> StoredBitmap? {
    switch source {
    case .nothing, .everything, .run: nil
    case .list(let id): postings.stored(id)
    case .frequent(let run): vocabulary?.frequent.postings.stored(run)
    case .pair(let pair): vocabulary?.pairs.postings.stored(pair)
    }
  }

  func countForms(of source: Candidates.Source, in counts: inout FormCounts) {
    counts.add(vocabulary == nil ? "index of grams" : "index of words")
    if vocabulary?.suffixes.sorted.hasFarPlaces == true {
      counts.add("words of more than 254 bytes")
    }
    switch source {
    case .nothing, .everything: break
    case .list(let id):
      postings.countForms(of: [id], in: &counts)
      if case .grams(let grams) = index { counts.add(grams.form(of: id)) }
    case .run(let run):
      let tokens = vocabulary?.suffixes.tokens(of: run) ?? []
      postings.countForms(of: tokens.lazy.map { Int($0) }, in: &counts)
    case .frequent(let run): vocabulary?.frequent.postings.countForms(of: [run], in: &counts)
    case .pair(let pair): vocabulary?.pairs.postings.countForms(of: [pair], in: &counts)
    }
  }

  /// The longest run, in rows, that can be merged in order.
  var mergeLimit: Int { postings.listLimit }
}

/// The rows that may match a needle, as an index knows them before any row is read.
struct Candidates: Sendable {
  enum Source: Sendable, Equatable {
    case nothing
    case everything
    /// The rows of one posting list.
    case list(Int)
    /// The rows of all tokens that have a suffix in a run.
    case run(Range<Int>)
    /// The rows of a run that is so frequent that its rows are stored.
    case frequent(Int)
    /// The rows in which two frequent runs are adjacent.
    case pair(Int)
  }

  enum Collected: String, CaseIterable {
    case exact
    case lookedAt = "looked at"
    case scanned
    /// The needle was looked for only in the rows of other terms, because those rows were so few.
    case kept = "kept among few"
  }

  /// The smallest set of rows that contains every match.
  var source: Source
  /// An upper bound on the number of rows in `source`.
  var count: Int
  /// True if all rows in `source` are certain to match.
  var isExact: Bool
  /// The way in which the rows were collected for an answer; nil if they were not.
  var collected: Collected?
  /// True if the rows of the other set reduced the candidates.
  var isNarrowed = false
  /// Another set of rows that contains every match.
  var other: Source?
  /// An upper bound on the number of rows of the other set.
  var otherCount = Int.max

  /// True if `count` is exact, not only an upper bound.
  var isCounted: Bool {
    switch source {
    case .everything, .run: false
    case .nothing, .list, .frequent, .pair: true
    }
  }

  /// The candidates of a needle that occurs nowhere.
  static let none = Candidates(source: .nothing, count: 0, isExact: true)

  /// Adds another set of rows that contains every match; the two smallest sets are kept.
  mutating func take(_ source: Source, count: Int, isExact: Bool = false) {
    if count < self.count || (isExact && count == self.count) {
      if self.source != .everything {
        other = self.source
        otherCount = self.count
      }
      self.source = source
      self.count = count
      self.isExact = isExact
    } else if count < otherCount, source != self.source {
      other = source
      otherCount = count
    }
  }
}
