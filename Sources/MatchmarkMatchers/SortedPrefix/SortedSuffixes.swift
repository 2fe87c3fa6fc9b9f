package import MatchmarkCore

/// Chosen suffixes of an arena's strings, sorted so that all suffixes that start with a pattern are
/// adjacent.
///
/// The starts of the strings serve prefix and equality; all word starts serve prefixes of words and
/// any text after them; all bytes serve any text inside strings. Each suffix is stored as its
/// string and its offset in the string, which takes one byte if no string is longer than 255 bytes;
/// every 32nd suffix also stores its first eight bytes, so that a search reads the text only for
/// the last few steps.
///
/// Suffixes are compared by their first 64 bytes: sorting costs no more than that, however much
/// text long strings have in common, and the results of a longer pattern are compared with the
/// text.
package struct SortedSuffixes: Sendable {
  /// The number of bytes by which suffixes are sorted.
  package static let sortedSize = 64
  /// The number of suffixes that share a sampled key.
  private static let sampleSize = 32

  private let kernel: KernelSuffix
  /// The number of the string of each suffix.
  let rows: [UInt32]
  /// The offset of each suffix in its string.
  let places: SuffixPlaces
  let ways: SortingWays
  /// The keys of the suffixes 0, 32, 64 and so on.
  private let samples: [UInt64]

  /// Sorts the suffixes of an arena.
  ///
  /// - Parameter thresholds: the thresholds of sorting, which affect only its speed.
  /// - Complexity: O(n log n) time for n suffixes; as much memory as is kept, plus two bytes per
  ///   suffix or a mebibyte.
  package init(
    _ arena: TextArena, at starts: SuffixStarts, _ thresholds: Thresholds = Thresholds()
  ) {
    var count = 0
    var farthest = 0
    starts.visit(arena) { _, place in
      count += 1
      farthest = max(farthest, place)
    }
    func sorted<Place: FixedWidthInteger & UnsignedInteger>(
      _ stored: ([Place]) -> SuffixPlaces
    ) -> ([UInt32], SuffixPlaces, SortingWays) {
      let sorter = SuffixSorter<Place>(arena, at: starts, count: count, thresholds)
      return (sorter.rows, stored(sorter.places), sorter.ways)
    }
    switch farthest {
    // If all word starts are starts of strings, words are sorted like strings, but empty strings
    // are missing.
    case 0: (rows, places, ways) = sorted { (_: [UInt8]) in SuffixPlaces.none }
    case ...Int(UInt8.max): (rows, places, ways) = sorted { SuffixPlaces.bytes($0) }
    case ...Int(UInt16.max): (rows, places, ways) = sorted { SuffixPlaces.shorts($0) }
    default: (rows, places, ways) = sorted { SuffixPlaces.words($0) }
    }
    kernel = KernelSuffix(arena)
    var samples: [UInt64] = []
    samples.reserveCapacity(count / Self.sampleSize + 1)
    for index in stride(from: 0, to: count, by: Self.sampleSize) {
      samples.append(kernel.key(Int(rows[index]), places[index]))
    }
    self.samples = samples
    checkInvariants()
  }

  package var byteCount: Int {
    rows.count * MemoryLayout<UInt32>.stride + places.byteCount
      + samples.count * MemoryLayout<UInt64>.stride
  }

  package var count: Int { rows.count }

  /// True if the offset of any suffix in its string does not fit in a byte.
  var hasFarPlaces: Bool { places.byteCount > rows.count }

  var placeForm: String {
    switch places {
    case .none: "starts of strings"
    case .bytes: "places of one byte"
    case .shorts: "places of two bytes"
    case .words: "places of four bytes"
    }
  }

  static let placeForms = [
    "starts of strings", "places of one byte", "places of two bytes", "places of four bytes",
  ]

  // MARK: Searching

  /// Returns the run of suffixes that start with the first 64 bytes of `pattern`.
  ///
  /// - Precondition: the pattern is not empty, and a separator can only be its last byte.
  /// - Complexity: O(log n) comparisons of keys, and a few of text; O(pattern × log n) for patterns
  ///   beyond eight bytes.
  package func run(startingWith pattern: [UInt8]) -> Range<Int> {
    var low: UInt64 = 0
    for index in 0..<8 {
      low = low &<< 8 | UInt64(index < pattern.count ? pattern[index] : 0)
    }
    let isWhole = pattern.count <= 8
    let high = isWhole ? low | UInt64(truncatingIfNeeded: 1 << (64 - 8 * pattern.count) - 1) : low
    // The first sample that is not below the pattern, and the first that is above it.
    let first = samples.partitioningIndex { $0 >= low }
    let last = samples[first...].partitioningIndex { $0 > high }
    let start = max(0, first - 1) * Self.sampleSize
    let end = min(rows.count, last * Self.sampleSize)
    let lower = (start..<(isWhole ? min(end, first * Self.sampleSize) : end)).partitioningIndex {
      compare($0, pattern) >= 0
    }
    let middle = isWhole ? max(lower, max(0, last - 1) * Self.sampleSize) : lower
    return lower..<(middle..<max(middle, end)).partitioningIndex { compare($0, pattern) > 0 }
  }

  private func compare(_ index: Int, _ pattern: [UInt8]) -> Int {
    kernel.compare(Int(rows[index]), places[index], with: pattern, limit: Self.sortedSize)
  }

  // MARK: Reading

  /// Inserts the rows of a run that was found for `pattern`.
  ///
  /// - Complexity: O(run); O(run × pattern) for patterns beyond 64 bytes.
  package func insertRows(
    of run: Range<Int>, startingWith pattern: [UInt8], into bitmap: inout Bitmap
  ) {
    if pattern.count <= Self.sortedSize {
      insertRows(of: run, into: &bitmap)
    } else {
      visitMatches(of: run, pattern) { bitmap.insert(Int($0)) }
    }
  }

  func insertRows(of run: Range<Int>, into bitmap: inout Bitmap) {
    kernel.insert(rows[run], into: &bitmap)
  }

  /// Appends the rows of a run that was found for `pattern`, unordered and with repetitions.
  func appendRows(of run: Range<Int>, startingWith pattern: [UInt8], to list: inout [UInt32]) {
    if pattern.count <= Self.sortedSize {
      list.append(contentsOf: rows[run])
    } else {
      visitMatches(of: run, pattern) { list.append($0) }
    }
  }

  private func visitMatches(of run: Range<Int>, _ pattern: [UInt8], _ body: (UInt32) -> Void) {
    for index in run {
      let row = rows[index]
      if kernel.compare(Int(row), places[index], with: pattern, limit: .max) == 0 { body(row) }
    }
  }

  // MARK: Frequent starts

  /// Returns the runs of suffixes that share a start of at most 64 bytes and cost more than a
  /// bound.
  ///
  /// The runs come from a depth-first walk over the upper part of the tree of all starts; each is
  /// returned once, the most costly first.
  ///
  /// - Parameters:
  ///   - ends: true for starts that end with their strings, as equality requires; false for those
  ///     that do not; nil for both.
  ///   - costOf: the cost of a run; a run that is part of a longer one costs less.
  /// - Complexity: O(runs × start × log n).
  func runs(
    costingMoreThan bound: Int, atEnds ends: Bool?, costOf: (Range<Int>) -> Int
  ) -> [(run: Range<Int>, cost: Int)] {
    var found: [(run: Range<Int>, cost: Int)] = []
    var open: [(run: Range<Int>, depth: Int)] = [(0..<rows.count, 0)]
    while let (run, depth) = open.popLast() {
      var low = run.lowerBound
      while low < run.upperBound {
        let byte = kernel.byte(Int(rows[low]), places[low] + depth)
        let high = (low..<run.upperBound).partitioningIndex {
          kernel.byte(Int(rows[$0]), places[$0] + depth) > byte
        }
        let child = low..<high
        low = high
        let cost = costOf(child)
        guard cost > bound else { continue }
        let isEnd = byte == TextArena.separator
        if ends == nil || ends == isEnd, ends == true || depth == 0 || child != run {
          found.append((child, cost))
        }
        if !isEnd, depth + 1 < Self.sortedSize { open.append((child, depth + 1)) }
      }
    }
    return found.sorted { ($0.cost, $1.run.lowerBound) > ($1.cost, $0.run.lowerBound) }
  }
}

extension [Range<Int>] {
  /// Returns the position of a run among runs that ascend by start, then by end.
  ///
  /// - Complexity: O(log runs).
  func position(of run: Range<Int>) -> Int? {
    let position = partitioningIndex {
      ($0.lowerBound, $0.upperBound) >= (run.lowerBound, run.upperBound)
    }
    return position < count && self[position] == run ? position : nil
  }
}

extension SortedSuffixes: CheckedInvariants {
  /// A message if the suffixes do not ascend by their first 64 bytes, or a sample is not the key of
  /// its suffix.
  package var brokenInvariant: String? {
    for index in rows.indices {
      if index > 0, !kernel.isAscending(suffix(index - 1), suffix(index), limit: Self.sortedSize) {
        return "suffix \(index) follows a greater one"
      }
      let key = kernel.key(Int(rows[index]), places[index])
      if index % Self.sampleSize == 0, samples[index / Self.sampleSize] != key {
        return "sample \(index / Self.sampleSize) is not the key of its suffix"
      }
    }
    return nil
  }

  private func suffix(_ index: Int) -> (string: Int, place: Int) {
    (Int(rows[index]), places[index])
  }
}

/// The choice of the suffixes of an arena's strings that are sorted.
package enum SuffixStarts: Sendable {
  /// Each string as a whole: for prefixes and equality.
  case strings
  /// Each suffix at which a word prefix can begin.
  case words
  /// Each suffix of each string, byte by byte.
  case bytes

  /// Calls `body` with every start, string by string, ascending.
  ///
  /// - Complexity: O(bytes).
  @inline(__always)
  func visit(_ arena: TextArena, _ body: (_ string: Int, _ place: Int) -> Void) {
    switch self {
    case .strings: for string in 0..<arena.count { body(string, 0) }
    case .bytes:
      for string in 0..<arena.count {
        for place in 0..<arena.range(of: string).count { body(string, place) }
      }
    case .words:
      for string in 0..<arena.count {
        let slice = arena.bytes[arena.range(of: string)]
        let text = slice.span
        // The previous byte; a space before the first.
        var last: UInt8 = 0x20
        for place in text.indices {
          let byte = text[place]
          defer { last = byte }
          if byte & 0xC0 == 0x80 || last < 0x80 && WordBoundary.isWordByte(last) { continue }
          if last < 0x80 || WordBoundary.isStart(of: place, in: text) { body(string, place) }
        }
      }
    }
  }
}

/// The offset of each suffix in its string, in as few bytes as the longest string allows.
enum SuffixPlaces: Sendable {
  /// There are no offsets: all suffixes are whole strings.
  case none
  case bytes([UInt8])
  case shorts([UInt16])
  case words([UInt32])

  @inline(__always)
  subscript(index: Int) -> Int {
    switch self {
    case .none: 0
    case .bytes(let places): Int(places[index])
    case .shorts(let places): Int(places[index])
    case .words(let places): Int(places[index])
    }
  }

  var byteCount: Int {
    switch self {
    case .none: 0
    case .bytes(let places): places.count
    case .shorts(let places): places.count * MemoryLayout<UInt16>.stride
    case .words(let places): places.count * MemoryLayout<UInt32>.stride
    }
  }
}
