internal import MatchmarkCore

extension MessageValue {
  /// Reads the one JSON value of a line.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  /// - Throws: ``MessageError`` with the offset of the byte at which the line becomes invalid.
  package init(reading line: [UInt8]) throws(MessageError) {
    self = try MessageReader.value(of: line)
  }
}

/// Reads the one JSON value of a line.
///
/// The grammar is that of RFC 8259, over well-formed UTF-8. Duplicate keys in one object are
/// rejected because readers differ in which one they use. Nesting deeper than in any message is
/// rejected because it is an attack or a mistake; so are objects with more keys than any message.
///
/// - Complexity: O(bytes) for actual messages, O(bytes · ``EngineLimits/keyCount``) at worst.
struct MessageReader {
  private var tokens: FlatJSONReader
  private var buffer: [UInt8] = []

  static func value(of line: [UInt8]) throws(MessageError) -> MessageValue {
    if let offset = SourceText.firstInvalidByte(in: line) {
      throw MessageError(at: .byte(offset), got: "bytes that are not UTF-8", expected: "UTF-8")
    }
    do throws(FlatJSONError) {
      var reader = MessageReader(tokens: FlatJSONReader(line))
      reader.skipBlanks()
      let value = try reader.value(depth: 0)
      reader.skipBlanks()
      guard reader.position == line.count else { throw reader.unexpected("the end of the line") }
      return value
    } catch {
      // The tokeniser knows files; here there is only a line.
      let isAtEnd = error.offset >= line.count
      throw MessageError(
        at: .byte(error.offset), got: isAtEnd ? "the end of the line" : error.got,
        expected: error.expected)
    }
  }

  private init(tokens: FlatJSONReader) { self.tokens = tokens }

  private var position: Int { tokens.position }

  private mutating func value(depth: Int) throws(FlatJSONError) -> MessageValue {
    switch peek() {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    default: return try scalar()
    }
  }

  private mutating func object(depth: Int) throws(FlatJSONError) -> MessageValue {
    try enter(depth)
    var members: [MessageValue.Member] = []
    while try !closes(UInt8(ascii: "}"), isFirst: members.isEmpty) {
      let start = position
      guard members.count < EngineLimits.keyCount else {
        throw Self.tooManyKeys(at: start)
      }
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
      let key = try text()
      guard !members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        throw FlatJSONError("key '\(key)' twice", expected: "it once", at: start)
      }
      skipBlanks()
      guard peek() == UInt8(ascii: ":") else { throw unexpected("':'") }
      advance()
      skipBlanks()
      members.append(.init(key, try value(depth: depth + 1)))
    }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(FlatJSONError) -> MessageValue {
    try enter(depth)
    var numbers: [Int] = []
    var values: [MessageValue] = []
    while try !closes(UInt8(ascii: "]"), isFirst: numbers.isEmpty && values.isEmpty) {
      let next = try value(depth: depth + 1)
      if values.isEmpty, case .integer(let number) = next {
        numbers.append(number)
      } else {
        values += numbers.map { .integer($0) }
        numbers.removeAll()
        values.append(next)
      }
    }
    return numbers.isEmpty ? .array(values) : .integers(numbers)
  }

  private mutating func enter(_ depth: Int) throws(FlatJSONError) {
    guard depth < EngineLimits.nestingDepth else {
      throw Self.tooDeep(at: position)
    }
    advance()
  }

  /// Consumes the closing bracket, or the comma before the next item.
  private mutating func closes(_ bracket: UInt8, isFirst: Bool) throws(FlatJSONError) -> Bool {
    skipBlanks()
    if peek() == bracket {
      advance()
      return true
    }
    if !isFirst {
      guard peek() == UInt8(ascii: ",") else {
        throw unexpected("',' or '\(Character(Unicode.Scalar(bracket)))'")
      }
      advance()
      skipBlanks()
    }
    return false
  }

  private mutating func text() throws(FlatJSONError) -> String {
    let start = position
    buffer.removeAll(keepingCapacity: true)
    _ = try tokens.value(into: &buffer)
    return try checkedText(from: start)
  }

  private func checkedText(from start: Int) throws(FlatJSONError) -> String {
    guard buffer.count <= EngineLimits.textSizeInBytes else {
      throw Self.tooLong(sizeInBytes: buffer.count, at: start)
    }
    return String(decoding: buffer, as: UTF8.self)
  }

  private mutating func scalar() throws(FlatJSONError) -> MessageValue {
    let start = position
    buffer.removeAll(keepingCapacity: true)
    switch try tokens.value(into: &buffer) {
    case .string: return .string(try checkedText(from: start))
    case .boolean: return .boolean(buffer.first == UInt8(ascii: "t"))
    case .null: return .null
    case .number:
      return Self.integer(buffer).map { .integer($0) }
        ?? .number(String(decoding: buffer, as: UTF8.self))
    }
  }

  /// The whole number that digits denote; 12, 12.0 and 1.2e1 are the same, as in JSON Schema.
  private static func integer(_ digits: [UInt8]) -> Int? {
    if digits.count < 16, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    let text = String(decoding: digits, as: UTF8.self)
    if let number = Int(text) {
      return number.magnitude <= MessageValue.largestInteger ? number : nil
    }
    guard let number = Double(text), abs(number) <= Double(MessageValue.largestInteger) else {
      return nil
    }
    return Int(exactly: number)
  }

  // MARK: Bytes

  private func peek() -> UInt8? { position < tokens.bytes.count ? tokens.bytes[position] : nil }

  private mutating func advance(by count: Int = 1) {
    tokens = FlatJSONReader(tokens.bytes, from: position + count)
  }

  private mutating func skipBlanks() {
    var count = 0
    while position + count < tokens.bytes.count,
      [0x20, 0x09, 0x0D].contains(tokens.bytes[position + count])
    {
      count += 1
    }
    if count > 0 { advance(by: count) }
  }

  private func unexpected(_ expected: String) -> FlatJSONError {
    guard position < tokens.bytes.count else {
      return FlatJSONError("the end of the line", expected: expected, at: position)
    }
    let rest = tokens.bytes[position..<min(position + 64, tokens.bytes.count)]
    let first = String(decoding: rest, as: UTF8.self).first.map { "'\($0)'" } ?? "nothing"
    return FlatJSONError(first, expected: expected, at: position)
  }
}

// MARK: - Beyond a limit

extension MessageReader {
  /// The error for nesting beyond ``EngineLimits/nestingDepth``.
  static func tooDeep(at offset: Int) -> FlatJSONError {
    FlatJSONError(
      "values nested deeper than \(EngineLimits.nestingDepth)", expected: "a message", at: offset)
  }

  /// The error for keys beyond ``EngineLimits/keyCount``.
  static func tooManyKeys(at offset: Int) -> FlatJSONError {
    FlatJSONError(
      "an object with more than \(EngineLimits.keyCount) keys", expected: "a message", at: offset)
  }

  /// The error for a text beyond ``EngineLimits/textSizeInBytes``.
  static func tooLong(sizeInBytes: Int, at offset: Int) -> FlatJSONError {
    FlatJSONError(
      "a text of \(sizeInBytes) bytes",
      expected: "at most \(EngineLimits.textSizeInBytes)", at: offset)
  }
}
