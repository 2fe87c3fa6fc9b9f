import MatchmarkCore
import MatchmarkRecord

/// The findings about a contender's answers to the keystrokes of a cell.
struct CheckedAnswers {
  /// The keystrokes that it is checked on.
  var keystrokes: Set<Int> = []
  /// Those that it is timed on, if it is too slow for all.
  var sample: Set<Int>?
  /// Keystrokes that it declined, which are not timed either.
  var declined: Set<Int> = []
  /// Keystrokes on which it differs as the ledger says, which are not timed either, with the
  /// position of the entry.
  var diverged: [Int: Int] = [:]
  /// The first answer to each keystroke of a ranker in an order of its own, which it must repeat.
  var own: [Int: Answer] = [:]
  /// The number of answers that were compared with the right ones.
  var checkedCount = 0
  /// The numbers of ranked answers whose first row, and whose first rows, are others than in the
  /// right order.
  var otherFirstCount = 0
  var otherTopCount = 0
  var wrong = WrongAnswers()
  /// The first wrong answer, if the contender is asked anyway.
  var example: Counterexample?
  /// The time of the first answer after it was opened, in nanoseconds.
  var coldFirstKey: Double?
  /// The time of each keystroke when it was verified.
  var nanoseconds: [Int: Int] = [:]

  /// The numbers of checked and of wrong answers; nil if it gave none.
  var tally: AnswerTally? {
    guard checkedCount > 0 else { return nil }
    var tally = AnswerTally()
    tally.checkedCount = checkedCount
    tally.wrongCount = wrong.keystrokes.count
    return tally
  }

  /// The number of rows that a person sees without scrolling.
  private static let topCount = 5

  /// Counts what a person would see first instead of the right rows.
  ///
  /// - Complexity: O(rows of the page).
  mutating func compareTops(of answer: Answer, with right: Answer) {
    let (own, right) = (answer.rows.prefix(Self.topCount), right.rows.prefix(Self.topCount))
    if own.first != right.first { otherFirstCount += 1 }
    if Set(own) != Set(right) { otherTopCount += 1 }
  }

  /// Keeps the answer of a ranker in an order of its own.
  mutating func take(_ answer: Answer, to keystroke: Int) {
    own[keystroke] = answer
    checkedCount += 1
  }

  /// Returns true if the keystroke is timed, unless the contender as a whole is not.
  func isTimed(on keystroke: Int) -> Bool {
    (sample ?? keystrokes).contains(keystroke) && !declined.contains(keystroke)
      && diverged[keystroke] == nil
  }
}
