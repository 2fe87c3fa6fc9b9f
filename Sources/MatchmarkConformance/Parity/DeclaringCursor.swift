package import MatchmarkCore

/// A cursor of a participant that declares more than all rows, such as counts, pages, digests and
/// matched ranges.
///
/// Everything declared is asked for wherever rows are compared, so no check leaves it out.
package protocol DeclaringCursor: MatcherCursor {
  /// The right marks of a row; nil if they are not compared.
  typealias RightMarks = (_ row: Int) throws(QueryError) -> [MarkedField]?

  /// True if it declares the ranges that a list marks in a row.
  var marksRanges: Bool { get }

  /// A mistake in anything else that it declares, for a query that it has answered with the right
  /// rows; nil if there is none.
  ///
  /// - Parameter right: the right rows.
  func declaredFinding(
    of query: SearchQuery, right: Answer, marks: RightMarks
  ) throws(MatcherError) -> String?
}

extension Judge {
  /// A mistake in anything that a participant declares besides rows; nil if there is none, if it
  /// declares nothing, or if the right rows are unknown.
  package func declaredFinding(
    of query: SearchQuery, _ cursor: any MatcherCursor, rowCount: Int,
    marks: DeclaringCursor.RightMarks
  ) -> Finding? {
    guard let cursor = cursor as? any DeclaringCursor, let rows = rightRows(rowCount: rowCount)
    else { return nil }
    do throws(MatcherError) {
      return try cursor.declaredFinding(of: query, right: rows, marks: marks).map {
        Finding(text: $0)
      }
    } catch { return finding(of: SituationReply(error), rows) }
  }
}
