import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkSystem

/// Replays typing sessions at the pace of a person who types.
///
/// Between two keystrokes of a person, a core rests, its clock slows down and others use its
/// caches; rounds without pauses never show that. Nothing is asked during the pauses: each trace
/// belongs to one matcher, with the matchers in a fresh balanced order for each trace. The timed
/// window is that of the rounds, but a keystroke is a single sample here, never a batch.
struct PacedReplay {
  let verification: Verification
  let suite: Suite
  private var window = TimedWindow()
  private var answer = Answer()

  init(verification: Verification, suite: Suite) {
    self.verification = verification
    self.suite = suite
  }

  /// Replays traces in random order until the suite's time for it is spent, if it has any: each at
  /// most once, and at least one.
  mutating func replay(_ contenders: inout [Contender]) {
    guard let budgetInSeconds = suite.effort.pacedSeconds else { return }
    var pace = TypingPace(seed: suite.seed)
    var order = RoundOrder(count: contenders.count, seed: suite.seed &+ 1)
    var generator = SeededGenerator(seed: suite.seed, stream: "paced-traces")
    var traces = verification.workload.traces
    generator.shuffle(&traces)
    let start = MonotonicClock.now()
    for trace in traces {
      for (turn, position) in order.next().enumerated() where isPaced(contenders[position]) {
        contenders[position].noteCrash(timedIn: verification.cell.plan.id)
        var queue = KeyQueue()
        for keystroke in trace {
          Pause.sleep(nanoseconds: queue.press(after: pace.nextNanoseconds()))
          time(&contenders[position], keystroke, turn: turn, &queue)
        }
      }
      if Double(MonotonicClock.now() - start) / 1e9 >= budgetInSeconds { break }
    }
  }

  /// Not matchers that are too slow for rounds, which would make a person wait, nor engines, which
  /// time themselves and would be asked for another delivery than in their rounds.
  private func isPaced(_ contender: Contender) -> Bool {
    contender.isRight && !contender.participant.isEngine && !contender.record.isSampled
      && !contender.isTwin
  }

  /// A sample is the time since the key was pressed, not since the call.
  private mutating func time(
    _ contender: inout Contender, _ keystroke: Int, turn: Int, _ queue: inout KeyQueue
  ) {
    answer.reset(rowCount: verification.corpus.rowCount)
    let query = verification.workload.keystrokes[keystroke].query
    let reply = contender.open?.ask(
      query, delivering: suite.delivery, repetitions: 1, in: &window, into: &answer)
    guard let given = contender.answer(in: reply) else {
      _ = queue.answer(in: 0)
      return
    }
    contender.times.paced.append(
      Sample(
        round: 0, keystroke: keystroke, order: turn, batch: 1,
        totalNanoseconds: queue.answer(in: given.nanoseconds)))
    verification.hold(&contender, to: keystroke, given, answer)
  }
}

/// The queue of a session's keys: the next key may be pressed while an answer is still being
/// computed, and then waits.
package struct KeyQueue: Sendable {
  /// The time from the last key press to its answer.
  private var latency: UInt64 = 0
  /// The time that the next key has already waited when it can be answered.
  private var backlog: UInt64 = 0

  package init() {}

  /// A key is pressed this long after the previous one.
  ///
  /// - Returns: the time to idle before it.
  package mutating func press(after gap: UInt64) -> UInt64 {
    backlog = latency > gap ? latency - gap : 0
    return gap > latency ? gap - latency : 0
  }

  /// - Returns: the time since the key was pressed.
  package mutating func answer(in nanoseconds: Int) -> Int {
    latency = backlog + UInt64(max(nanoseconds, 0))
    return Int(latency)
  }
}

/// The pauses between a person's keystrokes, seeded.
///
/// They are log-normal, as real ones are, with a median of 200 ms: people who type on a keyboard
/// leave 239 ms on average (Dhakal, Feit, Kristensson and Oulasvirta: "Observations on typing from
/// 136 million keystrokes", 2018), and typing into a search field is a little faster than prose.
struct TypingPace {
  private var generator: SeededGenerator

  private static let medianNanoseconds = 200_000_000.0
  /// Longer pauses (for thought) and repeated keys are left out: they would only cost time.
  private static let bounds = 60_000_000.0...800_000_000.0
  /// The standard deviation of the logarithm.
  private static let spread = 0.45

  init(seed: UInt64) { generator = SeededGenerator(seed: seed, stream: "typing-pace") }

  mutating func nextNanoseconds() -> UInt64 {
    // The sum of twelve uniform variates is close enough to normal.
    let normal = (0..<12).reduce(-6) { sum, _ in sum + generator.unit() }
    let gap = Self.medianNanoseconds * ElementaryFunctions.exp(Self.spread * normal)
    return UInt64(min(max(gap, Self.bounds.lowerBound), Self.bounds.upperBound))
  }
}
