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
  let suite: Suite
  var twin: Contender?
  var stop: StopRecord?

  /// The record of the cell.
  func record() -> CellRecord {
    let keystrokes = keystrokes
    let warmUpRounds = suite.effort.warmUpRounds
    func calculation(_ contender: Contender) -> FigureCalculation {
      FigureCalculation(
        keystrokes: keystrokes, rowCount: corpus.rowCount, samples: contender.samples,
        warmUpRounds: warmUpRounds)
    }
    let reference = contenders.first {
      $0.contestant.id == suite.reference && $0.record.isRanked
    }.map(calculation)
    let matchers = contenders.map { contender in
      var record = contender.record
      if record.status == .verified {
        record.figures = calculation(contender).figures(reference: reference, seed: suite.seed)
      }
      record.figures?.coldFirstKey = contender.coldFirstKey ?? 0
      record.figures?.repeatedToUnseen = contender.repeatedToUnseen
      record.figures?.paced = calculation(contender).paced(contender.pacedSamples)
      record.packedSamples = SamplePacking.pack(contender.samples)
      record.warmUpRounds = warmUpRounds
      return record
    }
    var record = CellRecord(
      corpus: corpus, profile: profile, workloadIdentity: workloadIdentity,
      keystrokes: keystrokes,
      verification: VerificationRecord(
        keystrokeCount: keystrokes.count, oracleCount: verification.askedOracle.count),
      matchers: matchers)
    record.stop = stop
    record.noise = twin.flatMap { twin in
      let ratios = reference.flatMap { calculation(twin).ratios(to: $0) }
      return ratios.flatMap { FigureCalculation.interval($0, seed: suite.seed) }.map {
        NoiseRecord(
          matcher: suite.reference, ratio: $0, packedSamples: SamplePacking.pack(twin.samples))
      }
    }
    return record
  }

  private var keystrokes: [KeystrokeRecord] {
    zip(verification.workload.keystrokes, verification.expected).map { entry, expected in
      KeystrokeRecord(
        trace: entry.trace, query: entry.query, eventClass: entry.eventClass.rawValue,
        matchCount: expected?.count)
    }
  }
}
