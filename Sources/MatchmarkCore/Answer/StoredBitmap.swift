/// A set stored in an index: one bit per row, in a part of its words, with the number of members.
///
/// Passing it on costs a reference to the words, not a copy.
package struct StoredBitmap: Sendable {
  private let pool: [UInt64]
  private let start: Int
  /// Members lie in `0 ..< bitCount`.
  package let bitCount: Int
  /// The number of members.
  package let count: Int

  /// The empty set of no rows.
  init() { self.init(pool: [], start: 0, bitCount: 0, count: 0) }

  /// The set whose bits begin at a word of a pool.
  ///
  /// - Precondition: the pool holds `bitCount` bits from that word on; `count` of them are set, and
  ///   none beyond `bitCount` in the last word.
  package init(pool: [UInt64], start: Int, bitCount: Int, count: Int) {
    precondition(start + (bitCount + 63) / 64 <= pool.count, "bits outside the pool")
    self.pool = pool
    self.start = start
    self.bitCount = bitCount
    self.count = count
  }

  package var words: ArraySlice<UInt64> { pool[start..<start + (bitCount + 63) / 64] }

  package func contains(_ bit: Int) -> Bool {
    pool[start + bit &>> 6] & (1 &<< UInt64(bit & 63)) != 0
  }

  /// Copies the set into an empty bitmap.
  func copy(into bitmap: inout Bitmap) {
    for index in bitmap.words.indices { bitmap.words[index] = pool[start + index] }
  }

  /// Calls `body` with each member, ascending, until it returns false.
  package func visit(while body: (Int) -> Bool) {
    for index in 0..<(bitCount + 63) / 64 {
      guard pool[start + index].visitBits(from: index &<< 6, while: body) else { return }
    }
  }
}
