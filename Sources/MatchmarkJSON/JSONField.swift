internal import MatchmarkCore

/// A difference between a value and what its format expects there.
package enum JSONMismatch: Sendable {
  /// A value of another kind or out of range; nil where there is none.
  case wrong(JSONValue?, expected: String)
  /// A value that is none of the known names.
  case unknownName(JSONValue?, known: [String])
  case missingKey(String)
  case unknownKey(String, known: [String])

  /// The message, for instance `missing key 'text'` or `got null, expected a text`.
  package var message: String {
    if case .missingKey(let key) = self { return "missing key '\(key)'" }
    let (got, expected) = words
    return "got \(got), expected \(expected)"
  }

  package var words: (got: String, expected: String) {
    func list(_ names: [String]) -> String { "one of \(names.joined(separator: ", "))" }
    return switch self {
    case .wrong(let value, let expected): (value?.summary ?? "nothing", expected)
    case .unknownName(let value, let known): (value?.summary ?? "nothing", list(known))
    case .missingKey(let key): ("no key '\(key)'", "it")
    case .unknownKey(let key, let known):
      ("key '\(key)'", list(known) + NearestName.hint(key, among: known))
    }
  }
}

/// The error of a format, made of a mismatch and its place.
package protocol JSONFormatError: Error {
  /// The origin that all places in one text share, such as its file.
  associatedtype Origin: Sendable
  /// True if a null counts as a missing key, because many languages write one for the other.
  static var takesNullAsMissing: Bool { get }

  init(_ mismatch: JSONMismatch, at path: String, of origin: Origin)
}

/// A value of a JSON text with the keys and indices that lead to it, asked for by kind.
package struct JSONField<Failure: JSONFormatError>: Sendable {
  /// The value; nil where its key is missing.
  package let value: JSONValue?
  /// Such as `checks[2].query.text`; empty for the whole text.
  package let path: String
  package let origin: Failure.Origin

  package init(_ value: JSONValue?, path: String = "", of origin: Failure.Origin) {
    self.value = value
    self.path = path
    self.origin = origin
  }

  package func mismatch(_ mismatch: JSONMismatch) -> Failure {
    Failure(mismatch, at: path, of: origin)
  }

  package func wrong(_ expected: String) -> Failure {
    mismatch(.wrong(value, expected: expected))
  }

  /// True if there is nothing, or null.
  package var isNull: Bool { value?.isNull ?? true }

  package var ifPresent: JSONField? { value == nil ? nil : self }

  package subscript(key: String) -> JSONField {
    var member = value?[key]
    if Failure.takesNullAsMissing, member == .null { member = nil }
    return JSONField(member, path: path.isEmpty ? key : "\(path).\(key)", of: origin)
  }

  package func keys() throws(Failure) -> [String] {
    guard case .object(let members)? = value else { throw wrong("an object") }
    return members.map(\.key)
  }

  /// The object, whatever its keys.
  package func object() throws(Failure) -> JSONValue {
    guard case .object? = value, let value else { throw wrong("an object") }
    return value
  }

  /// The object, if it has all required keys and none beyond the optional ones.
  package func object(
    _ required: [String], optional: [String] = []
  ) throws(Failure) -> JSONField {
    let keys = try keys()
    let known = required + optional
    for key in keys.sorted() where !known.contains(key) {
      throw mismatch(.unknownKey(key, known: known))
    }
    for key in required where !keys.contains(key) { throw mismatch(.missingKey(key)) }
    return self
  }

  package func array() throws(Failure) -> [JSONField] {
    switch value {
    case .array?, .integers?: break
    default: throw wrong("an array")
    }
    return (value?.elements ?? []).enumerated().map {
      JSONField($0.element, path: "\(path)[\($0.offset)]", of: origin)
    }
  }

  package func string() throws(Failure) -> String {
    guard case .string(let text)? = value else { throw wrong("a string") }
    return text
  }

  package func optionalString() throws(Failure) -> String? { isNull ? nil : try string() }

  package func strings() throws(Failure) -> [String] {
    try array().map { element throws(Failure) in try element.string() }
  }

  package func boolean() throws(Failure) -> Bool {
    guard case .boolean(let value)? = value else { throw wrong("true or false") }
    return value
  }

  /// - Parameter expected: the range in the words of an error message.
  package func integer(
    in range: ClosedRange<Int>, expected: String
  ) throws(Failure) -> Int {
    guard case .integer(let value)? = value, range.contains(value) else { throw wrong(expected) }
    return value
  }

  package func integers() throws(Failure) -> [Int] {
    switch value {
    case .integers(let values): return values
    case .array:
      for element in try array() {
        guard case .integer? = element.value else { throw element.wrong("a whole number") }
      }
      return []
    default: throw wrong("an array of whole numbers")
    }
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type
  ) throws(Failure) -> Choice {
    guard case .string(let name)? = value, let choice = Choice(rawValue: name) else {
      throw mismatch(.unknownName(value, known: Choice.allCases.map(\.rawValue)))
    }
    return choice
  }
}
