import Foundation
import MatchmarkCore
import MatchmarkSession
import Testing

/// Covers what the conformance cases do not: refusals, reasons, and laws on random sessions.
@Suite("The search field")
struct SearchFieldTests {
  static let candidates = ["business", "travel", "shopping"].map {
    FieldToken(facet: "plan", value: $0)
  }

  static func session(_ change: (inout SessionSettings) -> Void = { _ in }) -> SearchSession {
    var settings = SessionSettings()
    settings.conversions = [ConversionRule(trigger: "bu", token: candidates[0].searchToken)]
    change(&settings)
    let profile = SearchProfile(name: "plain", textFields: []).with {
      $0.empty = .suggestions
      $0.facets = ["plan"]
    }
    return SearchSession(
      profile: profile, scopeTitles: ["All", "2018", "2019"],
      candidates: candidates.map(\.searchToken), settings: settings)
  }

  @Test(
    "a payload that is not a token says why, changes nothing and notifies no one (D18)",
    arguments: [
      ("", "empty"), ("{", "expected"), ("[]", "an object"), ("{}", "empty object"),
      (#"{"plan":7}"#, "not a string"), (#"{"plan":"garden"}"#, "garden"),
      (#"{"plan":"travel","kind":"x"}"#, "more than one key"), (#"{"kind":"travel"}"#, "kind"),
    ])
  func undecodablePayload(payload: String, reason: String) throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    let step = try session.step(.paste(payload))
    #expect(step.emitted == [] && step.keystroke == nil)
    #expect(step.noEffect?.description.contains(reason) == true, "\(String(describing: step))")
    #expect(session.tokens == [] && session.pasteboard.content == payload)
  }

  @Test("an impossible event is a named error and leaves the session unchanged")
  func refusals() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    _ = try session.step(.type("ab"))
    let full = String(repeating: #"{"plan":"travel"}"# + "\n", count: 65)
    let refused: [(SessionEvent, SessionError)] = [
      (
        .convertText(1..<3, Self.candidates[0], at: nil),
        .rangeOutOfRange(from: 1, to: 3, end: 2)
      ),
      (.select(-1..<1), .rangeOutOfRange(from: -1, to: 1, end: 2)),
      (
        .convertText(-1..<1, Self.candidates[0], at: nil),
        .rangeOutOfRange(from: -1, to: 1, end: 2)
      ),
      (.select(2..<3), .rangeOutOfRange(from: 2, to: 3, end: 2)),
      (.chooseSuggestion(3), .suggestionIndexOutOfRange(3, suggestionCount: 3)),
      (.chooseSearchSuggestion(0), .suggestionIndexOutOfRange(0, suggestionCount: 0)),
      (.paste(full), .tooManyTokens(65)),
      (.type(String(repeating: "x", count: 5_000)), .textTooLong(sizeInBytes: 5_002)),
      (.removeToken(at: 0), .tokenIndexOutOfRange(0, tokenCount: 0)),
    ]
    for (event, error) in refused {
      var copy = session
      #expect(throws: error) { try copy.step(event) }
      #expect(copy == session, "\(event)")
    }
    for state in ["", "[]", #"{"version":2}"#, #"{"text":7}"#] {
      var copy = session
      #expect(throws: SessionError.self) { try copy.step(.restore(state)) }
      #expect(copy == session)
    }
  }

  @Test("a conversion without room for its token is refused as a whole (D23)")
  func conversionWithoutRoom() throws {
    var session = Self.session()
    for _ in 0..<64 { _ = try session.step(.insertToken(Self.candidates[1], at: nil)) }
    let before = session
    #expect(throws: SessionError.tooManyTokens(65)) { try session.step(.setText("bu")) }
    #expect(session == before)
  }

  @Test("if ending is vetoed, the field keeps the focus (S16)")
  func vetoOfEnding() throws {
    var session = Self.session { $0.vetoes = [.shouldEnd] }
    _ = try session.step(.activate(by: .user))
    let step = try session.step(.search)
    #expect(step.emitted == [.searchClicked, .shouldEnd])
    #expect(step.noEffect == .vetoed(.shouldEnd) && session.isFirstResponder)
  }

  @Test("a tap gives an active search its focus back and searches again (S4)")
  func focusComesBack() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    _ = try session.step(.search)
    let step = try session.step(.activate(by: .user))
    #expect(step.emitted == [.shouldBegin, .didBegin, .update])
    #expect(try session.step(.activate(by: .user)).noEffect == .alreadySo)
  }

  @Test("several tokens are copied and pasted in their order (T12, T14)")
  func severalTokens() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    for token in Self.candidates { _ = try session.step(.insertToken(token, at: nil)) }
    _ = try session.step(.select(1..<3))
    #expect(try session.step(.copy).emitted == [.itemProviderForCopying, .itemProviderForCopying])
    let step = try session.step(.paste(nil))
    #expect(step.emitted == [.tokensDidChange, .update])
    #expect(session.tokens == Self.candidates + Self.candidates[1...])
  }

  @Test("tokens pasted together with text are a change of tokens, searched once (T14)")
  func pastedTokensAndText() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    _ = try session.step(.insertToken(Self.candidates[1], at: nil))
    _ = try session.step(.type("a"))
    _ = try session.step(.select(0..<2))
    _ = try session.step(.copy)
    let keystroke = try session.apply(.paste(nil))
    #expect(keystroke?.eventClass == .tokenChange)
    #expect(keystroke?.query == SearchQuery("a", tokens: [Self.candidates[1].searchToken]))
  }

  @Test("settings keep every key in JSON, even those that are never read (V1, V3)")
  func settingsRoundTrip() throws {
    var settings = SessionSettings()
    settings.title = "Plans"
    settings.placeholder = "bu"
    settings.prompt = "Which?"
    settings.style = [
      "tokenBackgroundColor": .string("#ff0000"), "dimsBackground": .boolean(false),
      "inputTraits": .object(["autocapitalization": .string("none")]),
    ]
    settings.tokens = [FieldToken(facet: "plan", value: "travel", title: "Trip", icon: "airplane")]
    settings.conversions = [ConversionRule(trigger: "tr", token: Self.candidates[1].searchToken)]
    settings.scopeBar = .onTextEntry
    settings.results = .onActivation
    settings.noMatch = .suggestions
    settings.allowsDeletingTokens = false
    settings.allowsCopyingTokens = false
    settings.suppliesPayloads = false
    settings.presentsItself = false
    settings.hasResultsList = false
    settings.vetoes = [.shouldEnd]
    let data = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(SessionSettings.self, from: data) == settings)
    #expect(try JSONDecoder().decode(SessionSettings.self, from: Data("{}".utf8)) == .init())
  }

  @Test(
    "an invalid state says where and why (D19)",
    arguments: [
      (#"{"text":7}"#, "text: "),
      (#"{"tokens":[{"facet":"plan"}]}"#, "tokens[0]: got no key 'value'"),
    ])
  func unreadableStates(state: String, reason: String) throws {
    var session = Self.session()
    let error = #expect(throws: SessionError.self) { try session.step(.restore(state)) }
    let text = try #require(error).description
    #expect(text.contains(reason) && !text.contains("DecodingError"), "\(text)")
  }
}
