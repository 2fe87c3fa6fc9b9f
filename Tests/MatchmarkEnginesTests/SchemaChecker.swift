import MatchmarkCore
import MatchmarkEngines
import MatchmarkJSON

/// The part of JSON Schema that our schemas use; any other keyword is an error.
struct SchemaChecker {
  /// The errors of a value, with their places; empty if it is valid.
  static func complaints(
    _ value: JSONValue, against schema: JSONValue, at place: String = "$"
  ) -> [String] {
    schema.members.flatMap { keyword in
      complaints(value, keyword.key, keyword.value, in: schema, at: place)
    }
  }

  private static let annotations: Set = [
    "$schema", "title", "description", "contains", "maximum", "minimum", "minLength",
    "minItems", "maxItems", "additionalProperties",
  ]

  private static func complaints(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, in schema: JSONValue,
    at place: String
  ) -> [String] {
    func complain(unless isFine: Bool) -> [String] {
      isFine ? [] : ["\(place): \(value.summary) against \(keyword)"]
    }
    switch (keyword, value) {
    case ("type", _):
      return complain(unless: argument.texts.contains { value.isOf(type: $0) })
    case ("const", _): return complain(unless: value == argument)
    case ("enum", _): return complain(unless: argument.elements.contains(value))
    case ("minimum", .integer(let number)):
      return complain(unless: argument.integer.map { number >= $0 } ?? false)
    case ("maximum", .integer(let number)):
      return complain(unless: argument.integer.map { number <= $0 } ?? false)
    case ("minLength", .string(let text)):
      return complain(unless: argument.integer.map { text.unicodeScalars.count >= $0 } ?? false)
    case ("contains", .array), ("contains", .integers):
      return complain(unless: value.elements.contains { complaints($0, against: argument).isEmpty })
    case ("required", .object):
      return argument.texts.filter { value[$0] == nil }.map { "\(place): no \($0)" }
    case ("minItems", .array), ("minItems", .integers):
      return complain(unless: argument.integer.map { value.elements.count >= $0 } ?? false)
    case ("maxItems", .array), ("maxItems", .integers):
      return complain(unless: argument.integer.map { value.elements.count <= $0 } ?? false)
    case ("additionalProperties", .object):
      let others = value.members.filter { schema["properties"]?[$0.key] == nil }
      if argument == .boolean(false) { return others.map { "\(place): unknown key \($0.key)" } }
      return others.flatMap {
        complaints($0.value, against: argument, at: "\(place).\($0.key)")
      }
    case ("required", _), ("properties", _), ("items", _):
      return nested(value, keyword, argument, at: place)
    case ("allOf", _):
      return argument.elements.flatMap { complaints(value, against: $0, at: place) }
    case ("anyOf", _):
      return complain(
        unless: argument.elements.contains { complaints(value, against: $0).isEmpty })
    default: return annotations.contains(keyword) ? [] : ["\(place): unknown keyword \(keyword)"]
    }
  }

  private static func nested(
    _ value: JSONValue, _ keyword: String, _ argument: JSONValue, at place: String
  ) -> [String] {
    if keyword == "items" {
      return value.elements.enumerated().flatMap {
        complaints($0.element, against: argument, at: "\(place)[\($0.offset)]")
      }
    }
    return value.members.flatMap { member in
      argument[member.key].map {
        complaints(member.value, against: $0, at: "\(place).\(member.key)")
      } ?? []
    }
  }
}

extension JSONValue {
  /// A text, or the texts of an array.
  fileprivate var texts: [String] { string.map { [$0] } ?? elements.compactMap(\.string) }

  fileprivate var integer: Int? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  fileprivate func isOf(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .boolean: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .string: type == "string"
    case .integers, .array: type == "array"
    case .object: type == "object"
    }
  }
}
