/// A value with one form in JSON, both in a text of its own and in a larger value that is coded.
package protocol JSONCoded: Codable {
  init<Failure>(_ field: JSONField<Failure>) throws(Failure)
  var json: JSONValue { get }
}

extension JSONCoded {
  /// Reads the value in its form.
  public init(from decoder: any Decoder) throws {
    let path = DecodingReason.path(of: decoder.codingPath)
    try self.init(
      JSONField<JSONCodingError>(try JSONValue(from: decoder), path: path, of: ()))
  }

  /// Writes the value in its form.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The error for a value that does not have its form: its place, what was got, what was expected.
package struct JSONCodingError: JSONFormatError, CustomStringConvertible {
  package static let takesNullAsMissing = true
  package let description: String

  package init(_ mismatch: JSONMismatch, at path: String, of _: Void) {
    description = "\(path)\(path.isEmpty ? "" : ": ")\(mismatch.message)"
  }
}
