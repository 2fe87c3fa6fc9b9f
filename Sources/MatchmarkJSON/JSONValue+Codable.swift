extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    // Part of a tree already.
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Int.self) {
      self.init(value)
    } else if let value = try? container.decode(Double.self) {
      self.init(value)
    } else if let values = try? container.decode([JSONValue].self) {
      self = .array(values)
    } else {
      self.init(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value; a number beyond the range of `Double` becomes the outermost.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .boolean(let value): try value.encode(to: encoder)
    case .integer(let value): try value.encode(to: encoder)
    case .number(let text):
      if let value = Int(text) { return try value.encode(to: encoder) }
      let outermost = Double.greatestFiniteMagnitude
      let value = Double(text) ?? outermost
      try max(-outermost, min(value, outermost)).encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .integers(let values): try values.encode(to: encoder)
    case .array(let values): try values.encode(to: encoder)
    case .object: try values.encode(to: encoder)
    }
  }
}
