import MatchmarkCore
import MatchmarkMeasurement

/// Combines the findings about a cell.
struct CellSummary {
  /// What is known of the cell without its participants.
  let cell: CellRecord
  let verification: Verification
  let contenders: [Contender]
  let suite: Suite
  let twin: Contender?
  let stop: StopRecord?

  func record() -> CellRecord {
    var record = cell
    record.matchers = contenders.map(matcher)
    record.stop = stop
    if let twin, let reference {
      record.noise = calculation(reference, suite.outcome).noise(
        ofTwin: twin.samplesOfOutcome[suite.outcome] ?? [], suite.reference, seed: suite.seed)
    }
    record.settle(reference: suite.reference, seed: suite.seed)
    return record
  }

  private func matcher(_ contender: Contender) -> MatcherRecord {
    let timings = suite.outcomes.map { outcome in
      OutcomeRecord(
        outcome: outcome, figures: figures(of: contender, outcome),
        packedSamples: SamplePacking.pack(contender.samplesOfOutcome[outcome] ?? []))
    }
    var record = contender.record
    record.figures = timings[0].figures
    record.figures?.coldFirstKey = contender.coldFirstKey ?? 0
    record.figures?.repeatedToUnseen = contender.repeatedToUnseen
    record.figures?.paced = calculation(contender, suite.outcome).paced(contender.pacedSamples)
    record.packedSamples = timings[0].packedSamples
    record.warmUpRounds = suite.effort.warmUpRounds
    record.otherOutcomes = timings.count > 1 ? Array(timings.dropFirst()) : nil
    record.answers = tally(of: contender)
    record.ledger = ledgerUses(of: contender)
    return record
  }

  private var reference: Contender? {
    contenders.first { $0.participant.id == suite.reference && $0.record.isRanked }
  }

  private func calculation(_ contender: Contender, _ outcome: Outcome) -> FigureCalculation {
    cell.calculation(
      contender.samplesOfOutcome[outcome] ?? [], warmUpRounds: suite.effort.warmUpRounds)
  }

  /// Nil if it is not verified.
  private func figures(of contender: Contender, _ outcome: Outcome) -> Figures? {
    contender.record.status == .verified ? calculation(contender, outcome).figures() : nil
  }

  /// The tally of its answers, with its times if it is not right; nil if it gave none.
  private func tally(of contender: Contender) -> AnswerTally? {
    guard contender.checkedCount > 0 else { return nil }
    var tally = AnswerTally()
    tally.checkedCount = contender.checkedCount
    tally.wrongCount = contender.wrong.keystrokes.count
    tally.examinedCount = contender.wrong.examinedCount
    tally.cause = contender.wrong.cause(under: cell.profile)
    let isTimed = contender.samplesOfOutcome[suite.outcome]?.isEmpty == false
    if suite.effort.timesWrong, contender.record.status != .verified, isTimed {
      tally.figures = calculation(contender, suite.outcome).figures(
        outOfRankNextTo: reference.map { calculation($0, suite.outcome) }, seed: suite.seed)
    }
    return tally
  }

  /// The use of the ledger's entries about this contender; nil if there are none.
  ///
  /// A failed contender allows no conclusion: it might have diverged later.
  private func ledgerUses(of contender: Contender) -> [LedgerUse]? {
    let status = contender.record.status
    guard status == .verified || status == .voided else { return nil }
    let uses = verification.ledger.entries.enumerated().compactMap { position, entry in
      let asked = verification.workload.keystrokes.indices.filter { index in
        entry.engine == contender.participant.id
          && entry.covers(verification.workload.keystrokes[index].query, profile: cell.profile.name)
          && contender.keystrokes.contains(index) && !contender.declined.contains(index)
      }
      return asked.isEmpty
        ? nil
        : LedgerUse(
          entry: position, askedCount: asked.count,
          divergedCount: asked.count { contender.diverged[$0] == position })
    }
    return uses.isEmpty ? nil : uses
  }
}
