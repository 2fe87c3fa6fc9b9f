import MatchmarkCore

/// The strings in which each sequence of one, two or three bytes occurs.
///
/// Grams are bytes of folded UTF-8, so every needle of at least one byte has grams, whatever the
/// script. If needles must begin a field or a word, the first one and two bytes of each beginning
/// are additional grams. A needle no longer than its grams is answered exactly; for a longer one
/// the two rarest grams give the candidates.
final class GramIndex: Sendable {
  /// The codes of the grams that occur, ascending; the position is the id in `postings`.
  private let codes: [UInt32]
  private let postings: PostingStore
  private let alphabet: ByteAlphabet
  private let mode: MatchMode

  /// - Complexity: O(bytes) time; transient O(alphabet² + grams) in addition to the index.
  init(_ arena: TextArena, mode: MatchMode, _ building: Building) {
    let alphabet = ByteAlphabet(arena)
    var numbers = GramNumbers(pageSize: alphabet.symbolCount)
    var sizes = PostingStore.Sizes(idCount: 0)
    for row in 0..<arena.count {
      building.note("counting grams", row: row, of: arena.count, 0...0.5)
      alphabet.visitCodes(arena, row, mode) { code in
        if let number = numbers.number(of: code) {
          sizes.note(row, number)
        } else {
          numbers.add(code)
          sizes.note(row, sizes.addID())
        }
      }
    }
    let order = numbers.sort()
    var builder = PostingStore.Builder(
      rowCount: arena.count, sizes: sizes.selecting(order), path: building.path,
      building.thresholds.sets)
    for row in 0..<arena.count {
      building.note("writing lists", row: row, of: arena.count, 0.5...1)
      alphabet.visitCodes(arena, row, mode) { code in
        if let number = numbers.number(of: code) { builder.append(row, to: number) }
      }
    }
    codes = numbers.codes
    self.alphabet = alphabet
    self.mode = mode
    postings = builder.finish()
  }

  /// The size of the index, in bytes.
  var byteCount: Int {
    codes.count * MemoryLayout<UInt32>.stride + postings.byteCount + alphabet.byteCount
  }

  /// The number of different grams.
  var gramCount: Int { codes.count }

  /// The strings that contain the two rarest grams of a needle.
  ///
  /// - Complexity: O(needle × log grams).
  func candidates(for needle: ArraySlice<UInt8>) -> Candidates {
    var best = Candidates(source: .everything, count: .max, isExact: false)
    if mode != .contains {
      let isWhole = needle.count <= 2 && mode != .equality
      take(alphabet.startCode(of: needle.prefix(2)), isExact: isWhole, into: &best)
    }
    let gramLength = min(3, needle.count)
    let isWhole = needle.count <= 3 && mode == .contains
    for start in needle.startIndex...needle.endIndex - gramLength {
      if best.source == .nothing { break }
      let code = alphabet.code(of: needle[start..<start + gramLength])
      take(code, isExact: isWhole, into: &best)
    }
    return best
  }

  /// - Parameter code: nil if a byte occurs nowhere, so that the needle cannot occur either.
  private func take(_ code: UInt32?, isExact: Bool, into best: inout Candidates) {
    guard let id = code.flatMap(id) else {
      best = .none
      return
    }
    best.take(.list(id), count: postings.count(id), isExact: isExact)
  }

  /// The rows of a gram in a form that an answer can share; nil if they are stored otherwise.
  func stored(_ source: Candidates.Source) -> StoredBitmap? {
    if case .list(let gram) = source { postings.stored(gram) } else { nil }
  }

  func countForms(of source: Candidates.Source, in counts: inout FormCounts) {
    if case .list(let gram) = source { postings.countForms(of: [gram], in: &counts) }
  }

  func insertRows(of source: Candidates.Source, into rows: inout Bitmap) {
    if case .list(let gram) = source { postings.insertRows(of: gram, into: &rows) }
  }

  /// Appends the rows of a gram, ascending.
  func appendRows(of source: Candidates.Source, to rows: inout [UInt32]) {
    if case .list(let gram) = source {
      postings.visitRows(of: gram) { rows.append(UInt32($0)) }
    }
  }

  private func id(of code: UInt32) -> Int? {
    let position = codes.partitioningIndex { $0 >= code }
    return position < codes.count && codes[position] == code ? position : nil
  }
}
