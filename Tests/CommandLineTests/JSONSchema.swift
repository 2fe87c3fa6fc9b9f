import Foundation

/// Any JSON.
enum JSONValue: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(
      JSONValue.self, from: try Data(contentsOf: URL(filePath: path)))
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  var text: String? { if case .string(let value) = self { value } else { nil } }
  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var items: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  var members: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
}

/// The parts of JSON Schema (draft 2020-12) that our schemas use, to validate JSON without Python.
///
/// An unknown keyword is an error: nothing may be left unchecked.
struct JSONSchema {
  private let root: JSONValue

  private static let known: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "properties", "required",
    "additionalProperties", "items", "enum", "const", "minimum",
  ]

  init(contentsOf path: String) throws { root = try JSONValue(contentsOf: path) }

  /// The errors of a value, each with its place; empty if it is valid.
  func complaints(about value: JSONValue) -> [String] { check(value, root, at: "$") }

  private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    var found = (schema.members ?? [:]).keys.filter { !Self.known.contains($0) }.map {
      "\(place): the schema has the unknown keyword '\($0)'"
    }
    if let name = schema["$ref"]?.text?.split(separator: "/").last {
      let target = root["$defs"]?[String(name)]
      found += target.map { check(value, $0, at: place) } ?? ["\(place): no definition \(name)"]
    }
    if let type = schema["type"]?.text, !Self.matches(value, type) {
      return found + ["\(place): got \(value), expected \(type)"]
    }
    if let allowed = schema["enum"]?.items, !allowed.contains(where: { $0.text == value.text }) {
      found.append("\(place): got \(value), expected one of \(allowed)")
    }
    if let only = schema["const"]?.number, value.number != only {
      found.append("\(place): got \(value), expected \(only)")
    }
    if let minimum = schema["minimum"]?.number, let number = value.number, number < minimum {
      found.append("\(place): got \(number), expected at least \(minimum)")
    }
    if let items = schema["items"] {
      for (index, item) in (value.items ?? []).enumerated() {
        found += check(item, items, at: "\(place)[\(index)]")
      }
    }
    return found + checkMembers(value, schema, at: place)
  }

  private func checkMembers(
    _ value: JSONValue, _ schema: JSONValue, at place: String
  ) -> [String] {
    guard let members = value.members else { return [] }
    var found = (schema["required"]?.items ?? []).compactMap(\.text).filter { members[$0] == nil }
      .map { "\(place): '\($0)' is missing" }
    for (key, member) in members {
      if let property = schema["properties"]?[key] {
        found += check(member, property, at: "\(place).\(key)")
      } else if let others = schema["additionalProperties"], others.members != nil {
        found += check(member, others, at: "\(place).\(key)")
      } else if case .bool(false) = schema["additionalProperties"] {
        found.append("\(place): '\(key)' is not described")
      }
    }
    return found
  }

  private static func matches(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"),
      (.number, "number"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
