import FoundationEssentials
package import MatchmarkCore

/// The kind of JSON that this program stores, with the version in which it was written.
package enum RecordFormat: String, Hashable, Sendable {
  case record, baseline

  /// The version that is written, and the latest that can be read.
  var currentVersion: Int {
    switch self {
    case .record: RunRecord.currentFormatVersion
    case .baseline: Baseline.currentFormatVersion
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
    if let offence = JSONBounds.offence(in: bytes) {
      throw .malformed(self, "\(offence.message), at byte \(offence.offset)")
    }
    if let offence = RecordNumbers.offence(in: bytes) { throw offence }
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
      "got the number \(number), expected no number beyond \(JSONTree.largestInteger)"
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
  /// It does not check that the bytes are JSON.
  ///
  /// - Complexity: O(bytes).
  package static func offence(in bytes: [UInt8]) -> RecordError? {
    var position = 0
    var sum = 0.0
    // The last text, which is the key of the value that follows.
    var key = 0..<0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        let start = position + 1
        position = endOfText(in: bytes, from: start)
        key = start..<position
        position += 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let token = bytes[position...].prefix(while: isOfNumber)
        position = token.endIndex
        let magnitude = magnitude(of: token)
        if magnitude > Double(JSONTree.largestInteger) {
          if bytes[key].elementsEqual("seed".utf8) { continue }
          return .numberTooLarge(String(decoding: token.prefix(40), as: UTF8.self))
        }
        sum += magnitude
      default: position += 1
      }
    }
    return sum > Double(largestSum) ? .sumTooLarge : nil
  }

  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  /// Returns the magnitude of a number; for a short number, as nearly all are, that of its whole
  /// part.
  private static func magnitude(of token: ArraySlice<UInt8>) -> Double {
    let whole = token.prefix { $0 != UInt8(ascii: ".") }
    guard whole.count >= 16 || token.contains(where: isExponent) else {
      let digits = whole.drop { $0 == UInt8(ascii: "-") }
      return Double(digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) })
    }
    // The JSON reader refuses text that is not a number.
    return Double(String(decoding: token, as: UTF8.self)).map(abs) ?? 0
  }

  private static func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }
}

extension InputLimit {
  package static let measurement = [
    InputLimit(
      "record-number", "a number of a record or baseline, and its negative; seeds are any 64 bits",
      JSONTree.largestInteger, .number,
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

  /// Returns the last key of a path in a record, by its current name.
  ///
  /// Only targets had other names; elsewhere, such a key may be text from outside.
  static func current(_ path: [any CodingKey]) -> any CodingKey {
    let key = path[path.count - 1]
    guard let name = recordKeys[key.stringValue],
      path.contains(where: { $0.stringValue == "targets" })
    else { return key }
    return Key(stringValue: name)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
