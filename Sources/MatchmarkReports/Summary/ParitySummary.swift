package import MatchmarkMeasurement

/// How many matchers and cells stand how, and what that means for the run.
package struct ParitySummary: Sendable, Hashable {
  package private(set) var counts: [MatcherStatus: Int] = [:]
  package private(set) var checkedAnswers = 0
  package private(set) var isSampled = false
  /// Entries of the ledger of known disagreements that are stale or expired.
  package private(set) var failedEntryCount = 0

  /// Counts a record.
  package init(_ record: RunRecord) {
    failedEntryCount = (record.ledger ?? []).count { $0.standing.isFailure }
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

  /// Whether no matcher answered wrongly or failed, and the ledger is true.
  package var isRight: Bool {
    count(.voided) == 0 && count(.errored) == 0 && failedEntryCount == 0
  }
}
