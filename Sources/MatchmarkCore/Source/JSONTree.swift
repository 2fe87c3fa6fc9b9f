/// A JSON value as it is written: an object keeps the order of its keys, a number its digits.
///
/// ``JSONValue``, read by a general decoder, loses what messages need: one exact encoding, repeated
/// keys, numbers beyond the range of a number type, and the place of an error.
package enum JSONTree: Sendable, Hashable {
  case null
  case boolean(Bool)
  /// A whole number of at most 53 bits, however it was written.
  case integer(Int)
  /// Any other number, as it was written.
  case number(String)
  case string(String)
  /// A non-empty array of only whole numbers: row ids need no box each.
  case integers([Int])
  case array([JSONTree])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let key: String
    package let value: JSONTree

    package init(_ key: String, _ value: JSONTree) {
      self.key = key
      self.value = value
    }
  }

  /// An array of whole numbers, of any length.
  package static func list(_ numbers: [Int]) -> JSONTree {
    numbers.isEmpty ? .array([]) : .integers(numbers)
  }

  package static func list(_ texts: [String]) -> JSONTree { .array(texts.map { .string($0) }) }

  /// A value with the key `first` before all others of an object, which are in alphabetical order.
  package init(_ value: JSONValue, first: String = "") {
    switch value {
    case .object(let values):
      let keys = values.keys.sorted()
      self = .object(
        (keys.filter { $0 == first } + keys.filter { $0 != first }).map {
          Member($0, JSONTree(values[$0] ?? .null, first: first))
        })
    case .array(let values): self = .array(values.map { JSONTree($0, first: first) })
    case .string(let text): self = .string(text)
    case .integer(let value): self = .integer(value)
    // JSON has neither infinity nor "not a number".
    case .number(let value): self = value.isFinite ? .number("\(value)") : .null
    case .boolean(let value): self = .boolean(value)
    case .null: self = .null
    }
  }

  /// The members of an object; empty for any other value.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The value of a key of an object; keys are compared by bytes.
  package subscript(key: String) -> JSONTree? {
    members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The value in the words of an error message; long texts are cut.
  package var summary: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let text): Self.cut(text)
    case .string(let text): "'\(Self.cut(text))'"
    case .integers(let values): "an array of \(values.count)"
    case .array(let values): "an array of \(values.count)"
    case .object: "an object"
    }
  }

  private static func cut(_ text: String) -> String {
    let shown = text.prefix(64)
    return shown.endIndex == text.endIndex ? text : "\(shown)…"
  }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// Creates an object of the members that have a value.
  package init(dictionaryLiteral members: (String, JSONTree?)...) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

extension JSONTree {
  /// The value without white space, with the fewest escapes that the grammar allows: equal values
  /// have equal bytes.
  ///
  /// - Complexity: O(bytes).
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to output: inout [UInt8]) {
    switch self {
    case .null: output += Array("null".utf8)
    case .boolean(let value): output += Array((value ? "true" : "false").utf8)
    case .integer(let value): output += Array(String(value).utf8)
    case .number(let text): output += Array(text.utf8)
    case .string(let text): JSONEscape.appendQuoted(text, to: &output)
    case .integers(let values):
      Self.append(values, in: "[]", to: &output) { $1.append(contentsOf: String($0).utf8) }
    case .array(let values):
      Self.append(values, in: "[]", to: &output) { $0.append(to: &$1) }
    case .object(let members):
      Self.append(members, in: "{}", to: &output) { member, output in
        JSONEscape.appendQuoted(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.append(to: &output)
      }
    }
  }

  private static func append<Item>(
    _ items: [Item], in brackets: StaticString, to output: inout [UInt8],
    each appendItem: (Item, inout [UInt8]) -> Void
  ) {
    let brackets = Array(brackets.description.utf8)
    output.append(brackets[0])
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      appendItem(item, &output)
    }
    output.append(brackets[1])
  }
}

// Embedded Swift cannot read a number from text.
#if !hasFeature(Embedded)
  extension JSONTree {
    /// The largest whole number that every JSON implementation preserves: 2⁵³ − 1.
    package static let largestInteger = (1 << 53) - 1

    /// Reads the one value of a text.
    ///
    /// - Throws: ``JSONError``, also for a text beyond ``JSONBounds``.
    package init(text bytes: [UInt8]) throws(JSONError) {
      if let offence = JSONBounds.offence(in: bytes) { throw offence }
      var reader = JSONReader(
        bytes, from: SourceText.byteOrderMarkSizeInBytes(in: bytes), spansLines: true)
      self = try reader.onlyTree(JSONTreeLimits(depth: JSONBounds.depthLimit))
    }

    /// The members of an object as data; of repeated keys, the last one counts.
    package var values: [String: JSONValue] {
      members.reduce(into: [:]) { $0[$1.key] = JSONValue($1.value) }
    }
  }

  extension JSONValue {
    /// The same value; of repeated keys, the last one counts.
    ///
    /// A number beyond the range of `Double`, which JSON could not write, becomes the outermost.
    package init(_ tree: JSONTree) {
      switch tree {
      case .null: self = .null
      case .boolean(let value): self = .boolean(value)
      case .integer(let value): self = .integer(value)
      case .number(let text):
        let outermost = Double.greatestFiniteMagnitude
        self =
          Int(text).map { .integer($0) }
          ?? .number(max(-outermost, min(Double(text) ?? outermost, outermost)))
      case .string(let text): self = .string(text)
      case .integers(let values): self = .array(values.map { .integer($0) })
      case .array(let values): self = .array(values.map { JSONValue($0) })
      case .object: self = .object(tree.values)
      }
    }
  }

  /// What a reader refuses of a tree, before it takes memory or time.
  package struct JSONTreeLimits: Sendable {
    /// What is expected instead of too deep a tree or too large an object.
    let expected: String
    package let depth: Int
    /// The most keys of one object; with it, a repeated key is refused, too.
    let keyCount: Int?
    let textSizeInBytes: Int

    package init(
      expected: String = "at most that", depth: Int, keyCount: Int? = nil,
      textSizeInBytes: Int = .max
    ) {
      self.expected = expected
      self.depth = depth
      self.keyCount = keyCount
      self.textSizeInBytes = textSizeInBytes
    }

    package static let trace = JSONTreeLimits(depth: 32)

    package func tooDeep(at offset: Int) -> JSONError {
      JSONError("values nested deeper than \(depth)", expected: expected, at: offset)
    }

    package func tooManyKeys(at offset: Int) -> JSONError {
      JSONError(
        "an object with more than \(keyCount ?? .max) keys", expected: expected, at: offset)
    }

    package func tooLong(sizeInBytes: Int, at offset: Int) -> JSONError {
      JSONError(
        "a text of \(sizeInBytes) bytes", expected: "at most \(textSizeInBytes)", at: offset)
    }
  }

  extension JSONReader {
    package mutating func onlyTree(_ limits: JSONTreeLimits) throws(JSONError) -> JSONTree {
      skipBlanks()
      let tree = try tree(limits)
      skipBlanks()
      guard isAtEnd else {
        throw unexpected(spansLines ? "the end of the file" : "the end of the line")
      }
      return tree
    }

    /// - Complexity: O(bytes), times the limit of keys at worst.
    package mutating func tree(_ limits: JSONTreeLimits) throws(JSONError) -> JSONTree {
      var buffer: [UInt8] = []
      return try tree(limits, depth: 0, &buffer)
    }

    /// - Parameter buffer: for keys and scalars, so that each needs no memory of its own.
    private mutating func tree(
      _ limits: JSONTreeLimits, depth: Int, _ buffer: inout [UInt8]
    ) throws(JSONError) -> JSONTree {
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
      _ limits: JSONTreeLimits, depth: Int, _ buffer: inout [UInt8]
    ) throws(JSONError) -> [JSONTree.Member] {
      var members: [JSONTree.Member] = []
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
        members.append(JSONTree.Member(key, try tree(limits, depth: depth, &buffer)))
      }
      // The object around this one has at least the key of this one.
      isFirstKey = false
      return members
    }

    private mutating func elements(
      _ limits: JSONTreeLimits, depth: Int, _ buffer: inout [UInt8]
    ) throws(JSONError) -> JSONTree {
      var numbers: [Int] = []
      var values: [JSONTree] = []
      position += 1
      skipBlanks()
      while peek() != UInt8(ascii: "]") {
        if !numbers.isEmpty || !values.isEmpty {
          guard peek() == UInt8(ascii: ",") else { throw unexpected("',' or ']'") }
          position += 1
          skipBlanks()
        }
        let next = try tree(limits, depth: depth, &buffer)
        if values.isEmpty, case .integer(let number) = next {
          numbers.append(number)
        } else {
          values += numbers.map { .integer($0) }
          numbers.removeAll()
          values.append(next)
        }
        skipBlanks()
      }
      position += 1
      return numbers.isEmpty ? .array(values) : .integers(numbers)
    }

    private mutating func scalar(
      _ limits: JSONTreeLimits, _ buffer: inout [UInt8]
    ) throws(JSONError) -> JSONTree {
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

    private func text(
      _ bytes: [UInt8], _ limits: JSONTreeLimits, at offset: Int
    ) throws(JSONError) -> String {
      guard bytes.count <= limits.textSizeInBytes else {
        throw limits.tooLong(sizeInBytes: bytes.count, at: offset)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The whole number that digits denote; 12, 12.0 and 1.2e1 are the same, as in JSON Schema.
    private static func integer(_ digits: [UInt8]) -> Int? {
      if digits.count < 16, digits.allSatisfy({ (0x30...0x39).contains($0) }) {
        return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
      }
      let text = String(decoding: digits, as: UTF8.self)
      if let number = Int(text) {
        return number.magnitude <= JSONTree.largestInteger ? number : nil
      }
      guard let number = Double(text), abs(number) <= Double(JSONTree.largestInteger) else {
        return nil
      }
      // `Int(exactly:)` would call the C library's rounding, which an unoptimised app may not link.
      let whole = Int(number)
      return Double(whole) == number ? whole : nil
    }
  }
#endif
