package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkSystem

/// Holds everyone to a contract in one draw after the other.
package struct Hunter<C: Contract>: Sendable {
  private let contract: C
  private let shrinkingSeconds: Double

  package init(_ contract: C, shrinkingSeconds: Double = HuntBounds.shrinkingSeconds) {
    self.contract = contract
    self.shrinkingSeconds = shrinkingSeconds
  }

  /// Examines one subject after the other, up to the first that is wrong.
  ///
  /// - Throws: an error if the draw itself is invalid.
  package func examine(
    _ draw: C.Draw, number: Int = 0, note: (Hunt<C>.Event) -> Void = { _ in }
  ) throws -> DrawResult<C> {
    var result = DrawResult<C>()
    for subject in contract.subjects {
      note(.asking(number: number, subject: subject.id))
      var counts = AnswerCounts()
      let suspicion = try contract.suspicion(of: subject, in: draw, &counts)
      result.add(counts, of: subject.id)
      guard let suspicion else { continue }
      result.seenAt = MonotonicClock.now()
      if let seen = suspicion.seen {
        note(.seen(number: number, subject: subject.id, seen))
      }
      let isTimeUp = shrinkingTimer()
      let find = Find(suspicion, of: contract)
      if case .breach = find { note(.found(number: number, find)) }
      result.find = find.shrunk(by: contract, until: isTimeUp)
      result.isCutShort = isTimeUp()
      break
    }
    return result
  }

  /// A function that returns true once the time to shrink a find is up; the time begins now.
  private func shrinkingTimer() -> () -> Bool {
    let deadline = MonotonicClock.now() + UInt64(shrinkingSeconds * 1e9)
    return { MonotonicClock.now() >= deadline }
  }
}

package enum HuntBounds {
  /// The time limit for shrinking a find.
  ///
  /// A trial over many rows, or of an engine, takes so long that a limit on the number of trials is
  /// not enough.
  package static let shrinkingSeconds = 20.0
  /// A case that takes longer is reported; a subject that never answers would never end one.
  package static let patienceInSeconds = 30
}

/// The result of a draw.
package struct DrawResult<C: Contract>: Sendable {
  /// The number of answers that were compared.
  package var answerCount = 0
  package var answering: Set<String> = []
  /// The number of times that each form of a structure was reached, over a part of the answers.
  package var forms = FormCounts()
  /// By the id of the subject.
  package var smells: [String: SmellCounts] = [:]
  /// By the id of the subject, the number of answers that each clause was about.
  package var clauses: [String: [String: Int]] = [:]
  /// By the id of the subject.
  package var extremes: [String: Extremes] = [:]
  /// By the id of the subject, the first reason for which it gave no answer.
  package var declineReasons: [String: String] = [:]
  package var find: Find<C>?
  /// True if shrinking it ended because its time was up; a smaller case may then exist.
  package var isCutShort = false
  /// The time at which the find was seen, before it was shrunk; nil without a find.
  package var seenAt: UInt64?

  fileprivate mutating func add(_ counts: AnswerCounts, of id: String) {
    answerCount += counts.answerCount
    forms.add(counts.forms.named(id))
    smells[id, default: SmellCounts()].add(counts.smells)
    clauses[id, default: [:]].merge(counts.clauses, uniquingKeysWith: +)
    extremes[id, default: Extremes()].add(counts.extremes)
    if counts.answerCount > 0 { answering.insert(id) }
    declineReasons[id] = declineReasons[id] ?? counts.declineReason
  }
}
