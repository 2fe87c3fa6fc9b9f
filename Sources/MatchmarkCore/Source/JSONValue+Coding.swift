// Embedded Swift has no coding.
#if !hasFeature(Embedded)
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
#endif
