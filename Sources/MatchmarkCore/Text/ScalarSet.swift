/// An immutable set of Unicode scalars.
///
/// A trie of two stages: 256 bits for each block of 256 scalars; equal blocks are shared.
///
/// - Complexity: O(1) per look-up, two loads; about 10 KB for the sets in use.
struct ScalarSet: Sendable {
  /// The number of each block of 256 scalars.
  let blocks: [UInt8]
  /// Four words for each block number.
  let words: [UInt64]

  /// The set of the ranges of a table; see ``NumberReader/ranges(of:)``.
  init(ranges table: String) {
    var members = Bitmap(bitCount: 0x11_0000)
    for range in NumberReader.ranges(of: table) {
      for scalar in range { members.insert(scalar) }
    }
    self.init(members)
  }

  private init(_ members: Bitmap) {
    var blocks: [UInt8] = []
    var words: [UInt64] = []
    var seen: [[UInt64]: UInt8] = [:]
    for start in stride(from: 0, to: members.words.count, by: 4) {
      let block = Array(members.words[start..<start + 4])
      let number = seen[block] ?? UInt8(seen.count)
      if number == seen.count {
        seen[block] = number
        words += block
      }
      blocks.append(number)
    }
    self.blocks = blocks
    self.words = words
  }

  /// Whether the scalar is in the set; false for numbers that are not scalars.
  func contains(_ scalar: UInt32) -> Bool {
    guard scalar <= 0x10_FFFF else { return false }
    let block = Int(blocks[Int(scalar >> 8)])
    return words[block &* 4 &+ Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 == 1
  }
}
