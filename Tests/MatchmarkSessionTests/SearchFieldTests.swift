import Foundation
import MatchmarkCore
import MatchmarkJSON
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
    "A pasted payload that is not a token says why, changes nothing and notifies no one (D18)",
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

  @Test("An impossible event is a named error and leaves the session unchanged")
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

  @Test("A conversion without room for its token is refused as a whole (D23)")
  func conversionWithoutRoom() throws {
    var session = Self.session()
    for _ in 0..<64 { _ = try session.step(.insertToken(Self.candidates[1], at: nil)) }
    let before = session
    #expect(throws: SessionError.tooManyTokens(65)) { try session.step(.setText("bu")) }
    #expect(session == before)
  }

  @Test("The search field keeps the focus if ending is vetoed (S16)")
  func vetoOfEnding() throws {
    var session = Self.session { $0.vetoes = [.shouldEnd] }
    _ = try session.step(.activate(by: .user))
    let step = try session.step(.search)
    #expect(step.emitted == [.searchClicked, .shouldEnd])
    #expect(step.noEffect == .vetoed(.shouldEnd) && session.isFirstResponder)
  }

  @Test("A tap gives an active search its focus back and searches again (S4)")
  func focusComesBack() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    _ = try session.step(.search)
    let step = try session.step(.activate(by: .user))
    #expect(step.emitted == [.shouldBegin, .didBegin, .update])
    #expect(try session.step(.activate(by: .user)).noEffect == .alreadySo)
  }

  @Test("Several tokens are copied and pasted in their order (T12, T14)")
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

  @Test("Tokens pasted together with text are a change of tokens, searched once (T14)")
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

  @Test("Session settings keep every key in JSON, even those that are never read (V1, V3)")
  func settingsRoundTrip() throws {
    var settings = SessionSettings()
    settings.title = "Plans"
    settings.placeholder = "bu"
    settings.prompt = "Which?"
    settings.style = [
      "tokenBackgroundColor": .string("#ff0000"), "dimsBackground": .boolean(false),
      "inputTraits": ["autocapitalization": .string("none")],
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

  @Test("The state of a session is saved in exactly one way (D19)")
  func savedBytes() throws {
    var session = Self.session()
    for event: SessionEvent in [
      .activate(by: .user), .type("é\"\u{1f}"), .selectScope(1), .setTitle("T"),
      .insertToken(FieldToken(facet: "plan", value: "a/b", icon: "leaf"), at: nil),
      .show(.results, nil), .show(.scopeBar, true),
      .setSuggestions([
        Suggestion("x"),
        Suggestion(
          "y", represented: ["b": .array([.integer(7), .null]), "B": JSONValue(0.5)]),
      ]), .save,
    ] { _ = try session.step(event) }
    let expected = #"""
      {"hasTyped":true,"isActive":true,"isEnabled":true,"isFirstResponder":true,"scope":1,\#
      "selection":[4,4],"shows":{"set-shows-scope-bar":true},"suggestions":["x",\#
      {"represented":{"B":0.5,"b":[7,null]},"title":"y"}],"text":"é\"\u001f","title":"T",\#
      "tokens":[{"facet":"plan","icon":"leaf","value":"a/b"}],"version":1}
      """#
    #expect(session.savedState == expected)
  }

  @Test("A snapshot of a session is coded with the names that conformance cases use")
  func snapshotNames() throws {
    let snapshot = SessionSnapshot()
    let data = try JSONEncoder().encode(snapshot)
    let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(decoded == snapshot.json)
  }

  @Test("A number beyond the range of Double keeps its digits when it is saved and restored")
  func hugeNumbers() throws {
    var session = Self.session()
    let state = #"{"suggestions":[{"represented":[1e999,-1e999],"title":"x"}]}"#
    _ = try session.step(.restore(state))
    let found = session.searchSuggestions
    #expect(
      found == [Suggestion("x", represented: .array([.number("1e999"), .number("-1e999")]))])
    _ = try session.step(.save)
    _ = try session.step(.restore(nil))
    #expect(session.searchSuggestions == found)
    _ = try session.step(.setSuggestions([Suggestion("x", represented: JSONValue(.nan))]))
    _ = try session.step(.save)
    _ = try session.step(.restore(nil))
    #expect(session.searchSuggestions == [Suggestion("x")])
  }

  @Test(
    "An invalid saved state says where and why, and changes nothing (D19)",
    arguments: [
      (#"{"text":7}"#, "text: got 7, expected a string"),
      (#"{"tokens":[{"facet":"a"}]}"#, "tokens[0].value: got nothing, expected a string"),
      (#"{"version":2}"#, "version: got 2, expected 1 at most"),
      (#"{"shows":[]}"#, "shows: got an array of 0, expected an object"),
      (#"{"suggestions":[{"title":7}]}"#, "suggestions[0].title: got 7, expected a string"),
      (#"{"text":"x","isActive":0}"#, "isActive: got 0, expected true or false"),
      (#"{"text":"x"]"#, "got ']', expected ',' or '}', at byte 11"),
    ])
  func unreadableStates(state: String, reason: String) throws {
    var session = Self.session()
    let error = #expect(throws: SessionError.self) { try session.step(.restore(state)) }
    #expect(error?.description == "got a saved state that cannot be read: \(reason)")
    #expect(session == Self.session())
  }
}
