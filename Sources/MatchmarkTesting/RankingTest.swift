import MatchmarkConformance
public import MatchmarkCore
public import Testing

/// A single test of a ranker: one clause of the contract of ranking, on random rows and needles.
///
/// Use it in your own test target:
///
/// ```swift
/// @Test("ranks by the rules", arguments: RankingTest.all(of: palette))
/// func ranks(_ test: RankingTest) throws { try test.check() }
/// ```
///
/// No expected order is needed: the clauses compare the ranker's answers with each other, and with
/// the rules that it declares. A broken clause is recorded as an issue, with the smallest rows and
/// needle that still break it and a text that keeps the case as a test.
public struct RankingTest: Sendable {
  /// The clause, such as `F7`, or `rules` for rules that contradict each other.
  public let id: String
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  private let run: @Sendable () -> ConformanceTest.Result

  /// Returns one test for each find and each clause.
  ///
  /// - Parameters:
  ///   - entry: the ranker with the rules that it declares.
  ///   - finds: earlier finds, each a text as a failure prints it.
  ///   - caseCount: the number of random cases for each clause.
  ///   - seed: the seed of the random cases; the same one gives the same cases.
  public static func all(
    of entry: RankerEntry, finds: [String] = [], caseCount: Int = 1_000, seed: UInt64 = 1
  ) -> [RankingTest] {
    let rules = RankingTest(id: "rules", sentence: "the declared rules can hold together") {
      entry.rules.contradiction.map { .failed("got \($0), expected rules that can hold together") }
        ?? .passed
    }
    guard entry.rules.contradiction == nil else { return [rules] }
    let ranking = Ranking([entry])
    return [rules]
      + KeptFind.all(in: finds, of: ranking).map {
        RankingTest(id: $0.id, sentence: $0.sentence, run: $0.result)
      }
      + ranking.clauses().map { clause in
        RankingTest(id: clause.id, sentence: clause.text) {
          result(of: entry, clause: clause.id, caseCount, seed)
        }
      }
  }

  /// Runs the test and reports the result to Swift Testing.
  ///
  /// - Throws: an error that cancels the test case, if the rules say nothing about any case.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try result().report(id, at: sourceLocation)
  }

  /// Runs the test and returns the result.
  public func result() -> ConformanceTest.Result { run() }

  private static func result(
    of entry: RankerEntry, clause: String, _ caseCount: Int, _ seed: UInt64
  ) -> ConformanceTest.Result {
    let ranking = Ranking([entry], only: [clause])
    let draw = ranking.draws(seed: seed)
    var counts = AnswerCounts()
    do {
      for number in 0..<caseCount {
        guard let suspicion = ranking.suspicion(of: entry, in: try draw(number), &counts) else {
          continue
        }
        let find = Find(suspicion, of: ranking).shrunk(by: ranking)
        return .failed(find.text(of: ranking, number: number, seed: seed))
      }
    } catch { return .failed("\(error)") }
    return counts.answerCount > 0
      ? .passed : .skipped(reason: "the rules say nothing about any of the cases")
  }
}

extension RankingTest: CustomTestStringConvertible {
  /// The name of the test case: the clause and its sentence.
  public var testDescription: String { "\(id): \(sentence)" }
}
