import MatchmarkCore

/// The bytes that occur in an arena, numbered from 2, and codes for up to three of them.
///
/// Symbol 1 stands for a beginning, of the field or of any word, depending on the match mode.
struct ByteAlphabet: Sendable {
  private let symbols: [UInt16]
  private let base: Int
  private static let start = 1

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

  /// The base of the codes, which are numbers of up to three digits.
  var symbolCount: Int { base }

  /// The code of a gram; nil if one of its bytes never occurs.
  func code(of gram: ArraySlice<UInt8>) -> UInt32? { code(of: gram, after: 0) }

  /// The code of the first one or two bytes of a beginning.
  func startCode(of gram: ArraySlice<UInt8>) -> UInt32? { code(of: gram, after: Self.start) }

  private func code(of gram: ArraySlice<UInt8>, after prefix: Int) -> UInt32? {
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
    let text = arena.bytes.span.extracting(arena.range(of: row))
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
  /// Whether a needle of this mode can begin at a position; false if the mode allows any position.
  fileprivate func begins(at position: Int, in text: Span<UInt8>) -> Bool {
    switch self {
    case .contains: false
    case .prefix, .equality: position == 0
    case .wordPrefix: WordBoundary.isStart(of: position, in: text)
    }
  }
}
