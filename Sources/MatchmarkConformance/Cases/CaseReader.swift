package import MatchmarkCore
package import MatchmarkJSON

/// A value of a case file and where it stands; reads strictly, so that no typing error is skipped.
package typealias CaseReader = JSONField<ConformanceError>

extension ConformanceError: JSONFormatError {
  package static let takesNullAsMissing = false

  package init(_ mismatch: JSONMismatch, at path: String, of origin: CasePlace) {
    let place = CasePlace(file: origin.file, caseID: origin.caseID, path: path)
    switch mismatch {
    case .unknownName(.string(let name)?, let known):
      self = .unknown("value", name, known: known, at: place)
    case .wrong, .unknownName, .missingKey: self.init(mismatch.message, at: place)
    case .unknownKey(let key, let known): self = .unknown("key", key, known: known, at: place)
    }
  }
}

extension CaseReader {
  /// - Throws: ``ConformanceError``, also beyond ``RepeatedText/sizeLimitInBytes``.
  init(bytes: [UInt8], file: String) throws(ConformanceError) {
    do throws(JSONError) {
      self.init(try JSONValue(text: bytes), of: CasePlace(file: file))
    } catch {
      let position = SourcePosition(file: file, bytes: bytes, offset: error.offset)
      throw ConformanceError(
        "got no JSON: \(error.message), at \(position)", at: CasePlace(file: file))
    }
    guard
      value.map({ RepeatedText.sizeInBytes(in: $0) }) ?? 0 <= Double(RepeatedText.sizeLimitInBytes)
    else {
      throw RepeatedText.tooLong(in: file)
    }
  }

  var place: CasePlace { CasePlace(file: origin.file, caseID: origin.caseID, path: path) }

  func index() throws(ConformanceError) -> Int {
    try integer(in: 0 ... .max, expected: "a whole number, 0 or more")
  }

  /// A string, `{"repeat": string, "times": number}` for a long one, or an array of these, joined.
  func text() throws(ConformanceError) -> String {
    switch value {
    case .string(let text)?: return text
    case .array?:
      return try repeatable().map { part throws(ConformanceError) in
        String(repeating: try part.element.string(), count: part.times ?? 1)
      }.joined()
    default:
      let object = try object(["repeat", "times"])
      // The sum of all sizes was checked before any text is made.
      return String(repeating: try object["repeat"].string(), count: try object["times"].index())
    }
  }

  /// An element of an array; `{"repeat": element, "times": number}` stands for that many of them.
  typealias Repeatable = (element: CaseReader, times: Int?)

  func repeatable() throws(ConformanceError) -> [Repeatable] {
    try array().map { element throws(ConformanceError) in
      guard element["repeat"].ifPresent != nil else { return (element, nil) }
      let object = try element.object(["repeat", "times"])
      return (object["repeat"], try object["times"].index())
    }
  }
}

/// A text or an element that a case file spells once and repeats, `{"repeat": "a", "times": 4096}`:
/// the only part of a file that takes more memory than the file.
enum RepeatedText {
  /// The most that all of them in one file may come to; the hostile lengths of the contract end at
  /// 64 KiB.
  static let sizeLimitInBytes = 1 << 24
  /// The size that each repeated value counts for, such as a row, a cell, a token or a number, in
  /// addition to the bytes of a text.
  private static let elementSizeInBytes = 32.0

  /// Returns the size of all of them in a value; only sums far beyond the limit are rounded.
  ///
  /// - Parameter listsKeys: true if a repeated text is many keys, not a part of one text.
  /// - Complexity: O(values); nothing is repeated.
  static func sizeInBytes(
    in json: JSONValue, isRepeated: Bool = false, listsKeys: Bool = false
  ) -> Double {
    let own = isRepeated ? elementSizeInBytes : 0
    switch json {
    case .object(let members):
      if let repeated = json["repeat"], case .integer(let times)? = json["times"] {
        return own + Double(max(times, 0)) * sizeInBytes(ofOne: repeated, listsKeys: listsKeys)
      }
      return members.reduce(own) {
        $0 + sizeInBytes(in: $1.value, isRepeated: isRepeated, listsKeys: $1.key == "keys")
      }
    case .array(let elements):
      return elements.reduce(own) {
        $0 + sizeInBytes(in: $1, isRepeated: isRepeated, listsKeys: listsKeys)
      }
    case .string(let text): return isRepeated ? own + Double(text.utf8.count) : 0
    default: return own
    }
  }

  private static func sizeInBytes(ofOne repeated: JSONValue, listsKeys: Bool) -> Double {
    guard !listsKeys, case .string(let text) = repeated else {
      return sizeInBytes(in: repeated, isRepeated: true)
    }
    // Repeating nothing takes time, too.
    return Double(max(text.utf8.count, 1))
  }

  static func tooLong(in file: String) -> ConformanceError {
    ConformanceError(
      "got repeated texts of more than \(sizeLimitInBytes) bytes in all, expected no more",
      at: CasePlace(file: file))
  }
}

extension InputLimit {
  package static let conformance = [
    InputLimit(
      "repeated-text-size", "all repeated texts of a case file",
      RepeatedText.sizeLimitInBytes, .bytes,
      beyond: .refused("\(RepeatedText.tooLong(in: "case.json"))"))
  ]
}
