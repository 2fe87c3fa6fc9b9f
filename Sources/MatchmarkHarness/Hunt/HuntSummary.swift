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
  /// The clauses to which each participant was held, where its declaration decides that.
  let clauses: [String: [String]]
  let smells: [String: [Smell]]
  let find: HuntRecord.Find?

  struct Smell: Encodable {
    let id: String
    let sentence: String
    let count: Int
    let example: String
  }

  package init<C>(
    _ tally: Hunt<C>.Tally, of contract: C, seed: UInt64, first: Int, storedAt path: String? = nil
  ) {
    self.seed = seed
    self.first = first
    (cases, answers) = (tally.caseCount, tally.answerCount)
    answering = tally.answering.sorted()
    seconds = Double(tally.nanoseconds) / 1e9
    let held = contract.subjects.filter { tally.answering.contains($0.id) }.map { subject in
      (subject.id, contract.clauses(about: subject))
    }
    clauses = Dictionary(held.filter { !$0.1.isEmpty }) { $1 }
    smells = tally.smells.filter { !$0.value.entries.isEmpty }.mapValues { counts in
      counts.entries.map {
        Smell(id: $0.id, sentence: $0.sentence, count: $0.count, example: $0.example)
      }
    }
    find = HuntRecord.Find(tally, storedAt: path)
  }
}
