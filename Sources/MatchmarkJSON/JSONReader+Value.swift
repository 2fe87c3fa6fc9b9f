internal import MatchmarkCore

extension JSONValue {
  /// Reads the one value of a text.
  ///
  /// - Throws: ``JSONError``, also for a text beyond ``JSONLimits/file``.
  package init(text bytes: [UInt8]) throws(JSONError) {
    // Text in UTF-16 or UTF-32 may be UTF-8, too, but has zero bytes.
    let offset = SourceText.firstInvalidByte(in: bytes) ?? bytes.firstIndex(of: 0)
    if let offset {
      throw JSONError("a byte that is not JSON in UTF-8", expected: "UTF-8", at: offset)
    }
    var reader = JSONReader(
      bytes, from: SourceText.byteOrderMarkSizeInBytes(in: bytes), spansLines: true)
    self = try reader.onlyTree(.file)
  }
}

extension JSONReader {
  package mutating func onlyTree(_ limits: JSONLimits) throws(JSONError) -> JSONValue {
    skipBlanks()
    let tree = try tree(limits)
    skipBlanks()
    guard isAtEnd else {
      throw unexpected(spansLines ? "the end of the file" : "the end of the line")
    }
    return tree
  }

  /// Reads a value of which nothing is kept.
  ///
  /// - Complexity: O(bytes) time, O(limit of depth) space.
  package mutating func skipTree(_ limits: JSONLimits) throws(JSONError) {
    var buffer: [UInt8] = []
    try skipTree(limits, depth: 0, &buffer)
  }

  private mutating func skipTree(
    _ limits: JSONLimits, depth: Int, _ buffer: inout [UInt8]
  ) throws(JSONError) {
    buffer.removeAll(keepingCapacity: true)
    let isObject = peek() == UInt8(ascii: "{")
    guard isObject || peek() == UInt8(ascii: "[") else {
      _ = try value(into: &buffer)
      return
    }
    guard depth < limits.depth else { throw limits.tooDeep(at: position) }
    if isObject {
      try beginObject()
      while try nextKey(into: &buffer) != nil {
        try skipTree(limits, depth: depth + 1, &buffer)
      }
      isFirstKey = false
    } else {
      position += 1
      var isFirst = true
      while try hasElement(afterFirst: !isFirst) {
        try skipTree(limits, depth: depth + 1, &buffer)
        isFirst = false
      }
    }
  }

  /// Reads the comma before an element of an array, or the closing bracket.
  ///
  /// - Returns: false after the closing bracket.
  package mutating func hasElement(afterFirst: Bool) throws(JSONError) -> Bool {
    skipBlanks()
    if peek() == UInt8(ascii: "]") {
      position += 1
      return false
    }
    guard afterFirst else { return true }
    guard peek() == UInt8(ascii: ",") else { throw unexpected("',' or ']'") }
    position += 1
    skipBlanks()
    return true
  }

  /// - Complexity: O(bytes), times the limit of keys at worst.
  package mutating func tree(_ limits: JSONLimits) throws(JSONError) -> JSONValue {
    var buffer: [UInt8] = []
    return try tree(limits, depth: 0, &buffer)
  }

  /// - Parameter buffer: for keys and scalars, so that each needs no memory of its own.
  private mutating func tree(
    _ limits: JSONLimits, depth: Int, _ buffer: inout [UInt8]
  ) throws(JSONError) -> JSONValue {
    valueCount += 1
    guard valueCount <= limits.valueCount else { throw limits.tooMany(at: position) }
    switch peek() {
    case UInt8(ascii: "{"):
      guard depth < limits.depth else { throw limits.tooDeep(at: position) }
      return .object(try members(limits, depth: depth + 1, &buffer))
    case UInt8(ascii: "["):
      guard depth < limits.depth else { throw limits.tooDeep(at: position) }
      return try elements(limits, depth: depth + 1, &buffer)
    default: return try scalar(limits, &buffer)
    }
  }

  private mutating func members(
    _ limits: JSONLimits, depth: Int, _ buffer: inout [UInt8]
  ) throws(JSONError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    try beginObject()
    while true {
      buffer.removeAll(keepingCapacity: true)
      guard let offset = try nextKey(into: &buffer) else { break }
      let key = try text(buffer, limits, at: offset)
      if let keyCount = limits.keyCount {
        guard members.count < keyCount else { throw limits.tooManyKeys(at: offset) }
        // Keys are compared by bytes: canonically equivalent keys are different keys.
        guard !members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
          throw JSONError("key '\(key)' twice", expected: "it once", at: offset)
        }
      }
      members.append(JSONValue.Member(key, try tree(limits, depth: depth, &buffer)))
    }
    // The object around this one has at least the key of this one.
    isFirstKey = false
    return members
  }

  private mutating func elements(
    _ limits: JSONLimits, depth: Int, _ buffer: inout [UInt8]
  ) throws(JSONError) -> JSONValue {
    var numbers: [Int] = []
    var values: [JSONValue] = []
    position += 1
    while try hasElement(afterFirst: !numbers.isEmpty || !values.isEmpty) {
      let next = try tree(limits, depth: depth, &buffer)
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

  private mutating func scalar(
    _ limits: JSONLimits, _ buffer: inout [UInt8]
  ) throws(JSONError) -> JSONValue {
    let start = position
    buffer.removeAll(keepingCapacity: true)
    switch try value(into: &buffer) {
    case .string: return .string(try text(buffer, limits, at: start))
    case .boolean: return .boolean(buffer.first == UInt8(ascii: "t"))
    case .null: return .null
    case .number:
      return Self.integer(buffer).map { .integer($0) }
        ?? .number(String(decoding: buffer, as: UTF8.self))
    }
  }

  /// A shorter text is part of its `String`, and needs no memory of its own.
  private static let longTextSizeInBytes = 16

  private mutating func text(
    _ bytes: [UInt8], _ limits: JSONLimits, at offset: Int
  ) throws(JSONError) -> String {
    guard bytes.count <= limits.textSizeInBytes else {
      throw limits.tooLong(sizeInBytes: bytes.count, at: offset)
    }
    if bytes.count >= Self.longTextSizeInBytes { longTextCount += 1 }
    guard longTextCount <= limits.longTextCount else { throw limits.tooManyLongTexts(at: offset) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The whole number that digits denote; 12, 12.0 and 1.2e1 are the same, as in JSON Schema.
  private static func integer(_ digits: [UInt8]) -> Int? {
    if digits.count < 16, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
      return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
    let text = String(decoding: digits, as: UTF8.self)
    if let number = Int(text) {
      return number.magnitude <= JSONValue.largestInteger ? number : nil
    }
    guard let number = Double(text), abs(number) <= Double(JSONValue.largestInteger) else {
      return nil
    }
    // `Int(exactly:)` would call the C library's rounding, which an unoptimised app may not link.
    let whole = Int(number)
    return Double(whole) == number ? whole : nil
  }
}
