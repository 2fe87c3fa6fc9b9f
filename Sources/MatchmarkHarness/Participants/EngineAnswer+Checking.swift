package import MatchmarkConformance
package import MatchmarkCore
import MatchmarkDatasets
package import MatchmarkEngines

extension EngineAnswer {
  /// How what was delivered (count, page, digest or rows) contradicts the right answer.
  ///
  /// For an answer declared inexact, only rows show more than that there are enough of them.
  ///
  /// - Returns: nil if it does not; else a description and the lowest row in question, or 0.
  /// - Complexity: O(rows of the right answer).
  package func contradiction(
    to expected: Answer, isExact: Bool
  ) -> (difference: String, row: Int)? {
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

  /// How many rows of a page have their marks compared.
  private static let markedRowCount = 5

  /// How the marks of the first rows differ from the right ones, and the first row that differs.
  ///
  /// - Returns: nil if none differs, or if there are no marks.
  package func wrongMarks(
    in corpus: Corpus, _ right: DeclaringCursor.RightMarks
  ) -> (difference: String, row: Int)? {
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
