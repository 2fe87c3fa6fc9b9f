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
/// needle that still break it.
public struct RankingTest: Sendable {
  /// The clause, such as `F7`, or `rules` for rules that contradict each other.
  public let id: String
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  private let run: @Sendable () -> ConformanceTest.Result

  /// Returns one test for each clause.
  ///
  /// - Parameters:
  ///   - entry: the ranker with the rules that it declares.
  ///   - caseCount: the number of random cases for each clause; the same ones every time.
  public static func all(of entry: RankerEntry, caseCount: Int = 1_000) -> [RankingTest] {
    let rules = RankingTest(id: "rules", sentence: "the declared rules can hold together") {
      entry.rules.contradiction.map { .failed("got \($0), expected rules that can hold together") }
        ?? .passed
    }
    guard entry.rules.contradiction == nil else { return [rules] }
    return [rules]
      + Ranking([entry]).clauses().map { clause in
        RankingTest(id: clause.id, sentence: clause.text) {
          result(of: entry, clause: clause.id, caseCount)
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
    of entry: RankerEntry, clause: String, _ caseCount: Int
  ) -> ConformanceTest.Result {
    let ranking = Ranking([entry], only: [clause])
    let draw = ranking.draws(seed: 1)
    var counts = AnswerCounts()
    do {
      for number in 0..<caseCount {
        guard let suspicion = ranking.suspicion(of: entry, in: try draw(number), &counts) else {
          continue
        }
        return .failed(Find(suspicion, of: ranking).shrunk(by: ranking).text)
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

extension Find {
  /// The breach, or what was seen once, in words.
  var text: String {
    switch self {
    case .breach(_, _, let breach): breach.description
    case .fleeting(_, let text): "\(text)\nIt was right when it was asked again."
    case .failure(_, let text): text
    }
  }
}
