public import MatchmarkConformance
import MatchmarkCore
public import Testing

/// A single test of a search field: a case of the session level, or a random session.
///
/// Use it in your own test target, for a view model that is a `SearchModel`:
///
/// ```swift
/// @Test("behaves", arguments: SearchFieldTest.all(of: entry))
/// func behaves(_ test: SearchFieldTest) throws { try test.check() }
/// ```
///
/// A test that needs a part that the entry lacks is cancelled, and the reason is printed. A failure
/// of an accepted clause is a known issue. If a model may trap, run each test in a process of its
/// own, where Swift Testing can start one:
///
/// ```swift
/// let tests = SearchFieldTest.all(of: entry)
///
/// @Test("behaves", arguments: tests)
/// func behaves(_ test: SearchFieldTest) async throws {
///   if let reason = test.reasonToSkip { try Test.cancel("\(reason)") }
///   await #expect(processExitsWith: .success) { [id = test.id as String] in
///     try tests.first { $0.id == id }?.check()
///   }
/// }
/// ```
public struct SearchFieldTest: Sendable {
  /// The id: that of a case, or `session-` and a seed.
  public let id: String
  /// The clauses that a failure violates; empty for random sessions.
  public let clauses: [String]
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  /// The reason why a failure is accepted; nil if it is not.
  public let acceptance: String?
  /// The reason why the test is not run, such as a part that the entry lacks; nil if it is run.
  public let reasonToSkip: String?
  private let run: @Sendable () -> ConformanceTest.Result

  /// Returns all tests of a search field.
  ///
  /// - Parameters:
  ///   - divergences: the clauses that the search field is known to violate, each with the reason;
  ///     a further test fails if one of them no longer fails a case. Random sessions are then
  ///     skipped, because their differences do not name a clause.
  ///   - sessionCount: the number of random sessions, each with its own seed.
  public static func all(
    of entry: SearchModelEntry, accepting divergences: [String: String] = [:],
    sessionCount: Int = 50
  ) -> [SearchFieldTest] {
    let cases = ConformanceSuite.tests { testCase -> SearchFieldTest? in
      guard testCase.level == .session else { return nil }
      let acceptance = testCase.clauses.compactMap { divergences[$0] }.first
      return SearchFieldTest(
        testCase.id, testCase.sentence, testCase.clauses, acceptance, entry.reason(toSkip: testCase)
      ) { result(of: testCase, entry) }
    } unreadable: { reason in
      SearchFieldTest("suite", "the suite can be read") { .failed(reason) }
    }
    let sessions = (0..<sessionCount).map { index in
      SearchFieldTest(
        "session-\(index + 1)", "random events, from seed \(index + 1)",
        [], nil,
        divergences.isEmpty ? nil : "accepted divergences would make random sessions differ"
      ) { result(ofSession: UInt64(index + 1), entry) }
    }
    return cases + occurring(divergences, among: cases) + sessions
  }

  private static func result(
    of testCase: ConformanceCase, _ entry: SearchModelEntry
  ) -> ConformanceTest.Result {
    switch CaseRunner().run(testCase, on: .searchModel(entry)) {
    case .failed(let failure): .failed(failure.description)
    case .passedInPart(let reason), .skipped(let reason): .skipped(reason: reason)
    case .passed, nil: .passed
    }
  }

  private static func result(
    ofSession seed: UInt64, _ entry: SearchModelEntry
  ) -> ConformanceTest.Result {
    do throws(ConformanceError) {
      let found = try SessionDisagreement(of: entry, in: RandomSession(seed: seed))
      return found.map { .failed($0.shrunk(of: entry).description) } ?? .passed
    } catch {
      return .failed(error.description)
    }
  }

  /// Returns a test that fails if an accepted divergence does not occur.
  private static func occurring(
    _ divergences: [String: String], among cases: [SearchFieldTest]
  ) -> [SearchFieldTest] {
    guard !divergences.isEmpty else { return [] }
    return [
      SearchFieldTest("divergences", "every accepted divergence occurs") {
        let left = divergences.keys.sorted().filter { clause in
          !cases.contains { test in
            guard test.clauses.contains(clause), case .failed = test.result() else { return false }
            return true
          }
        }
        return left.isEmpty
          ? .passed
          : .failed(
            "no case fails of \(left.joined(separator: ", ")), expected a failure of each accepted "
              + "clause; accept no clause that holds")
      }
    ]
  }

  private init(
    _ id: String, _ sentence: String, _ clauses: [String] = [], _ acceptance: String? = nil,
    _ reasonToSkip: String? = nil, run: @escaping @Sendable () -> ConformanceTest.Result
  ) {
    self.id = id
    self.sentence = sentence
    self.clauses = clauses
    self.acceptance = acceptance
    self.reasonToSkip = reasonToSkip
    self.run = run
  }

  /// Runs the test and reports the result to Swift Testing.
  ///
  /// - Throws: an error that cancels the test case, if it needs a part that the search field lacks.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = result()
    guard case .failed(let difference) = result, let acceptance else {
      return try result.report(id, at: sourceLocation)
    }
    withKnownIssue(Comment(rawValue: acceptance), sourceLocation: sourceLocation) {
      Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
  }

  /// Runs the test and returns the result; a failure shows the fewest events that still differ.
  public func result() -> ConformanceTest.Result {
    reasonToSkip.map { .skipped(reason: $0) } ?? run()
  }
}

extension SearchFieldTest: CustomTestStringConvertible {
  /// The name of the test case, for instance `S15-1 (S15, V2): the search key ends editing`.
  public var testDescription: String {
    let clauses = clauses.isEmpty ? "" : " (\(clauses.joined(separator: ", ")))"
    return "\(id)\(clauses): \(sentence)"
  }
}
