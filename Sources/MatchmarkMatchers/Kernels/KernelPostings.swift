/// Lists of ascending rows, written as the gaps between them, seven bits to a byte.
///
/// A gap below 128 is one byte, as almost all are in a list of more than one row in 128. This is
/// the variable-byte code of LEB128; it is decoded at about a nanosecond a row.
enum KernelPostings {
  /// The bytes of a gap.
  @inline(__always)
  static func size(ofGap gap: UInt32) -> UInt32 {
    gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : gap < 1 << 21 ? 3 : gap < 1 << 28 ? 4 : 5
  }

  /// Writes a gap at `position`, which moves behind it.
  @inline(__always)
  static func write(gap: UInt32, to pool: inout [UInt8], at position: inout Int) {
    var left = gap
    while left >= 0x80 {
      pool[position] = UInt8(truncatingIfNeeded: left) | 0x80
      position &+= 1
      left &>>= 7
    }
    pool[position] = UInt8(left)
    position &+= 1
  }

  /// Calls `body` with each row of a list.
  ///
  /// Safety: a list that was written as `count` gaps is read as `count` gaps, so that every read
  /// lies in the pool.
  @inline(__always)
  static func visit(_ pool: [UInt8], from start: Int, count: Int, _ body: (Int) -> Void) {
    precondition(start >= 0 && start + count <= pool.count, "a list outside its pool")
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

  /// Sets the bit of each row of a list.
  ///
  /// Safety: every row was below the number of bits when the list was written.
  static func insert(_ pool: [UInt8], from start: Int, count: Int, into words: inout [UInt64]) {
    unsafe words.withUnsafeMutableBufferPointer { words in
      visit(pool, from: start, count: count) { row in
        unsafe words[row &>> 6] |= 1 &<< UInt64(row & 63)
      }
    }
  }
}
