import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSystem

/// Times every keystroke of every verified contender, round by round.
///
/// Each round replays every trace on every contender, traces in a fresh random order and
/// contenders in a fresh balanced one, so that drift of the machine hits all alike. Each timed
/// answer is compared with the verified one, outside the timed window.
struct Measuring {
  let workload: Workload
  let verification: Verification
  let outcome: Outcome
  let effort: Effort
  let calibration: BatchCalibration
  private let stopRule: StopRule
  private var order: RoundOrder
  private var generator: SeededGenerator
  private var window = TimedWindow()
  private var answer = Answer()

  init(
    verification: Verification, suite: Suite, outcome: Outcome, contenderCount: Int,
    readingCost: Double
  ) {
    workload = verification.workload
    self.verification = verification
    self.outcome = outcome
    effort = suite.effort
    calibration = BatchCalibration(
      readingCost: readingCost, atLeast: suite.effort.sampleNanoseconds)
    stopRule = StopRule(suite: suite, workload: verification.workload)
    order = RoundOrder(count: contenderCount, seed: suite.orderSeed)
    generator = SeededGenerator(seed: suite.orderSeed, stream: "trace-order")
  }

  /// Measures until the rule says stop.
  ///
  /// - Parameter progress: told the fraction that is done.
  /// - Returns: why it stopped; nil where nobody was left to be measured.
  mutating func measure(
    _ contenders: inout [Contender], progress: (Double) -> Void
  ) -> StopRecord? {
    for position in contenders.indices { contenders[position].begin(outcome) }
    var batches = Array(
      repeating: Array(repeating: 1, count: workload.keystrokes.count), count: contenders.count)
    let start = MonotonicClock.now()
    var round = 0
    while contenders.contains(where: \.isTimed) {
      replayAll(&contenders, round: round, batches: batches)
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
        return stop
      }
    }
    return nil
  }

  /// The warm-up round times single keystrokes; short ones are batched from then on.
  private func calibrate(_ batches: inout [[Int]], from contenders: [Contender]) {
    for (position, contender) in contenders.enumerated() {
      for sample in contender.samples {
        batches[position][sample.keystroke] = calibration.size(forWorkOf: sample.nanoseconds)
      }
    }
  }

  private mutating func replayAll(
    _ contenders: inout [Contender], round: Int, batches: [[Int]]
  ) {
    var traces = workload.traces
    generator.shuffle(&traces)
    for trace in traces {
      for (turn, position) in order.next().enumerated()
      where contenders[position].takesPart(in: round, effort) {
        contenders[position].leaveWord(timedIn: verification.replay.cell)
        for keystroke in trace where contenders[position].isTimed(on: keystroke) {
          let turn = Turn(round: round, order: turn, batch: batches[position][keystroke])
          if contenders[position].engine == nil {
            time(&contenders[position], keystroke, turn)
          } else {
            timeEngine(&contenders[position], keystroke, turn)
          }
        }
      }
    }
  }

  struct Turn {
    let round: Int
    let order: Int
    let batch: Int

    /// The sample of a keystroke that took so long.
    func sample(_ keystroke: Int, totalNanoseconds: Int) -> Sample {
      Sample(
        round: round, keystroke: keystroke, order: order, batch: batch,
        totalNanoseconds: totalNanoseconds)
    }
  }

  private mutating func time(_ contender: inout Contender, _ keystroke: Int, _ turn: Turn) {
    let query = workload.keystrokes[keystroke].query
    // What an earlier contender left here must not pass for this one's answer.
    answer.reset(rowCount: verification.corpus.rowCount)
    guard
      let timing = contender.time(
        query, in: &window, into: &answer, delivering: outcome, repetitions: turn.batch)
    else { return }
    if case .skipped(let reason) = timing.response {
      contender.decline(keystroke, reason: reason)
      return
    }
    contender.samples.append(turn.sample(keystroke, totalNanoseconds: timing.nanoseconds))
    contender.spend(UInt64(timing.nanoseconds), on: workload.keystrokes[keystroke].eventClass)
    if let expected = verification.expected[keystroke], answer != expected {
      verification.hold(&contender, to: expected, keystroke: keystroke, answer: answer)
    }
  }
}

extension Contender {
  /// A sampled contender leaves after its few rounds.
  fileprivate func takesPart(in round: Int, _ effort: Effort) -> Bool {
    isTimed && (!record.isSampled || round < effort.warmUpRounds + effort.sampledRounds)
  }

  fileprivate func isTimed(on keystroke: Int) -> Bool {
    isTimed && keystrokes.contains(keystroke) && !declined.contains(keystroke)
      && diverged[keystroke] == nil
  }
}
