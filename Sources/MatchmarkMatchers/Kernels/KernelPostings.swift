import CScan
import MatchmarkCore

/// Many sets of rows, each in the form that is cheapest for its size.
///
/// - Up to one row in 32 768, a list of numbers, of 24 bits if that is enough.
/// - Up to one row in 64, a list of gaps of 16 bits; up to one in 20, of 8 bits. A code that varies
///   within a list would need an unpredictable branch for each row. The largest number marks a gap
///   that does not fit.
/// - Up to one row in four, the octets of its bits that are not zero, with a presence bit for each
///   octet: no larger than gaps at that size, and read in a time that does not depend on the number
///   of rows.
/// - Above that, one bit per row, which an answer can share.
///
/// Safety: sets are read as the builder of the store wrote them. Each set lies in its pool, padding
/// follows lists and octets, and every row is below `rowCount`; no pointer outlives its call.
struct KernelPostings: Sendable {
  let rowCount: Int
  let counts: [UInt32]
  /// The start of each set: the word of `bitmapWords`, or the byte of `pool` or `octets` divided by
  /// `unit`.
  let starts: [UInt32]
  /// 1, or `startUnit` if a pool is too large for 32 bits.
  let unit: Int
  let pool: [UInt8]
  let octets: [UInt8]
  let bitmapWords: [UInt64]
  let limits: SetLimits
  private let path: KernelPath

  /// - Parameters:
  ///   - starts: words for the sets of bits; bytes for the others, which are multiples of the unit.
  ///   - unit: 1, or `startUnit` if the position of a byte in a pool exceeds 32 bits.
  init(
    rowCount: Int, counts: [UInt32], starts: [Int], pool: [UInt8], octets: [UInt8],
    bitmapWords: [UInt64], unit: Int, limits: SetLimits, path: KernelPath
  ) {
    self.path = path
    self.rowCount = rowCount
    self.counts = counts
    self.limits = limits
    let octetLimit = limits.octet
    self.unit = unit
    self.starts = zip(counts, starts).map { count, start in
      UInt32(count > octetLimit ? start : start / unit)
    }
    self.pool = pool
    self.octets = octets
    self.bitmapWords = bitmapWords
  }

  /// The same sets, numbered by their position in `ids`.
  func selecting(_ ids: [Int]) -> KernelPostings {
    KernelPostings(
      rowCount: rowCount, counts: ids.map { counts[$0] }, starts: ids.map(start),
      pool: pool, octets: octets, bitmapWords: bitmapWords, unit: unit, limits: limits, path: path)
  }

  /// Where a set starts: a word of `bitmapWords`, or a byte of `pool` or `octets`.
  @inline(__always)
  func start(_ id: Int) -> Int {
    let start = Int(starts[id])
    return Int(counts[id]) > limits.octet ? start : start &* unit
  }

  /// Sets of large pools start at multiples of this many bytes.
  static let startUnit = 16

  /// Readable bytes after the lists.
  static let poolPadding = Int(CSCAN_POOL_PADDING)

  /// Whether a row is in a different octet from the row before; both plus one, 0 for none.
  @inline(__always)
  static func isNewOctet(_ mark: UInt32, after last: UInt32) -> Bool {
    last == 0 || (last &- 1) &>> 3 != (mark &- 1) &>> 3
  }

  /// Readable bytes after the octets.
  static let octetPadding = Int(CSCAN_OCTET_PADDING)

  /// Sets the bit of each row of all sets.
  ///
  /// - Precondition: the bitmap covers the rows, and every id belongs to a set.
  func insert(_ ids: ArraySlice<UInt32>, into rows: inout Bitmap) {
    precondition(rows.bitCount == rowCount, "a bitmap of other rows")
    unsafe withSets { sets in
      unsafe ids.withUnsafeBufferPointer { ids in
        unsafe rows.words.withUnsafeMutableBufferPointer { words in
          if let words = words.baseAddress {
            unsafe cscan_insert(path.number ?? 0, sets, ids.baseAddress, ids.count, words)
          }
        }
      }
    }
  }

  /// Appends the rows of all sets, ascending and each once.
  ///
  /// - Parameter count: the sum of the counts.
  /// - Precondition: every id belongs to a set, and no set is above the limit for lists.
  func merge(
    _ ids: ArraySlice<UInt32>, count: Int, using scratch: inout MergeScratch,
    into rows: inout [UInt32]
  ) {
    scratch.fit(rowCount)
    unsafe withSets { sets in
      unsafe ids.withUnsafeBufferPointer { ids in
        unsafe scratch.words.withUnsafeMutableBufferPointer { words in
          unsafe scratch.summary.withUnsafeMutableBufferPointer { summary in
            guard let words = words.baseAddress, let summary = summary.baseAddress else { return }
            rows.append(addingCapacity: count) { output in
              unsafe output.withUnsafeMutableBufferPointer { free, filled in
                guard let first = free.baseAddress else { return }
                filled += unsafe cscan_merge(
                  sets, ids.baseAddress, ids.count, words, summary, first + filled)
              }
            }
          }
        }
      }
    }
  }

  private func withSets(_ body: (cscan_sets) -> Void) {
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe pool.withUnsafeBufferPointer { pool in
          unsafe octets.withUnsafeBufferPointer { octets in
            unsafe bitmapWords.withUnsafeBufferPointer { bitmaps in
              unsafe body(
                cscan_sets(
                  starts: starts.baseAddress,
                  counts: counts.baseAddress, pool: pool.baseAddress,
                  octets: octets.baseAddress, bitmaps: bitmaps.baseAddress,
                  word_count: (rowCount + 63) / 64,
                  unit: unit, number_size: limits.numberSize, number_limit: limits.number,
                  wide_limit: limits.wide, list_limit: limits.list, octet_limit: limits.octet))
            }
          }
        }
      }
    }
  }

  /// The form in which a set is stored.
  func form(_ id: Int) -> SetForm { limits.form(Int(counts[id])) }

  /// Whether a gap of a list did not fit in its bits.
  func isSplit(_ id: Int) -> Bool {
    var last = -1
    var isSplit = false
    let widest = form(id) == .wideGaps ? 0xFFFF : 0xFF
    visit(id) { row in
      if row - last >= widest { isSplit = true }
      last = row
    }
    return isSplit
  }

  /// Calls `body` with each row of a set, ascending.
  @inline(__always)
  func visit(_ id: Int, _ body: (Int) -> Void) {
    let count = Int(counts[id])
    if count > limits.octet {
      visitBits(from: start(id), body)
    } else if count > limits.list {
      visitOctets(from: start(id), body)
    } else if count <= limits.number {
      visitNumbers(from: start(id), count: count, body)
    } else {
      visitGaps(from: start(id), count: count, areWide: count <= limits.wide, body)
    }
  }

  @inline(__always)
  private func visitNumbers(from start: Int, count: Int, _ body: (Int) -> Void) {
    let size = limits.numberSize
    unsafe pool.withUnsafeBytes { bytes in
      for index in 0..<count {
        let number = unsafe bytes.loadUnaligned(
          fromByteOffset: start &+ index &* size, as: UInt32.self)
        body(Int(number & (.max &>> UInt32(32 - 8 * size))))
      }
    }
  }

  @inline(__always)
  private func visitGaps(from start: Int, count: Int, areWide: Bool, _ body: (Int) -> Void) {
    unsafe pool.withUnsafeBytes { bytes in
      var position = start
      var row = -1
      var left = count
      while left > 0 {
        let gap: Int
        if areWide {
          gap = Int(unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self))
          position &+= 2
        } else {
          gap = Int(unsafe bytes[position])
          position &+= 1
        }
        row &+= gap
        if gap == (areWide ? 0xFFFF : 0xFF) { continue }
        body(row)
        left &-= 1
      }
    }
  }

  @inline(__always)
  private func visitOctets(from start: Int, _ body: (Int) -> Void) {
    let wordCount = (rowCount + 63) / 64
    var next = start + wordCount
    for word in 0..<wordCount {
      var mask = octets[start + word]
      while mask != 0 {
        var octet = octets[next]
        next &+= 1
        while octet != 0 {
          body(word * 64 + mask.trailingZeroBitCount * 8 + octet.trailingZeroBitCount)
          octet &= octet &- 1
        }
        mask &= mask &- 1
      }
    }
  }

  @inline(__always)
  private func visitBits(from start: Int, _ body: (Int) -> Void) {
    for index in 0..<(rowCount + 63) / 64 {
      var word = bitmapWords[start + index]
      while word != 0 {
        body(index * 64 + word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}
