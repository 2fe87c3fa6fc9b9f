package import MatchmarkCore

extension PostingStore {
  /// Fills a store whose sizes are known, from the same pairs that ``Sizes`` saw.
  package struct Builder {
    private let rowCount: Int
    private let path: KernelPath
    private let counts: [UInt32]
    private let coding: ListCoding
    /// Where a list starts in `pool`, or the bits of a large set in `bitmapWords`.
    private let starts: [Int]
    /// Where the next row of a list goes.
    private var ends: [Int]
    private var marks: [UInt32]
    private var pool: [UInt8]
    private var bitmapWords: [UInt64]

    package init(rowCount: Int, sizes: Sizes, path: KernelPath = .best) {
      self.rowCount = rowCount
      self.path = path
      counts = sizes.counts
      let coding = ListCoding(rowCount: rowCount)
      self.coding = coding
      var starts: [Int] = []
      starts.reserveCapacity(counts.count)
      var poolSize = 0
      var wordCount = 0
      let unit = coding.startUnit(sizes)
      for (id, count) in counts.enumerated() {
        if let size = coding.sizeInBytes(count, wideSplits: sizes.wideSplits[id]) {
          starts.append(poolSize)
          poolSize += (size + unit - 1) / unit * unit
        } else {
          starts.append(wordCount)
          wordCount += (rowCount + 63) / 64
        }
      }
      self.starts = starts
      ends = starts
      marks = Array(repeating: 0, count: counts.count)
      pool = Array(repeating: 0, count: poolSize + KernelPostings.poolPadding)
      bitmapWords = Array(repeating: 0, count: wordCount)
    }

    /// Adds a row to `id`; rows of one id come ascending, and may come again at once.
    @inline(__always)
    package mutating func append(_ row: Int, to id: Int) {
      let mark = UInt32(truncatingIfNeeded: row) &+ 1
      let last = marks[id]
      if last == mark { return }
      marks[id] = mark
      let count = counts[id]
      if count > coding.listLimit {
        bitmapWords[starts[id] + row >> 6] |= 1 &<< UInt64(row & 63)
        return
      }
      var end = ends[id]
      coding.encode(row, gap: mark &- last, of: count) { byte in
        pool[end] = byte
        end &+= 1
      }
      ends[id] = end
    }

    /// Gives each large set the form it has in a store.
    package consuming func finish() -> PostingStore {
      var large = LargeSets(rowCount: rowCount, path: path)
      var starts = starts
      for (id, count) in counts.enumerated() where count > coding.listLimit {
        let start = starts[id]
        starts[id] = large.append(
          bitmapWords[start..<start + (rowCount + 63) / 64], count: Int(count))
      }
      bitmapWords = []
      return PostingStore(large.finish(counts: counts, starts: starts, pool: pool))
    }
  }

  /// Fills a store with one whole set after the other.
  package struct SetBuilder {
    private var counts: [UInt32] = []
    private var starts: [Int] = []
    private var pool: [UInt8] = []
    private var large: LargeSets
    private let coding: ListCoding

    package init(rowCount: Int, path: KernelPath = .best) {
      coding = ListCoding(rowCount: rowCount)
      large = LargeSets(rowCount: rowCount, path: path)
    }

    /// Adds a set; its id is the number of sets before it.
    ///
    /// - Complexity: O(rows / 64 + members).
    package mutating func append(_ rows: Bitmap) {
      let count = UInt32(rows.count)
      counts.append(count)
      if count > coding.listLimit {
        starts.append(large.append(rows.words[...], count: Int(count)))
      } else {
        pool.padToStart()
        starts.append(pool.count)
        var last = 0
        rows.visit { row in
          coding.encode(row, gap: UInt32(row + 1 - last), of: count) { pool.append($0) }
          last = row + 1
          return true
        }
      }
    }

    /// What the sets so far occupy, in bytes.
    var byteCount: Int { pool.count + large.byteCount + 12 * counts.count }

    package consuming func finish() -> PostingStore {
      pool.append(contentsOf: repeatElement(0, count: KernelPostings.poolPadding))
      return PostingStore(large.finish(counts: counts, starts: starts, pool: pool))
    }
  }
}

/// How the rows of a list are written, by the number of them.
private struct ListCoding {
  private let numberSize: Int
  let numberLimit: Int
  let wideLimit: Int
  let listLimit: Int
  private let rowCount: Int

  init(rowCount: Int) {
    self.rowCount = rowCount
    numberSize = KernelPostings.numberSize(rowCount: rowCount)
    numberLimit = KernelPostings.numberLimit(rowCount: rowCount)
    wideLimit = KernelPostings.wideLimit(rowCount: rowCount)
    listLimit = KernelPostings.listLimit(rowCount: rowCount)
  }

  /// What lists start at a multiple of, so that 32 bits tell where.
  func startUnit(_ sizes: PostingStore.Sizes) -> Int {
    var total = 0
    for (id, count) in sizes.counts.enumerated() {
      total += sizeInBytes(count, wideSplits: sizes.wideSplits[id]) ?? 0
    }
    return total > UInt32.max ? KernelPostings.startUnit : 1
  }

  /// The room for a list; nil for a set that is none.
  ///
  /// Exact but for narrow gaps: all that do not fit add up to one in 255 rows at most.
  func sizeInBytes(_ count: UInt32, wideSplits: UInt32) -> Int? {
    if count <= numberLimit { return numberSize * Int(count) }
    if count <= wideLimit { return 2 * (Int(count) + Int(wideSplits)) }
    return count <= listLimit ? Int(count) + rowCount / 0xFF : nil
  }

  /// Calls `write` with each byte of a row of a list of `count` rows.
  ///
  /// - Parameter gap: the distance from the row before, or from −1.
  @inline(__always)
  func encode(_ row: Int, gap: UInt32, of count: UInt32, _ write: (UInt8) -> Void) {
    if count <= numberLimit {
      for shift in stride(from: 0, to: 8 * numberSize, by: 8) {
        write(UInt8(truncatingIfNeeded: row &>> shift))
      }
      return
    }
    var gap = gap
    if count <= wideLimit {
      while gap >= 0xFFFF {
        write(0xFF)
        write(0xFF)
        gap &-= 0xFFFF
      }
      write(UInt8(truncatingIfNeeded: gap))
      write(UInt8(truncatingIfNeeded: gap &>> 8))
    } else {
      while gap >= 0xFF {
        write(0xFF)
        gap &-= 0xFF
      }
      write(UInt8(truncatingIfNeeded: gap))
    }
  }
}

extension [UInt8] {
  /// Appends zeros up to where a set can start, however large a pool becomes.
  fileprivate mutating func padToStart() {
    while count % KernelPostings.startUnit != 0 { append(0) }
  }
}

/// The sets that are no lists, in the making.
private struct LargeSets {
  private let rowCount: Int
  private let path: KernelPath
  private let octetLimit: Int
  private var octets: [UInt8] = []
  private var bitmapWords: [UInt64] = []

  init(rowCount: Int, path: KernelPath) {
    self.rowCount = rowCount
    self.path = path
    octetLimit = KernelPostings.octetLimit(rowCount: rowCount)
  }

  var byteCount: Int { octets.count + bitmapWords.count * MemoryLayout<UInt64>.stride }

  /// Adds the bits of a set; gives where it starts.
  mutating func append(_ words: ArraySlice<UInt64>, count: Int) -> Int {
    guard count <= octetLimit else {
      let start = bitmapWords.count
      bitmapWords += words
      return start
    }
    octets.padToStart()
    let start = octets.count
    for word in words { octets.append(Self.mask(word)) }
    for word in words where word != 0 {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        let octet = UInt8(truncatingIfNeeded: word &>> shift)
        if octet != 0 { octets.append(octet) }
      }
    }
    return start
  }

  /// Which octets of a word are not zero.
  private static func mask(_ word: UInt64) -> UInt8 {
    var mask: UInt8 = 0
    for place in UInt64(0)..<8 where (word &>> (8 * place)) & 0xFF != 0 { mask |= 1 &<< place }
    return mask
  }

  consuming func finish(counts: [UInt32], starts: [Int], pool: [UInt8]) -> KernelPostings {
    if !octets.isEmpty {
      octets.append(contentsOf: repeatElement(0, count: KernelPostings.octetPadding))
    }
    return KernelPostings(
      rowCount: rowCount, counts: counts, starts: starts, pool: pool, octets: octets,
      bitmapWords: bitmapWords, path: path)
  }
}
