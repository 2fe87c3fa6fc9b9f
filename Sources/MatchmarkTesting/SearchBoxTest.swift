import CSerialTasks
import Dispatch
import MatchmarkConformance
public import MatchmarkSession
public import Testing

/// A single test of a search box whose answers come late: one clause of the contract of late
/// answers, on random schedules of typing and answers.
///
/// Use it in your own test target, for a view model with tasks (``SearchBoxModel``) or for a value
/// without any (`SearchBox`):
///
/// ```swift
/// @Test("keeps its answers apart", arguments: SearchBoxTest.all(of: entry))
/// func keepsApart(_ test: SearchBoxTest) async throws { try await test.check() }
/// ```
///
/// Time is virtual, so nothing waits, and every run plays the same schedules. A broken clause is
/// recorded as an issue, with the smallest schedule that still breaks it as a timeline.
public struct SearchBoxTest: Sendable {
  /// The clause, such as `A1`, or `rules` for rules that cannot hold.
  public let id: String
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  private let run: @Sendable () async -> ConformanceTest.Result

  /// Returns one test for each clause.
  ///
  /// - Parameters:
  ///   - entry: the box with the rules that it declares.
  ///   - caseCount: the number of random schedules for each clause; the same ones every time.
  public static func all(of entry: SearchBoxEntry, caseCount: Int = 1_000) -> [SearchBoxTest] {
    all(of: entry.rules) { clause in result(of: entry, clause, caseCount) }
  }

  /// Returns one test for each clause.
  ///
  /// - Parameters:
  ///   - entry: the view model with the rules that it declares.
  ///   - caseCount: the number of random schedules for each clause; the same ones every time.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public static func all(
    of entry: SearchBoxModelEntry, caseCount: Int = 200
  ) -> [SearchBoxTest] {
    all(of: entry.rules) { clause in
      await onThread {
        cserialtasks_begin()
        defer { cserialtasks_end() }
        return result(of: entry.box, clause, caseCount)
      }
    }
  }

  private static func all(
    of rules: BoxRules,
    _ result: @escaping @Sendable (_ clause: String) async -> ConformanceTest.Result
  ) -> [SearchBoxTest] {
    let check = SearchBoxTest(id: "rules", sentence: "the declared rules can hold") {
      rules.contradiction.map { .failed("got \($0)") } ?? .passed
    }
    guard rules.contradiction == nil else { return [check] }
    return [check]
      + LateAnswers([]).clauses().map { clause in
        SearchBoxTest(id: clause.id, sentence: clause.text) { await result(clause.id) }
      }
  }

  /// Runs the test and reports the result to Swift Testing.
  ///
  /// - Throws: an error that cancels the test case, if the box lacks what the clause is about.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await result().report(id, at: sourceLocation)
  }

  /// Runs the test and returns the result.
  public func result() async -> ConformanceTest.Result { await run() }

  private static func result(
    of entry: SearchBoxEntry, _ clause: String, _ caseCount: Int
  ) -> ConformanceTest.Result {
    let contract = LateAnswers([entry], onlyClause: clause)
    if let reason = contract.reasonToSkip(entry) { return .skipped(reason: reason) }
    let draw = contract.draws(seed: 1)
    var counts = AnswerCounts()
    do {
      for number in 0..<caseCount {
        let schedule = try draw(number)
        if let suspicion = contract.suspicion(of: entry, in: schedule, &counts) {
          return .failed(Find(suspicion, of: contract).shrunk(by: contract).text)
        }
      }
    } catch { return .failed("\(error)") }
    return counts.clauses[clause, default: 0] > 0
      ? .passed : .skipped(reason: "no schedule is about this clause")
  }

  /// Calls a function that blocks its thread on one of no task.
  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}

extension SearchBoxTest: CustomTestStringConvertible {
  /// The name of the test case: the clause and its sentence.
  public var testDescription: String { "\(id): \(sentence)" }
}
