import MatchmarkCore

/// For each id of `0 ..< idCount` the set of rows that have it.
///
/// A set is a list of row ids, or one bit per row where that is smaller: above one row in 32.
/// Lists lie one behind the other in one pool.
struct PostingStore: Sendable {
  let rowCount: Int
  private let counts: [UInt32]
  /// Where a list starts in `pool`, or a bitmap in `bitmapWords`.
  private let starts: [Int]
  private let pool: [UInt32]
  private let bitmapWords: [UInt64]

  /// What the sets occupy, in bytes.
  var byteCount: Int {
    counts.count * MemoryLayout<UInt32>.stride + starts.count * MemoryLayout<Int>.stride
      + pool.count * MemoryLayout<UInt32>.stride + bitmapWords.count * MemoryLayout<UInt64>.stride
  }

  var idCount: Int { counts.count }

  /// The number of rows that have `id`.
  func count(_ id: Int) -> Int { Int(counts[id]) }

  private var wordsPerBitmap: Int { (rowCount + 63) / 64 }

  /// A list of 32-bit ids outgrows a bitmap at one row in 32.
  private static func isBitmap(count: Int, rowCount: Int) -> Bool { count > rowCount / 32 }

  /// Inserts the rows of `id`.
  ///
  /// - Complexity: O(count), or O(rowCount / 64).
  func insertRows(of id: Int, into rows: inout Bitmap) {
    let start = starts[id]
    if Self.isBitmap(count: count(id), rowCount: rowCount) {
      for index in 0..<wordsPerBitmap { rows.words[index] |= bitmapWords[start + index] }
    } else {
      for index in start..<start + count(id) { rows.insert(Int(pool[index])) }
    }
  }

  /// Calls `body` with each row of `id`, ascending.
  func visitRows(of id: Int, _ body: (Int) -> Void) {
    let start = starts[id]
    guard Self.isBitmap(count: count(id), rowCount: rowCount) else {
      for index in start..<start + count(id) { body(Int(pool[index])) }
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

  /// Fills a store whose counts are known, from pairs that come in ascending row order.
  struct Builder {
    private let rowCount: Int
    private let counts: [UInt32]
    private let starts: [Int]
    private var filled: [UInt32]
    private var pool: [UInt32]
    private var bitmapWords: [UInt64]

    /// - Parameter counts: for each id, how many distinct rows will be appended.
    init(rowCount: Int, counts: [UInt32]) {
      self.rowCount = rowCount
      self.counts = counts
      var starts: [Int] = []
      starts.reserveCapacity(counts.count)
      var poolCount = 0
      var wordCount = 0
      for count in counts {
        if PostingStore.isBitmap(count: Int(count), rowCount: rowCount) {
          starts.append(wordCount)
          wordCount += (rowCount + 63) / 64
        } else {
          starts.append(poolCount)
          poolCount += Int(count)
        }
      }
      self.starts = starts
      filled = Array(repeating: 0, count: counts.count)
      pool = Array(repeating: 0, count: poolCount)
      bitmapWords = Array(repeating: 0, count: wordCount)
    }

    /// Adds a row to `id`; rows of one id come ascending and once.
    mutating func append(_ row: Int, to id: Int) {
      if PostingStore.isBitmap(count: Int(counts[id]), rowCount: rowCount) {
        bitmapWords[starts[id] + row >> 6] |= 1 &<< UInt64(row & 63)
      } else {
        pool[starts[id] + Int(filled[id])] = UInt32(row)
        filled[id] += 1
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
    var counts = [UInt32](repeating: 0, count: idCount)
    for case .some(let id) in idOfRow { counts[id] += 1 }
    var builder = Builder(rowCount: rowCount, counts: counts)
    for (row, id) in idOfRow.enumerated() {
      if let id { builder.append(row, to: id) }
    }
    self = builder.finish()
  }
}
