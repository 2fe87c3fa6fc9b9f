import MatchmarkCore
import MatchmarkEngines
import MatchmarkMeasurement

/// Asks engines a few keystrokes over and over, which shows how long a repetition really takes.
struct ClaimProbe {
  let verification: Verification
  let suite: Suite

  private static let keystrokeCount = 8
  /// How many times each keystroke is asked, with and without repetitions.
  private static let trialCount = 4
  /// Repetitions increase until an exchange takes, or claims, this many nanoseconds.
  private static let enough = (wall: 20e6, claimed: 1e6)
  /// A keystroke that takes longer is visible without repetitions.
  private static let longest = 250e6
  private static let counts = (first: 8, factor: 4, most: 2_048)

  /// Asks every engine that is right, and compares its claims with the observed times.
  func probe(_ contenders: inout [Contender]) {
    // The reference matcher's time for each keystroke.
    let costs =
      contenders.first { $0.participant.id == suite.reference && !$0.isTwin }?
      .samplesOfOutcome[suite.outcome]?.medians ?? [:]
    for position in contenders.indices
    where contenders[position].participant.isEngine && contenders[position].isRight {
      contenders[position].leaveWord(timedIn: verification.cell.plan.id)
      for keystroke in chosen(for: contenders[position]) {
        repeatOften(&contenders[position], keystroke)
      }
      let claims = contenders[position].claims
      let resolution = contenders[position].record.engine?.resolutionInNanoseconds ?? 0
      contenders[position].record.engine?.timingFault = claims.impossibility(
        resolution: resolution, rowCount: verification.corpus.rowCount)
      contenders[position].record.engine?.warning = claims.doubt(costs: costs)
    }
  }

  private func chosen(for contender: Contender) -> [Int] {
    let asked = contender.keystrokes.subtracting(contender.declined)
      .filter { contender.diverged[$0] == nil }
    var order = asked.sorted()
    var generator = SeededGenerator(seed: suite.seed, stream: "claims")
    generator.shuffle(&order)
    return Array(order.prefix(contender.record.isSampled ? 2 : Self.keystrokeCount))
  }

  private func repeatOften(_ contender: inout Contender, _ keystroke: Int) {
    guard var once = exchange(&contender, keystroke, 1), once.wall < Self.longest else { return }
    var count = once.claimed > Self.enough.claimed ? 2 : Self.counts.first
    guard var often = exchange(&contender, keystroke, count) else { return }
    while often.wall < Self.enough.wall, often.claimed < Self.enough.claimed,
      count < Self.counts.most
    {
      count *= Self.counts.factor
      guard let next = exchange(&contender, keystroke, count) else { return }
      often = next
    }
    for _ in 1..<Self.trialCount {
      guard let single = exchange(&contender, keystroke, 1),
        let many = exchange(&contender, keystroke, count)
      else { return }
      if single.beyond < once.beyond { once = single }
      if many.beyond < often.beyond { often = many }
    }
    contender.claims.note(
      once: once.beyond, often: often.beyond, count: count, claimed: often.claimed / Double(count))
  }

  /// The observed time of an exchange, and the time claimed for it.
  private struct Exchange {
    var wall: Double
    var claimed: Double
    var beyond: Double { wall - claimed }
  }

  private func exchange(
    _ contender: inout Contender, _ keystroke: Int, _ repetitions: Int
  ) -> Exchange? {
    var window = TimedWindow()
    var answer = Answer()
    let query = verification.workload.keystrokes[keystroke].query
    guard
      let reply = contender.ask(
        query, delivering: suite.outcome, repetitions: repetitions, in: &window, into: &answer),
      reply.part != nil
    else { return nil }
    return Exchange(wall: Double(reply.wallNanoseconds), claimed: Double(reply.nanoseconds))
  }
}
