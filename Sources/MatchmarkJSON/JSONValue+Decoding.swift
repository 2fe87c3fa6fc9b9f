extension JSONValue {
  /// Decodes a value of a type.
  ///
  /// - Throws: an error that ``DecodingReason`` puts into words.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }
}

/// Decodes one value of a tree.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    switch value {
    case .array, .integers:
      return ElementContainer(elements: value.elements, codingPath: codingPath)
    default: throw mismatch([Any].self)
    }
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(
      MemberContainer<Key>(values: value.values, codingPath: codingPath))
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func outOfRange(_ type: any Any.Type) -> DecodingError {
    let words = "got a number out of range, expected \(DecodingReason.kind(of: type))"
    return .dataCorrupted(.init(codingPath: codingPath, debugDescription: words))
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let basic = type as? any BasicValue.Type else { return try type.init(from: self) }
    if let result = basic.init(value) as? Value { return result }
    switch value {
    case .integer, .number: throw type is any Numeric.Type ? outOfRange(type) : mismatch(type)
    default: throw mismatch(type)
    }
  }
}

/// The members of an object.
private struct MemberContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: JSONValue]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(of: key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(of: key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> { try decoder(of: key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(forKey: "super") }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(forKey: key.stringValue)
  }

  private func superDecoder(forKey key: String) throws -> any Decoder {
    ValueDecoder(value: values[key] ?? .null, codingPath: codingPath + [PathKey(key)])
  }

  private func decoder(of key: Key) throws -> ValueDecoder {
    guard let value = values[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

/// The elements of an array.
private struct ElementContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    let isNull = try current().decodeNil()
    if isNull { currentIndex += 1 }
    return isNull
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> ValueDecoder {
    let path = codingPath + [PathKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: path, debugDescription: "the array has no more elements"))
    }
    return ValueDecoder(value: elements[currentIndex], codingPath: path)
  }
}

/// A key or an index of a path.
private struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ key: String) { (stringValue, intValue) = (key, nil) }
  init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}

/// A type whose values are JSON values themselves, so that they need no container.
private protocol BasicValue {
  /// - Returns: nil if the value is of another kind, or out of range.
  init?(_ value: JSONValue)
}

extension Bool: BasicValue {
  fileprivate init?(_ value: JSONValue) {
    guard case .boolean(let value) = value else { return nil }
    self = value
  }
}

extension String: BasicValue {
  fileprivate init?(_ value: JSONValue) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Double: BasicValue {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self.init(number)
    case .number(let text):
      guard let number = Double(text), number.isFinite else { return nil }
      self = number
    default: return nil
    }
  }
}

extension BasicValue where Self: FixedWidthInteger {
  fileprivate init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self.init(exactly: number)
    case .number(let text): self.init(text)
    default: return nil
    }
  }
}

extension Int: BasicValue {}
extension Int32: BasicValue {}
extension Int64: BasicValue {}
extension UInt8: BasicValue {}
extension UInt32: BasicValue {}
extension UInt64: BasicValue {}
