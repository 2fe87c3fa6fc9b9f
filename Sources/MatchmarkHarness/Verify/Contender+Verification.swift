package import MatchmarkCore
import MatchmarkRecord

/// The answers of a contender that verification voids, excuses or leaves out.
extension Contender {
  /// Returns true if it could confirm an answer to a keystroke that it need not answer.
  ///
  /// An app's code may take longer than the oracle.
  func isSpareWitness(of keystroke: Int) -> Bool {
    isAnswering && isWitness && !participant.isAppCode && !answers.keystrokes.contains(keystroke)
  }

  /// The most wrong keystrokes of an event class that are kept with their details.
  static let counterexampleLimit = 10

  /// Voids it for a wrong answer, which is kept if its class has few and none that says the same.
  mutating func void(_ reason: String, _ example: Counterexample) {
    if excuseWrongAnswer() {
      answers.example = answers.example ?? example
      return
    }
    record.status = .voided
    record.reason = record.reason ?? reason
    let kept = record.counterexamples.filter { $0.eventClass == example.eventClass }
    let isKnown = kept.contains {
      $0.query == example.query && $0.difference == example.difference
    }
    if !isKnown, kept.count < Self.counterexampleLimit {
      record.counterexamples.append(example)
    }
  }

  /// A matcher that declined every keystroke was right about none.
  mutating func skipIfIdle() {
    guard isRight, !answers.keystrokes.isEmpty,
      answers.declined.isSuperset(of: answers.keystrokes)
    else { return }
    record.status = .skipped
  }

  mutating func decline(_ keystroke: Int, reason: String) {
    answers.declined.insert(keystroke)
    record.declinedCount += 1
    record.reason = record.reason ?? "declined: \(reason)"
  }
}

extension InputLimit {
  /// The limits of what a run keeps.
  package static let harness = [
    InputLimit(
      "counterexamples",
      "the wrong answers that a record keeps of a matcher for each kind of keystroke",
      Contender.counterexampleLimit, .counterexamples,
      beyond: .cut("the first ones are kept"))
  ]
}
