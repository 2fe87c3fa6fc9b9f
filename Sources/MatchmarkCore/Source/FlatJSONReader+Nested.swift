extension FlatJSONReader {
  /// The deepest nesting of arrays and objects that is read.
  package static let depthLimit = 32

  /// Reads an array or object, as a trace's list of suggestions has it.
  ///
  /// - Returns: its bytes, well-formed JSON; nil, and nothing read, where the value is a scalar.
  package mutating func nestedValue() throws(FlatJSONError) -> Range<Int>? {
    guard position < bytes.count, Self.opens(bytes[position]) else { return nil }
    let start = position
    try skipNested(depth: 1)
    continueObject()
    return start..<position
  }

  private static func opens(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  private mutating func skipNested(depth: Int) throws(FlatJSONError) {
    guard depth <= Self.depthLimit else {
      throw .nestedTooDeep(at: position)
    }
    if bytes[position] == UInt8(ascii: "{") {
      try skipMembers(depth: depth)
    } else {
      try skipElements(depth: depth)
    }
  }

  private mutating func skipMembers(depth: Int) throws(FlatJSONError) {
    try beginObject()
    var scratch: [UInt8] = []
    while try nextKey(into: &scratch) != nil {
      try skipValue(depth: depth)
      // What follows is the object's next key, whatever was nested in the value.
      continueObject()
      scratch.removeAll(keepingCapacity: true)
    }
  }

  private mutating func skipElements(depth: Int) throws(FlatJSONError) {
    advance()
    skipBlanks()
    if peek() == UInt8(ascii: "]") { return advance() }
    while true {
      skipBlanks()
      try skipValue(depth: depth)
      skipBlanks()
      if peek() == UInt8(ascii: "]") { return advance() }
      guard peek() == UInt8(ascii: ",") else { throw unexpected("',' or ']'") }
      advance()
    }
  }

  private mutating func skipValue(depth: Int) throws(FlatJSONError) {
    if let byte = peek(), Self.opens(byte) { return try skipNested(depth: depth + 1) }
    var scratch: [UInt8] = []
    _ = try value(into: &scratch)
  }
}

extension FlatJSONError {
  /// Arrays and objects beyond ``FlatJSONReader/depthLimit``.
  package static func nestedTooDeep(at offset: Int) -> FlatJSONError {
    FlatJSONError(
      "values nested deeper than \(FlatJSONReader.depthLimit)", expected: "at most that", at: offset
    )
  }
}
