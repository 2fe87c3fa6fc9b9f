/// Looks over a document before libxml2 does, for what it is not to be trusted with.
///
/// A document type is refused before any declaration in it is read. A tag with very many attributes
/// is too: libxml2 2.9 compares each with each, so that a megabyte of them takes half a minute.
struct XMLGuard {
  /// More attributes than that stand in no report.
  static let attributeCount = 1_000

  /// What a tag beyond ``attributeCount`` is refused for.
  static let tooManyAttributes =
    "got more than \(attributeCount) attributes, expected at most that"

  private enum State {
    case text
    case tag
    case quoted(UInt8)
    case comment
    case section
    case instruction
  }

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var state = State.text
  private var attributes = 0

  /// Why a document is refused, and where; nil where it may be read.
  ///
  /// - Complexity: O(n) for n bytes.
  static func complaint(about bytes: [UInt8]) -> (line: Int, reason: String)? {
    var scan = XMLGuard(bytes: bytes)
    return scan.encoding() ?? scan.run()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Signs of encodings in which markup has other bytes.
  private func encoding() -> (line: Int, reason: String)? {
    guard bytes.count >= 2 else { return nil }
    let start = (bytes[0], bytes[1])
    let isWide = start == (0xFE, 0xFF) || start == (0xFF, 0xFE) || start.0 == 0 || start.1 == 0
    // An XML declaration in EBCDIC begins so.
    return isWide || start == (0x4C, 0x6F)
      ? (1, "got another encoding than UTF-8, expected that") : nil
  }

  private mutating func run() -> (line: Int, reason: String)? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x0A { line += 1 }
      switch state {
      case .text:
        if byte == UInt8(ascii: "<"), let reason = open() { return (line, reason) }
      case .tag:
        if let reason = inTag(byte) { return (line, reason) }
      case .quoted(let mark):
        if byte == mark { state = .tag }
      case .comment:
        if byte == UInt8(ascii: ">"), isBehind("--") { state = .text }
      case .section:
        if byte == UInt8(ascii: ">"), isBehind("]]") { state = .text }
      case .instruction:
        if byte == UInt8(ascii: ">"), isBehind("?") { state = .text }
      }
      position += 1
    }
    return nil
  }

  /// What begins with a `<`.
  private mutating func open() -> String? {
    if isBefore("!--") {
      state = .comment
      position += 3
    } else if isBefore("![CDATA[") {
      state = .section
      position += 8
    } else if isBefore("!") {
      return "got a document type, expected none"
    } else if isBefore("?") {
      state = .instruction
    } else {
      state = .tag
      attributes = 0
    }
    return nil
  }

  private mutating func inTag(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: ">"): state = .text
    case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
    case UInt8(ascii: "="):
      attributes += 1
      if attributes > Self.attributeCount {
        return Self.tooManyAttributes
      }
    default: break
    }
    return nil
  }

  private func isBefore(_ text: StaticString) -> Bool { has(text, at: position + 1) }

  private func isBehind(_ text: StaticString) -> Bool {
    has(text, at: position - text.utf8CodeUnitCount)
  }

  private func has(_ text: StaticString, at start: Int) -> Bool {
    let size = text.utf8CodeUnitCount
    guard start >= 0, start + size <= bytes.count else { return false }
    // A literal's bytes live as long as the process; the index is checked.
    return (0..<size).allSatisfy { unsafe text.utf8Start[$0] == bytes[start + $0] }
  }
}
