import MatchmarkCore

/// The strings of an arena as sequences of tokens.
///
/// A token is the text between two spaces *with* the spaces around it: `Red Rose` is `Red␠` and
/// `␠Rose`. A needle that begins or ends with a space therefore lies within one token like any
/// other needle; only a needle with a space inside spans two.
struct Tokenisation {
  static let space = UInt8(ascii: " ")
  /// The bit that is set in the number of the first token of a string.
  private static let firstMark: UInt32 = 1 << 31

  let tokens: TextArena
  /// The token numbers of all strings, in order.
  private let sequence: [UInt32]

  /// The result of examining the words of an arena.
  enum Result {
    /// The tokens, and their share of the bytes of the text.
    case tokens(Tokenisation, share: Double)
    /// There are too many different tokens, with this share of the bytes so far.
    case tooMany(share: Double)
  }

  /// The largest share of different tokens in the text for which a vocabulary pays off: each of its
  /// bytes costs eight bytes of index.
  static let shareLimit = 0.25
  /// The share that means failure if it is exceeded after the number of strings below: it will not
  /// fall far enough.
  private static let hopelessShare = 0.6
  private static let stringsBeforeJudging = 32_768

  /// Splits the strings of an arena into tokens, and gives up if there are too many different ones.
  ///
  /// - Parameter isForced: true to continue regardless of the number of different tokens.
  /// - Complexity: O(bytes) time; four bytes per token in addition to the tokens themselves.
  static func result(of arena: TextArena, isForced: Bool, _ building: Building) -> Result {
    var table = TokenTable()
    var sequence: [UInt32] = []
    func share(of size: Int) -> Double {
      Double(table.tokens.textSizeInBytes) / Double(max(1, size))
    }
    for string in 0..<arena.count {
      let range = arena.range(of: string)
      building.note("reading words", row: string, of: arena.count, 0...0.4)
      do throws(CorpusError) {
        try append(range, of: arena, to: &sequence, numberedBy: &table)
      } catch {
        return .tooMany(share: share(of: range.upperBound))
      }
      if !isForced, string % stringsBeforeJudging == stringsBeforeJudging - 1,
        share(of: range.upperBound) > hopelessShare
      {
        return .tooMany(share: share(of: range.upperBound))
      }
    }
    let total = share(of: arena.textSizeInBytes)
    guard isForced || total <= shareLimit else { return .tooMany(share: total) }
    table.seal()
    return .tokens(Tokenisation(tokens: table.tokens, sequence: sequence), share: total)
  }

  private static func append(
    _ range: Range<Int>, of arena: TextArena, to sequence: inout [UInt32],
    numberedBy table: inout TokenTable
  ) throws(CorpusError) {
    var start = range.lowerBound
    var mark = firstMark
    var position = range.lowerBound
    while position < range.upperBound {
      if arena.bytes[position] == space {
        sequence.append(try table.id(of: start..<position + 1, in: arena) | mark)
        mark = 0
        start = position
      }
      position += 1
    }
    sequence.append(try table.id(of: start..<position, in: arena) | mark)
  }

  /// Calls `body` with every string and token, in order.
  func visit(_ body: (_ string: Int, _ token: Int) -> Void) {
    var string = -1
    for token in sequence {
      if token & Self.firstMark != 0 { string += 1 }
      body(string, Int(token & ~Self.firstMark))
    }
  }
}

/// The different tokens, numbered by first appearance, in an open-addressed hash table with
/// contiguous keys.
struct TokenTable: Sendable {
  private(set) var tokens = TextArena()
  private var hashes: [UInt32] = []
  /// The number of the token in each slot, plus one; 0 marks a free slot.
  private var slots = [UInt32](repeating: 0, count: 1024)

  /// Returns the number of a token, which is added if it is new.
  ///
  /// - Complexity: O(token), amortised.
  mutating func id(of range: Range<Int>, in arena: TextArena) throws(CorpusError) -> UInt32 {
    let slice = arena.bytes[range]
    let token = slice.span
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
    let slice = tokens.bytes[tokens.range(of: id)]
    let token = slice.span
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
