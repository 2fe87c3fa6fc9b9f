import MatchmarkCore

/// For each id of `0 ..< idCount` the set of rows that have it.
///
/// A set is a list of the gaps between its rows, or one bit per row above one row in 16: a list is
/// smaller up to one row in eight, but slower to read by then. Lists lie one behind the other in
/// one pool.
struct PostingStore: Sendable {
  let rowCount: Int
  private let counts: [UInt32]
  /// Where a list starts in `pool`, or a bitmap in `bitmapWords`.
  private let starts: [Int]
  private let pool: [UInt8]
  private let bitmapWords: [UInt64]

  /// What the sets occupy, in bytes.
  var byteCount: Int {
    counts.count * MemoryLayout<UInt32>.stride + starts.count * MemoryLayout<Int>.stride
      + pool.count + bitmapWords.count * MemoryLayout<UInt64>.stride
  }

  var idCount: Int { counts.count }

  /// The number of rows that have `id`.
  func count(_ id: Int) -> Int { Int(counts[id]) }

  private var wordsPerBitmap: Int { (rowCount + 63) / 64 }

  private static func isBitmap(count: Int, rowCount: Int) -> Bool { count > rowCount / 16 }

  /// Inserts the rows of `id`.
  ///
  /// - Complexity: O(count), or O(rowCount / 64).
  func insertRows(of id: Int, into rows: inout Bitmap) {
    let start = starts[id]
    if Self.isBitmap(count: count(id), rowCount: rowCount) {
      for index in 0..<wordsPerBitmap { rows.words[index] |= bitmapWords[start + index] }
    } else {
      precondition(rows.bitCount >= rowCount, "a bitmap of fewer rows")
      KernelPostings.insert(pool, from: start, count: count(id), into: &rows.words)
    }
  }

  /// Calls `body` with each row of `id`, ascending.
  @inline(__always)
  func visitRows(of id: Int, _ body: (Int) -> Void) {
    let start = starts[id]
    guard Self.isBitmap(count: count(id), rowCount: rowCount) else {
      KernelPostings.visit(pool, from: start, count: count(id), body)
      return
    }
    for index in 0..<wordsPerBitmap {
      var word = bitmapWords[start + index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }

  /// Finds out how large each set will be; the first of two passes.
  struct Sizes {
    /// How many rows each id has.
    private(set) var counts: [UInt32]
    /// What the gaps of each id take, in bytes.
    private(set) var sizes: [UInt32]
    /// The last row of each id, plus one.
    private var marks: [UInt32]

    init(idCount: Int) {
      counts = Array(repeating: 0, count: idCount)
      sizes = counts
      marks = counts
    }

    /// Notes that a row has an id; rows of one id come ascending, and may come again at once.
    @inline(__always)
    mutating func note(_ row: Int, _ id: Int) {
      let mark = UInt32(truncatingIfNeeded: row) &+ 1
      let last = marks[id]
      if last == mark { return }
      marks[id] = mark
      counts[id] &+= 1
      sizes[id] &+= KernelPostings.size(ofGap: mark &- last)
    }

    /// Keeps only the ids at the given positions, in their order.
    func selecting(_ ids: [UInt32]) -> Sizes {
      var selected = Sizes(idCount: 0)
      selected.counts = ids.map { counts[Int($0)] }
      selected.sizes = ids.map { sizes[Int($0)] }
      return selected
    }
  }

  /// Fills a store whose sizes are known, from the same pairs that ``Sizes`` saw.
  struct Builder {
    private let rowCount: Int
    private let counts: [UInt32]
    private let starts: [Int]
    /// Where the next gap of a list goes.
    private var ends: [Int]
    private var marks: [UInt32]
    private var pool: [UInt8]
    private var bitmapWords: [UInt64]

    init(rowCount: Int, sizes: Sizes) {
      self.rowCount = rowCount
      counts = sizes.counts
      var starts: [Int] = []
      starts.reserveCapacity(counts.count)
      var poolSize = 0
      var wordCount = 0
      for (id, count) in counts.enumerated() {
        if PostingStore.isBitmap(count: Int(count), rowCount: rowCount) {
          starts.append(wordCount)
          wordCount += (rowCount + 63) / 64
        } else {
          starts.append(poolSize)
          poolSize += Int(sizes.sizes[id])
        }
      }
      self.starts = starts
      ends = starts
      marks = Array(repeating: 0, count: counts.count)
      pool = Array(repeating: 0, count: poolSize)
      bitmapWords = Array(repeating: 0, count: wordCount)
    }

    /// Adds a row to `id`; rows of one id come ascending, and may come again at once.
    @inline(__always)
    mutating func append(_ row: Int, to id: Int) {
      let mark = UInt32(truncatingIfNeeded: row) &+ 1
      let last = marks[id]
      if last == mark { return }
      marks[id] = mark
      if PostingStore.isBitmap(count: Int(counts[id]), rowCount: rowCount) {
        bitmapWords[starts[id] + row >> 6] |= 1 &<< UInt64(row & 63)
      } else {
        KernelPostings.write(gap: mark &- last, to: &pool, at: &ends[id])
      }
    }

    consuming func finish() -> PostingStore {
      PostingStore(
        rowCount: rowCount, counts: counts, starts: starts, pool: pool, bitmapWords: bitmapWords)
    }
  }
}

extension PostingStore {
  /// A store from one optional id per row.
  init(idOfRow: some Sequence<Int?>, idCount: Int, rowCount: Int) {
    var sizes = Sizes(idCount: idCount)
    for (row, id) in idOfRow.enumerated() {
      if let id { sizes.note(row, id) }
    }
    var builder = Builder(rowCount: rowCount, sizes: sizes)
    for (row, id) in idOfRow.enumerated() {
      if let id { builder.append(row, to: id) }
    }
    self = builder.finish()
  }
}
