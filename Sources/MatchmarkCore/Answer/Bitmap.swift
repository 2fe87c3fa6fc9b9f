/// A dense set of small integers, one bit each, 64 to a word.
package struct Bitmap: Sendable, Hashable {
  package private(set) var bitCount: Int
  @usableFromInline package var words: [UInt64]

  /// Creates an empty set over `0 ..< bitCount`.
  package init(bitCount: Int) {
    self.bitCount = bitCount
    words = Array(repeating: 0, count: (bitCount + 63) / 64)
  }

  /// Empties the set and changes its range, keeping the memory.
  ///
  /// - Complexity: O(bitCount / 64).
  package mutating func reset(bitCount: Int) {
    self.bitCount = bitCount
    let count = (bitCount + 63) / 64
    if words.count == count {
      for index in words.indices { words[index] = 0 }
    } else {
      words.removeAll(keepingCapacity: true)
      words.append(contentsOf: repeatElement(0, count: count))
    }
  }

  /// Becomes a copy of another set in memory of its own.
  ///
  /// - Complexity: O(bitCount / 64).
  package mutating func assign(_ other: Bitmap) {
    bitCount = other.bitCount
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: other.words)
  }

  package mutating func fill() {
    for index in words.indices { words[index] = .max }
    let spare = words.count * 64 - bitCount
    if spare > 0 { words[words.count - 1] >>= UInt64(spare) }
  }

  @inlinable
  package func contains(_ bit: Int) -> Bool { words[bit &>> 6] & (1 &<< UInt64(bit & 63)) != 0 }

  @inlinable
  package mutating func insert(_ bit: Int) { words[bit &>> 6] |= 1 &<< UInt64(bit & 63) }

  @inlinable
  package mutating func remove(_ bit: Int) { words[bit &>> 6] &= ~(1 &<< UInt64(bit & 63)) }

  /// The number of members.
  ///
  /// - Complexity: O(bitCount / 64).
  package var count: Int {
    var total = 0
    for word in words { total &+= word.nonzeroBitCount }
    return total
  }

  package mutating func formIntersection(_ other: Bitmap) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  package mutating func formUnion(_ other: Bitmap) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  @inlinable
  package mutating func removeAll(where shouldBeRemoved: (Int) -> Bool) {
    for index in words.indices {
      let word = words[index]
      _ = word.visitBits(from: index &<< 6) { bit in
        if shouldBeRemoved(bit) { remove(bit) }
        return true
      }
    }
  }

  /// Calls `body` with each member, ascending, until it returns false.
  @inlinable
  package func visit(while body: (Int) -> Bool) {
    for index in words.indices {
      guard words[index].visitBits(from: index &<< 6, while: body) else { return }
    }
  }
}

extension UInt64 {
  /// Calls `body` with the number of each bit that is set, ascending, until it returns false.
  ///
  /// - Parameter base: the number of the lowest bit.
  /// - Returns: false if `body` returned false, otherwise true.
  @inlinable
  package func visitBits(from base: Int, while body: (Int) -> Bool) -> Bool {
    var word = self
    while word != 0 {
      guard body(base &+ word.trailingZeroBitCount) else { return false }
      word &= word &- 1
    }
    return true
  }
}

/// A set stored in an index: a slice of the index's words, one bit per row, and the number of
/// members.
///
/// Passing the set on costs a reference to the words, not a copy.
package struct StoredBitmap: Sendable {
  private let pool: [UInt64]
  private let start: Int
  /// The upper bound of the members, which lie in `0 ..< bitCount`.
  package let bitCount: Int
  package let count: Int

  init() { self.init(pool: [], start: 0, bitCount: 0, count: 0) }

  /// Creates the set whose bits begin at word `start` of a pool.
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
