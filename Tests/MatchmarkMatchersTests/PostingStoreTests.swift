import MatchmarkCore
import MatchmarkMatchers
import Testing

/// Sets of every density, so that each form of a set occurs on both sides of its limits.
@Suite struct PostingStoreTests {
  /// Counts around words, limits and powers of two.
  static let rowCounts = [1, 15, 16, 64, 65, 1_000, 70_000, 1 << 24 + 70]

  /// About `count` ascending rows: spread evenly, at random, and in two clumps.
  private static func sets(rowCount: Int) -> [[Int]] {
    var random = SeededGenerator(seed: 1, stream: "postings-\(rowCount)")
    let counts = [
      0, 1, 2, 3, rowCount >> 15, rowCount >> 15 + 1, rowCount >> 6, rowCount >> 6 + 1,
      rowCount >> 4, rowCount >> 4 + 1, rowCount / 4, rowCount / 4 + 1, rowCount,
    ].filter { $0 <= min(rowCount, 60_000) }
    var sets: [[Int]] = []
    for count in counts where count > 0 {
      sets.append((0..<count).map { $0 * rowCount / count })
      sets.append(Set((0..<count).map { _ in random.below(rowCount) }).sorted())
      let half = count / 2
      sets.append(Array(0..<half) + (0..<count - half).map { rowCount - count + half + $0 })
    }
    return sets
  }

  private static func store(
    _ sets: [[Int]], rowCount: Int, path: KernelPath = .best
  ) -> PostingStore {
    var sizes = PostingStore.Sizes(idCount: sets.count)
    for (id, rows) in sets.enumerated() {
      for row in rows { sizes.note(row, id) }
    }
    var builder = PostingStore.Builder(rowCount: rowCount, sizes: sizes, path: path)
    for (id, rows) in sets.enumerated() {
      // A row may come twice in a row, like a gram that occurs twice in a title.
      for row in rows {
        builder.append(row, to: id)
        builder.append(row, to: id)
      }
    }
    return builder.finish()
  }

  @Test(arguments: rowCounts, [KernelPath.best, .swift])
  func setsOfEveryDensityAreReadAsTheyWereWritten(rowCount: Int, path: KernelPath) {
    let sets = Self.sets(rowCount: rowCount)
    let store = Self.store(sets, rowCount: rowCount, path: path)
    var bitmap = Bitmap(bitCount: rowCount)
    for (id, rows) in sets.enumerated() {
      #expect(store.count(id) == rows.count)
      var visited: [Int] = []
      store.visitRows(of: id) { visited.append($0) }
      #expect(visited == rows)
      bitmap.reset(bitCount: rowCount)
      store.insertRows(of: id, into: &bitmap)
      #expect(bitmap.members == rows)
      if let stored = store.stored(id) {
        var answer = Answer(rowCount: rowCount)
        answer.share(stored)
        #expect(answer.rows == rows)
      }
    }
  }

  @Test(
    "Lists at both ends of the rows, and with long gaps, are read as they were written",
    arguments: [65_534, 65_535, 65_536, 131_070, 131_071])
  func longGaps(gap: Int) {
    let rowCount = 8 * gap + 9
    let sets = [
      (0..<8).flatMap { [$0 * gap, $0 * gap + 1] } + [rowCount - 1],
      [0], [rowCount - 1], [0, rowCount - 1], [gap - 1, 2 * gap - 1],
      Array(rowCount - 64..<rowCount),
    ]
    let store = Self.store(sets, rowCount: rowCount)
    for (id, expected) in sets.enumerated() {
      var bitmap = Bitmap(bitCount: rowCount)
      store.insertRows(of: id, into: &bitmap)
      #expect(bitmap.members == expected)
      var visited: [Int] = []
      store.visitRows(of: id) { visited.append($0) }
      #expect(visited == expected)
    }
  }

  @Test("A list takes less than three bits more for a row than the logarithm of the distance")
  func size() {
    let rowCount = 1 << 20
    for count in [1_000, 1_500, 2_000, 30_000] {
      let store = Self.store([(0..<count).map { $0 * rowCount / count }], rowCount: rowCount)
      let bits = 8 * (store.byteCount - 24) / count
      #expect(bits <= Int.bitWidth - (rowCount / count).leadingZeroBitCount + 2)
    }
  }

  @Test(arguments: rowCounts)
  func aStoreOfWholeSetsIsTheSameAsOneOfSingleRows(rowCount: Int) {
    let sets = Self.sets(rowCount: rowCount)
    var builder = PostingStore.SetBuilder(rowCount: rowCount)
    for rows in sets {
      var bitmap = Bitmap(bitCount: rowCount)
      for row in rows { bitmap.insert(row) }
      builder.append(bitmap)
    }
    let store = builder.finish()
    for (id, rows) in sets.enumerated() {
      var visited: [Int] = []
      store.visitRows(of: id) { visited.append($0) }
      #expect(visited == rows)
    }
  }

  @Test(arguments: rowCounts)
  func mergedSetsAreAscendingWithoutRepetitionAndTheScratchIsCleanAfterwards(rowCount: Int) {
    let sets = Self.sets(rowCount: rowCount)
    let store = Self.store(sets, rowCount: rowCount)
    let lists = sets.indices.filter { sets[$0].count <= store.listLimit }
    var scratch = MergeScratch()
    for start in lists.indices {
      let ids = lists[start...].prefix(3)
      var merged: [UInt32] = []
      store.mergeRows(
        ofAll: ArraySlice(ids.map(UInt32.init)), count: ids.reduce(0) { $0 + sets[$1].count },
        using: &scratch, into: &merged)
      let expected = Set(ids.flatMap { sets[$0] }).sorted()
      #expect(merged.map(Int.init) == expected)
    }
  }
}

extension Bitmap {
  fileprivate var members: [Int] {
    var rows: [Int] = []
    visit { row in
      rows.append(row)
      return true
    }
    return rows
  }
}
