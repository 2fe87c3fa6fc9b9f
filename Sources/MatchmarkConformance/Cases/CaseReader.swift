package import MatchmarkCore

/// A value of a case file and where it stands; reads strictly, so that no typing error is skipped.
typealias CaseReader = JSONField<ConformanceError>

extension ConformanceError: JSONFormatError {
  package static let takesNullAsMissing = false

  package init(_ fault: JSONFault, at path: String, of origin: CasePlace) {
    let place = CasePlace(file: origin.file, caseID: origin.caseID, path: path)
    switch fault {
    case .unknownName(.string(let name)?, let known):
      self = .unknown("value", name, known: known, at: place)
    case .wrong, .unknownName:
      let (got, expected) = fault.words
      self.init("got \(got), expected \(expected)", at: place)
    case .missingKey(let key): self.init("the key '\(key)' is missing", at: place)
    case .unknownKey(let key, let known): self = .unknown("key", key, known: known, at: place)
    }
  }
}

extension CaseReader {
  /// - Throws: ``ConformanceError``, also beyond ``RepeatedText/sizeLimitInBytes``.
  init(bytes: [UInt8], file: String) throws(ConformanceError) {
    do throws(JSONError) {
      self.init(try JSONTree(text: bytes), of: CasePlace(file: file))
    } catch {
      let position = SourcePosition(file: file, bytes: bytes, offset: error.offset)
      throw ConformanceError(
        "got no JSON: \(error.message), at \(position)", at: CasePlace(file: file))
    }
    guard value.map(RepeatedText.sizeInBytes) ?? 0 <= Double(RepeatedText.sizeLimitInBytes) else {
      throw RepeatedText.tooLong(in: file)
    }
  }

  var place: CasePlace { CasePlace(file: origin.file, caseID: origin.caseID, path: path) }

  func index() throws(ConformanceError) -> Int {
    try integer(in: 0 ... .max, expected: "a whole number, 0 or more")
  }

  /// A string, or `{"repeat": string, "times": number}` for a long one.
  func text() throws(ConformanceError) -> String {
    if case .string(let text)? = value { return text }
    let object = try object(["repeat", "times"])
    // What all of them come to was looked at before any is made.
    return String(repeating: try object["repeat"].string(), count: try object["times"].index())
  }
}

/// Long texts of a case file, `{"repeat": "a", "times": 4096}`: the one thing in it that becomes
/// more than it is.
enum RepeatedText {
  /// What all of them in one file may come to; the hostile lengths of the contract end at 64 KiB.
  static let sizeLimitInBytes = 1 << 24

  /// What all of them in a value come to; only sums that are far beyond the limit are rounded.
  ///
  /// - Complexity: O(values); nothing is repeated.
  static func sizeInBytes(in json: JSONTree) -> Double {
    switch json {
    case .object(let members):
      if case .string(let text)? = json["repeat"], case .integer(let times)? = json["times"] {
        return Double(text.utf8.count) * Double(max(times, 0))
      }
      return members.reduce(0) { $0 + sizeInBytes(in: $1.value) }
    case .array(let elements): return elements.reduce(0) { $0 + sizeInBytes(in: $1) }
    default: return 0
    }
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
