public import MatchmarkConformance
import MatchmarkCore
public import Testing

/// A single test of a search field: a case of the session level, or a random session.
///
/// In your own test target, for a view model that is a `SearchModel`:
///
/// ```swift
/// @Test("behaves", arguments: SearchFieldTest.all(of: entry))
/// func behaves(_ test: SearchFieldTest) { test.check() }
/// ```
public struct SearchFieldTest: Sendable {
  /// The id: the id of a case, or `session-` and a seed.
  public let id: String
  /// The clauses that a failure violates; none for random sessions.
  public let clauses: [String]
  /// What is checked, in one sentence.
  public let sentence: String
  private let entry: SearchModelEntry
  private let body: Body

  private enum Body {
    case conformanceCase(ConformanceCase)
    case random(seed: UInt64)
    case unreadable(String)
  }

  /// All tests of a search field.
  ///
  /// - Parameter sessionCount: the number of random sessions, each with its seed.
  public static func all(of entry: SearchModelEntry, sessionCount: Int = 50) -> [SearchFieldTest] {
    let cases: [SearchFieldTest]
    do {
      cases = try ConformanceSuite.embedded().cases.filter { $0.level == .session }.map {
        SearchFieldTest(
          id: $0.id, clauses: $0.clauses, sentence: $0.sentence, entry: entry,
          body: .conformanceCase($0))
      }
    } catch {
      cases = [
        SearchFieldTest(
          id: "suite", clauses: [], sentence: "the suite can be read", entry: entry,
          body: .unreadable(error.description))
      ]
    }
    let sessions = (0..<sessionCount).map { index in
      SearchFieldTest(
        id: "session-\(index + 1)", clauses: [],
        sentence: "random events, from seed \(index + 1)", entry: entry,
        body: .random(seed: UInt64(index + 1)))
    }
    return cases + sessions
  }

  /// Runs the test and reports the result to Swift Testing.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) {
    if let failure { Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation) }
  }

  /// The failure, with the fewest events that still show it; nil if there is none.
  public var failure: String? {
    switch body {
    case .conformanceCase(let testCase):
      if case .failed(let failure) = CaseRunner().run(testCase, on: .searchModel(entry)) {
        return failure.description
      }
      return nil
    case .random(let seed):
      do throws(ConformanceError) {
        let found = try SessionDisagreement(of: entry, in: RandomSession(seed: seed))
        return found?.shrunk(of: entry).description
      } catch { return error.description }
    case .unreadable(let reason): return reason
    }
  }
}

extension SearchFieldTest: CustomTestStringConvertible {
  /// For instance `S15-1 (S15, V2): the search key ends editing`.
  public var testDescription: String {
    let clauses = clauses.isEmpty ? "" : " (\(clauses.joined(separator: ", ")))"
    return "\(id)\(clauses): \(sentence)"
  }
}
