public import MatchmarkCore

/// When the scope bar shows by itself; assigning it turns this off.
public enum ScopeBarMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Only where the app says so.
  case manual
  /// From activation to dismissal.
  case onActivation
  /// From the first typed character of a search to its end.
  case onTextEntry
  /// While there is text or a token.
  case whenQueryNonEmpty
}

/// A question of the delegate that a session may be set to answer with no.
public enum Veto: String, Sendable, Hashable, Codable, CaseIterable {
  /// Editing must not begin.
  case shouldBegin = "should-begin"
  /// Editing must not end.
  case shouldEnd = "should-end"
  /// The text must not change.
  case shouldChange = "should-change"
}

/// A typed text that becomes a token; the whole text is consumed.
public struct ConversionRule: Sendable, Hashable, Codable {
  /// How the text, trimmed and folded, begins; an empty trigger never fires.
  public let trigger: String
  /// The facet of the token.
  public let facet: String
  /// The value of the token.
  public let value: String

  /// Creates a rule.
  public init(trigger: String, token: SearchToken) {
    self.trigger = trigger
    facet = token.facet
    value = token.value
  }

  /// What the text becomes.
  public var token: SearchToken { SearchToken(facet: facet, value: value) }
}

/// What an app chooses about its search field, beside the profile that decides which rows match.
///
/// A block of its own: it is no part of the identity of a corpus or workload. As JSON, every key
/// may be missing and then has its default.
public struct SessionSettings: Sendable, Hashable {
  /// Conversions in order: the first that fires wins.
  public var conversions: [ConversionRule] = []
  /// When the scope bar shows.
  public var scopeBar = ScopeBarMode.whenQueryNonEmpty
  /// Whether the person may delete tokens; the app always may.
  public var allowsDeletingTokens = true
  /// Whether the person may copy tokens.
  public var allowsCopyingTokens = true
  /// Whether the controller presents the search; if not, its delegate does, and nobody is told of
  /// will and did.
  public var presentsItself = true
  /// Whether results have a list of their own, beside the presenting one.
  public var hasResultsList = true
  /// The questions that the delegate answers with no.
  public var vetoes: Set<Veto> = []

  /// The defaults.
  public init() {}
}

extension SessionSettings: Codable {
  /// The keys that a settings block can have.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case conversions, scopeBar, allowsDeletingTokens, allowsCopyingTokens, presentsItself
    case hasResultsList, vetoes
  }

  /// Reads settings; a missing key has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? standard
    }
    conversions = try value(.conversions, conversions)
    scopeBar = try value(.scopeBar, scopeBar)
    allowsDeletingTokens = try value(.allowsDeletingTokens, allowsDeletingTokens)
    allowsCopyingTokens = try value(.allowsCopyingTokens, allowsCopyingTokens)
    presentsItself = try value(.presentsItself, presentsItself)
    hasResultsList = try value(.hasResultsList, hasResultsList)
    vetoes = try value(.vetoes, vetoes)
  }
}
