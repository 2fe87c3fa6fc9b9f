package import MatchmarkCore

extension PostingStore {
  /// A builder that fills a store of known sizes from the same pairs that ``Sizes`` noted.
  package struct Builder {
    private let path: KernelPath
    private let unit: Int
    private let limits: SetLimits
    private var sets: [Filling] = []
    private var pool: [UInt8]
    private var octets: [UInt8]
    private var bitmapWords: [UInt64]

    /// A set that is being filled.
    ///
    /// Its parts are adjacent, because each set that gets a row is far from the last one.
    private struct Filling {
      /// The place in `pool`, `octets` or `bitmapWords`.
      let start: Int
      /// The number of rows that a list has so far, or the position of the next octet.
      var end: Int
      /// The last row plus one.
      var mark: UInt32 = 0
      let count: UInt32
    }

    package init(
      rowCount: Int, sizes: Sizes, path: KernelPath = .best,
      _ thresholds: Thresholds = Thresholds()
    ) {
      self.path = path
      let limits = SetLimits(rowCount: rowCount, thresholds)
      self.limits = limits
      sets.reserveCapacity(sizes.counts.count)
      var room = (list: 0, octets: 0, words: 0)
      let wordCount = (rowCount + 63) / 64
      let unit = limits.startUnit(sizes)
      self.unit = unit
      for (id, count) in sizes.counts.enumerated() {
        if let size = limits.listSizeInBytes(count) {
          sets.append(Filling(start: room.list, end: 0, count: count))
          room.list += (size + unit - 1) / unit * unit
        } else if count <= limits.octet {
          sets.append(Filling(start: room.octets, end: room.octets + wordCount, count: count))
          room.octets += limits.octetSizeInBytes(sizes.octetCounts[id])
        } else {
          sets.append(Filling(start: room.words, end: 0, count: count))
          room.words += wordCount
        }
      }
      pool = Array(repeating: 0, count: room.list + PostingStore.poolPadding)
      octets = Array(repeating: 0, count: room.octets + PostingStore.octetPadding)
      bitmapWords = Array(repeating: 0, count: room.words)
    }

    /// Adds a row to `id`; the rows of an id must ascend, but a row may repeat immediately.
    @inline(__always)
    package mutating func append(_ row: Int, to id: Int) {
      let mark = UInt32(truncatingIfNeeded: row) &+ 1
      let set = sets[id]
      if set.mark == mark { return }
      sets[id].mark = mark
      if set.count <= limits.list {
        limits.write(row, at: set.end, ofList: Int(set.count), from: set.start, to: &pool)
        sets[id].end = set.end &+ 1
      } else if set.count > limits.octet {
        bitmapWords[set.start + row >> 6] |= 1 &<< UInt64(row & 63)
      } else {
        let isNew = PostingStore.isNewOctet(mark, after: set.mark)
        appendToOctets(row, set, isNew: isNew)
        if isNew { sets[id].end = set.end + 1 }
      }
    }

    private mutating func appendToOctets(_ row: Int, _ set: Filling, isNew: Bool) {
      if isNew { octets[set.start + row >> 6] |= 1 &<< UInt8(row >> 3 & 7) }
      octets[isNew ? set.end : set.end - 1] |= 1 &<< UInt8(row & 7)
    }

    package consuming func finish() -> PostingStore {
      PostingStore(
        counts: sets.map { $0.count }, starts: sets.map { $0.start }, pool: pool, octets: octets,
        bitmapWords: bitmapWords, unit: unit, limits: limits, path: path)
    }
  }

  /// A builder that fills a store with complete sets, one after another.
  package struct SetBuilder {
    private let path: KernelPath
    private let limits: SetLimits
    private var counts: [UInt32] = []
    private var starts: [Int] = []
    private var pool: [UInt8] = []
    private var octets: [UInt8] = []
    private var bitmapWords: [UInt64] = []

    package init(
      rowCount: Int, path: KernelPath = .best, _ thresholds: Thresholds = Thresholds()
    ) {
      self.path = path
      limits = SetLimits(rowCount: rowCount, thresholds)
    }

    /// Adds a set; its id is the number of sets before it.
    ///
    /// - Complexity: O(rows / 64 + members).
    package mutating func append(_ rows: Bitmap) {
      let count = UInt32(rows.count)
      counts.append(count)
      if let size = limits.listSizeInBytes(count) {
        appendList(rows, count: Int(count), sizeInBytes: size)
      } else if count > limits.octet {
        starts.append(bitmapWords.count)
        bitmapWords += rows.words
      } else {
        appendOctets(rows.words)
      }
    }

    private mutating func appendList(_ rows: Bitmap, count: Int, sizeInBytes size: Int) {
      Self.padToStart(&pool)
      let start = pool.count
      starts.append(start)
      // Codes are written eight bytes at a time.
      pool.append(contentsOf: repeatElement(0, count: size + PostingStore.poolPadding))
      var index = 0
      rows.visit { row in
        limits.write(row, at: index, ofList: count, from: start, to: &pool)
        index += 1
        return true
      }
      pool.removeLast(PostingStore.poolPadding)
    }

    private mutating func appendOctets(_ words: [UInt64]) {
      Self.padToStart(&octets)
      starts.append(octets.count)
      for word in words { octets.append(Self.mask(word)) }
      for word in words where word != 0 {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          let octet = UInt8(truncatingIfNeeded: word &>> shift)
          if octet != 0 { octets.append(octet) }
        }
      }
    }

    /// Returns the octets of a word that are not zero, as a mask.
    private static func mask(_ word: UInt64) -> UInt8 {
      var mask: UInt8 = 0
      for place in UInt64(0)..<8 where (word &>> (8 * place)) & 0xFF != 0 { mask |= 1 &<< place }
      return mask
    }

    /// Appends zeros up to the next position at which a set can start in a pool of any size.
    private static func padToStart(_ pool: inout [UInt8]) {
      while pool.count % PostingStore.startUnit != 0 { pool.append(0) }
    }

    var byteCount: Int {
      pool.count + octets.count + bitmapWords.count * MemoryLayout<UInt64>.stride
        + 12 * counts.count
    }

    package consuming func finish() -> PostingStore {
      pool.append(contentsOf: repeatElement(0, count: PostingStore.poolPadding))
      if !octets.isEmpty {
        octets.append(contentsOf: repeatElement(0, count: PostingStore.octetPadding))
      }
      return PostingStore(
        counts: counts, starts: starts, pool: pool, octets: octets, bitmapWords: bitmapWords,
        unit: PostingStore.startUnit, limits: limits, path: path)
    }
  }
}

/// The encoding of the rows of a list, which depends on their number.
extension SetLimits {
  fileprivate func isOctets(_ count: UInt32) -> Bool { count > list && count <= octet }

  /// Returns the alignment of the starts of sets with which all starts fit in 32 bits.
  fileprivate func startUnit(_ sizes: PostingStore.Sizes) -> Int {
    var lists = 0
    var octets = 0
    for (id, count) in sizes.counts.enumerated() {
      if let size = listSizeInBytes(count) {
        lists += size
      } else if isOctets(count) {
        octets += octetSizeInBytes(sizes.octetCounts[id])
      }
    }
    return max(lists, octets) > poolSize ? PostingStore.startUnit : 1
  }

  /// Returns the size of a set with a number of octets, up to the position at which the next set
  /// can start.
  fileprivate func octetSizeInBytes(_ count: UInt32) -> Int {
    let size = (rowCount + 63) / 64 + Int(count)
    return (size + PostingStore.startUnit - 1) / PostingStore.startUnit
      * PostingStore.startUnit
  }

  /// Returns the size of a list; nil for a set that is not a list.
  fileprivate func listSizeInBytes(_ count: UInt32) -> Int? {
    guard count <= list else { return nil }
    guard count > 0 else { return 0 }
    let low = lowSizeInBits(Int(count))
    return ((low + 1) * Int(count) + (rowCount - 1) >> low + 7) / 8
  }
}
