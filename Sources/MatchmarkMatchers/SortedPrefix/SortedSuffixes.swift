import MatchmarkCore

/// Chosen suffixes of an arena's strings, sorted, so that all that start with a pattern lie side
/// by side.
///
/// With the start of every string this serves prefix and equality; with every word start, prefixes
/// of words. The first eight bytes of each suffix are kept beside it, so that a search touches the
/// text only for patterns beyond eight bytes.
struct SortedSuffixes: Sendable {
  private let arena: TextArena
  private let keys: [UInt64]
  private let suffixes: [Suffix]

  /// Sorts the suffixes that `starts` names for each string.
  ///
  /// - Parameter starts: appends positions relative to the string of that index.
  /// - Complexity: O(n log n) key comparisons for n suffixes.
  init(_ arena: TextArena, starts: (_ row: Int, inout [Int]) -> Void) {
    self.arena = arena
    let kernel = KernelSuffix(arena)
    var entries: [(key: UInt64, suffix: Suffix)] = []
    var positions: [Int] = []
    for row in 0..<arena.count {
      let range = arena.range(of: row)
      positions.removeAll(keepingCapacity: true)
      starts(row, &positions)
      for position in positions {
        let start = range.lowerBound + position
        entries.append(
          (
            kernel.key(at: start, end: range.upperBound),
            Suffix(position: UInt32(start), row: UInt32(row))
          ))
      }
    }
    entries.sort { left, right in
      left.key != right.key
        ? left.key < right.key : kernel.precedes(left.suffix, right.suffix)
    }
    keys = entries.map(\.key)
    suffixes = entries.map(\.suffix)
  }

  /// What is held beside the arena, in bytes.
  var byteCount: Int {
    keys.count * MemoryLayout<UInt64>.stride + suffixes.count * MemoryLayout<Suffix>.stride
  }

  /// The run of suffixes that start with `pattern`.
  ///
  /// - Precondition: the pattern is not empty.
  /// - Complexity: O(log n) key comparisons, O(pattern × log n) beyond eight bytes.
  func run(startingWith pattern: [UInt8]) -> Range<Int> {
    var low: UInt64 = 0
    for index in 0..<8 {
      low = low &<< 8 | UInt64(index < pattern.count ? pattern[index] : 0)
    }
    let spare = UInt64(8 * max(0, 8 - pattern.count))
    let high = spare == 0 ? low : low | (UInt64.max &>> (64 - spare))
    var run = keys.partitioningIndex { $0 >= low }..<keys.partitioningIndex { $0 > high }
    if pattern.count > 8 {
      let kernel = KernelSuffix(arena)
      run =
        first(in: run) {
          kernel.compare($0, with: pattern) >= 0
        }..<first(in: run) {
          kernel.compare($0, with: pattern) > 0
        }
    }
    return run
  }

  /// Inserts the rows of a run.
  ///
  /// - Complexity: O(run).
  func insertRows(of run: Range<Int>, into rows: inout Bitmap) {
    for index in run { rows.insert(Int(suffixes[index].row)) }
  }

  private func first(in run: Range<Int>, where belongsBehind: (Suffix) -> Bool) -> Int {
    var low = run.lowerBound
    var high = run.upperBound
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(suffixes[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
