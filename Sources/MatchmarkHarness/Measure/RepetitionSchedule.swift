import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord

/// The numbers of repetitions with which an engine is asked keystrokes, drawn at random.
///
/// The same requests count for figures and show whether the claims are true: each further
/// repetition must take as long, as seen from outside, as is claimed for it. If repetitions
/// followed a rule, an engine could be honest only where it is checked.
///
/// Half of the requests ask once. The others ask at least twice, and otherwise as often as fits
/// into half as long again as asking once, transport included. So repetitions add about half to the
/// time of an engine. Only times measured here decide that: a claim never makes a run longer.
package struct RepetitionSchedule {
  /// The least time of a keystroke that was asked once, in nanoseconds, and its most repetitions.
  private struct Range {
    var single: UInt64
    var limit = 2
  }

  private var ranges: [Int: Range] = [:]
  private var generator: SeededGenerator
  /// The longest request so far, in nanoseconds for each repetition.
  private var slowest: UInt64 = 0
  /// A keystroke that takes longer is not repeated: all repetitions share one timeout.
  private let longestSingle: UInt64

  package static let mostRepetitions = 64

  init(for participant: Participant, seed: UInt64) {
    let timeouts = participant.engine?.launch.timeouts ?? EngineTimeouts()
    self.init(seed: seed, queryTimeout: timeouts.query)
  }

  /// - Parameter queryTimeout: the time limit of a request.
  package init(seed: UInt64, queryTimeout: Duration) {
    generator = SeededGenerator(seed: seed, stream: "repetitions")
    let (seconds, attoseconds) = queryTimeout.components
    longestSingle = UInt64(max(0, Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / 4)
  }

  /// The repetitions for the next request.
  package mutating func next(of keystroke: Int) -> Int {
    guard let range = ranges[keystroke], range.single < longestSingle else { return 1 }
    return generator.chance(0.5) ? 1 : 2 + generator.below(range.limit - 1)
  }

  /// The repetitions for a query of unknown cost: one or two.
  package mutating func ofUnseen() -> Int {
    ranges.isEmpty || slowest >= longestSingle ? 1 : 1 + generator.below(2)
  }

  /// Learns how long a request took, in nanoseconds.
  ///
  /// - Returns: true if it was the first of this keystroke.
  @discardableResult
  package mutating func learn(_ keystroke: Int, _ repetitions: Int, _ wall: UInt64) -> Bool {
    slowest = max(slowest, wall / UInt64(max(repetitions, 1)))
    guard var range = ranges[keystroke] else {
      ranges[keystroke] = Range(single: wall)
      return true
    }
    if repetitions == 1 { range.single = min(range.single, wall) }
    if repetitions == range.limit, wall < range.single + range.single / 2 {
      range.limit = min(2 * range.limit, Self.mostRepetitions)
    }
    ranges[keystroke] = range
    return false
  }
}

extension KeystrokeTimes {
  /// Notes an engine's answer as evidence of its claims.
  mutating func note(
    _ answer: TimedAnswer, of question: ClaimAudit.Question, isDrawn: Bool = true
  ) {
    guard let part = answer.part else { return }
    claims.note(
      part.elapsedInNanoseconds, of: question, wall: answer.wallNanoseconds,
      waited: answer.waitedNanoseconds, isDrawn: isDrawn)
  }
}

extension Contender {
  /// Judges an engine's claims about its times, and about the size of its index.
  ///
  /// - Parameter costs: the times of the reference matcher by keystroke, in nanoseconds.
  mutating func judgeClaims(costs: [Int: Double], rowCount: Int) {
    guard participant.isEngine, let resolution = record.engine?.resolutionInNanoseconds else {
      return
    }
    record.engine?.warn(of: times.claims.doubt(costs: costs))
    record.engine?.warn(of: record.build?.refutedIndexSize)
    switch times.claims.finding(resolution: resolution, rowCount: rowCount) {
    case .impossible(let reason): record.engine?.refutedTimes = reason
    case .doubtful(let reason): record.engine?.warn(of: reason)
    case nil: break
    }
  }
}
