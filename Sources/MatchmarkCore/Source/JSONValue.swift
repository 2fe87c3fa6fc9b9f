/// A JSON value, kept as data: read, compared and written again, but not understood.
///
/// Whole numbers stay whole. Two values that differ only in the order of keys are equal.
public enum JSONValue: Sendable, Hashable {
  /// Values by key.
  case object([String: JSONValue])
  /// Values in order.
  case array([JSONValue])
  /// A text.
  case string(String)
  /// A whole number that fits in 64 bits.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// Nothing.
  case null
}

extension JSONValue: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var values: [String: JSONValue] = [:]
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(values)
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !container.isAtEnd { values.append(try container.decode(JSONValue.self)) }
      self = .array(values)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    if let value = try? container.decode(Int.self) { return .integer(value) }
    return .number(try container.decode(Double.self))
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let values):
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .string(let text): try Self.encode(text, to: encoder)
    case .integer(let value): try Self.encode(value, to: encoder)
    case .number(let value): try Self.encode(value, to: encoder)
    case .boolean(let value): try Self.encode(value, to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension JSONValue {
  /// What a message calls the value.
  package var summary: String {
    switch self {
    case .object: "an object"
    case .array(let values): "an array of \(values.count)"
    case .string(let text): "the string \(text.debugDescription)"
    case .integer(let value): "the number \(value)"
    case .number(let value): "the number \(value)"
    case .boolean(let value): "\(value)"
    case .null: "null"
    }
  }

  /// The value on one line: the key `first` stands first, the others in alphabetical order.
  package func line(first: String = "") -> [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, first: first)
    return bytes
  }

  private func append(to bytes: inout [UInt8], first: String) {
    switch self {
    case .object(let values):
      let keys = values.keys.sorted { ($0 != first, $0) < ($1 != first, $1) }
      bytes.append(UInt8(ascii: "{"))
      for (index, key) in keys.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONEscape.appendQuoted(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        values[key]?.append(to: &bytes, first: first)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes, first: first)
      }
      bytes.append(UInt8(ascii: "]"))
    case .string(let text): JSONEscape.appendQuoted(text, to: &bytes)
    case .integer(let value): bytes += Array("\(value)".utf8)
    case .number(let value): bytes += Array("\(value)".utf8)
    case .boolean(let value): bytes += Array("\(value)".utf8)
    case .null: bytes += Array("null".utf8)
    }
  }
}

// Tuples of Bool do not compare: false, which is the wanted key, stands before true.
private func < (left: (Bool, String), right: (Bool, String)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : !left.0
}
