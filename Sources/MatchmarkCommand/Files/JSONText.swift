import Foundation
import MatchmarkCore

/// Values as JSON, and back; equal values give equal bytes.
enum JSONText {
  /// One line, without its end.
  static func line(_ value: some Encodable) throws -> [UInt8] { try encoded(value) }

  /// Indented lines with their ends: a file for people as well.
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

  /// Reads what someone else may have written.
  ///
  /// - Parameter lead: what the error begins with: where it stands, and what it is not.
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
