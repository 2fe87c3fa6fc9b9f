#if hasFeature(Embedded)
  /// Embedded Swift has no coding, so types that are coded elsewhere are plain values there.
  public protocol Codable {}
#endif

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
  /// The value on one line: the key `first` comes first, the others in alphabetical order.
  package func line(first: String = "") -> [UInt8] { JSONTree(self, first: first).bytes }

  package func text(first: String = "") -> String {
    String(decoding: line(first: first), as: UTF8.self)
  }
}

/// Writes JSON strings with as few escapes as the grammar allows.
///
/// Canonical files need exactly one spelling of every text: only the quotation mark, the reverse
/// solidus and the controls below U+0020 are escaped. The controls use their short form if there is
/// one. Everything else is written as it is, in UTF-8.
package enum JSONEscape {
  /// - Complexity: O(bytes).
  package static func appendQuoted(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    output.append(quote)
    var copied = text.startIndex
    for index in text.indices where needsEscape(text[index]) {
      output += text[copied..<index]
      append(escaping: text[index], to: &output)
      copied = index + 1
    }
    output += text[copied...]
    output.append(quote)
  }

  package static func appendQuoted(_ text: String, to output: inout [UInt8]) {
    appendQuoted(Array(text.utf8)[...], to: &output)
  }

  /// The text as a JSON string in which scalars that are not plain are escapes, too.
  package static func quoted(_ text: String, isPlain: (Unicode.Scalar) -> Bool) -> String {
    var bytes: [UInt8] = []
    appendQuoted(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      if isPlain(scalar) { return String(scalar) }
      return String(scalar).utf16.map { "\\u" + String($0, radix: 16).zeroPadded(to: 4) }.joined()
    }.joined()
  }

  private static let quote = UInt8(ascii: "\"")

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\")
  }

  private static func append(escaping byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0..<0x20: output += Array("u\(String(byte, radix: 16).zeroPadded(to: 4))".utf8)
    default: output.append(byte)
    }
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let values = try? container.decode([JSONValue].self) {
        self = .array(values)
      } else {
        self = .object(try container.decode([String: JSONValue].self))
      }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .object(let values): try values.encode(to: encoder)
      case .array(let values): try values.encode(to: encoder)
      case .string(let text): try text.encode(to: encoder)
      case .integer(let value): try value.encode(to: encoder)
      case .number(let value): try value.encode(to: encoder)
      case .boolean(let value): try value.encode(to: encoder)
      case .null:
        var container = encoder.singleValueContainer()
        try container.encodeNil()
      }
    }
  }
#endif
