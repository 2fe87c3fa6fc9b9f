import MatchmarkCore

/// For every sequence of one, two or three bytes the strings in which it occurs.
///
/// Grams are bytes of folded UTF-8, so every needle of at least one byte has grams, whatever the
/// script. Where needles begin a field or a word, the first one and two bytes of each beginning are
/// grams of their own. A needle no longer than its grams is answered exactly; for a longer one the
/// rarest gives the candidates.
struct GramIndex: Sendable {
  /// The codes of the grams that occur, ascending; the position is the id in `postings`.
  private let codes: [UInt32]
  private let postings: PostingStore
  private let alphabet: ByteAlphabet
  private let mode: MatchMode

  /// - Complexity: O(bytes) time; transient O(alphabet³) counters.
  init(_ arena: TextArena, mode: MatchMode) {
    let alphabet = ByteAlphabet(arena)
    var counter = GramCounter(codeCount: alphabet.codeCount)
    for row in 0..<arena.count {
      alphabet.visitCodes(arena, row, mode) { counter.note($0, row) }
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
      alphabet.visitCodes(arena, row, mode) { code in
        if counter.isNew(code, row) { builder.append(row, to: Int(ids[code])) }
      }
    }
    self.codes = codes
    self.alphabet = alphabet
    self.mode = mode
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
    var best = Candidates(gram: nil, count: .max, isExact: false)
    if mode != .contains {
      let isWhole = needle.count <= 2 && mode != .equality
      take(alphabet.startCode(of: needle.prefix(2)), isExact: isWhole, ifBetterThan: &best)
    }
    let gramLength = min(3, needle.count)
    let isWhole = needle.count <= 3 && mode == .contains
    for start in needle.startIndex...needle.endIndex - gramLength {
      let code = alphabet.code(of: needle[start..<start + gramLength])
      take(code, isExact: isWhole, ifBetterThan: &best)
    }
    return best
  }

  /// - Parameter code: nil where a byte occurs nowhere, and so the needle does not either.
  private func take(_ code: UInt32?, isExact: Bool, ifBetterThan best: inout Candidates) {
    guard let id = code.flatMap(id) else {
      best = Candidates(gram: nil, count: 0, isExact: true)
      return
    }
    let count = postings.count(id)
    if count < best.count || (isExact && count == best.count) {
      best = Candidates(gram: id, count: count, isExact: isExact)
    }
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
