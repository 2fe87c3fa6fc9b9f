package import MatchmarkCore
package import MatchmarkEngines

extension EngineAnswer {
  /// How what was delivered (count, page, digest or rows) contradicts the right answer.
  ///
  /// For an answer declared inexact, only rows show more than that there are enough of them.
  ///
  /// - Returns: nil if it does not; else a description and the lowest row in question.
  /// - Complexity: O(rows of the right answer).
  package func contradiction(
    to expected: Answer, isExact: Bool
  ) -> (difference: String, row: Int)? {
    guard count == expected.count || !isExact && count > expected.count else {
      return ("\(count) rows instead of \(expected.count)", expected.firstRow)
    }
    guard isExact else { return nil }
    var ids: [UInt32] = []
    if let digest {
      expected.appendRows(to: &ids)
      return digest == AnswerDigest.value(of: ids)
        ? nil : ("as many rows, but different ones, by their digest", expected.firstRow)
    }
    guard let rows else { return nil }
    expected.appendRows(to: &ids, limit: rows.count)
    let wrong = zip(rows, ids).first { $0 != Int($1) }
    return wrong.map { row, id in
      row < id ? ("row \(row) should not match", row) : ("row \(id) is missing", Int(id))
    }
  }
}

extension Answer {
  /// The lowest row; 0 if there is none.
  fileprivate var firstRow: Int {
    var ids: [UInt32] = []
    appendRows(to: &ids, limit: 1)
    return ids.first.map(Int.init) ?? 0
  }
}
