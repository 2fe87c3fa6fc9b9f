package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines

extension EngineAnswer {
  /// The contradiction between what was delivered (count, page, digest or rows) and the right
  /// answer.
  ///
  /// For an answer declared inexact, only rows show more than that there are enough of them.
  ///
  /// - Returns: nil if there is none; the row is 0 if none is in question.
  /// - Complexity: O(rows of the right answer).
  package func contradiction(
    to expected: Answer, isExact: Bool
  ) -> AnswerMistake? {
    guard count == expected.count || !isExact && count > expected.count else {
      return ("\(count) rows instead of \(expected.count)", expected.rows.first ?? 0)
    }
    guard isExact else { return nil }
    var ids: [UInt32] = []
    if let digest {
      expected.appendRows(to: &ids)
      return digest == AnswerDigest.value(of: ids)
        ? nil : ("as many rows, but different ones, by their digest", Int(ids.first ?? 0))
    }
    guard let rows else { return nil }
    expected.appendRows(to: &ids, limit: rows.count)
    let wrong = zip(rows, ids).first { $0 != Int($1) }
    return wrong.map { row, id in
      row < id ? ("row \(row) should not match", row) : ("row \(id) is missing", Int(id))
    }
  }

  /// The number of rows of a page whose marks are compared.
  private static let markedRowCount = 5

  /// The first row whose marks differ from the right ones, among the first rows; nil if none
  /// differs, or if there are no marks.
  package func wrongMarks(
    in corpus: Corpus, _ right: DeclaringCursor.RightMarks
  ) -> AnswerMistake? {
    for (row, given) in zip(rows ?? [], ranges ?? []).prefix(Self.markedRowCount) {
      guard let marks = try? right(row) else { continue }
      let sent = Self.asSent(marks.byName(in: corpus.schema), row: row, of: corpus)
      guard given != sent else { continue }
      let words = "marked \(MarkedField.text(given)), expected \(MarkedField.text(sent))"
      return ("row \(row): \(words)", row)
    }
    return nil
  }

  /// The marks in the text that an engine got, where a number may have fewer digits than in the
  /// user's file; a number is marked whole.
  private static func asSent(
    _ marks: [String: [[Int]]], row: Int, of corpus: Corpus
  ) -> [String: [[Int]]] {
    var marks = marks
    for (index, column) in corpus.schema.columns.enumerated()
    where marks[column.name] != nil && CanonicalCorpus.isWrittenCanonically(column) {
      let number = corpus.columns[index].number(row)
      marks[column.name] = [[0, number?.description.utf8.count ?? 0]]
    }
    return marks
  }
}
