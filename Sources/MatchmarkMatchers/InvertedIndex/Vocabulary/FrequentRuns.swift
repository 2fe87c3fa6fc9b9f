import MatchmarkCore

/// The runs of suffixes that are so frequent that their rows are kept beside those of the tokens.
///
/// Whatever a person types, what is left to visit then is bounded: a run is either here, or the
/// rows of its tokens add up to less than a bound. The bound is one row in 32, or higher where the
/// sets would outgrow their share of the text.
struct FrequentRuns: Sendable {
  /// Ascending by start, then by end.
  let runs: [Range<Int>]
  let postings: PostingStore

  /// Runs below this cost need no set of their own, however small the corpus.
  private static let leastCost = 4_096
  private static let rowsPerCost = 32
  /// So many are enough for any text that is much longer than its rows.
  private static let mostRuns = 2_048
  /// The sets take at most this share of the text.
  private static let shareOfText = 0.6
  /// A set of more than one row in eight is smaller as a bitmap.
  private static let rowsPerBit = 8

  /// Chooses the most costly runs.
  ///
  /// - Complexity: O(cost of the chosen runs), time; space as bounded above.
  init(_ suffixes: TokenSuffixes, _ tokens: PostingStore, textSizeInBytes: Int) {
    let rowCount = tokens.rowCount
    let bound = max(rowCount / Self.rowsPerCost, Self.leastCost)
    var budget = Int(Double(textSizeInBytes) * Self.shareOfText)
    var runs: [Range<Int>] = []
    let candidates = suffixes.runs(costingMoreThan: bound)
      .sorted { ($0.cost, $1.run.lowerBound) > ($1.cost, $0.run.lowerBound) }
    for candidate in candidates.prefix(Self.mostRuns) {
      // What a set takes is about a byte a row, and never more than a bitmap.
      budget -= min(candidate.cost, rowCount / 8 + 8)
      if budget < 0 { break }
      runs.append(candidate.run)
    }
    runs.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    self.runs = runs
    func visit(_ body: (_ row: Int, _ position: Int) -> Void) {
      var rows = Bitmap(bitCount: rowCount)
      for (position, run) in runs.enumerated() {
        rows.reset(bitCount: rowCount)
        tokens.insertRows(ofAll: suffixes.tokens(of: run), into: &rows)
        rows.visit { row in
          body(row, position)
          return true
        }
      }
    }
    var sizes = PostingStore.Sizes(idCount: runs.count)
    visit { sizes.note($0, $1) }
    var builder = PostingStore.Builder(
      rowCount: rowCount, sizes: sizes, rowsPerBit: Self.rowsPerBit)
    visit { builder.append($0, to: $1) }
    postings = builder.finish()
  }

  var byteCount: Int { runs.count * MemoryLayout<Range<Int>>.stride + postings.byteCount }

  /// The position of a run.
  ///
  /// - Complexity: O(log runs).
  func position(of run: Range<Int>) -> Int? {
    let position = runs.partitioningIndex {
      ($0.lowerBound, $0.upperBound) >= (run.lowerBound, run.upperBound)
    }
    return position < runs.count && runs[position] == run ? position : nil
  }
}
