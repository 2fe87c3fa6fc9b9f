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
  package func line(first: String = "") -> [UInt8] { JSONTree(self, first: first).bytes }
}
