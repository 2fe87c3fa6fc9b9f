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
    let figures = Dictionary(
      uniqueKeysWithValues: suite.outcomes.map { ($0, self.figures(of: $0)) })
    let matchers = contenders.indices.map { position in
      var record = contenders[position].record
      let samples = contenders[position].samplesOfOutcome
      record.figures = figures[suite.outcome]?[position]
      record.figures?.coldFirstKey = contenders[position].coldFirstKey ?? 0
      record.figures?.repeatedToUnseen = contenders[position].repeatedToUnseen
      record.figures?.paced = calculation(contenders[position], suite.outcome)
        .paced(contenders[position].pacedSamples)
      record.packedSamples = SamplePacking.pack(samples[suite.outcome] ?? [])
      record.warmUpRounds = suite.effort.warmUpRounds
      let others = suite.otherOutcomes.map { outcome in
        OutcomeRecord(
          outcome: outcome, figures: figures[outcome]?[position],
          packedSamples: SamplePacking.pack(samples[outcome] ?? []))
      }
      record.otherOutcomes = others.isEmpty ? nil : others
      record.answers = tally(of: contenders[position])
      record.ledger = ledgerUses(of: contenders[position])
      return record
    }
    var record = cell
    record.matchers = matchers
    record.stop = stop
    record.noise = noise
    record.settle(reference: suite.reference, seed: suite.seed)
    return record
  }

  /// How far apart two builds of the reference matcher are.
  private var noise: NoiseRecord? {
    guard let twin, let reference else { return nil }
    let samples = twin.samplesOfOutcome[suite.outcome] ?? []
    return calculation(twin, suite.outcome).ratios(to: calculation(reference, suite.outcome))
      .flatMap { FigureCalculation.interval($0, of: nil, seed: suite.seed) }
      .map {
        NoiseRecord(matcher: suite.reference, ratio: $0, packedSamples: SamplePacking.pack(samples))
      }
  }

  private var reference: Contender? {
    contenders.first { $0.participant.id == suite.reference && $0.record.isRanked }
  }

  private func calculation(_ contender: Contender, _ outcome: Outcome) -> FigureCalculation {
    FigureCalculation(
      keystrokes: cell.keystrokes, rowCount: cell.corpus.rowCount,
      samples: contender.samplesOfOutcome[outcome] ?? [],
      warmUpRounds: suite.effort.warmUpRounds)
  }

  /// The figures of each contender for one outcome; nil for one that is not verified.
  private func figures(of outcome: Outcome) -> [Figures?] {
    contenders.map { contender in
      contender.record.status == .verified ? calculation(contender, outcome).figures() : nil
    }
  }

  /// The tally of its answers, with its times if it is not right; nil if it gave none.
  private func tally(of contender: Contender) -> AnswerTally? {
    guard contender.checkedCount > 0 else { return nil }
    var tally = AnswerTally(
      checkedCount: contender.checkedCount, wrongCount: contender.wrong.keystrokes.count,
      examinedCount: contender.wrong.examinedCount,
      cause: contender.wrong.cause(under: cell.profile))
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

extension Suite {
  /// Every outcome that is timed, first the one that tables show.
  var outcomes: [Outcome] { [outcome] + otherOutcomes }
}
