import MatchmarkCore

/// A ranker that is asked a question, and what the laws need to know about its answers.
struct RankedTrial {
  let question: RankedQuestion
  let reading: RankedReading
  /// The answer to the needle with the limit of the question, and with none.
  let limited: [RankedRow]
  let full: [RankedRow]
  private let ranker: RankerEntry
  private let built: any Ranker

  init(_ ranker: RankerEntry, _ question: RankedQuestion) {
    self.ranker = ranker
    self.question = question
    reading = RankedReading(rules: ranker.rules)
    built = ranker.build(question.rows)
    limited = built.answer(to: question.needle, limit: question.limit)
    full = built.answer(to: question.needle)
  }

  /// The id of the ranker.
  var id: String { ranker.id }
  var rules: RankingRules { ranker.rules }
  var rows: [String] { question.rows }
  var needle: String { question.needle }
  /// The terms of the needle; nil if its blanks mean nothing that is declared.
  var terms: [String]? { reading.isReadable(needle) ? reading.terms(needle) : nil }
  /// The only term of the needle; nil if it has none or several.
  var onlyTerm: String? { terms.flatMap { $0.count == 1 ? $0[0] : nil } }

  /// The answer of a new cursor to a needle.
  func answer(to needle: String) -> [RankedRow] { built.answer(to: needle) }

  /// The answer of a cursor that was asked the earlier needles before, over rows built anew.
  func answerAfterEarlier() -> [RankedRow] {
    var cursor = ranker.build(rows).makeCursor()
    for earlier in question.earlier { _ = cursor.rank(earlier, limit: question.limit) }
    return cursor.rank(needle, limit: question.limit)
  }

  /// The answers of two cursors that are asked the needle and an earlier one in turns.
  func answersInTurns() -> [[RankedRow]] {
    let ranker = ranker.build(rows)
    var (first, second) = (ranker.makeCursor(), ranker.makeCursor())
    return (question.earlier + [needle]).map { other in
      _ = second.rank(other, limit: 0)
      return first.rank(needle, limit: question.limit)
    }
  }

  /// The answer over some of the rows only, by their numbers among all of them.
  ///
  /// - Parameter kept: the numbers, in the order in which the ranker gets the rows.
  func answer(over kept: [Int]) -> [RankedRow] {
    ranker.build(kept.map { rows[$0] }).answer(to: needle).compactMap { found in
      guard kept.indices.contains(found.row) else { return nil }
      var found = found
      found.row = kept[found.row]
      return found
    }
  }
}

extension Ranker {
  fileprivate func answer(to needle: String, limit: Int = 0) -> [RankedRow] {
    var cursor = makeCursor()
    return cursor.rank(needle, limit: limit)
  }
}
