import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// The rounds in which every keystroke of every verified contender is timed.
///
/// Each round replays every trace on every contender, traces in a fresh random order and
/// contenders in a fresh balanced one, so that drift of the machine affects all alike. Each timed
/// answer is compared with the verified one, outside the timed window.
struct Rounds {
  let verification: Verification
  let delivery: Delivery
  let effort: Effort
  let rhythm: Rhythm
  private let seed: UInt64
  private let stopRule: StopRule
  private var order: RoundOrder
  private var generator: SeededGenerator
  private var window = TimedWindow()
  private var answer = Answer()
  /// The questions that every round asks in addition; nil if no contender needs to be tested.
  private var unseen: UnseenQueries?

  init(
    verification: Verification, suite: Suite, delivery: Delivery, contenderCount: Int,
    rhythm: Rhythm
  ) {
    if delivery == suite.delivery {
      unseen = UnseenQueries(
        verification: verification, suite: suite, delivery: delivery,
        contenderCount: contenderCount, rhythm: rhythm)
    }
    self.rhythm = rhythm
    seed = suite.orderSeed
    self.verification = verification
    self.delivery = delivery
    effort = suite.effort
    stopRule = StopRule(suite: suite, keystrokes: verification.workload.keystrokes)
    order = RoundOrder(count: contenderCount, seed: suite.orderSeed)
    generator = SeededGenerator(seed: suite.orderSeed, stream: "trace-order")
  }

  /// Times rounds until the stop rule applies.
  ///
  /// - Parameter progress: called with the fraction that is done.
  /// - Returns: the reason why it stopped; nil if no contender was left to time.
  /// - Throws: an error if the oracle cannot answer a query that was never asked before.
  mutating func run(
    _ contenders: inout [Contender], progress: (Double) -> Void
  ) throws(QueryError) -> StopRecord? {
    for position in contenders.indices { contenders[position].begin(delivery, seed: seed) }
    let first =
      rhythm.repetitions ?? Array(repeating: 1, count: verification.workload.keystrokes.count)
    var batches = Array(repeating: first, count: contenders.count)
    // The compiler takes the property for one that `unseen?.ask` changes.
    let effort = effort
    let start = MonotonicClock.now()
    var round = 0
    while contenders.contains(where: \.isTimed) {
      replay(&contenders, round: round, batches: batches)
      try unseen?.ask(&contenders, in: round, of: effort)
      if round == 0 { calibrate(&batches, from: contenders) }
      round += 1
      let elapsed = Double(MonotonicClock.now() - start) / 1e9
      let measured = round - effort.warmUpRounds
      progress(effort.fraction(after: measured, elapsedSeconds: elapsed))
      if let stop = stopRule.stop(after: measured, elapsedSeconds: elapsed, contenders) {
        try unseen?.finish(&contenders, after: round)
        return stop
      }
    }
    return nil
  }

  /// The warm-up round times single keystrokes; short ones are batched from then on.
  private func calibrate(_ batches: inout [[Int]], from contenders: [Contender]) {
    guard case .traces(let calibration) = rhythm else { return }
    for (position, contender) in contenders.enumerated() where !isDrawn(contender) {
      for sample in contender.times.samples {
        batches[position][sample.keystroke] = calibration.size(forWorkOf: sample.nanoseconds)
      }
    }
  }

  private mutating func replay(_ contenders: inout [Contender], round: Int, batches: [[Int]]) {
    var traces = verification.workload.traces
    generator.shuffle(&traces)
    for stretch in traces.flatMap(rhythm.stretches) {
      for (turn, position) in order.next().enumerated()
      where contenders[position].takesPart(in: round, effort) {
        contenders[position].noteCrash(timedIn: verification.cell.plan.id)
        for keystroke in stretch where contenders[position].isTimed(on: keystroke) {
          let drawn = isDrawn(contenders[position])
          let batch =
            drawn
            ? contenders[position].times.repetitions.next(of: keystroke)
            : batches[position][keystroke]
          let turn = Turn(round: round, order: turn, batch: batch, isDrawn: drawn)
          time(&contenders[position], keystroke, turn)
        }
      }
    }
  }

  struct Turn {
    let round: Int
    let order: Int
    let batch: Int
    /// True if chance decided the size of the batch.
    let isDrawn: Bool
  }

  /// Returns true if chance decides how often a contender is asked a keystroke in one request
  /// (``RepetitionSchedule``).
  private func isDrawn(_ contender: Contender) -> Bool {
    if case .traces = rhythm { contender.participant.isEngine } else { false }
  }

  private mutating func time(_ contender: inout Contender, _ keystroke: Int, _ turn: Turn) {
    let entry = verification.workload.keystrokes[keystroke]
    // What an earlier contender left here must not count as this one's answer.
    answer.reset(rowCount: verification.corpus.rowCount)
    let reply = contender.open?.ask(
      entry.query, delivering: delivery, repetitions: turn.batch, in: &window, into: &answer)
    if case .skipped(let reason) = reply { contender.decline(keystroke, reason: reason) }
    guard let given = contender.answer(in: reply) else { return }
    contender.times.samples.append(rhythm.sample(given, of: keystroke, turn))
    if turn.isDrawn { note(given, of: keystroke, turn, &contender) }
    contender.spend(given.wallNanoseconds, on: entry.eventClass)
    // If a contender is not right, all its wrong answers were found before.
    if contender.isRight { verification.hold(&contender, to: keystroke, given, answer) }
  }

  /// Notes the times of an engine's answer, as evidence and to draw later repetitions.
  private func note(
    _ given: TimedAnswer, of keystroke: Int, _ turn: Turn, _ contender: inout Contender
  ) {
    let isFirst = contender.times.repetitions.learn(keystroke, turn.batch, given.wallNanoseconds)
    let query = verification.workload.keystrokes[keystroke].query
    let kind: ClaimAudit.Kind =
      !query.tokens.isEmpty ? .tokens : query.scope != nil ? .scope : .plain
    contender.times.note(
      given, of: ClaimAudit.Question(keystroke, kind, deliversAll: delivery == .rows),
      isDrawn: !isFirst)
  }
}

extension Contender {
  /// A sampled contender stops after its few rounds.
  func takesPart(in round: Int, _ effort: Effort) -> Bool {
    isTimed && (!record.isSampled || round < effort.warmUpRounds + effort.sampledRounds)
  }

  fileprivate func isTimed(on keystroke: Int) -> Bool {
    isTimed && answers.isTimed(on: keystroke)
  }
}

/// The way in which contenders alternate in a round, and the meaning of a sample.
enum Rhythm {
  /// A trace each; a sample is a batch, as long as the clock's calibration requires.
  case traces(BatchCalibration)
  /// A keystroke each, repeated this often; a sample is the median of the repetitions.
  ///
  /// Builds that are asked through pipes alternate like this: whatever the machine does affects all
  /// of them, and the pipe's effect on the caches is confined to one repetition of several.
  case keystrokes([Int])

  /// The repetitions of each keystroke from the first round on; nil if they are determined later.
  var repetitions: [Int]? {
    if case .keystrokes(let repetitions) = self { repetitions } else { nil }
  }

  /// The parts of a trace after which contenders alternate.
  func stretches(of trace: Range<Int>) -> [Range<Int>] {
    if case .traces = self { [trace] } else { trace.map { $0..<$0 + 1 } }
  }

  func sample(_ given: TimedAnswer, of keystroke: Int, _ turn: Rounds.Turn) -> Sample {
    var (batch, nanoseconds) = (turn.batch, given.nanoseconds)
    if case .keystrokes = self, let part = given.part {
      let median = Quantile.median(part.elapsedInNanoseconds.map(Double.init)) ?? 0
      (batch, nanoseconds) = (1, Int(median.rounded()))
    }
    return Sample(
      round: turn.round, keystroke: keystroke, order: turn.order, batch: batch,
      totalNanoseconds: nanoseconds)
  }
}

/// The rule that ends the timing of a cell.
///
/// After the minimum number of rounds, measuring continues until the widest interval among the
/// ratios to the reference matcher is narrow enough, or the time is spent. The part of its width
/// that other queries would change is left out, because more rounds do not narrow it. Measuring
/// never continues until the figures please: an interval's width does not depend on its position.
struct StopRule {
  let suite: Suite
  let keystrokes: [KeystrokeRecord]

  /// Replicates for a width that only has to be compared with another.
  private static let replicateCount = 100

  /// The reason to stop now; nil to continue.
  ///
  /// - Parameters:
  ///   - measured: rounds so far, without the warm-up.
  ///   - elapsedSeconds: since measuring began, with the warm-up.
  func stop(after measured: Int, elapsedSeconds: Double, _ contenders: [Contender]) -> StopRecord? {
    let effort = suite.effort
    guard measured >= effort.minimumRounds else { return nil }
    let width = widestInterval(contenders)
    func record(_ reason: StopRecord.Reason) -> StopRecord {
      StopRecord(reason: reason, widestInterval: width, targetWidth: effort.targetWidth)
    }
    if let width, width <= effort.targetWidth { return record(.width) }
    if elapsedSeconds >= effort.cellSeconds { return record(.time) }
    return measured >= effort.maximumRounds ? record(.rounds) : nil
  }

  /// The widest interval; a sampled contender has only its few rounds and cannot get narrower.
  private func widestInterval(_ contenders: [Contender]) -> Double? {
    guard
      let base = contenders.first(where: {
        $0.participant.id == suite.reference && !$0.isTwin && $0.isRight
      })
    else { return nil }
    let below = measured(base)
    let bootstrap = HierarchicalBootstrap(seed: suite.seed, replicateCount: Self.replicateCount)
    return contenders.compactMap { contender -> Double? in
      guard contender.participant.id != suite.reference, contender.isRight,
        contender.record.isRanked, !contender.record.isSampled,
        let ratios = PairedRatios(measured(contender), to: below, where: { keystrokes[$0].isTyped })
      else { return nil }
      return bootstrap.interval(RatioComparison(ratios: ratios))?.repetitionWidth
    }.max()
  }

  private func measured(_ contender: Contender) -> [Sample] {
    contender.times.samples.filter { $0.round >= suite.effort.warmUpRounds }
  }
}

extension Effort {
  /// The fraction of the timing of a cell that is done: rounds or time, whichever ends it.
  fileprivate func fraction(after rounds: Int, elapsedSeconds: Double) -> Double {
    let end = max(elapsedSeconds / max(cellSeconds, 1e-9), Double(rounds) / Double(maximumRounds))
    return min(end, Double(rounds) / Double(minimumRounds))
  }
}
