import MatchmarkCore
import MatchmarkSession
import Testing

/// What the conformance cases do not ask: refusals, reasons, and laws on random sessions.
@Suite("The search field")
struct SearchFieldTests {
  static let candidates = ["business", "travel", "shopping"].map {
    SearchToken(facet: "plan", value: $0)
  }

  static func session(_ change: (inout SessionSettings) -> Void = { _ in }) -> SearchSession {
    var settings = SessionSettings()
    settings.conversions = [ConversionRule(trigger: "bu", token: candidates[0])]
    change(&settings)
    return SearchSession(
      scopeTitles: ["All", "2018", "2019"], candidates: candidates, settings: settings)
  }

  @Test(
    "a payload that is no token says why, changes nothing and tells nothing (D18)",
    arguments: [
      ("", "empty"), ("{", "expected"), ("[]", "an object"), ("{}", "empty object"),
      (#"{"plan":7}"#, "no string"), (#"{"plan":"garden"}"#, "garden"),
      (#"{"plan":"travel","kind":"x"}"#, "more than one key"), (#"{"kind":"travel"}"#, "kind"),
    ])
  func undecodablePayload(payload: String, reason: String) throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    let step = try session.step(.paste(payload))
    #expect(step.emitted == [] && step.keystroke == nil)
    #expect(step.noEffect?.description.contains(reason) == true, "\(String(describing: step))")
    #expect(session.tokens == [] && session.pasteboard == payload)
  }

  @Test("an event that cannot happen is a named error and leaves the session as it was")
  func refusals() throws {
    var session = Self.session()
    _ = try session.step(.activate(by: .user))
    _ = try session.step(.type("ab"))
    let full = String(repeating: #"{"plan":"travel"}"# + "\n", count: 65)
    let refused: [(SessionEvent, SessionError)] = [
      (
        .convertText(1..<3, Self.candidates[0], at: nil),
        .textRangeOutOfRange(from: 1, to: 3, characterCount: 2)
      ),
      (.copyTokens(0..<1), .tokenIndexOutOfRange(0, tokenCount: 0)),
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

  @Test("a conversion that finds no room for its token is refused as a whole (D23)")
  func conversionWithoutRoom() throws {
    var session = Self.session()
    for _ in 0..<64 { _ = try session.step(.insertToken(Self.candidates[1], at: nil)) }
    let before = session
    #expect(throws: SessionError.tooManyTokens(65)) { try session.step(.setText("bu")) }
    #expect(session == before)
  }

  @Test("ending is vetoed: the field keeps the focus (S16)")
  func vetoOfEnding() throws {
    var session = Self.session { $0.vetoes = [.shouldEnd] }
    _ = try session.step(.activate(by: .user))
    let step = try session.step(.search)
    #expect(step.emitted == [.searchClicked, .shouldEnd])
    #expect(step.noEffect == .vetoed(.shouldEnd) && session.isFirstResponder)
  }

  @Test("a tap gives an active search its focus back, and searches again (S4)")
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
    _ = try session.step(.copyTokens(1..<3))
    let step = try session.step(.paste(session.pasteboard))
    #expect(step.emitted == [.tokensDidChange, .update])
    #expect(session.tokens == Self.candidates + Self.candidates[1...])
  }
}

/// Laws on random sessions; the seed is the argument.
@Suite("Laws of the search field")
struct SearchFieldLawTests {
  static func randomEvent(_ random: inout SeededGenerator) -> SessionEvent {
    let token = random.pick(SearchFieldTests.candidates)
    return random.pick([
      .activate(by: .user), .activate(by: .app), .type("a"), .type("b"), .type("u"), .backspace,
      .setText("road"), .setText(""), .insertToken(token, at: nil), .insertToken(token, at: 0),
      .removeToken(at: 0), .deleteToken(at: 1), .convertText(0..<1, token, at: nil),
      .copyTokens(0..<1), .paste(#"{"plan":"travel"}"#), .paste("?"), .selectScope(2),
      .selectScope(9), .search, .cancel, .tapRow(0), .chooseSuggestion(2),
      .setSuggestions(["one", "two"]), .chooseSearchSuggestion(1), .show(.scopeBar, true),
      .show(.results, false), .show(.cancelButton, true), .save, .restore(nil), .appear,
    ])
  }

  static func randomEvents(seed: UInt64) -> [SessionEvent] {
    var random = SeededGenerator(seed: seed)
    return (0..<60).map { _ in randomEvent(&random) }
  }

  @Test(
    "every event asks for results once at most, and only then ends in a query", arguments: 1...60)
  func oneUpdate(seed: Int) throws {
    var session = SearchFieldTests.session()
    for event in Self.randomEvents(seed: UInt64(seed)) {
      let before = session
      do throws(SessionError) {
        let step = try session.step(event)
        let updates = step.emitted.filter { $0 == .update || $0 == .updateSelecting }.count
        #expect(updates <= 1)
        #expect(step.keystroke == nil || updates == 1)
        #expect(step.keystroke == nil || step.keystroke?.query == session.query)
        #expect(session.isActive || step.keystroke == nil)
      } catch {
        #expect(session == before, "\(error)")
      }
    }
  }

  @Test("a state saved and restored continues alike", arguments: 1...60)
  func savedAndRestored(seed: Int) throws {
    var session = SearchFieldTests.session()
    let events = Self.randomEvents(seed: UInt64(seed))
    for event in events.prefix(30) { _ = try? session.step(event) }
    _ = try session.step(.save)
    var restored = SearchFieldTests.session()
    _ = try restored.step(.restore(session.savedState))
    _ = try restored.step(.appear)
    #expect(restored.query == session.query)
    #expect(restored.isActive == session.isActive)
    #expect(restored.isFirstResponder == session.isFirstResponder)
    for text in ["x", "bu", "bullet"] {
      var left = session
      var right = restored
      #expect(try left.step(.setText(text)) == right.step(.setText(text)))
      #expect(left.tokens == right.tokens && left.text == right.text)
    }
  }

  @Test("removing an inserted token undoes the insertion", arguments: 1...30)
  func undo(seed: Int) throws {
    var session = SearchFieldTests.session()
    for event in Self.randomEvents(seed: UInt64(seed)).prefix(20) { _ = try? session.step(event) }
    let before = session
    for index in 0...session.tokens.count {
      _ = try session.step(.insertToken(SearchFieldTests.candidates[0], at: index))
      _ = try session.step(.removeToken(at: index))
      #expect(session == before)
    }
  }

  @Test("every event is read back from a trace as it was written", arguments: 1...20)
  func traces(seed: Int) throws {
    let events = Self.randomEvents(seed: UInt64(seed))
    let trace = Trace(name: "random", events: events)
    let bytes = TraceFile.encode([trace])
    #expect(try TraceFile.decode(bytes, file: "random") == [trace])
  }
}
