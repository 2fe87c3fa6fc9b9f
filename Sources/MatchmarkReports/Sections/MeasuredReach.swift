import MatchmarkCore
import MatchmarkRecord

/// The measured sizes at which the code of an app, or a user's own participant, answers within a
/// limit.
struct MeasuredReach: Sendable, Hashable {
  let matcher: String
  /// The largest size up to which it stays within the limit; nil if it exceeds it at the smallest.
  let within: Int?
  /// The smallest size at which it exceeds the limit; nil if it never does.
  private let beyond: Int?
  /// The longest tail of all sizes, in nanoseconds.
  let largestTail: Double
  private let checkedCount: Int
  private let wrongCount: Int
  /// True for rankers in orders of their own, whose answers are not compared with right ones.
  private let isHeldToLaws: Bool
  /// True if it answered every keystroke, and all that were checked rightly.
  let isRight: Bool

  /// Returns the reach of the participants that were timed on cells that are wanted.
  ///
  /// - Parameter limit: the longest tail, in nanoseconds.
  static func all(
    of record: RunRecord, within limit: Double, where isWanted: (MatcherRecord) -> Bool
  ) -> [MeasuredReach] {
    record.cells.byMatcher(Roster(record)).compactMap { matcher, parts in
      MeasuredReach(matcher, parts.filter { isWanted($0.record) }, within: limit)
    }
  }

  private init?(_ matcher: String, _ parts: [MatcherPart], within limit: Double) {
    let tails = parts.compactMap { part -> (rowCount: Int, time: Double)? in
      part.anyFigures?.typed.tail.map { (part.cell.corpus.rowCount, $0) }
    }
    guard let largestTail = tails.map(\.time).max() else { return nil }
    self.largestTail = largestTail
    let over = tails.filter { $0.time > limit }.map(\.rowCount).min()
    self.matcher = matcher
    within = tails.map(\.rowCount).filter { $0 < over ?? .max }.max()
    beyond = over
    checkedCount = parts.reduce(0) { $0 + ($1.record.answers?.checkedCount ?? 0) }
    wrongCount = parts.reduce(0) { $0 + ($1.record.answers?.wrongCount ?? 0) }
    let isComplete = parts.allSatisfy {
      $0.record.status == .verified && $0.record.declinedCount == 0
    }
    isRight = isComplete && checkedCount > 0 && wrongCount == 0
    isHeldToLaws = parts.allSatisfy { $0.cell.profile.rank == .own }
  }

  /// Returns the reach in words: `app stays within a frame at 1 000 rows, but not at 10 000, and 4
  /// of its 18 checked answers differ`.
  ///
  /// - Parameter limit: what the limit is called, such as `a frame`.
  func words(within limit: String) -> String { "\(name) \(facts(within: limit))" }

  var name: String { DisplayText.line(matcher, limit: 60) }

  /// The reach in words without the name.
  func facts(within limit: String) -> String {
    let reach =
      switch (within, beyond) {
      case (let within?, let beyond?):
        "stays within \(limit) at \(QuantityFormat.rows(within)), "
          + "but not at \(QuantityFormat.count(beyond))"
      case (let within?, nil): "stays within \(limit) at \(QuantityFormat.rows(within))"
      case (nil, let beyond): "exceeds \(limit) at \(QuantityFormat.rows(beyond ?? 0))"
      }
    let checked = QuantityFormat.count(checkedCount)
    let differences =
      wrongCount == 0
      ? ", and none of its \(checked) checked answers "
        + (isHeldToLaws ? "breaks a law of ranking" : "differs")
      : ", and \(QuantityFormat.count(wrongCount)) of its \(checked) checked answers "
        + (wrongCount == 1 ? "differs" : "differ")
    return "\(reach)\(differences)"
  }
}
