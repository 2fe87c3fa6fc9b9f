import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement
import MatchmarkSystem

/// Times every keystroke of every verified contender, round by round.
///
/// Each round replays every trace on every contender, traces in a fresh random order and
/// contenders in a fresh balanced one, so that drift of the machine affects all alike. Each timed
/// answer is compared with the verified one, outside the timed window.
struct Measuring {
  let workload: Workload
  let verification: Verification
  let outcome: Outcome
  let effort: Effort
  /// How contenders alternate, and what a sample is.
  let rhythm: Rhythm
  private let stopRule: StopRule
  private var order: RoundOrder
  private var generator: SeededGenerator
  private var window = TimedWindow()
  private var answer = Answer()
  /// What every round asks in addition; nil if no contender needs to be tested.
  private var unseen: UnseenQueries?

  init(
    verification: Verification, suite: Suite, outcome: Outcome, contenderCount: Int,
    rhythm: Rhythm
  ) {
    if case .traces = rhythm, outcome == suite.outcome {
      unseen = UnseenQueries(
        verification: verification, suite: suite, outcome: outcome, contenderCount: contenderCount)
    }
    workload = verification.workload
    self.rhythm = rhythm
    self.verification = verification
    self.outcome = outcome
    effort = suite.effort
    stopRule = StopRule(suite: suite, workload: verification.workload)
    order = RoundOrder(count: contenderCount, seed: suite.orderSeed)
    generator = SeededGenerator(seed: suite.orderSeed, stream: "trace-order")
  }

  /// Measures until the stop rule applies.
  ///
  /// - Parameter progress: called with the fraction that is done.
  /// - Returns: why it stopped; nil if no contender was left to measure.
  /// - Throws: an error if the oracle cannot answer a query that was never asked before.
  mutating func measure(
    _ contenders: inout [Contender], progress: (Double) -> Void
  ) throws(QueryError) -> StopRecord? {
    for position in contenders.indices { contenders[position].begin(outcome) }
    let first = rhythm.repetitions ?? Array(repeating: 1, count: workload.keystrokes.count)
    var batches = Array(repeating: first, count: contenders.count)
    let start = MonotonicClock.now()
    var round = 0
    while contenders.contains(where: \.isTimed) {
      replayAll(&contenders, round: round, batches: batches)
      try unseen?.ask(&contenders, in: round, of: effort)
      if round == 0 { calibrate(&batches, from: contenders) }
      round += 1
      let elapsed = Double(MonotonicClock.now() - start) / 1e9
      let measured = round - effort.warmUpRounds
      progress(
        min(
          max(
            elapsed / max(effort.cellSeconds, 1e-9),
            Double(measured) / Double(effort.maximumRounds)),
          Double(measured) / Double(effort.minimumRounds)))
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
    for (position, contender) in contenders.enumerated() {
      for sample in contender.samples {
        batches[position][sample.keystroke] = calibration.size(forWorkOf: sample.nanoseconds)
      }
    }
  }

  private mutating func replayAll(_ contenders: inout [Contender], round: Int, batches: [[Int]]) {
    var traces = workload.traces
    generator.shuffle(&traces)
    for stretch in traces.flatMap(rhythm.stretches) {
      for (turn, position) in order.next().enumerated()
      where contenders[position].takesPart(in: round, effort) {
        contenders[position].leaveWord(timedIn: verification.replay.cell)
        for keystroke in stretch where contenders[position].isTimed(on: keystroke) {
          let turn = Turn(round: round, order: turn, batch: batches[position][keystroke])
          time(&contenders[position], keystroke, turn)
        }
      }
    }
  }

  struct Turn {
    let round: Int
    let order: Int
    let batch: Int
  }

  private mutating func time(_ contender: inout Contender, _ keystroke: Int, _ turn: Turn) {
    let entry = workload.keystrokes[keystroke]
    // What an earlier contender left here must not count as this one's answer.
    answer.reset(rowCount: verification.corpus.rowCount)
    guard
      let reply = contender.ask(
        entry.query, delivering: outcome, repetitions: turn.batch, in: &window, into: &answer)
    else { return }
    if case .skipped(let reason) = reply.response {
      return contender.decline(keystroke, reason: reason)
    }
    contender.samples.append(rhythm.sample(reply, of: keystroke, turn))
    contender.note(reply, of: keystroke)
    contender.spend(reply.wallNanoseconds, on: entry.eventClass)
    // If a contender is not right, all its wrong answers were found before.
    if contender.isRight { verification.hold(&contender, to: keystroke, reply, answer) }
  }
}

extension Contender {
  /// Notes what an engine claims for a keystroke, together with the observed time.
  mutating func note(_ reply: Reply, of keystroke: Int) {
    guard let part = reply.part else { return }
    claims.note(part.elapsedInNanoseconds, of: keystroke, wall: reply.wallNanoseconds)
  }

  /// A sampled contender stops after its few rounds.
  func takesPart(in round: Int, _ effort: Effort) -> Bool {
    isTimed && (!record.isSampled || round < effort.warmUpRounds + effort.sampledRounds)
  }

  fileprivate func isTimed(on keystroke: Int) -> Bool {
    isTimed && keystrokes.contains(keystroke) && !declined.contains(keystroke)
      && diverged[keystroke] == nil
  }
}
