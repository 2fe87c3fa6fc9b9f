import FoundationEssentials

/// Why bytes are no record.
package enum RecordError: Error, Hashable, Sendable {
  /// Not the JSON of a record; the text says where.
  case malformed(String)
  /// A record of a later version than this program reads.
  case tooNew(version: Int)
  /// A number in a record or a baseline that no measurement comes near.
  case numberTooLarge(String)
  /// Not the JSON of a baseline; the text says where.
  case malformedBaseline(String)
  /// A baseline of a later version than this program reads.
  case tooNewBaseline(version: Int)
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let what): "not a record: \(what)"
    case .tooNew(let version):
      "got a record of format version \(version), expected at most "
        + "\(RunRecord.currentFormatVersion)"
    case .numberTooLarge(let number):
      "got the number \(number), expected none beyond \(RecordNumbers.largest)"
    case .malformedBaseline(let what): "not a baseline: \(what)"
    case .tooNewBaseline(let version):
      "got a baseline of format version \(version), expected at most "
        + "\(Baseline.currentFormatVersion)"
    }
  }
}

extension RunRecord {
  /// The record as JSON on one line, keys sorted; printed prettily it would be twice as large.
  package func encoded() throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(self)) + [0x0A]
    } catch {
      throw .malformed("\(error)")
    }
  }

  private struct Version: Decodable {
    var formatVersion: Int
  }

  /// Reads a record of this or an earlier version.
  package init(decoding bytes: [UInt8]) throws(RecordError) {
    if let number = RecordNumbers.offender(in: bytes) { throw .numberTooLarge(number) }
    let decoder = JSONDecoder()
    do {
      let version = try decoder.decode(Version.self, from: Data(bytes)).formatVersion
      guard version <= Self.currentFormatVersion else {
        throw RecordError.tooNew(version: version)
      }
      self = try decoder.decode(RunRecord.self, from: Data(bytes))
    } catch let error as RecordError {
      throw error
    } catch {
      throw .malformed("\(error)")
    }
  }
}
