import MatchmarkCore

/// An index from each sequence of one, two or three bytes (a gram) to the strings that contain it.
///
/// Grams are bytes of folded UTF-8, so every needle of at least one byte has grams, whatever the
/// script. If needles must begin a field or a word, the first one and two bytes of each beginning
/// are additional grams. A needle no longer than its grams is answered exactly; for a longer one,
/// the two rarest grams give the candidates.
final class GramIndex: Sendable {
  /// The codes of the grams that occur, ascending; the position of a code is its id in `postings`.
  private let codes: [UInt32]
  let postings: PostingStore
  private let alphabet: ByteAlphabet
  private let mode: MatchMode

  /// Indexes the strings of an arena.
  ///
  /// - Complexity: O(bytes) time; O(alphabet² + grams) temporary space in addition to the index.
  init(_ arena: TextArena, mode: MatchMode, _ building: Building) {
    let alphabet = ByteAlphabet(arena)
    var numbers = GramNumbers(pageSize: alphabet.base)
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
      building.thresholds)
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

  var byteCount: Int {
    codes.count * MemoryLayout<UInt32>.stride + postings.byteCount + alphabet.byteCount
  }

  var gramCount: Int { codes.count }

  /// Returns the strings that contain the two rarest grams of a needle.
  ///
  /// Once the strings of a gram are so few that reading them costs less than looking up the
  /// remaining grams, those are left out.
  ///
  /// - Complexity: O(needle × log grams).
  func candidates(for needle: ArraySlice<UInt8>) -> Candidates {
    // A needle in a script that the text lacks is rejected without looking up any gram.
    guard alphabet.hasAll(of: needle) else { return .none }
    var best = Candidates(source: .everything, count: .max, isExact: false)
    if mode != .contains {
      let isWhole = needle.count <= 2 && mode != .equality
      let code = alphabet.code(of: needle.prefix(2), after: ByteAlphabet.start)
      take(code, isExact: isWhole, into: &best)
    }
    let gramLength = min(3, needle.count)
    let isWhole = needle.count <= 3 && mode == .contains
    let last = needle.endIndex - gramLength
    for start in needle.startIndex...last {
      if best.source == .nothing || best.count < (last - start) / 2 { break }
      let code = alphabet.code(of: needle[start..<start + gramLength])
      take(code, isExact: isWhole, into: &best)
    }
    return best
  }

  /// Adds the strings of a gram to the candidates.
  ///
  /// - Parameter code: nil if a byte of the gram occurs nowhere, so that the needle cannot occur,
  ///   either.
  private func take(_ code: UInt32?, isExact: Bool, into best: inout Candidates) {
    guard let id = code.flatMap(id) else {
      best = .none
      return
    }
    best.take(.list(id), count: postings.count(id), isExact: isExact)
  }

  private func id(of code: UInt32) -> Int? {
    let position = codes.partitioningIndex { $0 >= code }
    return position < codes.count && codes[position] == code ? position : nil
  }
}

/// The grams of an arena, numbered by first appearance, in a two-level table over their codes.
///
/// Only a few of the codes that an alphabet allows occur, and a text in many scripts allows
/// millions. So only the beginnings that occur have a page of possible continuations.
struct GramNumbers {
  /// The codes, by number.
  private(set) var codes: [UInt32] = []
  private let pageSize: Int
  /// The start of the page of each beginning, plus one; 0 if the beginning has no page yet.
  private var pages: [UInt32]
  /// The numbers plus one; 0 for a code that has not occurred.
  private var entries: [UInt32] = []

  /// Creates an empty table.
  ///
  /// - Parameter pageSize: the number of symbols; codes are numbers of three digits in this base.
  init(pageSize: Int) {
    self.pageSize = pageSize
    pages = Array(repeating: 0, count: pageSize * pageSize)
  }

  /// Returns the number of a code; nil if the code has not occurred.
  @inline(__always)
  func number(of code: Int) -> Int? {
    let page = Int(pages[code / pageSize])
    guard page > 0 else { return nil }
    let entry = Int(entries[page &- 1 &+ code % pageSize])
    return entry > 0 ? entry &- 1 : nil
  }

  /// Assigns a number to a code that has not occurred.
  mutating func add(_ code: Int) {
    if pages[code / pageSize] == 0 {
      pages[code / pageSize] = UInt32(entries.count + 1)
      entries.append(contentsOf: repeatElement(0, count: pageSize))
    }
    codes.append(UInt32(code))
    entries[Int(pages[code / pageSize]) - 1 + code % pageSize] = UInt32(codes.count)
  }

  /// Renumbers the codes in ascending order.
  ///
  /// - Returns: the number that each code had before.
  mutating func sort() -> [UInt32] {
    let order = codes.indices.sorted { codes[$0] < codes[$1] }
    codes = order.map { codes[$0] }
    for (number, code) in codes.enumerated() {
      let page = Int(pages[Int(code) / pageSize])
      entries[page - 1 + Int(code) % pageSize] = UInt32(number + 1)
    }
    return order.map(UInt32.init)
  }
}

/// The bytes that occur in an arena, numbered from 2, and the codes of up to three of them.
///
/// Symbol 1 stands for a beginning, of the field or of any word, depending on the match mode.
struct ByteAlphabet: Sendable {
  private let symbols: [UInt16]
  /// The base of the codes, which are numbers of up to three digits.
  let base: Int
  static let start = 1

  init(_ arena: TextArena) {
    var occurs = [Bool](repeating: false, count: 256)
    for byte in arena.bytes { occurs[Int(byte)] = true }
    occurs[Int(TextArena.separator)] = false
    var symbols = [UInt16](repeating: 0, count: 256)
    var last = Self.start
    for byte in 0..<256 where occurs[byte] {
      last += 1
      symbols[byte] = UInt16(last)
    }
    self.symbols = symbols
    base = last + 1
  }

  var byteCount: Int { symbols.count * MemoryLayout<UInt16>.stride }

  /// Returns true if every byte occurs.
  func hasAll(of bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { symbols[Int($0)] != 0 }
  }

  /// Returns the code of a gram; nil if one of its bytes never occurs.
  ///
  /// - Parameter prefix: `start` for the first one or two bytes of a beginning, otherwise 0.
  func code(of gram: ArraySlice<UInt8>, after prefix: Int = 0) -> UInt32? {
    var code = prefix
    for byte in gram {
      let symbol = Int(symbols[Int(byte)])
      if symbol == 0 { return nil }
      code = code * base + symbol
    }
    return UInt32(code)
  }

  /// Calls `body` with the code of every gram of a string, including repetitions.
  @inline(__always)
  func visitCodes(_ arena: TextArena, _ row: Int, _ mode: MatchMode, _ body: (Int) -> Void) {
    let slice = arena.bytes[arena.range(of: row)]
    let text = slice.span
    var second = 0
    var third = 0
    for position in text.indices {
      let first = Int(symbols[Int(text[position])])
      body(first)
      if second != 0 { body(second * base + first) }
      if third != 0 { body((third * base + second) * base + first) }
      if mode.begins(at: position, in: text) {
        let code = Self.start * base + first
        body(code)
        if position + 1 < text.count {
          body(code * base + Int(symbols[Int(text[position + 1])]))
        }
      }
      third = second
      second = first
    }
  }
}

extension MatchMode {
  /// Returns true if a needle of this mode can begin only at certain positions, and `position` is
  /// one of them.
  fileprivate func begins(at position: Int, in text: Span<UInt8>) -> Bool {
    switch self {
    case .contains: false
    case .prefix, .equality: position == 0
    case .wordPrefix: WordBoundary.isStart(of: position, in: text)
    }
  }
}
