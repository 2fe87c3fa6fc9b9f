import MatchmarkCore
import MatchmarkRecord

/// Combines the findings about a cell.
struct CellSummary {
  /// The record of the cell without its participants.
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
      record.noise = calculation(reference, suite.delivery).noise(
        ofTwin: twin.times.samplesOfDelivery[suite.delivery] ?? [], suite.reference,
        seed: suite.seed)
    }
    record.settle(reference: suite.reference, seed: suite.seed)
    return record
  }

  private func matcher(_ contender: Contender) -> MatcherRecord {
    let isVerified = contender.record.status == .verified
    let timings = suite.deliveries.map { delivery in
      DeliveryRecord(
        delivery: delivery, figures: isVerified ? calculation(contender, delivery).figures() : nil,
        packedSamples: SamplePacking.pack(contender.times.samplesOfDelivery[delivery] ?? []))
    }
    var record = contender.record
    record.figures = timings[0].figures
    record.figures?.coldFirstKey = contender.answers.coldFirstKey ?? 0
    record.figures?.repeatedToUnseen = contender.times.repeatedToUnseen
    record.figures?.paced = calculation(contender, suite.delivery).paced(contender.times.paced)
    record.packedSamples = timings[0].packedSamples
    record.warmUpRounds = suite.effort.warmUpRounds
    record.otherDeliveries = timings.count > 1 ? Array(timings.dropFirst()) : nil
    record.answers = tally(of: contender)
    record.ledger = verification.ledgerUses(of: contender)
    return record
  }

  private var reference: Contender? {
    contenders.first { $0.participant.id == suite.reference && $0.record.isRanked }
  }

  private func calculation(_ contender: Contender, _ delivery: Delivery) -> FigureCalculation {
    cell.calculation(
      contender.times.samplesOfDelivery[delivery] ?? [], warmUpRounds: suite.effort.warmUpRounds)
  }

  /// The tally of its answers, with its times if it is not right; nil if it gave none.
  private func tally(of contender: Contender) -> AnswerTally? {
    guard var tally = contender.answers.tally else { return nil }
    if cell.profile.rank?.spec != nil {
      tally.otherFirstCount = contender.answers.otherFirstCount
      tally.otherTopCount = contender.answers.otherTopCount
    }
    let wrong = contender.answers.wrong.keystrokes
    tally.wrongByClass = Dictionary(
      contender.answers.nanoseconds.keys.map { keystroke in
        (cell.keystrokes[keystroke].eventClass, wrong.contains(keystroke) ? 1 : 0)
      }, uniquingKeysWith: +)
    tally.examinedCount = contender.answers.wrong.examinedCount
    tally.example = contender.answers.example
    tally.causes = contender.answers.wrong.causes(under: cell.profile)
    let isTimed = contender.times.samplesOfDelivery[suite.delivery]?.isEmpty == false
    if contender.timesWrong, contender.record.status != .verified, isTimed {
      tally.figures = calculation(contender, suite.delivery).figures(
        outOfRankNextTo: reference.map { calculation($0, suite.delivery) }, seed: suite.seed)
    }
    return tally
  }
}
