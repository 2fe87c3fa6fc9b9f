import MatchmarkCore

/// For every sequence of one, two or three bytes the strings in which it occurs.
///
/// Grams are bytes of folded UTF-8, so every needle of at least one byte has grams, whatever the
/// script. A needle of up to three bytes is answered exactly; for a longer one the rarest of its
/// grams of three bytes gives the candidates.
struct GramIndex: Sendable {
  /// The codes of the grams that occur, ascending; the position is the id in `postings`.
  private let codes: [UInt32]
  private let postings: PostingStore
  private let alphabet: ByteAlphabet

  /// - Complexity: O(bytes) time; transient O(alphabet³) counters.
  init(_ arena: TextArena) {
    let alphabet = ByteAlphabet(arena)
    var counter = GramCounter(codeCount: alphabet.codeCount)
    for row in 0..<arena.count {
      alphabet.visitCodes(arena, row) { counter.note($0, row) }
    }
    var codes: [UInt32] = []
    var counts: [UInt32] = []
    var ids = counter.counts
    for code in ids.indices where ids[code] > 0 {
      counts.append(ids[code])
      ids[code] = UInt32(codes.count)
      codes.append(UInt32(code))
    }
    var builder = PostingStore.Builder(rowCount: arena.count, counts: counts)
    counter.forgetRows()
    for row in 0..<arena.count {
      alphabet.visitCodes(arena, row) { code in
        if counter.isNew(code, row) { builder.append(row, to: Int(ids[code])) }
      }
    }
    self.codes = codes
    self.alphabet = alphabet
    postings = builder.finish()
  }

  /// What the index occupies, in bytes.
  var byteCount: Int {
    codes.count * MemoryLayout<UInt32>.stride + postings.byteCount + alphabet.byteCount
  }

  /// The number of different grams.
  var gramCount: Int { codes.count }

  /// The strings that can contain a needle: those that have its rarest gram.
  struct Candidates {
    /// The id of the gram; nil where the needle occurs nowhere.
    var gram: Int?
    /// How many strings have it.
    var count: Int
    /// Whether each of them contains the needle for certain.
    var isExact: Bool
  }

  /// The fewest candidates for a needle.
  ///
  /// - Complexity: O(needle × log grams).
  func candidates(for needle: ArraySlice<UInt8>) -> Candidates {
    let isExact = needle.count <= 3
    let gramLength = min(3, needle.count)
    var best = Candidates(gram: nil, count: .max, isExact: isExact)
    for start in needle.startIndex...needle.endIndex - gramLength {
      guard let code = alphabet.code(of: needle[start..<start + gramLength]),
        let id = id(of: code)
      else { return Candidates(gram: nil, count: 0, isExact: true) }
      let count = postings.count(id)
      if count < best.count { best = Candidates(gram: id, count: count, isExact: isExact) }
    }
    return best
  }

  /// Inserts the candidates.
  func insertRows(of gram: Int, into rows: inout Bitmap) {
    postings.insertRows(of: gram, into: &rows)
  }

  /// Calls `body` with each candidate, ascending.
  func visitRows(of gram: Int, _ body: (Int) -> Void) {
    postings.visitRows(of: gram, body)
  }

  private func id(of code: UInt32) -> Int? {
    let position = codes.partitioningIndex { $0 >= code }
    return position < codes.count && codes[position] == code ? position : nil
  }
}

/// The bytes that occur in an arena, numbered from 1, and codes for up to three of them.
struct ByteAlphabet: Sendable {
  private let symbols: [UInt16]
  private let base: Int

  init(_ arena: TextArena) {
    var occurs = [Bool](repeating: false, count: 256)
    for byte in arena.bytes { occurs[Int(byte)] = true }
    occurs[Int(TextArena.separator)] = false
    var symbols = [UInt16](repeating: 0, count: 256)
    var count = 0
    for byte in 0..<256 where occurs[byte] {
      count += 1
      symbols[byte] = UInt16(count)
    }
    self.symbols = symbols
    base = count + 1
  }

  var byteCount: Int { symbols.count * MemoryLayout<UInt16>.stride }

  /// Codes lie in `0 ..< codeCount`.
  var codeCount: Int { base * base * base }

  /// The code of a gram; nil where one of its bytes never occurs.
  func code(of gram: ArraySlice<UInt8>) -> UInt32? {
    var code = 0
    for byte in gram {
      let symbol = Int(symbols[Int(byte)])
      if symbol == 0 { return nil }
      code = code * base + symbol
    }
    return UInt32(code)
  }

  /// Calls `body` with the code of every gram of a string, repetitions included.
  @inline(__always)
  func visitCodes(_ arena: TextArena, _ row: Int, _ body: (Int) -> Void) {
    var second = 0
    var third = 0
    for position in arena.range(of: row) {
      let first = Int(symbols[Int(arena.bytes[position])])
      body(first)
      if second != 0 { body(second * base + first) }
      if third != 0 { body((third * base + second) * base + first) }
      third = second
      second = first
    }
  }
}

/// Counts in how many strings each gram occurs, a string counting once.
private struct GramCounter {
  private(set) var counts: [UInt32]
  /// The last string that had the gram, plus one.
  private var lastRows: [UInt32]

  init(codeCount: Int) {
    counts = Array(repeating: 0, count: codeCount)
    lastRows = Array(repeating: 0, count: codeCount)
  }

  mutating func note(_ code: Int, _ row: Int) {
    if isNew(code, row) { counts[code] &+= 1 }
  }

  /// Whether the gram comes for the first time in this string.
  mutating func isNew(_ code: Int, _ row: Int) -> Bool {
    let mark = UInt32(row) &+ 1
    if lastRows[code] == mark { return false }
    lastRows[code] = mark
    return true
  }

  mutating func forgetRows() {
    for index in lastRows.indices { lastRows[index] = 0 }
  }
}
