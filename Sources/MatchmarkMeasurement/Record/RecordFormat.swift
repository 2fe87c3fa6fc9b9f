import FoundationEssentials
import MatchmarkCore

/// What this program stores as JSON, with the version that it was written in.
package enum RecordFormat: String, Hashable, Sendable {
  case record, baseline

  /// The version that is written, and the latest that can be read.
  var currentVersion: Int {
    switch self {
    case .record: RunRecord.currentFormatVersion
    case .baseline: Baseline.currentFormatVersion
    }
  }

  /// Encodes each part with sorted keys, and joins the parts.
  ///
  /// - Parameter write: receives the encoder of a part.
  func encode(
    _ write: ((any Encodable) throws -> [UInt8]) throws -> [UInt8]
  ) throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return try write { Array(try encoder.encode($0)) } } catch {
      throw .malformed(self, DecodingReason.of(error))
    }
  }

  private struct Version: Decodable {
    var formatVersion: Int
  }

  /// Reads this or an earlier version; for a later one, the error is its version, whatever else it
  /// contains.
  func decode<Content: Decodable>(
    _: Content.Type, from bytes: [UInt8]
  ) throws(RecordError) -> Content {
    if let offence = JSONBounds.offence(in: bytes) {
      throw .malformed(self, "\(offence.message), at byte \(offence.offset)")
    }
    if let number = RecordNumbers.offender(in: bytes) { throw .numberTooLarge(number) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom(FormerName.current)
    let version: Int
    do {
      version = try decoder.decode(Version.self, from: Data(bytes)).formatVersion
    } catch { throw .malformed(self, DecodingReason.of(error)) }
    guard version <= currentVersion else { throw .tooNew(self, version: version) }
    do { return try decoder.decode(Content.self, from: Data(bytes)) } catch {
      throw .malformed(self, DecodingReason.of(error))
    }
  }
}
