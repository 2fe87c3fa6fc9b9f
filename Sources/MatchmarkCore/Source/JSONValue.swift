/// A JSON value as data: read, compared and written, but not interpreted.
///
/// Whole numbers stay whole. Values that differ only in the order of keys are equal.
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

extension JSONValue {
  /// The value as named in messages.
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

  /// The value on one line: the key `first` comes first, the others in alphabetical order.
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

// Bool is not Comparable: false, which marks the wanted key, sorts before true.
private func < (left: (Bool, String), right: (Bool, String)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : !left.0
}
