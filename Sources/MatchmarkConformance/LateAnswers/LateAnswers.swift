internal import MatchmarkCore
package import MatchmarkJSON
package import MatchmarkSession

/// The contract of late answers: what a search box must show, ask for and open while answers come
/// late, in any order, in parts, as failures, or not at all.
package struct LateAnswers: Contract {
  package let name = "late-answers"
  package let subjects: [SearchBoxEntry]
  private let laws: [BoxLaw]
  private let failure: @Sendable (_ id: String) -> String?

  /// - Parameters:
  ///   - clauses: the only clauses that are checked; none for all.
  ///   - failure: returns the reason why a box outside this process answers no more.
  package init(
    _ boxes: [SearchBoxEntry], only clauses: [String] = [],
    failure: @escaping @Sendable (_ id: String) -> String? = { _ in nil }
  ) {
    subjects = boxes
    laws = BoxLaw.all.filter { clauses.isEmpty || clauses.contains($0.id) }
    self.failure = failure
  }

  /// The ids of all clauses.
  package static let clauseIDs = BoxLaw.inOrder.map(\.id)

  package func clauses() -> [Clause] {
    BoxLaw.inOrder.map { Clause(id: $0.id, text: $0.sentence) }
  }

  package func draws(seed: UInt64) -> @Sendable (_ number: Int) throws -> BoxSchedule {
    { number in
      var draw = RandomBoxSchedule(SeededGenerator(seed: seed, stream: "late-answers/\(number)"))
      return draw.schedule()
    }
  }

  package func unheldClauses(of box: SearchBoxEntry) -> [String: String] {
    var reasons: [String: String] = [:]
    for law in laws { reasons[law.id] = law.lacks(box.rules) }
    return reasons
  }

  /// The clauses to which a box with some rules is held.
  private func held(by rules: BoxRules) -> [BoxLaw] { laws.filter { $0.lacks(rules) == nil } }

  package func suspicion(
    of box: SearchBoxEntry, in schedule: BoxSchedule, _ counts: inout AnswerCounts
  ) -> Suspicion<LateAnswers>? {
    let held = held(by: box.rules)
    guard failure(box.id) == nil, !held.isEmpty else { return nil }
    let trace = BoxPlay.trace(of: box, in: schedule)
    if let text = failure(box.id) {
      var suspicion = Suspicion<LateAnswers>(of: [box], in: [], text)
      suspicion.isFailure = true
      return suspicion
    }
    counts.answerCount += trace.moments.count
    if let breach = breach(in: trace, of: box.id) {
      return Suspicion(of: [box], in: [schedule], "\(breach)")
    }
    for law in held { counts.clauses[law.id, default: 0] += law.concerns(trace) ? 1 : 0 }
    return nil
  }

  package func breach(of box: SearchBoxEntry, in schedule: BoxSchedule) -> Breach? {
    breach(in: BoxPlay.trace(of: box, in: schedule), of: box.id)
  }

  private func breach(in trace: BoxTrace, of id: String) -> Breach? {
    broken(in: trace).map { law, complaint in
      let timeline = BoxTimeline(trace, until: complaint.moment, clause: law.id)
      return Breach(
        law.id,
        "\(id) breaks \(law.id): \(law.sentence)\n  \(complaint.text)\n"
          + timeline.lines.map { "  \($0)" }.joined(separator: "\n"))
    }
  }

  /// Plays a schedule on a box.
  ///
  /// - Returns: the clauses that it breaks, those that it is about, and whether the box asked for
  ///   anything.
  package func play(
    _ schedule: BoxSchedule, on box: SearchBoxEntry
  ) -> (broken: [String], concerned: [String], hasAsked: Bool) {
    let trace = BoxPlay.trace(of: box, in: schedule)
    let held = held(by: box.rules)
    return (
      held.filter { $0.complaint(trace) != nil }.map(\.id),
      held.filter { $0.concerns(trace) }.map(\.id),
      trace.moments.contains(where: \.isAsking)
    )
  }

  /// The earliest broken clause; of several in one moment, the first in the order of the clauses.
  ///
  /// - Parameter named: the clauses that come before all others, because a case is about them.
  private func broken(
    in trace: BoxTrace, first named: [String] = []
  ) -> (law: BoxLaw, complaint: BoxLaw.Complaint)? {
    let all = held(by: trace.rules).compactMap { law in
      law.complaint(trace).map { (law: law, complaint: $0) }
    }
    let about = all.filter { named.contains($0.law.id) }
    let broken = about.isEmpty ? all : about
    let first = broken.map(\.complaint.moment).min()
    return broken.first { $0.complaint.moment == first }
  }

  package func members(
    of schedule: BoxSchedule, showing breach: Breach, by box: SearchBoxEntry
  ) -> [JSONValue.Member]? {
    schedule.members
  }

  package func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let schedule = try BoxSchedule(stored.reader)
    let head = try CaseHead(stored)
    return StoredCase(
      head, of: self,
      subjects.map { box in
        StoredCase.Question(to: box.id) { result(of: box, in: schedule, head.clauses) }
      })
  }

  /// A case is skipped if the box lacks what each of its clauses is about.
  private func result(
    of box: SearchBoxEntry, in schedule: BoxSchedule, _ clauses: [String]
  ) -> CaseResult {
    let unheld = unheldClauses(of: box)
    let reasons = clauses.compactMap { unheld[$0] }
    if reasons.count == clauses.count, let reason = reasons.first {
      return .skipped(reason: reason)
    }
    let trace = BoxPlay.trace(of: box, in: schedule)
    if let text = failure(box.id) { return .failed(CaseFailure(summary: "it failed: \(text)")) }
    guard let (law, complaint) = broken(in: trace, first: clauses) else { return .passed }
    let timeline = BoxTimeline(trace, until: complaint.moment, clause: law.id)
    var failure = CaseFailure(
      summary: "\(box.id) breaks \(law.id): \(complaint.text)", details: timeline.lines)
    failure.timeline = timeline
    return .failed(failure)
  }
}

extension SearchBoxEntry: ContractSubject {
  /// Every trial is a new box.
  package var trialLimit: Int { 5_000 }
}

extension SearchBoxEntry {
  /// The search box of this library, with everything that the contract is about and with little of
  /// it.
  package static let references: [SearchBoxEntry] = [
    SearchBoxEntry(
      "search-box",
      "the controller of this library: debounced, cancels, Enter waits for the answer",
      SearchBoxController.usualRules),
    SearchBoxEntry(
      "search-box-direct",
      "the same, which asks at every key, cannot cancel, and opens only what is there",
      BoxRules(
        features: Set(BoxRules.Feature.allCases).subtracting([.cancellation, .emptySearch]),
        submit: .row)),
    SearchBoxEntry(
      "search-box-single",
      "the same with one search in flight, which also searches for nothing, and takes the text",
      BoxRules(
        features: Set(BoxRules.Feature.allCases).subtracting([.cancellation, .restoration]),
        submit: .text, debounceInMilliseconds: 50, inFlightLimit: 1)),
  ]

  private init(_ id: String, _ summary: String, _ rules: BoxRules) {
    self.init(id: id, summary: summary, rules: rules) {
      SearchBoxController(rules: rules, restoring: $0)
    }
  }
}
