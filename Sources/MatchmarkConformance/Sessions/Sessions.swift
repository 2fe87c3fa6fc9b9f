package import MatchmarkCore
package import MatchmarkJSON
internal import MatchmarkSession

/// The contract of a search field, event by event: after each event it must show what the search
/// field of this library shows, with the oracle's answers.
package struct Sessions: Contract {
  package let name = "sessions"
  package let levels: Set<ConformanceLevel> = [.session]
  package let subjects: [SearchModelEntry]
  private let matchers: [MatcherEntry]

  /// - Parameter matchers: matchers that answer in the sessions of files.
  package init(_ subjects: [SearchModelEntry], matchers: [MatcherEntry] = []) {
    (self.subjects, self.matchers) = (subjects, matchers)
  }

  package func clauses() throws(ConformanceError) -> [Clause] { try ConformanceSuite.clauses() }

  package func draws(seed: UInt64) -> @Sendable (_ number: Int) throws -> RandomSession {
    { number in RandomSession(seed: seed &+ UInt64(number)) }
  }

  package func breach(of subject: SearchModelEntry, in testCase: RandomSession) -> Breach? {
    guard let found = try? SessionDisagreement(of: subject, in: testCase) else { return nil }
    return Breach("display", found.description)
  }

  /// One clause, by the last event, which shows the difference.
  package func clauses(of breach: Breach, in testCase: RandomSession) -> [String] {
    switch testCase.events.last {
    case .insertToken, .removeToken, .deleteToken, .convertText: ["T1"]
    case .copy, .cut, .paste: ["T12"]
    case .selectScope: ["T17"]
    case .save, .restore, .appear: ["S17"]
    case .cancel: ["S14"]
    case .search, .endEditing: ["S15"]
    case .setSuggestions, .chooseSuggestion, .chooseSearchSuggestion: ["S19"]
    case .tapRow: ["S8"]
    default: ["S4"]
    }
  }

  /// A session of the case files: every event, and what had to be seen after the last one.
  package func members(
    of testCase: RandomSession, showing breach: Breach, by subject: SearchModelEntry
  ) throws -> [JSONValue.Member]? {
    guard let found = try SessionDisagreement(of: subject, in: testCase) else { return nil }
    // A case cannot name the query that is asked for.
    let shown = found.expected.filter { SessionDriver.fieldNames.contains($0.key) }
    guard !shown.isEmpty else { return nil }
    let events = try found.session.lines.map { try JSONValue(text: Array($0)) }
    let last = shown.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    let steps = events.enumerated().map { index, event -> JSONValue in
      let isLast = index == events.count - 1
      return ["event": event, "expected": .object(isLast ? last : [])]
    }
    return [
      JSONValue.Member("level", .string(ConformanceLevel.session.rawValue)),
      JSONValue.Member("corpus", .string(testCase.app)),
      JSONValue.Member("profile", .string(testCase.app)),
      JSONValue.Member("settings", testCase.settings.json),
      JSONValue.Member("steps", .array(steps)),
    ]
  }

  /// Search fields play a session; matchers answer for its rows.
  package func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let testCase = try ConformanceCase(stored)
    let asked = subjects.map { ConformanceSubject.searchModel($0) } + matchers.map { .matcher($0) }
    let questions = asked.map { CaseRunner().question(testCase, to: $0) }
    return StoredCase(testCase.head, of: self, questions)
  }
}

extension SearchModelEntry: ContractSubject {
  package var trialLimit: Int { 2_000 }
}

extension RandomSession: Shrinkable {
  package static let reductions: [@Sendable (inout SmallestCase<RandomSession>) -> Bool] = [
    { $0.shrinkList(\.events) }
  ]

  package var sizeInBytes: Int { 0 }

  /// The events, one line of JSON each.
  var lines: [ArraySlice<UInt8>] {
    TraceFile.encode([Trace(name: "events", events: events)]).split(separator: 0x0A).dropFirst()
      .map(\.self)
  }
}
