import MatchmarkConformance
import MatchmarkHarness
import MatchmarkMeasurement

/// The ledger of known disagreements, applied to conformance cases; only its entries about clauses.
struct ConformanceLedger {
  let ledger: DivergenceLedger
  /// Whether all cases were run; only then can it be concluded that none diverges.
  let isWhole: Bool

  /// Marks failures that the ledger covers as skipped in the report.
  ///
  /// - Returns: the state of each entry that is about a subject of the report.
  func apply(to report: inout ConformanceReport) -> [LedgerRecord] {
    var uses: [Int: (asked: Int, diverged: Int)] = [:]
    let outcomes = report.outcomes.map { outcome in
      let covering = positions(covering: outcome)
      for position in covering where !outcome.isSkipped {
        uses[position, default: (0, 0)].asked += 1
        uses[position, default: (0, 0)].diverged += outcome.result.isFailure ? 1 : 0
      }
      guard outcome.result.isFailure, let position = covering.first else { return outcome }
      return outcome.covered(by: ledger.entries[position])
    }
    report = ConformanceReport(
      clauses: report.clauses, subjects: report.subjects, outcomes: outcomes)
    return ledger.entries.enumerated().compactMap { position, entry in
      guard report.subjects.contains(entry.engine), entry.clause != nil else { return nil }
      let use = uses[position] ?? (0, 0)
      return ledger.record(
        of: entry, asked: isWhole ? use.asked : use.diverged, diverged: use.diverged)
    }
  }

  private func positions(covering outcome: CaseOutcome) -> [Int] {
    ledger.entries.indices.filter { index in
      let entry = ledger.entries[index]
      return entry.engine == outcome.subject && !ledger.isExpired(entry)
        && outcome.testCase.clauses.contains { $0 == entry.clause }
    }
  }
}

extension CaseOutcome {
  fileprivate var isSkipped: Bool {
    if case .skipped = result { true } else { false }
  }

  fileprivate func covered(by entry: LedgerRecord) -> CaseOutcome {
    CaseOutcome(
      testCase: testCase, subject: subject,
      result: .skipped(reason: "diverges (ledger): \(entry.reason)"), duration: duration)
  }
}
