package import MatchmarkConformance
package import MatchmarkCore
package import MatchmarkRecord
import MatchmarkSystem

/// The questions of a comparison of rankers: rows, and needles that are typed key by key.
package struct QualityRun: Sendable {
  private let rows: [String]
  private let needles: [LabelledNeedle]

  /// The number of rows that are asked for: those of a page.
  package static let pageLimit = 50

  package init(_ rows: [String], _ needles: [LabelledNeedle]) {
    (self.rows, self.needles) = (rows, needles)
  }

  /// Asks a ranker everything.
  ///
  /// A needle of a typing error is asked as a whole, every other one key by key in a field of its
  /// own.
  ///
  /// - Parameters:
  ///   - status: returns what the ranker declined so far, and why it answers no more.
  ///   - progress: is called with the number of needles that were asked.
  /// - Returns: the ranker's figures, without the needles of which it declined anything.
  package func participant(
    _ ranker: RankerEntry, status: () -> RankerStatus, progress: (Int) -> Void
  ) -> QualityRecord.Participant {
    let built = ranker.build(rows)
    var answers: [QualityRecord.Answer] = []
    var times: [Double] = []
    for (index, asked) in needles.enumerated() {
      let declineCount = status().declineCount
      var cursor = built.makeCursor()
      var typed = TypedNeedle(asked, by: ranker.rules, over: rows)
      let needle = asked.needle
      for text in needle.isTyped ? needle.text.beginnings : [needle.text] {
        let start = MonotonicClock.now()
        let answer = cursor.rank(text, limit: Self.pageLimit)
        times.append(Double(MonotonicClock.now() - start))
        typed.note(answer, to: text)
      }
      progress(index + 1)
      guard status().failure == nil else { break }
      if status().declineCount == declineCount { answers.append(typed.answer(to: index)) }
    }
    return QualityRecord.Participant(
      id: ranker.id, answers: answers,
      p99InNanoseconds: Quantile.type7(times.sorted(), 0.99) ?? 0)
  }
}

extension String {
  /// Its beginnings, the shortest first, of one character at least.
  fileprivate var beginnings: [String] {
    indices.map { String(self[...$0]) }
  }
}

/// A needle while it is typed, with the figures of the keys so far.
private struct TypedNeedle {
  private let asked: LabelledNeedle
  private let rules: RankingRules
  private let rows: [String]
  private var keyCount = 0
  private var last: [Int] = []
  private var quality = AnswerQuality([], grades: [:])
  private var keysToFirst: Int?
  private var keysToFive: Int?
  private var isLost = false
  private var inversions: (count: Int, pairs: Int) = (0, 0)

  init(_ asked: LabelledNeedle, by rules: RankingRules, over rows: [String]) {
    (self.asked, self.rules, self.rows) = (asked, rules, rows)
  }

  mutating func note(_ answer: [RankedRow], to text: String) {
    keyCount += 1
    quality = AnswerQuality(tied(answer, to: text), grades: asked.grades)
    let place = quality.meanPlace ?? .infinity
    if place <= 5, keysToFive == nil { keysToFive = keyCount }
    if place <= 1, keysToFirst == nil { keysToFirst = keyCount }
    if place > 1, keysToFirst != nil { isLost = true }
    let visible = answer.prefix(AnswerQuality.depth).map(\.row)
    count(from: last, to: visible)
    last = visible
  }

  /// Counts the pairs of rows that both pages show, and those that changed places.
  private mutating func count(from old: [Int], to new: [Int]) {
    let places = Dictionary(zip(old, old.indices)) { first, _ in first }
    let kept = new.compactMap { places[$0] }
    for (index, place) in kept.enumerated() {
      inversions.pairs += kept.count - index - 1
      inversions.count += kept[(index + 1)...].count { $0 < place }
    }
  }

  /// The rows, each with a value that is equal in tied ones.
  ///
  /// A ranker that shows no scores but names its order has those of the order.
  private func tied(_ answer: [RankedRow], to text: String) -> [(row: Int, tie: TieKey?)] {
    var scores = answer.map(\.score)
    if let spec = rules.spec, scores.contains(nil) {
      let texts = answer.map { rows.indices.contains($0.row) ? rows[$0.row] : "" }
      for row in spec.oracle(over: texts).rank(text) { scores[row.row] = row.score }
    }
    return zip(answer, scores).map { row, score in
      let length =
        rules.ties.first == .length && rows.indices.contains(row.row)
        ? rows[row.row].withoutOuterBlanks.unicodeScalars.count : nil
      return (row.row, score.map { TieKey(score: $0, length: length) })
    }
  }

  func answer(to number: Int) -> QualityRecord.Answer {
    QualityRecord.Answer(
      needle: number, success1: quality.success(at: 1), success5: quality.success(at: 5),
      reciprocalRank: quality.reciprocalRank, gain: quality.gain,
      typing: asked.needle.isTyped
        ? QualityRecord.Typing(
          // Never is one key more than the whole needle.
          keysToFirst: keysToFirst ?? keyCount + 1, keysToFive: keysToFive ?? keyCount + 1,
          churn: inversions.pairs > 0 ? Double(inversions.count) / Double(inversions.pairs) : nil,
          isLost: isLost)
        : nil,
      place: quality.meanPlace,
      first: last.first.flatMap { rows.indices.contains($0) ? rows[$0] : nil })
  }
}
