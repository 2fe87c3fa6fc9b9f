internal import MatchmarkCore
internal import MatchmarkSession

/// The place of a mistake in a file of cases.
public struct CasePlace: Sendable, Hashable {
  /// The name of the file.
  public let file: String
  /// The case, where it is inside one whose id is known.
  public private(set) var caseID: String?
  /// The keys and indices that lead there, such as `checks[2].query.text`.
  public private(set) var path = ""

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

/// The reason why files of cases are no conformance suite.
public struct ConformanceError: Error, Hashable, Sendable {
  /// The place of the mistake.
  public let place: CasePlace
  /// The found and the expected value.
  public let message: String

  init(_ message: String, at place: CasePlace) {
    self.place = place
    self.message = message
  }

  /// A name that nothing has, or a key that nothing reads.
  static func unknown(
    _ kind: String, _ name: String, known: [String], at place: CasePlace
  ) -> ConformanceError {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    let hint = NearestName.hint(name, among: known)
    return ConformanceError("got \(kind) '\(name)', expected one of \(names)\(hint)", at: place)
  }

  static func duplicate(_ kind: String, _ name: String, at place: CasePlace) -> ConformanceError {
    ConformanceError("got a second \(kind) '\(name)', expected unique names", at: place)
  }
}

extension ConformanceError: CustomStringConvertible {
  /// Where, what was got, and what was expected.
  public var description: String { "\(place): \(message)" }
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
