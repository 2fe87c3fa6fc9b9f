package import MatchmarkMeasurement

/// How many matchers stand how, over all cells.
package struct ParitySummary: Sendable, Hashable {
  package private(set) var counts: [MatcherStatus: Int] = [:]
  package private(set) var checkedAnswers = 0
  package private(set) var isSampled = false

  /// Counts a record.
  package init(_ record: RunRecord) {
    for cell in record.cells {
      isSampled = isSampled || cell.verification.isSampled
      for matcher in cell.matchers {
        counts[matcher.status, default: 0] += 1
        if matcher.status == .verified || matcher.status == .voided {
          checkedAnswers += cell.keystrokes.count - matcher.declinedCount
        }
      }
    }
  }

  package func count(_ status: MatcherStatus) -> Int { counts[status] ?? 0 }
}
