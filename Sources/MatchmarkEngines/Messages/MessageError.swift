internal import MatchmarkCore
package import MatchmarkJSON
package import MatchmarkRecord

/// The reason why a line is not the expected message: what was found, where, and what was expected.
package struct MessageError: Error, Sendable, Hashable {
  package let state: EngineState
  /// The value that was found, and its place.
  package let got: String
  package let expected: String

  /// Creates an error about a value of the message.
  ///
  /// - Parameter key: the key that leads to the value, such as `tokens[0].facet`; empty for the
  ///   whole message.
  package init(_ state: EngineState = .garbage, at key: String, got: String, expected: String) {
    self.state = state
    self.got = key.isEmpty ? got : "\(got) for key '\(key)'"
    self.expected = expected
  }

  /// Creates an error about a line that is not JSON.
  ///
  /// - Parameter offset: the offset of the first wrong byte, counted from 0.
  init(atByte offset: Int, got: String, expected: String) {
    self.init(at: "", got: "\(got) at byte \(offset)", expected: expected)
  }
}

extension MessageError: CustomStringConvertible {
  package var description: String { "got \(got), expected \(expected)" }
}

extension MessageError: JSONFormatError {
  package static let takesNullAsMissing = true

  package init(_ mismatch: JSONMismatch, at path: String, of _: Void) {
    let (got, expected) = mismatch.words
    self.init(at: path, got: got, expected: expected)
  }
}

typealias MessageField = JSONField<MessageError>

extension MessageField {
  /// Reads the object that a line consists of.
  init(reading line: [UInt8]) throws(MessageError) {
    self.init(try JSONValue(reading: line), of: ())
    _ = try keys()
  }

  func wrong(_ expected: String, _ state: EngineState) -> MessageError {
    MessageError(state, at: path, got: value?.summary ?? "nothing", expected: expected)
  }

  func nonEmptyString() throws(MessageError) -> String {
    guard case .string(let text)? = value, !text.isEmpty else {
      throw wrong("a string that is not empty")
    }
    return text
  }

  func integer(
    in range: ClosedRange<Int> = 0...JSONValue.largestInteger
  ) throws(MessageError) -> Int {
    try integer(
      in: range, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}

extension JSONValue {
  /// Reads the JSON value that a line consists of.
  ///
  /// - Parameter line: the bytes of the line, without its line feed.
  /// - Throws: ``MessageError`` with the offset of the byte at which the line becomes invalid.
  package init(reading line: [UInt8]) throws(MessageError) {
    if let offset = SourceText.firstInvalidByte(in: line) {
      throw MessageError(atByte: offset, got: "bytes that are not UTF-8", expected: "UTF-8")
    }
    do throws(JSONError) {
      var reader = JSONReader(line)
      self = try reader.onlyTree(EngineLimits.message)
    } catch {
      // The reader's message refers to a file, but here there is only a line.
      let isAtEnd = error.offset >= line.count
      throw MessageError(
        atByte: error.offset, got: isAtEnd ? "the end of the line" : error.got,
        expected: error.expected)
    }
  }
}
