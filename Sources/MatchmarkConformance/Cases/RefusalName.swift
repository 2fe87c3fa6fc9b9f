internal import MatchmarkCore
internal import MatchmarkSession

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
}

extension RefusalName {
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
