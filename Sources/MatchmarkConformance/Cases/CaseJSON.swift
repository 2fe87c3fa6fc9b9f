internal import MatchmarkCore

/// A JSON value as case files have it; numbers are whole.
enum CaseJSON: Sendable, Hashable {
  case object([String: CaseJSON])
  case array([CaseJSON])
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case null
}

extension CaseJSON: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var values: [String: CaseJSON] = [:]
      for key in container.allKeys {
        values[key.stringValue] = try container.decode(CaseJSON.self, forKey: key)
      }
      self = .object(values)
    } else if var container = try? decoder.unkeyedContainer() {
      var values: [CaseJSON] = []
      while !container.isAtEnd { values.append(try container.decode(CaseJSON.self)) }
      self = .array(values)
    } else {
      self = try Self.scalar(decoder.singleValueContainer())
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> CaseJSON {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(String.self) { return .string(value) }
    return .integer(try container.decode(Int.self))
  }
}

extension CaseJSON {
  /// What a message calls the value.
  var summary: String {
    switch self {
    case .object: "an object"
    case .array(let values): "an array of \(values.count)"
    case .string(let text): "the string \(text.debugDescription)"
    case .integer(let value): "the number \(value)"
    case .boolean(let value): "\(value)"
    case .null: "null"
    }
  }

  /// The value on one line: the key `first` stands first, the others in alphabetical order.
  func line(first: String) -> [UInt8] {
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
    case .boolean(let value): bytes += Array("\(value)".utf8)
    case .null: bytes += Array("null".utf8)
    }
  }
}

// Tuples of Bool do not compare: false, which is the wanted key, stands before true.
private func < (left: (Bool, String), right: (Bool, String)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : !left.0
}
