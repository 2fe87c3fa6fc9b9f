import MatchmarkConformance
import MatchmarkRecord

/// The result of a hunt, for the program that started it.
package struct HuntSummary: Encodable {
  let seed: UInt64
  let first: Int
  let cases: Int
  let answers: Int
  /// The participants that gave at least one answer.
  let answering: [String]
  let seconds: Double
  /// By ranker, the number of answers that each clause was about to which it was held.
  let clauses: [String: [String: Int]]
  let smells: [String: [Smell]]
  /// By matcher, the slowest keystrokes and sessions; empty unless times are hunted.
  let extremes: [String: [Worst]]
  let find: HuntRecord.Find?

  struct Smell: Encodable {
    let id: String
    let sentence: String
    let count: Int
    let example: String
  }

  struct Worst: Encodable {
    let kind: String
    /// Nanoseconds, or a share of a budget.
    let value: Double
    let text: String

    init(_ extreme: Extreme) {
      (kind, value, text) = (extreme.kind, extreme.value, extreme.text)
    }
  }

  package init<C>(_ tally: Hunt<C>.Tally, seed: UInt64, first: Int, storedAt path: String? = nil) {
    self.seed = seed
    self.first = first
    (cases, answers) = (tally.caseCount, tally.answerCount)
    answering = tally.answering.sorted()
    seconds = Double(tally.nanoseconds) / 1e9
    clauses = tally.clauses.filter { !$0.value.isEmpty }
    smells = tally.smells.filter { !$0.value.entries.isEmpty }.mapValues { counts in
      counts.entries.map {
        Smell(id: $0.id, sentence: $0.sentence, count: $0.count, example: $0.example)
      }
    }
    extremes = tally.extremes.filter { !$0.value.entries.isEmpty }
      .mapValues { $0.entries.map(Worst.init) }
    find = HuntRecord.Find(tally, storedAt: path)
  }
}
