import MatchmarkConformance
import MatchmarkCore
import MatchmarkRecord
import MatchmarkSystem

/// A search for the queries that reproduce the wrong answers of a participant on one cell.
///
/// A participant may be wrong only after other queries. The command that is printed for a wrong
/// answer then asks these first. A wrong answer that no queries reproduce has no command of its
/// own.
struct ReplaySearch {
  private let verification: Verification
  private let rows: RowsFile?
  private let deadline = MonotonicClock.now() + ReplaySearch.limitInNanoseconds
  /// True if the first wrong answer is wrong without earlier queries, too; nil until it was tried.
  private var isAlone: Bool?

  /// The time limit for all wrong answers of a participant on a cell: each trial opens it anew.
  private static let limitInNanoseconds: UInt64 = 5_000_000_000
  /// The most earlier queries of a command; one with more would be too long to copy.
  private static let earlierLimit = 40

  init(_ verification: Verification, rows: RowsFile?) {
    self.verification = verification
    self.rows = rows
  }

  /// Adds the queries that reproduce it to each wrong answer of a participant, which is closed.
  mutating func search(_ contender: inout Contender) {
    let known = contender
    for index in contender.record.counterexamples.indices {
      search(&contender.record.counterexamples[index], of: known)
    }
  }

  private mutating func search(_ example: inout Counterexample, of contender: Contender) {
    guard !isTimeUp else {
      // The rest of the answers are likely to be wrong for the same reason.
      if isAlone != true { example.replay = nil }
      return
    }
    guard let question = question(example) else { return }
    let isRight = isRight(question, contender)
    isAlone = isAlone ?? (isRight == false)
    if isRight == false { return }
    var shortest: [SearchQuery]?
    for earlier in earlier(than: example, of: contender) where shortest == nil {
      shortest = self.shortest(earlier, question, by: contender)
    }
    if isRight == true {
      example.difference += "; right when asked alone"
      if shortest != nil { example.difference += ", so earlier queries matter" }
    }
    if shortest == nil { example.replay = nil }
    example.replay?.earlier = shortest
  }

  private var isTimeUp: Bool { MonotonicClock.now() >= deadline }

  private func question(_ example: Counterexample) -> FreshQuestion? {
    let corpus = verification.corpus
    var right: Answer?
    if corpus.profile.rank != .own {
      right = try? verification.agreed([], on: example.query)
      if right == nil { return nil }
    }
    return FreshQuestion(example.query, on: corpus, verification.oracle, expected: right)
  }

  /// Returns true if a freshly opened participant answers correctly; nil if it does not answer,
  /// because it declines or fails.
  private func isRight(_ question: FreshQuestion, _ contender: Contender) -> Bool? {
    guard
      case .answered(_, let mistake) = try? question.answer(of: contender.participant, rows: rows)
    else { return nil }
    return mistake == nil
  }

  /// The smallest part of some earlier queries after which it is wrong again; nil if it is not
  /// wrong again, or if the part has too many queries.
  private func shortest(
    _ earlier: [SearchQuery], _ question: FreshQuestion, by contender: Contender
  ) -> [SearchQuery]? {
    func isRepeated(_ earlier: [SearchQuery]) -> Bool {
      guard !isTimeUp else { return false }
      var question = question
      question.earlier = earlier
      return isRight(question, contender) == false
    }
    guard !earlier.isEmpty, isRepeated(earlier) else { return nil }
    let least = Shrinker.shrink(list: earlier, stillFails: isRepeated)
    return least.count <= Self.earlierLimit ? least : nil
  }

  /// The lists of queries that may have been asked before, shortest first: the keystrokes of the
  /// session, those of all earlier sessions too, and all of the workload.
  private func earlier(
    than example: Counterexample, of contender: Contender
  ) -> [[SearchQuery]] {
    let workload = verification.workload
    let chosen = contender.answers.keystrokes
    let asked = workload.keystrokes.indices.filter { chosen.isEmpty || chosen.contains($0) }
    let trace = workload.traces.first { $0.contains(example.keystroke) } ?? 0..<0
    let before = asked.filter { $0 < example.keystroke }
    let lists = [before.filter(trace.contains), before, asked + before]
    return lists.map { indices in indices.map { workload.keystrokes[$0].query } }
  }
}
