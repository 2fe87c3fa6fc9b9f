package import Foundation
package import MatchmarkDatasets
import MatchmarkJSON
import MatchmarkRecord

/// Converts values to JSON and back; equal values give equal bytes.
package enum JSONText {
  /// Indented lines with their line feeds: for people, too.
  package static func page(_ value: some Encodable) throws -> [UInt8] {
    try line(value, .prettyPrinted) + [0x0A]
  }

  package static func line(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return Array(try encoder.encode(value))
  }

  /// Decodes JSON that someone else may have written.
  ///
  /// - Parameter lead: the start of the error: where the JSON stands, and what it is not.
  package static func decoded<Value: Decodable>(
    _ bytes: some Sequence<UInt8>, or lead: String
  ) throws(InputError) -> Value {
    let tree: JSONValue
    do throws(JSONError) { tree = try JSONValue(text: Array(bytes)) } catch {
      throw .input("\(lead): \(error.message), at byte \(error.offset)")
    }
    if let offence = RecordNumbers.offence(in: tree) { throw .input("\(lead): \(offence)") }
    do { return try tree.decoded(as: Value.self) } catch {
      throw .input("\(lead): \(DecodingReason.of(error))")
    }
  }
}
