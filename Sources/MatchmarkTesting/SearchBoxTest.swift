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
/// recorded as an issue, with the smallest schedule that still breaks it, as a timeline and as a
/// text that keeps it as a test:
///
/// ```swift
/// SearchBoxTest.all(of: entry, finds: [#"{"contract": "late-answers", …}"#])
/// ```
public struct SearchBoxTest: Sendable {
  /// The clause, such as `A1`, `find-` and a number, or `rules` for rules that cannot hold.
  public let id: String
  /// The behaviour that is checked, in one sentence.
  public let sentence: String
  /// The reason why a failure is accepted; nil if it is not.
  public let acceptance: String?
  private let run: @Sendable () async -> ConformanceTest.Result

  /// Returns one test for each find and each clause, and one for the rules.
  ///
  /// - Parameters:
  ///   - entry: the box with the rules that it declares.
  ///   - divergences: the clauses that the box is known to break, each with the reason.
  ///   - finds: earlier finds, each a text as a failure prints it.
  ///   - caseCount: the number of random schedules.
  ///   - seed: the seed of the schedules; the same one gives the same schedules.
  public static func all(
    of entry: SearchBoxEntry, accepting divergences: [String: String] = [:],
    finds: [String] = [], caseCount: Int = 5_000, seed: UInt64 = 1
  ) -> [SearchBoxTest] {
    let kept = KeptFind.all(in: finds, of: LateAnswers([entry]))
    let plays = Plays { Findings(of: entry, kept, caseCount, seed) }
    return all(of: entry.rules, divergences, kept, plays)
  }

  /// Returns one test for each find and each clause, and one for the rules.
  ///
  /// While they run, all tasks of the process run one after the other; keep tests that measure time
  /// in another target.
  ///
  /// - Parameters:
  ///   - entry: the view model with the rules that it declares.
  ///   - divergences: the clauses that the model is known to break, each with the reason.
  ///   - finds: earlier finds, each a text as a failure prints it.
  ///   - caseCount: the number of random schedules.
  ///   - seed: the seed of the schedules; the same one gives the same schedules.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public static func all(
    of entry: SearchBoxModelEntry, accepting divergences: [String: String] = [:],
    finds: [String] = [], caseCount: Int = 5_000, seed: UInt64 = 1
  ) -> [SearchBoxTest] {
    let box = entry.box
    let kept = KeptFind.all(in: finds, of: LateAnswers([box]))
    let plays = Plays {
      await onThread {
        cserialtasks_begin()
        defer { cserialtasks_end() }
        return Findings(of: box, kept, caseCount, seed)
      }
    }
    return all(of: entry.rules, divergences, kept, plays)
  }

  private static func all(
    of rules: BoxRules, _ divergences: [String: String], _ finds: [KeptFind], _ plays: Plays
  ) -> [SearchBoxTest] {
    let check = SearchBoxTest("rules", "the declared rules do not contradict each other") {
      rules.contradiction.map { .failed("got \($0)") } ?? .passed
    }
    guard rules.contradiction == nil else { return [check] }
    return [check]
      + finds.map { find in
        SearchBoxTest(find.id, find.sentence, find.clauses.compactMap { divergences[$0] }.first) {
          await plays.findings().result(ofFind: find.id)
        }
      }
      + LateAnswers([]).clauses().map { clause in
        SearchBoxTest(clause.id, clause.text, divergences[clause.id]) {
          await plays.findings().result(of: clause.id)
        }
      }
  }

  private init(
    _ id: String, _ sentence: String, _ acceptance: String? = nil,
    run: @escaping @Sendable () async -> ConformanceTest.Result
  ) {
    (self.id, self.sentence, self.acceptance, self.run) = (id, sentence, acceptance, run)
  }

  /// Runs the test and reports the result to Swift Testing; a failure of an accepted clause is a
  /// known issue.
  ///
  /// - Throws: an error that cancels the test case, if the box lacks what the clause is about.
  public func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let result = await result()
    guard case .failed(let difference) = result, let acceptance else {
      return try result.report(id, at: sourceLocation)
    }
    withKnownIssue(Comment(rawValue: acceptance), sourceLocation: sourceLocation) {
      Issue.record(Comment(rawValue: difference), sourceLocation: sourceLocation)
    }
  }

  /// Runs the test and returns the result; all tests of a box share its schedules.
  public func result() async -> ConformanceTest.Result { await run() }

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

/// The findings of one box, which are made when the first test asks for them.
private actor Plays {
  private let make: @Sendable () async -> Findings
  private var task: Task<Findings, Never>?

  init(_ make: @escaping @Sendable () async -> Findings) { self.make = make }

  func findings() async -> Findings {
    if let task { return await task.value }
    let make = make
    let task = Task { await make() }
    self.task = task
    return await task.value
  }
}

/// The results of one box on kept finds and random schedules.
private struct Findings: Sendable {
  private let id: String
  private let finds: [String: ConformanceTest.Result]
  /// By clause, the smallest schedule that breaks it.
  private var failures: [String: Failure] = [:]
  /// The reasons why the box is not held to a clause.
  private let reasons: [String: String]
  private var concerned: Set<String> = []
  private var hasAsked = false

  private struct Failure: Sendable {
    /// The timeline and the way to keep it.
    let text: String
    let stepCount: Int
  }

  init(of entry: SearchBoxEntry, _ finds: [KeptFind], _ caseCount: Int, _ seed: UInt64) {
    id = entry.id
    self.finds = Dictionary(finds.map { ($0.id, $0.result()) }) { first, _ in first }
    let contract = LateAnswers([entry])
    reasons = contract.unheldClauses(of: entry)
    let draw = contract.draws(seed: seed)
    for number in 0..<caseCount {
      guard let schedule = try? draw(number) else { continue }
      let (broken, concerned, hasAsked) = contract.play(schedule, on: entry)
      self.concerned.formUnion(concerned)
      self.hasAsked = self.hasAsked || hasAsked
      for clause in broken where failures[clause] == nil {
        let contract = LateAnswers([entry], only: [clause])
        guard let breach = contract.breach(of: entry, in: schedule) else { continue }
        let find = Find.breach(of: entry, in: schedule, breach).shrunk(by: contract)
        guard case .breach(_, let small, _) = find else { continue }
        failures[clause] = Failure(
          text: find.text(of: contract, number: number, seed: seed), stepCount: small.steps.count)
      }
    }
  }

  func result(ofFind id: String) -> ConformanceTest.Result {
    finds[id] ?? .skipped(reason: "it was not asked")
  }

  func result(of clause: String) -> ConformanceTest.Result {
    if let reason = reasons[clause] { return .skipped(reason: reason) }
    guard hasAsked || concerned.isEmpty else {
      return .failed(
        "\(id) never searched, expected that it searches for what is typed; a model that sleeps by "
          + "'Task.sleep' or a clock of its own never wakes up: let it sleep with 'context.clock'")
    }
    if let failure = failures[clause] { return .failed(failure.text + advice) }
    return concerned.contains(clause) ? .passed : .skipped(reason: "no schedule exercised it")
  }

  /// Says which clause to read first, because one mistake often breaks several.
  private var advice: String {
    let broken = LateAnswers.clauseIDs.filter { failures[$0] != nil }
      .sorted { (failures[$0]?.stepCount ?? 0) < (failures[$1]?.stepCount ?? 0) }
    guard let first = broken.first, broken.count > 1 else { return "" }
    return "\n  \(id) breaks \(broken.joined(separator: ", ")), possibly through one mistake: "
      + "start with \(first), which has the shortest timeline"
  }
}
