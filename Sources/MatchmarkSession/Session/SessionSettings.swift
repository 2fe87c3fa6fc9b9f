public import MatchmarkCore

/// When the scope bar shows automatically; assigning it turns this off.
public enum ScopeBarMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Only if the app says so.
  case manual
  /// From activation to dismissal.
  case onActivation
  /// From the first typed character of a search to its end.
  case onTextEntry
  /// While there is text or a token.
  case whenQueryNonEmpty
}

/// A question to the delegate that settings can answer with no.
public enum Veto: String, Sendable, Hashable, Codable, CaseIterable {
  /// Editing must not begin.
  case shouldBegin = "should-begin"
  /// Editing must not end.
  case shouldEnd = "should-end"
  /// The text must not change.
  case shouldChange = "should-change"
}

/// A rule that turns typed text into a token; the whole text is consumed.
public struct ConversionRule: Sendable, Hashable, Codable {
  /// The prefix of the text, trimmed and folded; an empty trigger never fires.
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

  /// The token that the text becomes.
  public var token: SearchToken { SearchToken(facet: facet, value: value) }
}

/// When the results list shows automatically; assigning it turns this off.
public enum ResultsMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// While there is text.
  case whileTextNonEmpty
  /// From activation to dismissal: initial results before the first key, and again once the text
  /// is cleared.
  case onActivation
}

/// What a search shows if no row matches.
public enum NoMatchMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A list without rows.
  case results
  /// The suggestion list, as in apps that cannot distinguish an empty answer from no answer.
  case suggestions
}

/// What an app chooses about its search field, apart from the profile that decides which rows
/// match.
///
/// It is not part of the identity of a corpus or workload. In JSON, a missing key has its default.
public struct SessionSettings: Sendable, Hashable {
  /// The title of the view, which a saved state keeps.
  public var title = ""
  /// The placeholder of the empty field.
  public var placeholder: String?
  /// The text above the field.
  public var prompt: String?
  /// The appearance: colours, fonts, input traits, placement, animation.
  ///
  /// The app's own data, passed through and never read.
  public var style: [String: JSONValue] = [:]
  /// The appearance of tokens with known values; a token not listed here has none.
  public var tokens: [FieldToken] = []
  /// The conversion rules, in order; the first that fires wins.
  public var conversions: [ConversionRule] = []
  /// When the scope bar shows.
  public var scopeBar = ScopeBarMode.whenQueryNonEmpty
  /// When the results list shows.
  public var results = ResultsMode.whileTextNonEmpty
  /// What a search shows if no row matches.
  public var noMatch = NoMatchMode.results
  /// Whether the person may delete tokens; the app always may.
  public var allowsDeletingTokens = true
  /// Whether the person may copy tokens.
  public var allowsCopyingTokens = true
  /// Whether the delegate supplies payloads for tokens that are copied.
  public var suppliesPayloads = true
  /// Whether the controller presents the search; if not, its delegate does, and no
  /// events are sent before and after it.
  public var presentsItself = true
  /// Whether results have a list separate from the presenting one.
  public var hasResultsList = true
  /// The questions that the delegate answers with no.
  public var vetoes: Set<Veto> = []

  /// The defaults.
  public init() {}
}

extension SessionSettings: Codable {
  private static let keys = [
    "title", "placeholder", "prompt", "style", "tokens", "conversions", "scopeBar", "results",
    "noMatch", "allowsDeletingTokens", "allowsCopyingTokens", "suppliesPayloads", "presentsItself",
    "hasResultsList", "vetoes",
  ]

  /// Reads settings; a missing key has its default, and an unknown key is refused.
  public init(from decoder: any Decoder) throws {
    try self.init(SessionField(JSONTree(JSONValue(from: decoder)), of: ()))
  }

  /// Reads settings; an unknown key is refused, because a mistyped one would have no effect.
  package init(_ field: SessionField) throws(SessionFormatError) {
    let object = try field.object([], optional: Self.keys)
    title = try object["title"].optionalString() ?? title
    placeholder = try object["placeholder"].optionalString()
    prompt = try object["prompt"].optionalString()
    style = try object["style"].ifPresent?.members() ?? style
    tokens =
      try object["tokens"].ifPresent?.array().map { token throws(SessionFormatError) in
        try FieldToken(token.object(["facet", "value"], optional: ["title", "icon"]))
      } ?? tokens
    conversions =
      try object["conversions"].ifPresent?.array().map(ConversionRule.init) ?? conversions
    scopeBar = try object["scopeBar"].ifPresent?.choice(ScopeBarMode.self) ?? scopeBar
    results = try object["results"].ifPresent?.choice(ResultsMode.self) ?? results
    noMatch = try object["noMatch"].ifPresent?.choice(NoMatchMode.self) ?? noMatch
    func flag(_ key: String, _ standard: Bool) throws(SessionFormatError) -> Bool {
      try object[key].ifPresent?.boolean() ?? standard
    }
    allowsDeletingTokens = try flag("allowsDeletingTokens", allowsDeletingTokens)
    allowsCopyingTokens = try flag("allowsCopyingTokens", allowsCopyingTokens)
    suppliesPayloads = try flag("suppliesPayloads", suppliesPayloads)
    presentsItself = try flag("presentsItself", presentsItself)
    hasResultsList = try flag("hasResultsList", hasResultsList)
    vetoes = Set(
      try object["vetoes"].ifPresent?.array().map { veto throws(SessionFormatError) in
        try veto.choice(Veto.self)
      } ?? [])
  }

  /// Writes all settings.
  public func encode(to encoder: any Encoder) throws { try JSONValue(json).encode(to: encoder) }

  /// The settings as JSON; `placeholder` and `prompt` only if there is one.
  package var json: JSONTree {
    [
      "title": .string(title), "placeholder": placeholder.map { .string($0) },
      "prompt": prompt.map { .string($0) }, "style": JSONTree(.object(style)),
      "tokens": .array(tokens.map(\.json)), "conversions": .array(conversions.map(\.json)),
      "scopeBar": .string(scopeBar.rawValue), "results": .string(results.rawValue),
      "noMatch": .string(noMatch.rawValue),
      "allowsDeletingTokens": .boolean(allowsDeletingTokens),
      "allowsCopyingTokens": .boolean(allowsCopyingTokens),
      "suppliesPayloads": .boolean(suppliesPayloads), "presentsItself": .boolean(presentsItself),
      "hasResultsList": .boolean(hasResultsList), "vetoes": .list(vetoes.map(\.rawValue).sorted()),
    ]
  }
}

extension ConversionRule {
  fileprivate init(_ field: SessionField) throws(SessionFormatError) {
    let object = try field.object(["trigger", "facet", "value"])
    trigger = try object["trigger"].string()
    facet = try object["facet"].string()
    value = try object["value"].string()
  }

  fileprivate var json: JSONTree {
    ["trigger": .string(trigger), "facet": .string(facet), "value": .string(value)]
  }
}
