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

/// When the results list shows by itself; assigning it turns this off.
public enum ResultsMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// While there is text.
  case whileTextNonEmpty
  /// From activation to dismissal: initial results before the first key, and again once the text
  /// is cleared.
  case onActivation
}

/// What a search that matches no row shows.
public enum NoMatchMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A list without rows.
  case results
  /// The suggestion list, as apps do that cannot tell an empty answer from none.
  case suggestions
}

/// What an app chooses about its search field, apart from the profile that decides which rows
/// match.
///
/// A block of its own: it is no part of the identity of a corpus or workload. As JSON, every key
/// may be missing and then has its default.
public struct SessionSettings: Sendable, Hashable {
  /// What is wanted of the view: its title, which a saved state keeps.
  public var title = ""
  /// What the field says while it is empty.
  public var placeholder: String?
  /// What stands above the field.
  public var prompt: String?
  /// How things look: colours, fonts, input traits, placement, animation.
  ///
  /// Data of the app's own, carried and never read.
  public var style: [String: JSONValue] = [:]
  /// How tokens of known values look; a token that is not listed looks plain.
  public var tokens: [FieldToken] = []
  /// Conversions in order: the first that fires wins.
  public var conversions: [ConversionRule] = []
  /// When the scope bar shows.
  public var scopeBar = ScopeBarMode.whenQueryNonEmpty
  /// When the results list shows.
  public var results = ResultsMode.whileTextNonEmpty
  /// What a search that matches no row shows.
  public var noMatch = NoMatchMode.results
  /// Whether the person may delete tokens; the app always may.
  public var allowsDeletingTokens = true
  /// Whether the person may copy tokens.
  public var allowsCopyingTokens = true
  /// Whether the delegate supplies payloads for tokens that are copied.
  public var suppliesPayloads = true
  /// Whether the controller presents the search; if not, its delegate does, and no one is told
  /// about will and did.
  public var presentsItself = true
  /// Whether results have a list of their own, apart from the presenting one.
  public var hasResultsList = true
  /// The questions that the delegate answers with no.
  public var vetoes: Set<Veto> = []

  /// The defaults.
  public init() {}
}

extension SessionSettings: Codable {
  /// The keys that a settings block can have.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case title, placeholder, prompt, style, tokens, conversions, scopeBar, results, noMatch
    case allowsDeletingTokens, allowsCopyingTokens, suppliesPayloads, presentsItself
    case hasResultsList, vetoes
  }

  /// Reads settings; a missing key has its default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ standard: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? standard
    }
    title = try value(.title, title)
    placeholder = try container.decodeIfPresent(String.self, forKey: .placeholder)
    prompt = try container.decodeIfPresent(String.self, forKey: .prompt)
    style = try value(.style, style)
    tokens = try value(.tokens, tokens)
    conversions = try value(.conversions, conversions)
    scopeBar = try value(.scopeBar, scopeBar)
    results = try value(.results, results)
    noMatch = try value(.noMatch, noMatch)
    allowsDeletingTokens = try value(.allowsDeletingTokens, allowsDeletingTokens)
    allowsCopyingTokens = try value(.allowsCopyingTokens, allowsCopyingTokens)
    suppliesPayloads = try value(.suppliesPayloads, suppliesPayloads)
    presentsItself = try value(.presentsItself, presentsItself)
    hasResultsList = try value(.hasResultsList, hasResultsList)
    vetoes = try value(.vetoes, vetoes)
  }
}
