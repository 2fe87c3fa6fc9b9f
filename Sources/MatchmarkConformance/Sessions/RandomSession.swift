internal import MatchmarkCore
public import MatchmarkSession

/// A random typing session: a corpus of the case files, settings and events, all from one seed.
public struct RandomSession: Sendable, Hashable {
  /// The seed; 0 for a session that was read from a file.
  public let seed: UInt64
  /// The app: the name of a corpus and of the profile that fits it.
  public let app: String
  /// The app's settings.
  public let settings: SessionSettings
  /// The events.
  public var events: [SessionEvent]

  init(app: String, settings: SessionSettings, events: [SessionEvent], seed: UInt64 = 0) {
    (self.seed, self.app, self.settings, self.events) = (seed, app, settings, events)
  }

  /// Returns a session with the same seed and app, but with other events under other settings.
  func playing(_ events: [SessionEvent], under settings: SessionSettings) -> RandomSession {
    RandomSession(app: app, settings: settings, events: events, seed: seed)
  }

  /// Draws a session.
  public init(seed: UInt64, eventCount: Int = 40) {
    var random = SeededGenerator(seed: seed, stream: "session")
    self.seed = seed
    let facet = random.pick(["plan", "continent"])
    app = facet == "plan" ? "plans" : "countries"
    let tokens =
      (facet == "plan"
      ? ["business", "travel", "shopping", "garden"] : ["Europe", "Asia", "Oceania", "Atlantis"])
      .map { FieldToken(facet: facet, value: $0) }
    settings = Self.settings(tokens, &random)
    events = (0..<eventCount).map { _ in Self.event(tokens, &random) }
  }

  private static func settings(
    _ tokens: [FieldToken], _ random: inout SeededGenerator
  ) -> SessionSettings {
    var settings = SessionSettings()
    settings.title = "Title"
    if random.chance(0.7) {
      settings.conversions = [
        ConversionRule(trigger: "bu", token: tokens[0].searchToken),
        ConversionRule(trigger: "b", token: tokens[1].searchToken),
      ]
    }
    settings.scopeBar = random.pick(ScopeBarMode.allCases)
    settings.results = random.pick(ResultsMode.allCases)
    settings.noMatch = random.pick(NoMatchMode.allCases)
    settings.allowsDeletingTokens = random.chance(0.7)
    settings.allowsCopyingTokens = random.chance(0.7)
    settings.suppliesPayloads = random.chance(0.9)
    settings.presentsItself = random.chance(0.8)
    settings.hasResultsList = random.chance(0.8)
    if random.chance(0.3) { settings.vetoes = [random.pick(Veto.allCases)] }
    return settings
  }

  private static func event(
    _ tokens: [FieldToken], _ random: inout SeededGenerator
  ) -> SessionEvent {
    let token = random.pick(tokens)
    let start = random.below(4)
    let range = start..<start + random.below(4)
    switch random.below(8) {
    case 0:
      return random.pick([
        .activate(by: .user), .activate(by: .user), .activate(by: .app), .deactivate, .cancel,
        .search, .endEditing,
      ])
    case 1, 2:
      return random.pick([
        .type("u"), .type("n"), .type("b"), .type(" "), .type("\u{301}"), .type("uni"),
        .setText("BU"),
        .setText("road"), .setText(""), .backspace, .backspace, .undo,
      ])
    case 3:
      return random.pick([
        .markText("て"), .markText("か\u{3099}"), .markText(""), .unmarkText,
        .convertText(range, token, at: nil),
      ])
    case 4:
      return random.pick([
        .insertToken(token, at: nil), .insertToken(token, at: nil), .insertToken(token, at: 0),
        .removeToken(at: 0), .deleteToken(at: random.below(3)),
      ])
    case 5:
      return random.pick([
        .select(range), .select(0..<1), .copy, .cut, .paste(nil), .paste("?"),
        .paste("{\"\(token.facet)\":\"\(token.value)\"}"),
      ])
    case 6:
      return random.pick([
        .selectScope(random.below(5)), .tapRow(random.below(6)), .chooseSuggestion(random.below(4)),
        .setSuggestions([Suggestion("one, two"), Suggestion("", icon: "leaf")]),
        .chooseSearchSuggestion(random.below(2)), .tapButton(random.pick(BarButton.allCases)),
      ])
    default:
      return random.pick([
        .show(random.pick(ShownPart.allCases), random.pick([true, false, nil])),
        .setEnabled(random.chance(0.8)), .setTitle("Other"), .save, .save, .restore(nil),
        .restore("{}"), .restore("{\"isFirstResponder\":true,\"text\":\"n\"}"), .appear, .appear,
      ])
    }
  }
}
