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
  let find: HuntRecord.Find?

  package init<C>(_ tally: Hunt<C>.Tally, seed: UInt64, first: Int, storedAt path: String? = nil) {
    self.seed = seed
    self.first = first
    (cases, answers) = (tally.caseCount, tally.answerCount)
    answering = tally.answering.sorted()
    seconds = Double(tally.nanoseconds) / 1e9
    find = HuntRecord.Find(tally, storedAt: path)
  }
}
