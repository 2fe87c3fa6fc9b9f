/// A facet and one of its values, chosen by the user.
public struct SearchToken: Sendable, Hashable {
  /// The column that the token filters by.
  public let facet: String
  /// The value that a row must have.
  public let value: String

  /// Creates a token.
  public init(facet: String, value: String) {
    self.facet = facet
    self.value = value
  }
}

/// The content of the search field at one moment.
///
/// Two queries with canonically equivalent text are equal, as with `String`; if bytes matter,
/// compare `text.utf8`.
public struct SearchQuery: Sendable, Hashable {
  /// The typed text, exactly as typed.
  public var text: String
  /// The tokens, in field order; duplicates are allowed.
  public var tokens: [SearchToken]
  /// The selected scope title; nil is the title that matches every row.
  public var scope: String?

  /// Creates a query.
  public init(_ text: String = "", tokens: [SearchToken] = [], scope: String? = nil) {
    self.text = text
    self.tokens = tokens
    self.scope = scope
  }
}

/// The reason why a query cannot be answered.
public enum QueryError: Error, Hashable, Sendable {
  /// Text larger than ``SearchLimits/querySizeInBytes``.
  case textTooLong(sizeInBytes: Int)
  /// More terms than ``SearchLimits/termCount``.
  case tooManyTerms(Int)
  /// More tokens than ``SearchLimits/tokenCount``.
  case tooManyTokens(Int)
  /// A token of a facet that the profile does not filter by.
  case unknownFacet(String, known: [String])
  /// A scope title that the profile does not have.
  case unknownScope(String, known: [String])
}

extension QueryError: CustomStringConvertible {
  /// A message that says what was found and what was expected.
  public var description: String {
    switch self {
    case .textTooLong(let sizeInBytes):
      "got a query of \(sizeInBytes) bytes, expected at most \(SearchLimits.querySizeInBytes)"
    case .tooManyTerms(let count):
      "got \(count) terms, expected at most \(SearchLimits.termCount)"
    case .tooManyTokens(let count):
      "got \(count) tokens, expected at most \(SearchLimits.tokenCount)"
    case .unknownFacet(let name, let known):
      "got a token of facet '\(name)', expected \(Self.list(known))"
    case .unknownScope(let title, let known):
      "got scope '\(title)', expected \(Self.list(known))"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none, the profile has none" : "one of \(names.joined(separator: ", "))"
  }
}
