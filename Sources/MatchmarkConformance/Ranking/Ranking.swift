package import MatchmarkCore
package import MatchmarkJSON

/// The contract of ranking: laws that hold for every ranked list, and for what a ranker declares.
///
/// No answer is compared with a right one, because there is none until a ranker names a
/// specification: the laws compare its answers with each other, and with what the rows contain.
package struct Ranking: Contract {
  package let name = "ranking"
  package let subjects: [RankerEntry]
  private let rowLimit: Int
  private let ownRows: RankedRows
  private let laws: [RankingLaw]
  /// Counted unless only some clauses are checked.
  private let smells: [RankingSmell]
  private let status: @Sendable (_ id: String) -> RankerStatus

  /// The maximum number of rows of a case.
  package static let rowLimit = 200

  /// - Parameters:
  ///   - rowLimit: the maximum number of rows of a case.
  ///   - clauses: the only clauses that are checked; none for all.
  ///   - rows: the rows from which lists are drawn, if there are any.
  ///   - status: returns the declines and the failure so far of a ranker outside this process.
  package init(
    _ rankers: [RankerEntry], rowLimit: Int = Ranking.rowLimit, only clauses: [String] = [],
    of rows: RankedRows = RankedRows(),
    status: @escaping @Sendable (_ id: String) -> RankerStatus = { _ in RankerStatus() }
  ) {
    self.status = status
    subjects = rankers
    self.rowLimit = rowLimit
    ownRows = rows
    laws = RankingLaw.all.filter { clauses.isEmpty || clauses.contains($0.id) }
    smells = clauses.isEmpty ? RankingSmell.all : []
  }

  /// The ids of all clauses.
  package static let clauseIDs = RankingLaw.all.map(\.id).sorted {
    ($0.count, $0) < ($1.count, $1)
  }

  package func clauses() -> [Clause] {
    RankingLaw.all.map { Clause(id: $0.id, text: $0.sentence) }
  }

  package func draws(seed: UInt64) -> @Sendable (_ number: Int) throws -> RankedQuestion {
    { number in
      var draw = RandomRanking(
        SeededGenerator(seed: seed, stream: "ranking/\(number)"), ownRows: ownRows)
      return draw.question(rowLimit: rowLimit)
    }
  }

  package func suspicion(
    of ranker: RankerEntry, in question: RankedQuestion, _ counts: inout AnswerCounts
  ) -> Suspicion<Ranking>? {
    switch judgement(of: ranker, in: question) {
    case .none: return nil
    case .failed(let text):
      var suspicion = Suspicion<Ranking>(
        of: [ranker], in: [], "\(text); asked for \(question.needle.debugDescription)")
      suspicion.isFailure = true
      return suspicion
    case .breach(let breach):
      counts.answerCount += 1
      return Suspicion(of: [ranker], in: [question], "\(breach)")
    case .right(let trial):
      counts.answerCount += 1
      counts.smells.answerCount += 1
      for smell in smells { smell.count(in: trial, &counts.smells) }
      for law in laws where law.isAbout(trial.rules) {
        counts.clauses[law.id, default: 0] += law.concerns(trial) ? 1 : 0
      }
      return nil
    }
  }

  private enum Judgement {
    /// It was not asked, or declined something that a law asked.
    case none
    /// A ranker outside this process gave no answer.
    case failed(String)
    case breach(Breach)
    case right(RankedTrial)
  }

  private func judgement(of ranker: RankerEntry, in question: RankedQuestion) -> Judgement {
    guard asks(ranker, question) else { return .none }
    let before = status(ranker.id)
    let trial = RankedTrial(ranker, question)
    let breach = breach(in: trial)
    let after = status(ranker.id)
    if let failure = after.failure { return .failed(failure) }
    // Other threads may ask the same engine, so at worst a right answer does not count.
    if after.declineCount != before.declineCount { return .none }
    return breach.map { .breach($0) } ?? .right(trial)
  }

  /// Returns false if the rules of a ranker say nothing about a question: no clause is about them,
  /// or they lack a folding, and characters that are several scalars have no agreed reading.
  private func asks(_ ranker: RankerEntry, _ question: RankedQuestion) -> Bool {
    guard laws.contains(where: { $0.isAbout(ranker.rules) }) else { return false }
    return ranker.rules.folding != nil || ranker.rules.spec?.readsAllLetters == true
      || question.isPlain
  }

  package func breach(of ranker: RankerEntry, in question: RankedQuestion) -> Breach? {
    if case .breach(let breach) = judgement(of: ranker, in: question) { breach } else { nil }
  }

  private func breach(in trial: RankedTrial) -> Breach? {
    let (id, question) = (trial.id, trial.question)
    for law in laws where law.isAbout(trial.rules) && law.concerns(trial) {
      guard let complaint = law.complaint(trial) else { continue }
      return Breach(
        law.id, "\(id) breaks \(law.id): \(law.sentence)\n  \(complaint)\n\(question)")
    }
    return nil
  }

  package func members(
    of question: RankedQuestion, showing breach: Breach, by ranker: RankerEntry
  ) -> [JSONValue.Member]? {
    question.members
  }

  package func read(_ stored: StoredCase.Source) throws(ConformanceError) -> StoredCase {
    let question = try RankedQuestion(stored.reader)
    return StoredCase(
      try CaseHead(stored), of: self,
      subjects.map { ranker in
        StoredCase.Question(to: ranker.id) { result(of: ranker, in: question) }
      })
  }

  private func result(of ranker: RankerEntry, in question: RankedQuestion) -> CaseResult {
    switch judgement(of: ranker, in: question) {
    case .none: .skipped(reason: "its rules say nothing about this question, or it declines it")
    case .failed(let text): .failed(CaseFailure(summary: "it failed: \(text)"))
    case .breach(let breach): .failed(CaseFailure(summary: "\(breach)"))
    case .right: .passed
    }
  }
}

extension RankerEntry: ContractSubject {}

/// The declines and the failure of a ranker outside this process.
package struct RankerStatus: Sendable {
  /// The number of lists and needles that it declined so far.
  package var declineCount = 0
  /// The reason why it answers no more; nil while it does.
  package var failure: String?

  package init() {}
}

extension RankedQuestion: CustomStringConvertible {
  package var description: String {
    let shown = Array(rows.indices.prefix(Self.shownRowCount))
    return description(ofRows: shown) + (rows.count > shown.count ? "\n  …" : "")
  }

  /// The question with some of its rows.
  func description(ofRows shown: [Int]) -> String {
    let before =
      earlier.isEmpty ? "" : ", after " + earlier.map(\.debugDescription).joined(separator: ", ")
    return
      (["  needle \(needle.debugDescription), limit \(limit)\(before)"]
      + shown.map { "  row \($0): \(rows[$0].debugDescription)" }).joined(separator: "\n")
  }

  private static let shownRowCount = 40
}
