import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Something that is done to an engine, and the failure's name.
struct Blow: Sendable, CustomStringConvertible {
  let signal: Int32
  let state: EngineState

  static let all = [
    Blow(signal: SIGKILL, state: .crashed), Blow(signal: SIGSTOP, state: .timedOut),
  ]

  /// The moment at which an engine is hurt; the last moments come after the session.
  static let momentsInMicroseconds: [Int] = {
    var generator = SeededGenerator(seed: 20_260_101)
    return (0..<TestAmount.engineMomentCount).map { _ in generator.below(60_000) }
  }()

  var description: String { state.rawValue }
}

@Suite("A correct engine that is killed or stopped", .timeLimit(.minutes(15)))
struct HurtEngineTests {
  @Test(
    "An engine killed or stopped before a step is reported as crashed or timed out in it",
    arguments: [EnginePhase.hello, .load, .build, .query, .bye], Blow.all)
  func steps(hurt: EnginePhase, by blow: Blow) throws {
    let fixture = try SessionFixture()
    let client = try EngineClient(
      FaultyEngine.launch(.none, impatientIn: blow.state == .timedOut ? hurt : nil))
    let failure = #expect(throws: EngineFailure.self) {
      try fixture.run(client) { phase in
        if phase == hurt { Processes.send(blow.signal, to: client.processNumber) }
      }
    }
    #expect(failure?.state == blow.state)
    #expect(failure?.phase == hurt)
    #expect(Processes.groupHasGone(client.processNumber))
  }

  @Test(
    "An engine killed or stopped at any moment is reported as such, or has finished",
    arguments: Blow.momentsInMicroseconds)
  func moments(moment: Int) throws {
    let isDeath = moment.isMultiple(of: 2)
    var launch = try FaultyEngine.launch(isDeath ? .dieAtMoment : .stopAtMoment, "\(moment)")
    if !isDeath {
      launch.timeouts = EngineTimeouts(each: .milliseconds(100))
    }
    let (failure, group) = try FaultyEngine.failure(of: launch)
    let states: Set<EngineState?> = isDeath ? [nil, .crashed] : [nil, .timedOut, .lingering]
    #expect(states.contains(failure?.state), "\(failure.map(\.description) ?? "")")
    #expect(Processes.groupHasGone(try #require(group)))
  }
}
