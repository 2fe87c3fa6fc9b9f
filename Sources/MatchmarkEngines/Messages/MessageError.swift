package import MatchmarkCore
package import MatchmarkMeasurement

/// Why a line is not the expected message: the actual value, the expected value, and the place.
package struct MessageError: Error, Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// A byte offset, counted from 0: the line is not JSON.
    case byte(Int)
    /// A key, such as `tokens[0].facet`; empty for the whole message.
    case key(String)
  }

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

extension MessageError: JSONFormatError {
  package static let takesNullAsMissing = true

  package init(_ fault: JSONFault, at path: String, of _: Void) {
    let (got, expected) = fault.words
    self.init(at: .key(path), got: got, expected: expected)
  }
}

/// A value of a message.
typealias MessageField = JSONField<MessageError>

extension MessageField {
  /// Reads the one object of a line.
  init(reading line: [UInt8]) throws(MessageError) {
    self.init(try JSONTree(reading: line), of: ())
    _ = try keys()
  }

  func wrong(_ expected: String, _ state: EngineState) -> MessageError {
    MessageError(state, at: .key(path), got: value?.summary ?? "nothing", expected: expected)
  }

  func nonEmptyString() throws(MessageError) -> String {
    guard case .string(let text)? = value, !text.isEmpty else {
      throw wrong("a string that is not empty")
    }
    return text
  }

  func integer(
    in range: ClosedRange<Int> = 0...JSONTree.largestInteger
  ) throws(MessageError) -> Int {
    try integer(
      in: range, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
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
    do throws(JSONError) {
      var reader = JSONReader(line)
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
