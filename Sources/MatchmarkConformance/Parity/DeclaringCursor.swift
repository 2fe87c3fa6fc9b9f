package import MatchmarkCore

/// A cursor of a participant that declares more than all rows, such as counts, pages, digests and
/// matched ranges.
///
/// What is declared is asked wherever rows are compared, so no check passes over it.
package protocol DeclaringCursor: MatcherCursor {
  /// The right marks of a row; nil if they are not compared.
  typealias RightMarks = (_ row: Int) throws(QueryError) -> [MarkedField]?

  /// Whether it says what a list marks in a row.
  var marksRanges: Bool { get }

  /// What is wrong with everything else that it declares, for a query that it has answered with
  /// the right rows; nil if nothing is.
  ///
  /// - Parameter right: the right rows.
  func declaredFault(
    of query: SearchQuery, right: Answer, marks: RightMarks
  ) throws(MatcherError) -> String?
}

extension Check {
  /// What is wrong with what a participant declares besides rows; nil if it declares nothing, or if
  /// the rows of the right answer are unknown.
  package func declaredFault(
    of query: SearchQuery, _ cursor: any MatcherCursor, rowCount: Int,
    marks: DeclaringCursor.RightMarks
  ) -> Fault? {
    guard let cursor = cursor as? any DeclaringCursor, let rows = rightRows(rowCount: rowCount)
    else { return nil }
    do throws(MatcherError) {
      return try cursor.declaredFault(of: query, right: rows, marks: marks).map { Fault(text: $0) }
    } catch { return fault(of: SituationReply(error), rows) }
  }
}
