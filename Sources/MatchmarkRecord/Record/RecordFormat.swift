import FoundationEssentials
package import MatchmarkCore
package import MatchmarkJSON

/// The kind of JSON that this program stores, with the version in which it was written.
package enum RecordFormat: String, Hashable, Sendable {
  case record, baseline
  case quality = "record of quality"

  /// The version that is written, and the latest that can be read.
  var currentVersion: Int {
    switch self {
    case .record: RunRecord.currentFormatVersion
    case .baseline: Baseline.currentFormatVersion
    case .quality: QualityRecord.currentFormatVersion
    }
  }

  /// Returns JSON on one line, with sorted keys.
  func encode(_ part: some Encodable) throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(part)) } catch {
      throw .malformed(self, DecodingReason.of(error))
    }
  }

  private struct Version: Decodable {
    var formatVersion: Int
  }

  /// Reads this or an earlier version; for a later one, the error names the version, whatever else
  /// the text contains.
  func decode<Content: Decodable>(
    _: Content.Type, from bytes: [UInt8]
  ) throws(RecordError) -> Content {
    var tree: JSONValue
    do throws(JSONError) { tree = try JSONValue(text: bytes) } catch {
      throw .malformed(self, "\(error.message), at byte \(error.offset)")
    }
    if let offence = RecordNumbers.offence(in: tree) { throw offence }
    let version: Int
    do { version = try tree.decoded(as: Version.self).formatVersion } catch {
      throw .malformed(self, DecodingReason.of(error))
    }
    guard version <= currentVersion else { throw .tooNew(self, version: version) }
    FormerName.replaceKeys(in: &tree)
    do { return try tree.decoded(as: Content.self) } catch {
      throw .malformed(self, DecodingReason.of(error))
    }
  }
}

/// The reason why bytes are neither a record nor a baseline.
package enum RecordError: Error, Hashable, Sendable {
  /// The bytes are not the JSON of that format; the text tells where.
  case malformed(RecordFormat, String)
  case tooNew(RecordFormat, version: Int)
  case numberTooLarge(String)
  case sumTooLarge
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed(let format, let what): "not a \(format.rawValue): \(what)"
    case .tooNew(let format, let version):
      "got a \(format.rawValue) of format version \(version), expected at most "
        + "\(format.currentVersion)"
    case .sumTooLarge:
      "got numbers whose sum is beyond \(RecordNumbers.largestSum), expected smaller ones"
    case .numberTooLarge(let number):
      "got the number \(number), expected no number beyond \(JSONValue.largestInteger)"
    }
  }
}

/// Checks of the numbers in a record, or in other JSON, before they are trusted.
///
/// Figures are added, multiplied and drawn; a forged figure near the limit of an integer would
/// crash the program. No measured figure comes close to 2⁵³, up to which all readers of JSON agree
/// on a number, and no sum over a record comes close to 2⁵⁶, so that counts of a hundred records
/// can be added. Only seeds may be any 64 bits; nothing is computed with them.
package enum RecordNumbers {
  static let largestSum = 1 << 56

  /// Returns an error for the first number beyond the largest integer of JSON, or if the sum of all
  /// numbers exceeds ``largestSum``; nil if there is neither.
  ///
  /// - Complexity: O(values).
  package static func offence(in value: JSONValue) -> RecordError? {
    do throws(RecordError) {
      return try sum(of: value, key: "") > Double(largestSum) ? .sumTooLarge : nil
    } catch {
      return error
    }
  }

  /// - Parameter key: the nearest key that leads to the value.
  private static func sum(of value: JSONValue, key: String) throws(RecordError) -> Double {
    var sum = 0.0
    switch value {
    case .integer(let number): sum = Double(number.magnitude)
    case .number(let text):
      let magnitude = abs(Double(text) ?? .infinity)
      if magnitude > Double(JSONValue.largestInteger) {
        guard key == "seed" else { throw .numberTooLarge(String(text.prefix(40))) }
      } else {
        sum = magnitude
      }
    case .integers(let numbers):
      for number in numbers { sum += Double(number.magnitude) }
    case .array(let elements):
      for element in elements { sum += try self.sum(of: element, key: key) }
    case .object(let members):
      for member in members { sum += try self.sum(of: member.value, key: member.key) }
    case .null, .boolean, .string: break
    }
    return sum
  }
}

extension InputLimit {
  package static let measurement = [
    InputLimit(
      "record-number", "a number of a record or baseline, and its negative; seeds are any 64 bits",
      JSONValue.largestInteger, .number,
      beyond: .refused("\(RecordError.numberTooLarge("9007199254740992"))")),
    InputLimit(
      "record-sum", "all numbers of a record or baseline but seeds, added up without their signs",
      RecordNumbers.largestSum, .number, beyond: .refused("\(RecordError.sumTooLarge)")),
  ]
}

/// Names from earlier versions, which are still read, with a notice, but never written.
package enum FormerName {
  package static let suites = ["limits": "frontier"]
  package static let targetKeys = ["contestant": "participant", "peer": "incumbent"]
  private static let recordKeys = [
    "contestant": "participant", "contestantValue": "participantValue", "peer": "incumbent",
    "peerValue": "incumbentValue",
  ]

  /// Gives the keys of targets in a record their current names.
  ///
  /// Only targets had other names; elsewhere, such a key may be text from outside.
  static func replaceKeys(in record: inout JSONValue) {
    guard case .object(let members) = record else { return }
    record = .object(
      members.map { $0.key == "targets" ? .init($0.key, renamed($0.value)) : $0 })
  }

  private static func renamed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(renamed))
    case .object(let members):
      .object(members.map { .init(recordKeys[$0.key] ?? $0.key, renamed($0.value)) })
    default: value
    }
  }
}
