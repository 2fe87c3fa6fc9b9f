import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkSystem

/// Replays typing sessions at the pace of a person's fingers.
///
/// Between two keystrokes of a person a core rests, its clock slows down and others use its caches;
/// rounds without gaps never see that. Nothing is asked in the gaps: each trace is one matcher's,
/// the matchers in a fresh balanced order for each trace. The timed window is that of the rounds,
/// but a keystroke here is a single sample, never a batch.
struct PacedReplay {
  let verification: Verification
  let outcome: Outcome
  let budgetInSeconds: Double
  private var pace: TypingPace
  private var order: RoundOrder
  private var generator: SeededGenerator
  private let wait: (UInt64) -> Void
  private var window = TimedWindow()
  private var answer = Answer()

  /// - Parameter wait: sleeps for the nanoseconds given.
  init(
    verification: Verification, suite: Suite, contenderCount: Int,
    wait: @escaping (UInt64) -> Void = { Pause.sleep(nanoseconds: $0) }
  ) {
    self.verification = verification
    outcome = suite.outcome
    budgetInSeconds = suite.effort.pacedSeconds ?? 0
    pace = TypingPace(seed: suite.seed)
    order = RoundOrder(count: contenderCount, seed: suite.seed &+ 1)
    generator = SeededGenerator(seed: suite.seed, stream: "paced-traces")
    self.wait = wait
  }

  /// Replays traces in random order until the budget is spent: each at most once, and at least one.
  mutating func replay(_ contenders: inout [Contender]) {
    var traces = verification.workload.traces
    generator.shuffle(&traces)
    let start = MonotonicClock.now()
    for trace in traces {
      for (turn, position) in order.next().enumerated() where isPaced(contenders[position]) {
        contenders[position].leaveWord(timedIn: verification.replay.cell)
        var queue = KeyQueue()
        for keystroke in trace {
          wait(queue.press(after: pace.nextNanoseconds()))
          time(&contenders[position], keystroke, turn: turn, &queue)
        }
      }
      if Double(MonotonicClock.now() - start) / 1e9 >= budgetInSeconds { break }
    }
  }

  /// A matcher that is too slow for rounds would make a person wait; an engine times itself, and
  /// would be asked for another outcome than in its rounds.
  private func isPaced(_ contender: Contender) -> Bool {
    contender.isRight && !contender.participant.isEngine && !contender.record.isSampled
      && !contender.isTwin
  }

  /// A sample is the time from the press of the key, not from the call.
  private mutating func time(
    _ contender: inout Contender, _ keystroke: Int, turn: Int, _ queue: inout KeyQueue
  ) {
    answer.reset(rowCount: verification.corpus.rowCount)
    let query = verification.workload.keystrokes[keystroke].query
    guard
      let reply = contender.ask(query, delivering: outcome, in: &window, into: &answer),
      reply.response == .answered
    else {
      _ = queue.answer(in: 0)
      return
    }
    contender.pacedSamples.append(
      Sample(
        round: 0, keystroke: keystroke, order: turn, batch: 1,
        totalNanoseconds: queue.answer(in: reply.nanoseconds)))
    verification.hold(&contender, to: keystroke, reply, answer)
  }
}
