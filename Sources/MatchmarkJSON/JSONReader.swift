/// The reason that a text is not the expected JSON, and the byte at which it is not.
package struct JSONError: Error, Hashable, Sendable {
  package let got: String
  package let expected: String
  package let offset: Int

  package init(_ got: String, expected: String, at offset: Int) {
    self.got = got
    self.expected = expected
    self.offset = offset
  }

  package var message: String { "got \(got), expected \(expected)" }
}

/// The kind of a JSON value that is neither an array nor an object.
package enum JSONKind: String, Sendable, Hashable {
  case string
  case number
  case boolean
  case null
}

/// Reads JSON with the position of every value: lines of flat objects, the format of corpora and
/// traces, and trees of values (``tree(_:)``), the format of messages and case files.
///
/// A general decoder discards the literal text of numbers, repeated keys and positions, and these
/// formats need all three. The grammar is RFC 8259's; the bytes must be well-formed UTF-8. The call
/// order for a flat line: ``beginObject()``, then ``nextKey(into:)`` and ``value(into:)`` in turn
/// until there is no key, then ``endLine()``.
///
/// - Complexity: O(bytes) in total; for a flat line only the caller's buffers are allocated.
package struct JSONReader: Sendable {
  package let bytes: [UInt8]
  package internal(set) var position: Int
  let spansLines: Bool
  /// True if the next key of the innermost object is its first.
  var isFirstKey = true
  /// The number of values of trees that were read.
  var valueCount = 0
  /// The number of long keys and texts of trees that were read.
  var longTextCount = 0
  /// Only a part of a longer key or value is appended.
  package var keptSizeInBytes = Int.max
  /// The size of the last key or value read, appended or not.
  package private(set) var sizeInBytes = 0

  /// - Parameter spansLines: true if white space may contain line feeds.
  package init(_ bytes: [UInt8], from position: Int = 0, spansLines: Bool = false) {
    self.bytes = bytes
    self.position = position
    self.spansLines = spansLines
  }

  package var isAtEnd: Bool { position >= bytes.count }

  /// True if the next value is an array or an object.
  package var isAtTree: Bool { peek() == UInt8(ascii: "{") || peek() == UInt8(ascii: "[") }

  package var isAtObject: Bool { peek() == UInt8(ascii: "{") }

  package mutating func beginArray() throws(JSONError) {
    skipBlanks()
    guard peek() == UInt8(ascii: "[") else { throw unexpected("an array of objects") }
    position += 1
  }

  package mutating func beginObject() throws(JSONError) {
    skipBlanks()
    guard peek() == UInt8(ascii: "{") else {
      throw unexpected(spansLines ? "an object" : "an object, one to a line")
    }
    position += 1
    isFirstKey = true
  }

  /// Appends the next key's text, or reads the closing brace.
  ///
  /// - Returns: the offset at which the key begins; nil after the last one.
  package mutating func nextKey(into buffer: inout [UInt8]) throws(JSONError) -> Int? {
    skipBlanks()
    if peek() == UInt8(ascii: "}") {
      position += 1
      return nil
    }
    if !isFirstKey {
      guard peek() == UInt8(ascii: ",") else { throw unexpected("',' or '}'") }
      position += 1
      skipBlanks()
    }
    isFirstKey = false
    let start = position
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    try readString(into: &buffer)
    skipBlanks()
    guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
    position += 1
    skipBlanks()
    return start
  }

  /// Appends the value's text: a string unescaped, a number or boolean as written, null as nothing.
  package mutating func value(into buffer: inout [UInt8]) throws(JSONError) -> JSONKind {
    sizeInBytes = 0
    switch peek() {
    case UInt8(ascii: "\""):
      try readString(into: &buffer)
      return .string
    case UInt8(ascii: "t"):
      try readLiteral("true", into: &buffer)
      return .boolean
    case UInt8(ascii: "f"):
      try readLiteral("false", into: &buffer)
      return .boolean
    case UInt8(ascii: "n"):
      var ignored: [UInt8] = []
      try readLiteral("null", into: &ignored)
      return .null
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      try readNumber(into: &buffer)
      return .number
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      throw JSONError(
        "an array or object as a value", expected: "a string, number, boolean or null",
        at: position)
    default: throw unexpected("a value")
    }
  }

  /// Reads the end of a line, or of the file.
  package mutating func endLine() throws(JSONError) {
    skipBlanks()
    if isAtEnd { return }
    guard peek() == 0x0A else { throw unexpected("the end of the line") }
    position += 1
  }

  @inline(__always)
  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  package mutating func skipBlanks() {
    while let byte = peek(),
      byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A && spansLines
    { position += 1 }
  }

  private mutating func readLiteral(
    _ literal: StaticString, into buffer: inout [UInt8]
  ) throws(JSONError) {
    let expected = Array(literal.description.utf8)
    guard bytes[position...].starts(with: expected) else { throw unexpected("'\(literal)'") }
    buffer += expected
    position += expected.count
  }

  private mutating func readNumber(into buffer: inout [UInt8]) throws(JSONError) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = peek() == UInt8(ascii: "0")
    let integerStart = position
    try readDigits()
    if hasLeadingZero && position - integerStart > 1 {
      throw JSONError("a number with a leading zero", expected: "none", at: start)
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      try readDigits()
    }
    append(start..<position, to: &buffer)
  }

  @inline(__always)
  private mutating func append(_ range: Range<Int>, to buffer: inout [UInt8]) {
    sizeInBytes += range.count
    if sizeInBytes <= keptSizeInBytes { buffer += bytes[range] }
  }

  private mutating func readDigits() throws(JSONError) {
    let start = position
    while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw unexpected("a digit") }
  }

  package func unexpected(_ expected: String) -> JSONError {
    let got: String
    switch peek() {
    case nil: got = "the end of the file"
    case 0x0A: got = "the end of the line"
    case .some:
      let rest = String(decoding: bytes[position..<min(position + 64, bytes.count)], as: UTF8.self)
      got = rest.first.map { "'\($0)'" } ?? "nothing"
    }
    return JSONError(got, expected: expected, at: position)
  }
}

extension JSONReader {
  private mutating func readString(into buffer: inout [UInt8]) throws(JSONError) {
    let start = position
    sizeInBytes = 0
    position += 1
    var copied = position
    while let byte = peek(), byte >= 0x20 {
      if byte == UInt8(ascii: "\"") {
        append(copied..<position, to: &buffer)
        position += 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        append(copied..<position, to: &buffer)
        let size = buffer.count
        try readEscape(into: &buffer)
        sizeInBytes += buffer.count - size
        if sizeInBytes > keptSizeInBytes { buffer.removeLast(buffer.count - size) }
        copied = position
      } else {
        position += 1
      }
    }
    guard let byte = peek(), byte != 0x0A else {
      throw JSONError("a string without an end", expected: "'\"'", at: start)
    }
    throw JSONError("a bare control character in a string", expected: "\\u", at: position)
  }

  private mutating func readEscape(into buffer: inout [UInt8]) throws(JSONError) {
    let start = position
    position += 1
    let escape = peek()
    position += 1
    switch escape {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(escape ?? 0)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "u"):
      buffer.append(contentsOf: String(try readScalar(escapeStart: start)).utf8)
    default: throw JSONError("an unknown escape", expected: "one of \"\\/bfnrtu", at: start)
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private mutating func readScalar(escapeStart: Int) throws(JSONError) -> Unicode.Scalar {
    var value = try readHex(escapeStart)
    if (0xD800..<0xDC00).contains(value), peek() == UInt8(ascii: "\\"),
      position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
    {
      position += 2
      let low = try readHex(escapeStart)
      // An invalid low half leaves a value that is not a scalar, which is rejected below.
      value =
        (0xDC00..<0xE000).contains(low)
        ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : 0xD800
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw JSONError("half a surrogate pair", expected: "both halves", at: escapeStart)
    }
    return scalar
  }

  private mutating func readHex(_ escapeStart: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw JSONError("a broken \\u escape", expected: "four hex digits", at: escapeStart)
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
