package import MatchmarkCore

/// An object of a message, read by key; a required key must be present and have the right type.
///
/// Unknown keys are ignored, so that either side can add keys later. A null counts as a missing
/// key because many languages write one for the other.
struct MessageObject {
  private let members: [JSONTree.Member]
  private let path: String

  init(_ value: JSONTree, path: String = "") throws(MessageError) {
    guard case .object(let members) = value else {
      throw MessageError(at: .key(path), got: value.summary, expected: "an object")
    }
    self.members = members
    self.path = path
  }

  /// The keys, in their order in the message.
  var keys: [String] { members.map(\.key) }

  /// The place of a key in the whole message.
  func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  func error(
    _ key: String, _ state: EngineState = .garbage, got: String? = nil, expected: String
  ) -> MessageError {
    MessageError(
      state, at: .key(place(key)), got: got ?? self[key]?.summary ?? "nothing",
      expected: expected)
  }

  /// The value of a key; nil if it is missing or null.
  subscript(key: String) -> JSONTree? {
    let value = members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    return value == .null ? nil : value
  }

  func optionalText(_ key: String) throws(MessageError) -> String? {
    switch self[key] {
    case nil: return nil
    case .string(let text): return text
    default: throw error(key, expected: "a string")
    }
  }

  func text(_ key: String) throws(MessageError) -> String {
    guard let text = try optionalText(key) else { throw error(key, expected: "a string") }
    return text
  }

  func nonEmptyText(_ key: String) throws(MessageError) -> String {
    guard case .string(let text) = self[key], !text.isEmpty else {
      throw error(key, expected: "a string that is not empty")
    }
    return text
  }

  func boolean(_ key: String, default value: Bool) throws(MessageError) -> Bool {
    switch self[key] {
    case nil: return value
    case .boolean(let value): return value
    default: throw error(key, expected: "true or false")
    }
  }

  func integer(
    _ key: String, in range: ClosedRange<Int> = 0...JSONTree.largestInteger
  ) throws(MessageError) -> Int {
    guard case .integer(let value) = self[key], range.contains(value) else {
      throw error(key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Whole numbers of any sign.
  func integers(_ key: String) throws(MessageError) -> [Int] {
    switch self[key] {
    case .integers(let values): return values
    case .array(let values):
      for (index, value) in values.enumerated() {
        if case .integer = value { continue }
        throw error("\(key)[\(index)]", got: value.summary, expected: "a whole number")
      }
      return []
    default: throw error(key, expected: "an array of whole numbers")
    }
  }

  /// The elements of an array, each with its place.
  func elements(_ key: String) throws(MessageError) -> [(place: String, value: JSONTree)] {
    switch self[key] {
    case .array(let values):
      return values.enumerated().map { ("\(place(key))[\($0.offset)]", $0.element) }
    case .integers(let values):
      return values.enumerated().map { ("\(place(key))[\($0.offset)]", .integer($0.element)) }
    default: throw error(key, expected: "an array")
    }
  }

  func texts(_ key: String) throws(MessageError) -> [String] {
    try elements(key).map { place, value throws(MessageError) in
      guard case .string(let text) = value else {
        throw MessageError(at: .key(place), got: value.summary, expected: "a string")
      }
      return text
    }
  }

  func object(_ key: String) throws(MessageError) -> MessageObject {
    guard let value = self[key] else { throw error(key, expected: "an object") }
    return try MessageObject(value, path: place(key))
  }

  /// One of the raw values of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ type: Choice.Type
  ) throws(MessageError) -> Choice {
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard case .string(let text) = self[key], let choice = Choice(rawValue: text) else {
      throw error(key, expected: "one of \(names)")
    }
    return choice
  }
}

/// Why a line is not the expected message: the actual value, the expected value, and the place.
package struct MessageError: Error, Sendable, Hashable {
  /// A place in a line.
  package enum Place: Sendable, Hashable {
    /// A byte offset, counted from 0: the line is not JSON.
    case byte(Int)
    /// A key, such as `tokens[0].facet`; empty for the whole message.
    case key(String)
  }

  /// The state of the engine that sent it.
  package let state: EngineState
  package let place: Place
  package let got: String
  package let expected: String

  package init(_ state: EngineState = .garbage, at place: Place, got: String, expected: String) {
    self.state = state
    self.place = place
    self.got = got
    self.expected = expected
  }

  package var placedGot: String {
    switch place {
    case .byte(let offset): "\(got) at byte \(offset)"
    case .key(""): got
    case .key(let key): "\(got) for key '\(key)'"
    }
  }
}

extension MessageError: CustomStringConvertible {
  package var description: String { "got \(placedGot), expected \(expected)" }
}

extension JSONTree {
  /// Reads the one JSON value of a line.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  /// - Throws: ``MessageError`` with the offset of the byte at which the line becomes invalid.
  package init(reading line: [UInt8]) throws(MessageError) {
    if let offset = SourceText.firstInvalidByte(in: line) {
      throw MessageError(at: .byte(offset), got: "bytes that are not UTF-8", expected: "UTF-8")
    }
    do throws(FlatJSONError) {
      var reader = FlatJSONReader(line)
      self = try reader.onlyTree(EngineLimits.message)
    } catch {
      // The reader knows files; here there is only a line.
      let isAtEnd = error.offset >= line.count
      throw MessageError(
        at: .byte(error.offset), got: isAtEnd ? "the end of the line" : error.got,
        expected: error.expected)
    }
  }
}
