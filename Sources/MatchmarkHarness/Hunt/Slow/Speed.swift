package import MatchmarkConformance
package import MatchmarkCore
package import MatchmarkJSON
import MatchmarkRecord

/// The contract of speed: no keystroke takes longer than its budget.
///
/// A hunt does not ask whether the answers are right. A time is never the same twice, so a
/// keystroke is over its budget only if it is in each of several blocks of repetitions, in two
/// builds of the matcher.
package struct Speed: Contract {
  package let name = "speed"
  package let subjects: [SpeedSubject]
  package static let words = ContractWords(
    flaw: "slow", find: "keystroke over its budget", finds: "keystrokes over their budgets",
    answers: "keystrokes timed")
  private let scan: MatcherEntry
  private let rowLimit: Int
  private let own: FoldedCorpus?
  private let program: String?

  package static let rowLimit = 100_000
  private static let clauseID = "budget"

  /// - Parameters:
  ///   - scan: the matcher to which others are compared.
  ///   - budget: the time that each keystroke may take; nil for the usual one.
  ///   - rowLimit: the most rows of a draw.
  ///   - own: the rows and the profile of all draws; nil to draw them.
  ///   - program: the path of this program, which then counts the instructions of finds.
  package init(
    _ participants: [Participant], scan: MatcherEntry, budget: KeystrokeBudget? = nil,
    rowLimit: Int = Speed.rowLimit, own: FoldedCorpus? = nil, program: String? = nil
  ) {
    subjects = participants.map { SpeedSubject($0, budget: budget) }
    (self.scan, self.rowLimit, self.own, self.program) = (scan, rowLimit, own, program)
  }

  package func clauses() -> [Clause] {
    [Clause(id: Self.clauseID, text: "No keystroke takes longer than its budget.")]
  }

  package func draws(seed: UInt64) -> @Sendable (_ number: Int) throws -> SpeedDraw {
    { number in
      try SpeedDraw(seed: seed, number: number, rowLimit: rowLimit, own: own)
    }
  }

  package func suspicion(
    of subject: SpeedSubject, in draw: SpeedDraw, _ counts: inout AnswerCounts
  ) throws -> Suspicion<Speed>? {
    guard subject.entry.support(draw.folded.profile) == .supported else { return nil }
    let pair: TimedPair
    switch TimedPair.built(subject, and: scan, over: draw.folded, typical: { draw.typical }) {
    case .success(let built): pair = built
    case .failure(.unsupportedCorpus): return nil
    case .failure(let error):
      guard subject.fails(error) else { throw error }
      return failure(of: subject, error.description)
    }
    var search = SlowSearch(draw, of: subject, timedBy: pair)
    let find = search.run()
    counts.answerCount += search.keystrokeCount
    if let reason = search.pair.failure { return failure(of: subject, reason) }
    guard let (session, confirmed) = find, let query = session.last,
      case let situation = Situation(
        draw.folded.corpus, profile: draw.folded.profile, query: query,
        earlier: Array(session.dropLast())),
      let (again, _) = measured(subject, in: situation), again.leastShare > 1
    else {
      for extreme in search.extremes() { counts.extremes.note(extreme) }
      return nil
    }
    let share = min(confirmed.leastShare, again.leastShare)
    let least = max(1, Self.keptShare * share)
    let text = SlowText.keystroke(session, again.time) + ", in \(draw.description)"
    var suspicion = Suspicion<Speed>(
      of: [subject], in: [SlowKeystroke(situation, leastShare: least)], text)
    suspicion.seen = text
    return suspicion
  }

  /// The part of its share of the budget that a find keeps while it is shrunk.
  private static let keptShare = 0.8

  private func failure(of subject: SpeedSubject, _ reason: String) -> Suspicion<Speed> {
    var suspicion = Suspicion<Speed>(of: [subject], in: [], reason)
    suspicion.isFailure = true
    return suspicion
  }

  package func breach(of subject: SpeedSubject, in testCase: SlowKeystroke) -> Breach? {
    let situation = testCase.situation
    guard let (confirmed, share) = measured(subject, in: situation),
      confirmed.leastShare > testCase.leastShare
    else { return nil }
    return Breach(
      Self.clauseID,
      "\(subject.id) takes \(SlowText.keystroke(testCase.session, confirmed.time)), "
        + "\(QuantityFormat.fixed(share, digits: 2)) of its budget "
        + "\(subject.budget)\n  in \(QuantityFormat.rows(situation.rows.count)), "
        + SlowText.profile(situation.profile))
  }

  /// Times the keystroke of a situation with a build of its own, and returns its share of the
  /// budget; nil if it cannot be timed.
  private func measured(
    _ subject: SpeedSubject, in situation: Situation
  ) -> (ConfirmedTime, share: Double)? {
    guard subject.entry.support(situation.profile) == .supported,
      let corpus = try? situation.corpus(),
      let folded = try? FoldedCorpus(corpus, profile: situation.profile),
      var pair = try? TimedPair.built(
        subject, and: scan, over: folded,
        typical: {
          (try? SpeedDraw.typical(of: folded, seed: 1)) ?? []
        }
      ).get(),
      let confirmed = pair.confirm(SlowKeystroke(situation).session)
    else { return nil }
    return (confirmed, pair.share(confirmed.time))
  }

  package func notes(on find: Find<Speed>) -> [String] {
    guard let program, case .breach(let subject, let found, _) = find else { return [] }
    return [InstructionCount(by: program).note(on: subject, and: scan.descriptor.id, in: found)]
  }

  /// A larger file could not be read again.
  private static let storedSizeInBytes = 8_000_000

  package func members(
    of testCase: SlowKeystroke, showing breach: Breach, by subject: SpeedSubject
  ) throws -> [JSONValue.Member]? {
    guard testCase.sizeInBytes <= Self.storedSizeInBytes else { return nil }
    return try StoredSituation(testCase.situation, showing: .answer).members()
      + [JSONValue.Member("budget", .string(subject.budget.description))]
  }

  package func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let (budget, rest) = try stored.separating("budget")
    let testCase = try ConformanceCase(rest)
    guard let asked = KeystrokeBudget(try budget.string()) else {
      throw budget.wrong(KeystrokeBudget.expectation)
    }
    guard let situation = Situation(testCase) else {
      throw stored.reader["checks"].wrong("queries over one profile")
    }
    return StoredCase(
      testCase.head, of: self,
      subjects.map { subject in
        let held = subject.held(to: asked)
        return StoredCase.Question(to: subject.id) {
          // A wrong answer, or none, may well be fast.
          let answered = CaseRunner().run(testCase, on: .matcher(held.entry))
          return answered == .passed ? result(of: held, in: situation) : answered
        }
      })
  }

  private func result(of subject: SpeedSubject, in situation: Situation) -> CaseResult {
    guard let breach = breach(of: subject, in: SlowKeystroke(situation)) else { return .passed }
    var failure = CaseFailure(summary: "\(breach)")
    failure.isSlow = true
    return .failed(failure)
  }
}
