package import MatchmarkCore

/// Limits of a JSON text, checked before it takes memory or time.
package struct JSONLimits: Sendable {
  /// The expectation in the error about a tree that is too deep, or too large an object.
  let expected: String
  package let depth: Int
  package let valueCount: Int
  /// The most keys and texts that need memory of their own, because they have more than 15 bytes.
  package let longTextCount: Int
  /// The most keys of one object; with it, a repeated key is refused, too.
  let keyCount: Int?
  let textSizeInBytes: Int

  package init(
    expected: String = "at most that", depth: Int, valueCount: Int = .max,
    longTextCount: Int = .max, keyCount: Int? = nil, textSizeInBytes: Int = .max
  ) {
    self.expected = expected
    self.depth = depth
    self.valueCount = valueCount
    self.longTextCount = longTextCount
    self.keyCount = keyCount
    self.textSizeInBytes = textSizeInBytes
  }

  package static let trace = JSONLimits(depth: 32)

  /// The limits of a file with one value; even the largest record has fewer, at 46 bytes a value
  /// and over 400 bytes a long text.
  package static let file = JSONLimits(
    expected: "no deeper", depth: 128, valueCount: 2_000_000, longTextCount: 500_000)

  package func tooDeep(at offset: Int) -> JSONError {
    JSONError("values nested deeper than \(depth)", expected: expected, at: offset)
  }

  package func tooMany(at offset: Int) -> JSONError {
    JSONError("more than \(valueCount) values", expected: "no more", at: offset)
  }

  package func tooManyLongTexts(at offset: Int) -> JSONError {
    JSONError(
      "more than \(longTextCount) texts of over 15 bytes", expected: "no more", at: offset)
  }

  package func tooManyKeys(at offset: Int) -> JSONError {
    JSONError(
      "an object with more than \(keyCount ?? .max) keys", expected: expected, at: offset)
  }

  package func tooLong(sizeInBytes: Int, at offset: Int) -> JSONError {
    JSONError(
      "a text of \(sizeInBytes) bytes", expected: "at most \(textSizeInBytes)", at: offset)
  }
}

extension InputLimit {
  package static let json = [
    InputLimit(
      "json-nesting", "nested values in JSON, except traces and messages", JSONLimits.file.depth,
      .levels, beyond: .refused(JSONLimits.file.tooDeep(at: 0).message)),
    InputLimit(
      "json-values", "values in JSON, except rows, traces and messages, which are read by lines",
      JSONLimits.file.valueCount, .values,
      beyond: .refused(JSONLimits.file.tooMany(at: 0).message)),
    InputLimit(
      "json-long-texts",
      "keys and texts of over 15 bytes in JSON, except rows, traces and messages",
      JSONLimits.file.longTextCount, .texts,
      beyond: .refused(JSONLimits.file.tooManyLongTexts(at: 0).message)),
  ]
}
