import MatchmarkCore

/// The runs of suffixes that are so common that their rows are kept as bitmaps.
///
/// Whatever a person types, what is left to visit then is bounded: a run is either here, or the
/// rows of its tokens add up to less than a bound. The bound is one row in 16, or higher where the
/// bitmaps would outgrow their share of the text.
struct CommonRuns: Sendable {
  /// Ascending by start, then by end.
  let runs: [Range<Int>]
  let bitmaps: [Bitmap]
  let counts: [Int]

  /// Runs below this cost need no bitmap, however small the corpus: they are visited at once.
  private static let leastCost = 4_096
  private static let rowsPerCost = 16
  /// Bitmaps take at most this share of the text.
  private static let shareOfText = 0.4

  /// Chooses the most costly runs.
  ///
  /// - Complexity: O(cost of the chosen runs), time; space as bounded above.
  init(_ suffixes: TokenSuffixes, _ postings: PostingStore, textSizeInBytes: Int) {
    let rowCount = postings.rowCount
    let bound = max(rowCount / Self.rowsPerCost, Self.leastCost)
    let bitmapSize = (rowCount + 63) / 64 * 8
    let limit = Int(Double(textSizeInBytes) * Self.shareOfText) / max(1, bitmapSize)
    runs = suffixes.runs(costingMoreThan: bound)
      .sorted { ($0.cost, $1.run.lowerBound) > ($1.cost, $0.run.lowerBound) }
      .prefix(limit).map(\.run)
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    bitmaps = runs.map { run in
      var rows = Bitmap(bitCount: rowCount)
      for suffix in run { postings.insertRows(of: suffixes.token(suffix), into: &rows) }
      return rows
    }
    counts = bitmaps.map(\.count)
  }

  var byteCount: Int {
    runs.count * 24 + bitmaps.reduce(0) { $0 + $1.words.count * MemoryLayout<UInt64>.stride }
  }

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
