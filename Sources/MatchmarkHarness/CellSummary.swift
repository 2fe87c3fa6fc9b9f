import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSession

/// Puts together what a cell found out.
struct CellSummary {
  let corpus: CorpusRecord
  let profile: SearchProfile
  let workloadIdentity: String
  let verification: Verification
  let contenders: [Contender]

  /// The record of the cell.
  ///
  /// - Parameter reference: the matcher that ratios are against.
  func record(reference: String, warmUpRounds: Int) -> CellRecord {
    let keystrokes = keystrokes
    let calculations = contenders.map { contender in
      FigureCalculation(
        keystrokes: keystrokes, rowCount: corpus.rowCount, samples: contender.samples,
        warmUpRounds: warmUpRounds)
    }
    let referencePosition = contenders.firstIndex {
      $0.contestant.id == reference && $0.record.isRanked
    }
    let matchers = zip(contenders, calculations).map { contender, calculation in
      var record = contender.record
      if record.status == .verified {
        record.figures = calculation.figures(
          reference: referencePosition.map { calculations[$0] })
      }
      record.figures?.coldFirstKey = contender.coldFirstKey ?? 0
      record.packedSamples = SamplePacking.pack(contender.samples)
      record.warmUpRounds = warmUpRounds
      return record
    }
    return CellRecord(
      corpus: corpus, profile: profile, workloadIdentity: workloadIdentity,
      keystrokes: keystrokes,
      verification: VerificationRecord(
        keystrokeCount: keystrokes.count, oracleCount: verification.askedOracle.count),
      matchers: matchers)
  }

  private var keystrokes: [KeystrokeRecord] {
    zip(verification.workload.keystrokes, verification.expected).map { entry, expected in
      KeystrokeRecord(
        trace: entry.trace, query: entry.query, eventClass: entry.eventClass.rawValue,
        matchCount: expected?.count)
    }
  }
}
