import MatchmarkCore

/// Different tokens, numbered by first appearance: an open-addressed hash table with contiguous
/// keys.
struct TokenTable: Sendable {
  private(set) var tokens = TextArena()
  private var hashes: [UInt32] = []
  /// The number of a token plus one; 0 marks a free slot.
  private var slots = [UInt32](repeating: 0, count: 1024)

  /// The number of the token in `range` of the bytes of an arena.
  ///
  /// - Complexity: O(token), amortised.
  mutating func id(of range: Range<Int>, in arena: TextArena) throws(CorpusError) -> UInt32 {
    let token = arena.bytes.span.extracting(range)
    var hash: UInt32 = 2_166_136_261
    for index in token.indices { hash = (hash ^ UInt32(token[index])) &* 16_777_619 }
    hash ^= hash &>> 15
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = slots[slot] &- 1
      if hashes[Int(id)] == hash, Self.isEqual(tokens, Int(id), token) { return id }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(hashes.count)
    try tokens.append { bytes in
      for index in token.indices { bytes.append(token[index]) }
    }
    hashes.append(hash)
    slots[slot] = id + 1
    if hashes.count * 2 > slots.count { grow() }
    return id
  }

  /// Seals the table; nothing can be added afterwards.
  mutating func seal() {
    tokens.seal()
    hashes = []
    slots = []
  }

  private static func isEqual(_ tokens: TextArena, _ id: Int, _ other: Span<UInt8>) -> Bool {
    let token = tokens.bytes.span.extracting(tokens.range(of: id))
    guard token.count == other.count else { return false }
    for index in token.indices where token[index] != other[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for (id, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(id) + 1
    }
  }
}
