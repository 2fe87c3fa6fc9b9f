import MatchmarkConformance
import MatchmarkCore
import MatchmarkSession
import MatchmarkTestSupport
import MatchmarkTesting
import Testing

@Suite("The tests of a search field")
struct SearchFieldTestTests {
  @Test(
    "Every test of a search field passes for the session of this library",
    arguments: SearchFieldTest.all(of: .session, sessionCount: TestAmount.fieldSessionCount))
  func right(test: SearchFieldTest) throws { try test.check() }

  @Test("The tests of a search field have the clauses in their names")
  func names() throws {
    let tests = SearchFieldTest.all(of: .session, sessionCount: 1)
    let test = try #require(tests.first { $0.id == "S15-1" })
    #expect(test.testDescription.hasPrefix("S15-1 (S15, V2): The search key ends editing"))
    #expect(tests.last?.testDescription == "session-1: random events, from seed 1")
  }

  @Test("A faulty search field fails its tests, with the case and the events")
  func wrong() throws {
    let tests = SearchFieldTest.all(of: SessionFault.searchKeyEndsTheSearch.entry)
    let failures = tests.compactMap { test -> (String, String)? in
      if case .failed(let text) = test.result() { (test.id, text) } else { nil }
    }
    #expect(
      failures.contains { $0.0 == "S15-1" && $0.1.contains("active is false, expected true") })
    #expect(
      failures.contains { $0.0.hasPrefix("session-") && $0.1.contains(#"{"event":"search"}"#) })
  }

  // MARK: Models with only some parts

  /// A model with nothing but a text, as many apps have one.
  private struct PlainField: SearchModel {
    var text = ""
    /// True if it forgets to replace the text.
    var appends = false
    /// True if it takes only the first character of what is typed at once.
    var isShort = false

    var query: SearchQuery { SearchQuery(text) }

    mutating func step(
      _ event: SessionEvent, matchCount: Int?
    ) throws(SessionError) -> SessionStep {
      switch event {
      case .type(let typed): text += isShort ? String(typed.prefix(1)) : typed
      case .setText(let whole): text = appends ? text + whole : whole
      case .backspace: text = String(text.dropLast())
      default: Issue.record("\(event)")
      }
      return SessionStep()
    }

    func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot {
      var snapshot = SessionSnapshot()
      snapshot.text = text
      return snapshot
    }
  }

  private static let allButText = Set(SearchModelPart.allCases)

  private static func plain(appends: Bool = false, isShort: Bool = false) -> SearchModelEntry {
    SearchModelEntry(id: "plain", lacking: allButText) { _, _ in
      PlainField(appends: appends, isShort: isShort)
    }
  }

  private static func ids(
    _ tests: [SearchFieldTest], _ isWanted: (ConformanceTest.Result) -> Bool
  ) -> [String] {
    tests.filter { isWanted($0.result()) }.map(\.id)
  }

  private static func isFailure(_ result: ConformanceTest.Result) -> Bool {
    if case .failed = result { true } else { false }
  }

  @Test("A model with only a text passes the tests that need no more, and is not asked the others")
  func partial() throws {
    let tests = SearchFieldTest.all(of: Self.plain(), sessionCount: 20)
    #expect(Self.ids(tests, Self.isFailure) == [])
    let passed = Self.ids(tests) { $0 == .passed }
    #expect(passed.filter { !$0.hasPrefix("session-") }.count >= 4, "\(passed)")
    #expect(passed.count { $0.hasPrefix("session-") } == 20)
    let tokens = try #require(tests.first { $0.id == "T1-2" })
    #expect(
      tokens.result()
        == .skipped(reason: "the model lacks tokens, which the event 'insert-token' needs"))
  }

  @Test("A wrong model with only a text fails, also in random sessions")
  func partialWrong() {
    let failed = Self.ids(
      SearchFieldTest.all(of: Self.plain(appends: true), sessionCount: 50), Self.isFailure)
    #expect(failed.contains { !$0.hasPrefix("session-") }, "\(failed)")
    #expect(failed.contains { $0.hasPrefix("session-") }, "\(failed)")
  }

  @Test("A model that drops letters that are typed at once fails in random sessions")
  func short() {
    let failed = Self.ids(
      SearchFieldTest.all(of: Self.plain(isShort: true), sessionCount: 50), Self.isFailure)
    #expect(failed.contains { $0.hasPrefix("session-") }, "\(failed)")
  }

  /// A model with a text and the app's own suggestions, which are gone once the text changes.
  private struct SuggestingField: SearchModel {
    var field = PlainField()
    var suggestions: [Suggestion] = []
    var query: SearchQuery { field.query }

    mutating func step(
      _ event: SessionEvent, matchCount: Int?
    ) throws(SessionError) -> SessionStep {
      let before = field.text
      switch event {
      case .setSuggestions(let new): suggestions = new
      case .chooseSearchSuggestion: suggestions = []
      default:
        _ = try field.step(event, matchCount: matchCount)
        if field.text != before || event == .setText(before) { suggestions = [] }
      }
      return SessionStep()
    }

    func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot {
      var snapshot = field.snapshot(after: step, matchCount: matchCount)
      snapshot.searchSuggestions = suggestions
      return snapshot
    }
  }

  @Test("A model with suggestions of its own needs no tokens to suggest")
  func suggesting() throws {
    let entry = SearchModelEntry(
      id: "suggesting", lacking: Self.allButText.subtracting([.suggestions])
    ) { _, _ in SuggestingField() }
    let tests = SearchFieldTest.all(of: entry, sessionCount: 20)
    let failures = tests.compactMap { test -> String? in
      if case .failed(let text) = test.result() { "\(test.id): \(text)" } else { nil }
    }
    #expect(!failures.contains { $0.contains(" suggestions: got") }, "\(failures)")
  }

  /// The tests of a model that traps when it clears its text.
  private static let trapping = SearchFieldTest.all(
    of: SearchModelEntry(id: "trapping", lacking: allButText) { _, _ in TrappingField() },
    sessionCount: 0)

  private struct TrappingField: SearchModel {
    var field = PlainField()
    var query: SearchQuery { field.query }

    mutating func step(
      _ event: SessionEvent, matchCount: Int?
    ) throws(SessionError) -> SessionStep {
      if case .setText(let text) = event { precondition(!text.isEmpty) }
      return try field.step(event, matchCount: matchCount)
    }

    func snapshot(after step: SessionStep, matchCount: Int?) -> SessionSnapshot {
      field.snapshot(after: step, matchCount: matchCount)
    }
  }

  @Test("A model that traps fails only the tests in which it does, each in its own process")
  func trap() async throws {
    let (trapping, other) = ("S7-1", "S5-1")
    let asked = Self.trapping.filter { $0.reasonToSkip == nil }.map(\.id)
    try #require(asked.contains(trapping) && asked.contains(other))
    await #expect(processExitsWith: .failure) { [id = trapping as String] in
      try Self.trapping.first { $0.id == id }?.check()
    }
    await #expect(processExitsWith: .success) { [id = other as String] in
      try Self.trapping.first { $0.id == id }?.check()
    }
  }

  @Test(
    "The session without one of its parts passes what is left", arguments: SearchModelPart.allCases)
  func withoutPart(part: SearchModelPart) {
    let entry = SearchModelEntry(id: "session", lacking: [part]) { corpus, settings in
      var session = SearchSession(for: corpus, settings: settings)
      if part == .presentation { _ = try? session.step(.activate(by: .user)) }
      return session
    }
    let tests = SearchFieldTest.all(of: entry, sessionCount: 20)
    #expect(Self.ids(tests, Self.isFailure) == [])
    let skipped = Self.ids(tests) { if case .skipped = $0 { true } else { false } }
    #expect(!skipped.isEmpty)
  }

  @Test("A failure of an accepted clause is a known issue, and one that does not occur fails")
  func accepted() throws {
    let entry = SessionFault.searchKeyEndsTheSearch.entry
    let failing = SearchFieldTest.all(of: entry, sessionCount: 0).filter {
      Self.isFailure($0.result())
    }
    let clauses = Set(failing.flatMap(\.clauses))
    let tests = SearchFieldTest.all(
      of: entry, accepting: Dictionary(uniqueKeysWithValues: clauses.map { ($0, "our list stays") })
    )
    for test in tests where test.id != "divergences" && Self.isFailure(test.result()) {
      #expect(test.acceptance == "our list stays", "\(test.id)")
      try test.check()
    }
    #expect(tests.first { $0.id == "divergences" }?.result() == .passed)
    #expect(
      tests.last?.result()
        == .skipped(reason: "accepted divergences would make random sessions differ"))
    let idle = SearchFieldTest.all(of: .session, accepting: ["S15": "none"], sessionCount: 0)
    #expect(
      idle.last?.result()
        == .failed(
          "no case fails of S15, expected a failure of each accepted clause; accept no clause that "
            + "holds"))
  }
}
