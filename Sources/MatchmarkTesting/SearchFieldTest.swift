public import MatchmarkConformance
import MatchmarkCore
public import Testing

/// A single test of a search field: a case of the session level, or a random session.
///
/// Use it in your own test target, for a view model that is a `SearchModel`:
///
/// ```swift
/// @Test("behaves", arguments: SearchFieldTest.all(of: entry))
/// func behaves(_ test: SearchFieldTest) { test.check() }
/// ```
public struct SearchFieldTest: Sendable {
  /// The id: that of a case, or `session-` and a seed.
  public let id: String
  /// The clauses that a failure violates; empty for random sessions.
  public let clauses: [String]
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  private let find: @Sendable () -> String?

  /// Returns all tests of a search field.
  ///
  /// - Parameter sessionCount: the number of random sessions, each with its own seed.
  public static func all(of entry: SearchModelEntry, sessionCount: Int = 50) -> [SearchFieldTest] {
    let cases = ConformanceSuite.tests { testCase -> SearchFieldTest? in
      guard testCase.level == .session else { return nil }
      return SearchFieldTest(testCase.id, testCase.sentence, testCase.clauses) {
        guard case .failed(let failure) = CaseRunner().run(testCase, on: .searchModel(entry)) else {
          return nil
        }
        return failure.description
      }
    } unreadable: { reason in
      SearchFieldTest("suite", "the suite can be read") { reason }
    }
    let sessions = (0..<sessionCount).map { index in
      SearchFieldTest("session-\(index + 1)", "random events, from seed \(index + 1)") {
        do throws(ConformanceError) {
          let session = RandomSession(seed: UInt64(index + 1))
          return try SessionDisagreement(of: entry, in: session)?.shrunk(of: entry).description
        } catch {
          return error.description
        }
      }
    }
    return cases + sessions
  }

  private init(
    _ id: String, _ sentence: String, _ clauses: [String] = [],
    find: @escaping @Sendable () -> String?
  ) {
    self.id = id
    self.sentence = sentence
    self.clauses = clauses
    self.find = find
  }

  /// Runs the test and reports the result to Swift Testing.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) {
    if let failure { Issue.record(Comment(rawValue: failure), sourceLocation: sourceLocation) }
  }

  /// The failure, with the fewest events that still show it; nil if there is none.
  public var failure: String? { find() }
}

extension SearchFieldTest: CustomTestStringConvertible {
  /// The name of the test case, for instance `S15-1 (S15, V2): the search key ends editing`.
  public var testDescription: String {
    let clauses = clauses.isEmpty ? "" : " (\(clauses.joined(separator: ", ")))"
    return "\(id)\(clauses): \(sentence)"
  }
}
