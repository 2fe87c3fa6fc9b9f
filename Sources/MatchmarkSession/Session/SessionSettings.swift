public import MatchmarkCore
public import MatchmarkJSON

/// The condition under which the scope bar is shown automatically; showing or hiding it explicitly
/// turns this off.
public enum ScopeBarMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// Only if the app shows it.
  case manual
  /// From activation to dismissal.
  case onActivation
  /// From the first character typed in a search to its end.
  case onTextEntry
  /// While there is text or a token.
  case whenQueryNonEmpty
}

/// A question to which the delegate can answer no.
public enum Veto: String, Sendable, Hashable, Codable, CaseIterable {
  /// Editing must not begin.
  case shouldBegin = "should-begin"
  /// Editing must not end.
  case shouldEnd = "should-end"
  /// The text must not change.
  case shouldChange = "should-change"
}

/// A rule that turns the whole typed text into a token.
public struct ConversionRule: Sendable, Hashable {
  /// The prefix that the trimmed and folded text must have; a rule with an empty trigger never
  /// applies.
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

/// The condition under which the results list is shown automatically; showing or hiding it
/// explicitly turns this off.
public enum ResultsMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// While there is text.
  case whileTextNonEmpty
  /// From activation to dismissal, with initial results before the first key and after the text is
  /// cleared.
  case onActivation
}

/// The content of a search without matching rows.
public enum NoMatchMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// A list without rows.
  case results
  /// The suggestion list, as in apps that cannot distinguish an empty answer from no answer.
  case suggestions
}

/// The choices that an app makes about its search field, apart from the profile that decides which
/// rows match.
///
/// The settings are not part of the identity of a corpus or workload. In JSON, a missing key has
/// its default.
public struct SessionSettings: Sendable, Hashable {
  /// The title of the view, which is part of a saved state.
  public var title = ""
  /// The placeholder of the empty field.
  public var placeholder: String?
  /// The text above the field.
  public var prompt: String?
  /// The appearance: colours, fonts, input traits, placement, animation.
  ///
  /// This is data of the app; it is passed through and never read.
  public var style: [String: JSONValue] = [:]
  /// The tokens with known values that have an appearance of their own.
  public var tokens: [FieldToken] = []
  /// The conversion rules; the first one that applies wins.
  public var conversions: [ConversionRule] = []
  /// The condition under which the scope bar is shown.
  public var scopeBar = ScopeBarMode.whenQueryNonEmpty
  /// The condition under which the results list is shown.
  public var results = ResultsMode.whileTextNonEmpty
  /// The content of a search without matching rows.
  public var noMatch = NoMatchMode.results
  /// True if the user may delete tokens; the app always may.
  public var allowsDeletingTokens = true
  /// True if the user may copy tokens.
  public var allowsCopyingTokens = true
  /// True if the delegate supplies payloads for tokens that are copied.
  public var suppliesPayloads = true
  /// True if the controller presents the search.
  ///
  /// Otherwise the delegate presents it, and no events are sent before and after.
  public var presentsItself = true
  /// True if results have a list of their own, separate from the presenting one.
  public var hasResultsList = true
  /// The questions to which the delegate answers no.
  public var vetoes: Set<Veto> = []

  /// Creates the default settings.
  public init() {}
}

extension SessionSettings: JSONCoded {
  private static let keys = [
    "title", "placeholder", "prompt", "style", "tokens", "conversions", "scopeBar", "results",
    "noMatch", "allowsDeletingTokens", "allowsCopyingTokens", "suppliesPayloads", "presentsItself",
    "hasResultsList", "vetoes",
  ]

  /// Reads settings; a missing key has its default, and an unknown key is refused, because a
  /// mistyped one would have no effect.
  package init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    let object = try field.object([], optional: Self.keys)
    title = try object["title"].optionalString() ?? title
    placeholder = try object["placeholder"].optionalString()
    prompt = try object["prompt"].optionalString()
    style = try object["style"].ifPresent?.object().values ?? style
    tokens =
      try object["tokens"].ifPresent?.array().map { token throws(Failure) in
        try FieldToken(token.object(["facet", "value"], optional: ["title", "icon"]))
      } ?? tokens
    conversions =
      try object["conversions"].ifPresent?.array().map(ConversionRule.init) ?? conversions
    scopeBar = try object["scopeBar"].ifPresent?.choice(ScopeBarMode.self) ?? scopeBar
    results = try object["results"].ifPresent?.choice(ResultsMode.self) ?? results
    noMatch = try object["noMatch"].ifPresent?.choice(NoMatchMode.self) ?? noMatch
    func flag(_ key: String, _ standard: Bool) throws(Failure) -> Bool {
      try object[key].ifPresent?.boolean() ?? standard
    }
    allowsDeletingTokens = try flag("allowsDeletingTokens", allowsDeletingTokens)
    allowsCopyingTokens = try flag("allowsCopyingTokens", allowsCopyingTokens)
    suppliesPayloads = try flag("suppliesPayloads", suppliesPayloads)
    presentsItself = try flag("presentsItself", presentsItself)
    hasResultsList = try flag("hasResultsList", hasResultsList)
    vetoes = Set(
      try object["vetoes"].ifPresent?.array().map { veto throws(Failure) in
        try veto.choice(Veto.self)
      } ?? [])
  }

  /// The settings as JSON; `placeholder` and `prompt` only if there is one.
  package var json: JSONValue {
    [
      "title": .string(title), "placeholder": placeholder.map { .string($0) },
      "prompt": prompt.map { .string($0) }, "style": JSONValue(style).sorted(),
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
  fileprivate init<Failure>(_ field: JSONField<Failure>) throws(Failure) {
    let object = try field.object(["trigger", "facet", "value"])
    trigger = try object["trigger"].string()
    facet = try object["facet"].string()
    value = try object["value"].string()
  }

  fileprivate var json: JSONValue {
    ["trigger": .string(trigger), "facet": .string(facet), "value": .string(value)]
  }
}
