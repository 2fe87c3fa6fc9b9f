import MatchmarkCore

/// For each id of `0 ..< idCount` the set of rows that have it.
///
/// A set is a list, or one bit per row above one row in 16: a list is smaller up to one row in
/// eight, but slower to read by then. Where space counts more, the bound can be moved up to there.
struct PostingStore: Sendable {
  private let sets: KernelPostings

  /// The number of rows that a set can have.
  var rowCount: Int { sets.rowCount }

  /// What the sets occupy, in bytes.
  var byteCount: Int {
    sets.counts.count * MemoryLayout<UInt32>.stride + sets.starts.count * MemoryLayout<Int>.stride
      + sets.pool.count + sets.bitmapWords.count * MemoryLayout<UInt64>.stride
  }

  var idCount: Int { sets.counts.count }

  /// The number of rows that have `id`.
  @inline(__always)
  func count(_ id: Int) -> Int { Int(sets.counts[id]) }

  /// Inserts the rows of `id`.
  ///
  /// - Complexity: O(count), or O(rowCount / 64).
  func insertRows(of id: Int, into rows: inout Bitmap) {
    sets.insert([UInt32(id)], into: &rows)
  }

  /// Inserts the rows of several ids.
  ///
  /// - Complexity: O(sum of counts), or O(rowCount / 64) where a count is larger.
  func insertRows(ofAll ids: ArraySlice<UInt32>, into rows: inout Bitmap) {
    sets.insert(ids, into: &rows)
  }

  /// Calls `body` with each row of `id`, ascending.
  @inline(__always)
  func visitRows(of id: Int, _ body: (Int) -> Void) { sets.visit(id, body) }

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
    private let gapLimit: Int
    private let numberLimit: Int
    private let counts: [UInt32]
    private let starts: [Int]
    /// Where the next row of a list goes.
    private var ends: [Int]
    private var marks: [UInt32]
    private var pool: [UInt8]
    private var bitmapWords: [UInt64]

    /// - Parameter rowsPerBit: a set of more than one row in so many is a bitmap.
    init(rowCount: Int, sizes: Sizes, rowsPerBit: Int = 16) {
      self.rowCount = rowCount
      counts = sizes.counts
      gapLimit = rowCount / rowsPerBit
      numberLimit = KernelPostings.numberLimit(rowCount: rowCount)
      var starts: [Int] = []
      starts.reserveCapacity(counts.count)
      var poolSize = 0
      var wordCount = 0
      for (id, count) in counts.enumerated() {
        if count > gapLimit {
          starts.append(wordCount)
          wordCount += (rowCount + 63) / 64
        } else {
          starts.append(poolSize)
          poolSize += count <= numberLimit ? 4 * Int(count) : Int(sizes.sizes[id])
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
      let count = counts[id]
      if count > gapLimit {
        bitmapWords[starts[id] + row >> 6] |= 1 &<< UInt64(row & 63)
      } else if count <= numberLimit {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
          write(UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: row) &>> shift), to: id)
        }
      } else {
        var gap = mark &- last
        while gap >= 0x80 {
          write(UInt8(truncatingIfNeeded: gap) | 0x80, to: id)
          gap &>>= 7
        }
        write(UInt8(truncatingIfNeeded: gap), to: id)
      }
    }

    @inline(__always)
    private mutating func write(_ byte: UInt8, to id: Int) {
      pool[ends[id]] = byte
      ends[id] &+= 1
    }

    consuming func finish() -> PostingStore {
      PostingStore(
        sets: KernelPostings(
          rowCount: rowCount, counts: counts, starts: starts, pool: pool,
          bitmapWords: bitmapWords, gapLimit: gapLimit))
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
