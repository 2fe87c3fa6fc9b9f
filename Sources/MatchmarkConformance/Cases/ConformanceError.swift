internal import MatchmarkCore
internal import MatchmarkSession

/// Where in a case file something is wrong.
public struct CasePlace: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// The case, where it is inside one whose id is known.
  public let caseID: String?
  /// The keys and indices that lead there, such as `checks[2].query.text`.
  public let path: String

  /// Creates a place.
  public init(file: String, caseID: String? = nil, path: String = "") {
    self.file = file
    self.caseID = caseID
    self.path = path
  }

  func key(_ key: String) -> CasePlace {
    CasePlace(file: file, caseID: caseID, path: path.isEmpty ? key : "\(path).\(key)")
  }
}

extension CasePlace: CustomStringConvertible {
  /// For instance `numbers.json, case N-1, checks[2].query.text`.
  public var description: String {
    [file, caseID.map { "case \($0)" } ?? "", path].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Why case files are no conformance suite.
public enum ConformanceError: Error, Hashable, Sendable {
  /// The file is not JSON.
  case notJSON(file: String, reason: String)
  /// A key that must be there is not.
  case missingKey(String, at: CasePlace)
  /// A key that nothing reads.
  case unknownKey(String, known: [String], at: CasePlace)
  /// A value of the wrong kind or out of its range.
  case wrongValue(got: String, expected: String, at: CasePlace)
  /// A name that nothing has.
  case unknownName(kind: String, name: String, known: [String], at: CasePlace)
  /// Two things of one name.
  case duplicate(kind: String, name: String, at: CasePlace)
}

extension ConformanceError: CustomStringConvertible {
  /// Where, what was got, and what was expected.
  public var description: String {
    switch self {
    case .notJSON(let file, let reason):
      return "\(file): got no JSON: \(reason)"
    case .missingKey(let key, let place):
      return "\(place): the key '\(key)' is missing"
    case .unknownKey(let key, let known, let place):
      return "\(place): got key '\(key)', expected one of \(Self.list(known, near: key))"
    case .wrongValue(let got, let expected, let place):
      return "\(place): got \(got), expected \(expected)"
    case .unknownName(let kind, let name, let known, let place):
      return "\(place): got \(kind) '\(name)', expected one of \(Self.list(known, near: name))"
    case .duplicate(let kind, let name, let place):
      return "\(place): got a second \(kind) '\(name)', expected unique names"
    }
  }

  private static func list(_ known: [String], near name: String) -> String {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    return names + NearestName.hint(name, among: known)
  }
}

/// The names by which case files know errors.
enum RefusalName {
  static let all = [
    "text-too-long", "too-many-terms", "too-many-tokens", "unknown-facet", "unknown-scope",
    "field-too-long", "not-a-number", "token-index-out-of-range",
  ]

  static func of(_ error: QueryError) -> String {
    switch error {
    case .textTooLong: "text-too-long"
    case .tooManyTerms: "too-many-terms"
    case .tooManyTokens: "too-many-tokens"
    case .unknownFacet: "unknown-facet"
    case .unknownScope: "unknown-scope"
    }
  }

  static func of(_ error: CorpusError) -> String {
    switch error {
    case .fieldTooLong: "field-too-long"
    case .notANumber: "not-a-number"
    default: error.description
    }
  }

  static func of(_ error: SessionError) -> String {
    switch error {
    case .tokenIndexOutOfRange: "token-index-out-of-range"
    case .textTooLong: "text-too-long"
    case .tooManyTokens: "too-many-tokens"
    case .rangeOutOfRange: "range-out-of-range"
    case .suggestionIndexOutOfRange: "suggestion-index-out-of-range"
    case .unreadableState: "unreadable-state"
    }
  }
}
