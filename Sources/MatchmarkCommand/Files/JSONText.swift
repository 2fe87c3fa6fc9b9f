import Foundation
import MatchmarkCore

/// Converts values to JSON and back; equal values give equal bytes.
enum JSONText {
  /// One line, without its line feed.
  static func line(_ value: some Encodable) throws -> [UInt8] { try encoded(value) }

  /// Indented lines with their line feeds: for people, too.
  static func page(_ value: some Encodable) throws -> [UInt8] {
    try encoded(value, .prettyPrinted) + [0x0A]
  }

  private static func encoded(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    return Array(try encoder.encode(value))
  }

  /// Decodes JSON that someone else may have written.
  ///
  /// - Parameter lead: the start of the error: where the JSON stands, and what it is not.
  /// - Throws: ``CommandError/input(_:)``.
  static func decoded<Value: Decodable>(
    _ bytes: some Sequence<UInt8>, or lead: String
  ) throws(CommandError) -> Value {
    let bytes = Array(bytes)
    if let offence = JSONBounds.offence(in: bytes) { throw .input("\(lead): \(offence.message)") }
    do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
      throw .input("\(lead): \(DecodingReason.of(error))")
    }
  }
}
