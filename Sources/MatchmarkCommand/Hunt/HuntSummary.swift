import MatchmarkHarness

/// The result of a hunt, for the program that started it.
struct HuntSummary: Encodable {
  let seed: UInt64
  /// The number of the first case.
  let first: Int
  let cases: Int
  let answers: Int
  /// The participants that gave at least one answer.
  let answering: [String]
  let seconds: Double
  let find: HuntLedger.Find?

  /// - Parameter path: the file of the find.
  init(_ tally: Hunt.Tally, seed: UInt64, first: Int, storedAt path: String? = nil) {
    self.seed = seed
    self.first = first
    (cases, answers) = (tally.caseCount, tally.answerCount)
    answering = tally.answering.sorted()
    seconds = Double(tally.nanoseconds) / 1e9
    find = HuntLedger.Find(tally, storedAt: path)
  }
}
