import Foundation
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Engines for runs: the good one, and those with one fault.
enum EngineParticipants {
  /// An engine that does its fault in a phase, or at a moment in microseconds.
  ///
  /// - Parameter impatientIn: The phase whose time must run out.
  static func faulty(
    _ fault: EngineFault, _ detail: String? = nil, impatientIn phase: EnginePhase? = nil
  ) throws -> Participant {
    var timeouts = EngineTimeouts(each: .seconds(30))
    timeouts.settle = .milliseconds(100)
    switch phase {
    case .query: timeouts.query = .milliseconds(60)
    case .bye: timeouts.bye = .milliseconds(60)
    default: break
    }
    let launch = EngineLaunch(
      id: "faulty",
      command: [try Program.faultyEngine.path, fault.rawValue] + (detail.map { [$0] } ?? []),
      environment: ["SWIFT_BACKTRACE": "enable=no"], timeouts: timeouts)
    return Participant(EngineProgram(launch, install: "build the tests"), summary: "")
  }

  /// A missing engine.
  static var missing: Participant {
    let launch = EngineLaunch(id: "absent", command: ["absent-program"])
    return Participant(
      EngineProgram(launch, install: "pip install absent", missing: "it is nowhere"),
      summary: "")
  }

  /// A suite of one cell with few rounds.
  static var suite: Suite {
    var suite = HarnessFixtures.suite()
    suite.effort.minimumRounds = 2
    suite.effort.maximumRounds = 2
    return suite
  }
}
