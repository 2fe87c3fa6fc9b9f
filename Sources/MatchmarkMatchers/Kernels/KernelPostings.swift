import CScan
import MatchmarkCore

/// Many sets of rows, each in the form that is cheapest for its size.
///
/// Up to one row in 8 192 a set is a list of numbers of 32 bits: as gaps they would take three
/// bytes, and be slower to read. Above, it is a list of gaps, seven bits to a byte, which is the
/// variable-byte code of LEB128; and of the largest, one bit per row.
///
/// Safety: what the builder of a store wrote is read as it was written. Each set lies in its pool,
/// and every row below `rowCount`; no pointer outlives its call.
struct KernelPostings: Sendable {
  let rowCount: Int
  let counts: [UInt32]
  /// Where a list starts in `pool`, or a bitmap in `bitmapWords`.
  let starts: [Int]
  let pool: [UInt8]
  let bitmapWords: [UInt64]
  /// Sets of more rows are bitmaps.
  let gapLimit: Int

  /// Lists of at most so many rows are numbers.
  static func numberLimit(rowCount: Int) -> Int { rowCount >> 13 }

  /// The bytes of a gap.
  @inline(__always)
  static func size(ofGap gap: UInt32) -> UInt32 {
    gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : gap < 1 << 21 ? 3 : gap < 1 << 28 ? 4 : 5
  }

  /// Sets the bit of each row of all sets.
  ///
  /// - Precondition: the bitmap ranges over the rows, and every id is one of a set.
  func insert(_ ids: ArraySlice<UInt32>, into rows: inout Bitmap) {
    precondition(rows.bitCount == rowCount, "a bitmap of other rows")
    unsafe starts.withUnsafeBufferPointer { starts in
      unsafe counts.withUnsafeBufferPointer { counts in
        unsafe pool.withUnsafeBufferPointer { pool in
          unsafe bitmapWords.withUnsafeBufferPointer { bitmaps in
            unsafe ids.withUnsafeBufferPointer { ids in
              unsafe rows.words.withUnsafeMutableBufferPointer { words in
                guard let firstStart = starts.baseAddress, let words = words.baseAddress else {
                  return
                }
                let sets = unsafe cscan_sets(
                  starts: UnsafeRawPointer(firstStart).assumingMemoryBound(to: Int64.self),
                  counts: counts.baseAddress, pool: pool.baseAddress,
                  bitmaps: bitmaps.baseAddress, word_count: (rowCount + 63) / 64,
                  number_limit: Self.numberLimit(rowCount: rowCount), gap_limit: gapLimit)
                unsafe cscan_insert(sets, ids.baseAddress, ids.count, words)
              }
            }
          }
        }
      }
    }
  }

  /// Calls `body` with each row of a set, ascending.
  @inline(__always)
  func visit(_ id: Int, _ body: (Int) -> Void) {
    let count = Int(counts[id])
    if count > gapLimit {
      visitBits(from: starts[id], body)
    } else if count <= Self.numberLimit(rowCount: rowCount) {
      unsafe pool.withUnsafeBytes { bytes in
        for index in 0..<count {
          let offset = starts[id] &+ index &* 4
          body(Int(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
      }
    } else {
      visitGaps(from: starts[id], count: count, body)
    }
  }

  @inline(__always)
  private func visitGaps(from start: Int, count: Int, _ body: (Int) -> Void) {
    unsafe pool.withUnsafeBufferPointer { bytes in
      var position = start
      var row = -1
      for _ in 0..<count {
        var byte = unsafe bytes[position]
        position &+= 1
        var gap = Int(byte & 0x7F)
        var shift = 7
        while byte >= 0x80 {
          byte = unsafe bytes[position]
          position &+= 1
          gap |= Int(byte & 0x7F) &<< shift
          shift &+= 7
        }
        row &+= gap
        body(row)
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
