import MatchmarkCore

/// The prefixes shared by enough suffixes for their rows to be stored, one bit per row.
///
/// Visiting a run costs about a nanosecond per suffix, and the first letters of a query match a
/// large part of all rows. A run of more than one suffix for 32 rows is stored here, the most
/// costly first, as long as the bitmaps take no more than a quarter of the text. This bounds the
/// rows to visit, and the most frequent prefixes are answered without visiting any. If rows are
/// long, a run that is no more than a thousandth of all suffixes is left out: there would be many,
/// and visiting one costs less than looking up its rows.
struct FrequentPrefixes: Sendable {
  /// Ascending by start, then by end.
  let runs: [Range<Int>]
  private let bitmaps: [Bitmap]
  private let counts: [Int]

  /// Chooses the longest runs.
  ///
  /// - Complexity: O(chosen suffixes), time; space as bounded above.
  init(
    _ suffixes: SortedSuffixes, of arena: TextArena, areWhole: Bool,
    _ thresholds: PrefixThresholds
  ) {
    let bitmapSize = (arena.count + 63) / 64 * MemoryLayout<UInt64>.stride
    let share = arena.textSizeInBytes * thresholds.prefixShareInPercent / 100
    let limit = share / max(1, bitmapSize)
    let bound = max(
      arena.count / thresholds.rowsPerPrefix, suffixes.count / thresholds.suffixesPerPrefix)
    runs =
      suffixes.runs(longerThan: bound, areWhole: areWhole)
      .sorted { ($0.count, $1.lowerBound) > ($1.count, $0.lowerBound) }
      .prefix(limit)
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    bitmaps = runs.map { run in
      var rows = Bitmap(bitCount: arena.count)
      suffixes.insertRows(of: run, into: &rows)
      return rows
    }
    counts = bitmaps.map { $0.count }
  }

  var byteCount: Int {
    bitmaps.reduce(0) { $0 + $1.words.count * MemoryLayout<UInt64>.stride }
      + runs.count * (MemoryLayout<Range<Int>>.stride + MemoryLayout<Int>.stride)
  }

  func rows(at position: Int) -> Bitmap { bitmaps[position] }

  /// The number of rows of a run.
  func count(at position: Int) -> Int { counts[position] }
}
