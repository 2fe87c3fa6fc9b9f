import MatchmarkCore

/// A text field in which each prefix, of the field or of its words, is one run of a sorted array.
struct SortedField: Sendable {
  /// Tests rows without the index.
  let scan: KernelScan
  let mode: MatchMode
  private let suffixes: SortedSuffixes
  private let frequent: FrequentPrefixes

  init(_ arena: TextArena, mode: MatchMode, _ thresholds: Thresholds) {
    scan = KernelScan(arena, path: .best)
    self.mode = mode
    suffixes = SortedSuffixes(
      arena, at: mode == .wordPrefix ? .words : .strings, thresholds)
    frequent = FrequentPrefixes(suffixes, of: arena, areWhole: mode == .equality, thresholds)
  }

  var byteCount: Int { suffixes.byteCount + frequent.byteCount + scan.byteCount }

  var facts: String {
    "\(suffixes.count) \(mode == .wordPrefix ? "word starts" : "rows"), "
      + "\(frequent.runs.count) frequent prefixes"
  }

  func countForms(of found: Found, in counts: inout FormCounts) {
    counts.add(suffixes.placeForm)
    for (way, name) in SortingWays.names where suffixes.ways.contains(way) { counts.add(name) }
    counts.add(found.run.isEmpty ? "no suffix" : found.frequent == nil ? "run" : "frequent prefix")
  }

  static let allForms =
    SortedSuffixes.placeForms + SortingWays.names.map { $0.name }
    + ["no suffix", "run", "frequent prefix"]

  struct Found {
    var run: Range<Int>
    /// The position of the run among the frequent ones.
    var frequent: Int?
    /// An upper bound: at least the number of matching rows, and at most the number of rows to
    /// read.
    var count: Int
  }

  /// Finds the run of a needle.
  ///
  /// - Parameter pattern: on return, the search pattern; for equality it ends with a separator.
  /// - Complexity: O(log n) for n suffixes.
  func find(_ needle: ArraySlice<UInt8>, pattern: inout [UInt8]) -> Found {
    makePattern(needle, &pattern)
    let run = suffixes.run(startingWith: pattern)
    let position =
      pattern.count <= SortedSuffixes.sortedSize ? frequent.runs.position(of: run) : nil
    let count = position.map { frequent.counts[$0] } ?? run.count
    return Found(run: run, frequent: position, count: count)
  }

  func insertRows(
    of found: Found, _ needle: ArraySlice<UInt8>, pattern: inout [UInt8], into rows: inout Bitmap
  ) {
    if let position = found.frequent {
      rows.formUnion(frequent.bitmaps[position])
    } else {
      makePattern(needle, &pattern)
      suffixes.insertRows(of: found.run, startingWith: pattern, into: &rows)
    }
  }

  /// Appends the matching rows, ascending and each once.
  ///
  /// - Complexity: O(m log m) for a run of m suffixes.
  func appendRows(
    of found: Found, _ needle: ArraySlice<UInt8>, pattern: inout [UInt8], to rows: inout [UInt32]
  ) {
    makePattern(needle, &pattern)
    suffixes.appendRows(of: found.run, startingWith: pattern, to: &rows)
    rows.sort()
    var kept = 0
    for index in rows.indices where kept == 0 || rows[kept - 1] != rows[index] {
      rows[kept] = rows[index]
      kept += 1
    }
    rows.removeLast(rows.count - kept)
  }

  func frequentRows(of found: Found) -> Bitmap? { found.frequent.map { frequent.bitmaps[$0] } }

  private func makePattern(_ needle: ArraySlice<UInt8>, _ pattern: inout [UInt8]) {
    pattern.removeAll(keepingCapacity: true)
    pattern.append(contentsOf: needle)
    if mode == .equality { pattern.append(TextArena.separator) }
  }
}

/// The rows of the most common prefixes, stored with one bit per row.
///
/// Visiting a run costs about a nanosecond per suffix, and the first letters of a query match a
/// large part of all rows. A run of more than one suffix for 32 rows is stored here, the most
/// costly first, as long as the bitmaps take no more than a quarter of the text. This bounds the
/// number of rows to visit, and the most frequent prefixes are answered without visiting any. If
/// rows are long, a run with no more than a thousandth of all suffixes is left out: there would be
/// many such runs, and visiting one costs less than looking up its rows.
struct FrequentPrefixes: Sendable {
  /// The runs, ascending by start, then by end.
  let runs: [Range<Int>]
  let bitmaps: [Bitmap]
  let counts: [Int]

  /// Chooses the prefixes and stores their rows.
  ///
  /// - Complexity: O(chosen suffixes) time; space bounded as described above.
  init(
    _ suffixes: SortedSuffixes, of arena: TextArena, areWhole: Bool,
    _ thresholds: Thresholds
  ) {
    let bitmapSize = (arena.count + 63) / 64 * MemoryLayout<UInt64>.stride
    let share = arena.textSizeInBytes * thresholds[.prefixShare] / 100
    let limit = share / max(1, bitmapSize)
    let bound = max(
      arena.count / thresholds[.rowsPerPrefix], suffixes.count / thresholds[.suffixesPerPrefix])
    runs =
      suffixes.runs(costingMoreThan: bound, atEnds: areWhole) { $0.count }
      .prefix(limit)
      .map { $0.run }
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
}
