/// A JSON value as it is written: an object keeps the order of its keys, a number its digits.
///
/// Values that differ only in the order of keys are equal. Of repeated keys, the last one counts.
public enum JSONValue: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number of at most 53 bits, however it was written.
  case integer(Int)
  /// Any other number, as it is written.
  case number(String)
  /// A text.
  case string(String)
  /// A non-empty array of only whole numbers: row ids need no box each.
  case integers([Int])
  /// Any other array.
  case array([JSONValue])
  /// Keys and values, in order.
  case object([Member])

  /// A key of an object, and its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public let key: String
    /// The value.
    public let value: JSONValue

    /// Creates a member.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The largest whole number that every JSON implementation preserves: 2⁵³ − 1.
  package static let largestInteger = (1 << 53) - 1
}

extension JSONValue {
  /// Creates a number; null for infinity and "not a number", which JSON does not have.
  public init(_ number: Double) {
    self = number.isFinite ? .number("\(number)") : .null
  }

  /// Creates a whole number.
  public init(_ number: Int) {
    self = number.magnitude <= Self.largestInteger ? .integer(number) : .number("\(number)")
  }

  /// Creates an object with its keys in alphabetical order.
  public init(_ values: [String: JSONValue]) {
    self = .object(values.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// An array of whole numbers, of any length.
  package static func list(_ numbers: [Int]) -> JSONValue {
    numbers.isEmpty ? .array([]) : .integers(numbers)
  }

  package static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }

  /// The elements of an array; empty for any other value.
  package var elements: [JSONValue] {
    switch self {
    case .integers(let numbers): numbers.map { .integer($0) }
    case .array(let elements): elements
    default: []
    }
  }

  /// The members of an object; empty for any other value.
  package var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The members of an object by key; of repeated keys, the last one counts.
  package var values: [String: JSONValue] {
    members.reduce(into: [:]) { $0[$1.key] = $1.value }
  }

  /// The value of a key of an object, the last one if the key is repeated; keys are compared by
  /// bytes.
  package subscript(key: String) -> JSONValue? {
    members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The same value with the keys of every object once and in alphabetical order, except for
  /// `first`, which precedes all others.
  package func sorted(first: String = "") -> JSONValue {
    switch self {
    case .object:
      let members = values.sorted {
        $0.key == first || $1.key != first && $0.key < $1.key
      }
      return .object(members.map { Member($0.key, $0.value.sorted(first: first)) })
    case .array(let elements): return .array(elements.map { $0.sorted(first: first) })
    default: return self
    }
  }

  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The value in the words of an error message; long texts are cut.
  package var summary: String {
    switch self {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let text): Self.cut(text)
    case .string(let text): "'\(Self.cut(text))'"
    case .integers(let values): "an array of \(values.count)"
    case .array(let values): "an array of \(values.count)"
    case .object: "an object"
    }
  }

  private static func cut(_ text: String) -> String {
    let shown = text.prefix(64)
    return shown.endIndex == text.endIndex ? text : "\(shown)…"
  }
}

extension JSONValue: Hashable {
  /// Returns true if both are the same value, in any order of their keys.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.integers(let left), .integers(let right)): left == right
    case (.array, .array), (.array, .integers), (.integers, .array):
      left.elements == right.elements
    case (.object, .object): left.values == right.values
    default: false
    }
  }

  /// Hashes the value without the order of its keys.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .number(let text), .string(let text): hasher.combine(text)
    case .integers, .array: hasher.combine(elements)
    case .object: hasher.combine(values)
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// Creates an object of the members that have a value.
  public init(dictionaryLiteral members: (String, JSONValue?)...) {
    self = .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}
