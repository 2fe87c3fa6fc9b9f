/// A dense set of small integers: one bit each, 64 to a word.
package struct Bitmap: Sendable, Hashable {
  package private(set) var bitCount: Int
  @usableFromInline package var words: [UInt64]

  /// An empty set over `0 ..< bitCount`.
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

  /// Makes the set full.
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
  /// - Returns: whether `body` never returned false.
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
