import MatchmarkCore
import MatchmarkSession
import Testing

/// Events of every kind, drawn from a seed.
enum RandomSession {
  static let session = SearchFieldTests.session()

  static func event(_ random: inout SeededGenerator) -> SessionEvent {
    let token = random.pick(SearchFieldTests.candidates)
    let strange = FieldToken(facet: "plan", value: "garden", title: "Garden", icon: "leaf")
    let start = random.below(5)
    let range = start..<start + random.below(4)
    return random.pick([
      .activate(by: .user), .activate(by: .app), .deactivate, .type("a"), .type("b"), .type("u"),
      .type("\u{301}"), .backspace, .setText("road"), .setText(""), .markText("て"),
      .markText("か\u{3099}"), .markText(""), .unmarkText, .select(range), .select(0..<0), .copy,
      .cut, .paste(nil), .paste(#"{"plan":"travel"}"#), .paste("?"), .undo, .undo,
      .insertToken(token, at: nil), .insertToken(strange, at: 0), .removeToken(at: 0),
      .deleteToken(at: 1), .convertText(range, token, at: nil), .selectScope(2), .selectScope(9),
      .search, .endEditing, .cancel, .tapRow(0), .tapButton(.bookmark), .tapButton(.resultsList),
      .chooseSuggestion(2), .setSuggestions([Suggestion("one, two"), Suggestion("", icon: "x")]),
      .chooseSearchSuggestion(1), .show(.scopeBar, true), .show(.results, false),
      .show(.cancelButton, nil), .setEnabled(random.below(3) > 0), .setTitle("Plans"), .save,
      .restore(nil), .appear,
    ])
  }

  static func events(seed: UInt64, count: Int = 60) -> [SessionEvent] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in event(&random) }
  }

  /// A session that has already seen events.
  static func session(seed: UInt64, count: Int = 30) -> SearchSession {
    var session = Self.session
    for event in events(seed: seed, count: count) { _ = try? session.step(event) }
    return session
  }
}

@Suite("Laws of the search field")
struct SessionLawTests {
  @Test(
    "Every session event asks for results at most once, and makes a query only if it does",
    arguments: 1...100)
  func oneUpdate(seed: Int) throws {
    var session = RandomSession.session
    for event in RandomSession.events(seed: UInt64(seed)) {
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

  @Test("Positions in the search field stay within it, whatever happens", arguments: 1...100)
  func positions(seed: Int) throws {
    var session = RandomSession.session
    for event in RandomSession.events(seed: UInt64(seed)) {
      _ = try? session.step(event)
      let field = session.field
      let end = field.textualRange.upperBound
      #expect(field.selection.upperBound <= end, "\(event)")
      if let marked = field.markedRange {
        #expect(!marked.isEmpty && marked.lowerBound >= field.tokens.count, "\(event)")
        #expect(marked.upperBound <= end, "\(event)")
      }
      #expect(session.tokens.count <= SearchLimits.tokenCount)
    }
  }

  @Test("A session restored from any saved state continues as before", arguments: 1...100)
  func savedAndRestored(seed: Int) throws {
    var session = RandomSession.session(seed: UInt64(seed))
    _ = try session.step(.save)
    // The view appears in both: pending work of the saved session is pending in the restored one.
    _ = try session.step(.appear)
    var restored = RandomSession.session
    _ = try restored.step(.restore(session.savedState))
    _ = try restored.step(.appear)
    for event in [.type("x")] + RandomSession.events(seed: UInt64(seed) + 1_000, count: 12) {
      if event.dependsOnMoreThanTheState { continue }
      let left = Result { () throws(SessionError) in try session.step(event) }
      let right = Result { () throws(SessionError) in try restored.step(event) }
      #expect(left == right, "\(event)")
      var seen = SessionSnapshot(of: session, after: SessionStep())
      var found = SessionSnapshot(of: restored, after: SessionStep())
      (seen.pasteboard, found.pasteboard) = ("", "")
      (seen.marked, found.marked) = ([], [])
      #expect(seen == found, "\(event)")
    }
  }

  @Test("Undo in the search field reverts the last change, and nothing else", arguments: 1...60)
  func undo(seed: Int) throws {
    var session = RandomSession.session(seed: UInt64(seed), count: 20)
    _ = try session.step(.setEnabled(true))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<20 {
      let event = RandomSession.event(&random)
      let before = session
      guard (try? session.step(event)) != nil, session.isEnabled else { continue }
      let isChanged =
        before.tokens != session.tokens || !before.text.utf8.elementsEqual(session.text.utf8)
      switch event {
      case .undo, .cancel, .deactivate, .restore: continue
      default: break
      }
      guard isChanged else { continue }
      var undone = session
      _ = try undone.step(.undo)
      #expect(
        undone.tokens == before.tokens && undone.text.utf8.elementsEqual(before.text.utf8),
        "\(event)")
      #expect(undone.field.selection == before.field.selection, "\(event)")
      #expect(undone.field.markedRange == nil, "\(event)")
    }
  }

  @Test("Removing an inserted token undoes the insertion", arguments: 1...30)
  func insertion(seed: Int) throws {
    var session = RandomSession.session(seed: UInt64(seed), count: 20)
    let before = session.field
    for index in 0...session.tokens.count {
      _ = try session.step(.insertToken(SearchFieldTests.candidates[0], at: index))
      _ = try session.step(.removeToken(at: index))
      #expect(session.field == before)
    }
  }

  @Test("Pasting a copied token appends exactly that token", arguments: 1...30)
  func pasting(seed: Int) throws {
    var session = RandomSession.session(seed: UInt64(seed), count: 20)
    _ = try session.step(.setEnabled(true))
    for token in SearchFieldTests.candidates {
      _ = try session.step(.insertToken(token, at: 0))
      _ = try session.step(.select(0..<1))
      _ = try session.step(.copy)
      let before = session
      _ = try session.step(.paste(nil))
      #expect(session.tokens == before.tokens + [token])
      #expect(session.text == before.text && session.pasteboard == before.pasteboard)
    }
  }

  @Test("Every event is read back from a trace as it was written", arguments: 1...40)
  func traces(seed: Int) throws {
    let trace = Trace(name: "random", events: RandomSession.events(seed: UInt64(seed)))
    let bytes = TraceFile.encode([trace])
    #expect(try TraceFile.decode(bytes, file: "random") == [trace])
  }
}

extension SessionEvent {
  /// True if it uses anything that no saved state contains: the pasteboard, composed text, undoable
  /// changes, or an earlier saved state.
  fileprivate var dependsOnMoreThanTheState: Bool {
    switch self {
    case .paste, .undo, .markText, .unmarkText, .save, .restore, .cut: true
    default: false
    }
  }
}
