import MatchmarkConformance
public import MatchmarkCore
public import Testing

/// A single test of a matcher: a case of the conformance suite, a law, or a random world.
///
/// Use it in your own test target:
///
/// ```swift
/// @Test("conforms", arguments: ConformanceTest.all(of: MyMatcher.self))
/// func conforms(_ test: ConformanceTest) throws { try test.check() }
/// ```
///
/// Each test is a separate test case, named by its id, clauses and sentence. If the matcher
/// declines a test, the test case is cancelled, and the reason is printed. A wrong answer is
/// recorded as an issue, with the smallest rows and query that still show it.
public struct ConformanceTest: Sendable {
  /// The id: that of a case, `law-` and the name of a law, or `world-` and a seed.
  public let id: String
  /// The clauses that a failure violates; empty for laws and worlds.
  public let clauses: [String]
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  private let run: @Sendable () -> Result

  /// The result of a test.
  public enum Result: Sendable, Hashable {
    /// The matcher answered correctly.
    case passed
    /// The matcher declined, for this reason.
    case skipped(reason: String)
    /// The matcher answered wrongly; the text shows the smallest difference that was found.
    case failed(String)
  }

  /// Returns all tests of a matcher type.
  public static func all(of type: (some Matcher).Type) -> [ConformanceTest] {
    all(of: MatcherEntry(type))
  }

  /// Returns all tests of a matcher, for instance one made from a closure.
  ///
  /// - Parameter worldCount: the number of random worlds, each with its own seed.
  public static func all(of entry: MatcherEntry, worldCount: Int = 8) -> [ConformanceTest] {
    let cases = ConformanceSuite.tests { testCase -> ConformanceTest? in
      guard case .checks = testCase.content else { return nil }
      return ConformanceTest(testCase.id, testCase.sentence, testCase.clauses) {
        result(of: testCase, entry)
      }
    } unreadable: { reason in
      ConformanceTest("suite", "the suite can be read") { .failed(reason) }
    }
    let laws = Law.all.map { law in
      ConformanceTest("law-\(law.name)", law.statement) { result(of: law, entry) }
    }
    let worlds = (0..<worldCount).map { index in
      ConformanceTest("world-\(index + 1)", "random queries, from seed \(index + 1)") {
        result(ofWorld: UInt64(index + 1), entry)
      }
    }
    return cases + [answering(cases)] + laws + worlds
  }

  /// Returns a test that fails unless the matcher answers at least one case; a matcher that
  /// declines every case would otherwise pass.
  private static func answering(_ cases: [ConformanceTest]) -> ConformanceTest {
    ConformanceTest("answers", "at least one case is answered") {
      var reason = "there is no case"
      for test in cases {
        guard case .skipped(let why) = test.result() else { return .passed }
        reason = why
      }
      return .failed("every case was declined, expected an answer to at least one: \(reason)")
    }
  }

  private init(
    _ id: String, _ sentence: String, _ clauses: [String] = [],
    run: @escaping @Sendable () -> Result
  ) {
    self.id = id
    self.sentence = sentence
    self.clauses = clauses
    self.run = run
  }

  /// Runs the test and reports the result to Swift Testing.
  ///
  /// - Throws: an error that cancels the test case, if the matcher declines.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try result().report(id, at: sourceLocation)
  }

  /// Runs the test and returns the result.
  public func result() -> Result { run() }
}

extension ConformanceTest.Result {
  /// Reports the result of a test to Swift Testing.
  func report(_ id: String, at sourceLocation: SourceLocation) throws {
    switch self {
    case .passed:
      break
    case .skipped(let reason):
      // Swift Testing 6.3 does not show the reason of a cancelled test case.
      print("skipped \(id): \(reason)")
      try Test.cancel(Comment(rawValue: reason), sourceLocation: sourceLocation)
    case .failed(let difference):
      Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
  }
}

extension ConformanceTest: CustomTestStringConvertible {
  /// The name of the test case, for instance `K-01 (Q1, Q2): a substring of the name matches`.
  public var testDescription: String {
    let clauses = clauses.isEmpty ? "" : " (\(clauses.joined(separator: ", ")))"
    return "\(id)\(clauses): \(sentence)"
  }
}

extension ConformanceTest {
  /// The number of situations in a law or a world.
  private static let situationCount = 100

  private static func result(of testCase: ConformanceCase, _ entry: MatcherEntry) -> Result {
    switch CaseRunner().run(testCase, on: .matcher(entry)) {
    case .passed: .passed
    case nil: .skipped(reason: "it tests a capability that this matcher lacks, such as ranges")
    case .passedInPart(let reason), .skipped(let reason): .skipped(reason: reason)
    case .failed(let failure):
      .failed(
        [failure.description, shrunk(testCase, entry)].compactMap(\.self).joined(separator: "\n"))
    }
  }

  /// Returns the smallest difference from the oracle that a check of the case reveals.
  private static func shrunk(_ testCase: ConformanceCase, _ entry: MatcherEntry) -> String? {
    guard case .checks(let checks) = testCase.content else { return nil }
    var earlier: [SearchQuery] = []
    // The runner also asks the queries in reverse order, because some matchers keep state.
    for check in checks + checks.reversed() {
      let situation = Situation(
        columns: testCase.corpus.columns, rows: testCase.corpus.rows, profile: check.profile,
        query: check.query, earlier: earlier)
      if let found = try? Disagreement(of: entry, in: situation) {
        return found.shrunk(of: entry).description
      }
      earlier.append(check.query)
    }
    return nil
  }

  private static func result(of law: Law, _ entry: MatcherEntry) -> Result {
    let respond: Law.Respond = { situation throws(CorpusError) in
      try situation.reply(of: entry)
    }
    var world = RandomWorld(seed: 1)
    var hasSpoken = false
    for index in 0..<Self.situationCount {
      do throws(CorpusError) {
        let situation = try world.situation(rowCount: 1 + index % 9)
        switch try law.check(situation, respond) {
        case .held: hasSpoken = true
        case .silent: break
        case .broken(let breach):
          let small = law.shrink(breach, from: situation, respond)
          return .failed("\(law.statement)\n\(small)")
        }
      } catch {
        return .failed(error.description)
      }
    }
    return hasSpoken
      ? .passed : .skipped(reason: "the matcher supports none of the random profiles")
  }

  private static func result(ofWorld seed: UInt64, _ entry: MatcherEntry) -> Result {
    var world = RandomWorld(seed: seed)
    var hasAnswered = false
    for index in 0..<Self.situationCount {
      do throws(CorpusError) {
        let situation = try world.situation(rowCount: index % 12)
        let replay = "world-\(seed), situation \(index + 1)"
        if let found = try Disagreement(of: entry, in: situation, replay: replay) {
          return .failed(found.shrunk(of: entry).description)
        }
        if case .supported = entry.support(situation.profile) { hasAnswered = true }
      } catch {
        return .failed(error.description)
      }
    }
    return hasAnswered
      ? .passed : .skipped(reason: "the matcher supports none of the random profiles")
  }
}

extension ConformanceSuite {
  /// Returns a test for each case that has one; if the suite cannot be read, a single test that
  /// fails with the reason.
  static func tests<Element>(
    _ test: (ConformanceCase) -> Element?, unreadable: (String) -> Element
  ) -> [Element] {
    do {
      return try embedded().cases.compactMap(test)
    } catch {
      return [unreadable(error.description)]
    }
  }
}
