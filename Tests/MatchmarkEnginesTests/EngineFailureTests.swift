import MatchmarkEngines
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// A fault, the step in which it is done, and the failure's name.
struct FaultCase: Sendable, CustomStringConvertible {
  let fault: EngineFault
  let phase: EnginePhase
  let state: EngineState

  init(_ fault: EngineFault, _ phase: EnginePhase, _ state: EngineState) {
    self.fault = fault
    self.phase = phase
    self.state = state
  }

  var description: String { "\(fault.rawValue) in \(phase.rawValue)" }

  /// Faults that are noticed only when a time limit ends.
  var isImpatient: Bool {
    [.timedOut, .lingering].contains(state)
  }

  /// Faults that can be told from worse ones only by waiting.
  var settle: Duration {
    let states: Set<EngineState> = [.closedPipe, .garbage, .outOfOrder, .duplicateID]
    return states.contains(state) ? .milliseconds(60) : .seconds(5)
  }

  var isFirstOfItsFault: Bool { Self.all.first { $0.fault == fault }?.phase == phase }

  static let all = processes + lines + contents + ends

  private static let phases: [EnginePhase] = [.hello, .load, .build, .query, .bye]

  private static let processes =
    phases.flatMap { phase in
      [
        FaultCase(.sleep, phase, .timedOut), FaultCase(.crash, phase, .crashed),
        FaultCase(.exit, phase, .exited),
      ]
    } + [
      FaultCase(.stop, .query, .timedOut), FaultCase(.exitAsNotFound, .hello, .notInstalled),
      FaultCase(.exitAsNotFound, .build, .exited), FaultCase(.closeOutput, .hello, .closedPipe),
      FaultCase(.closeOutput, .query, .closedPipe), FaultCase(.closeInput, .query, .closedPipe),
    ]

  private static let lines =
    phases.flatMap { phase in
      [
        FaultCase(.noJSON, phase, .garbage), FaultCase(.wrongShape, phase, .garbage),
        FaultCase(.emptyLine, phase, .garbage), FaultCase(.wrongType, phase, .outOfOrder),
        FaultCase(.endlessLine, phase, .endlessLine),
        FaultCase(.endlessGarbage, phase, .endlessOutput), FaultCase(.error, phase, .errored),
      ]
    } + [
      FaultCase(.noUTF8, .query, .garbage), FaultCase(.missingKey, .query, .garbage),
      FaultCase(.halfLine, .query, .timedOut), FaultCase(.endlessReplies, .query, .endlessOutput),
      FaultCase(.laterID, .query, .outOfOrder), FaultCase(.earlierID, .query, .duplicateID),
      FaultCase(.secondReply, .query, .duplicateID),
      FaultCase(.unaskedReply, .query, .outOfOrder), FaultCase(.unaskedReply, .load, .outOfOrder),
      FaultCase(.unaskedText, .query, .garbage), FaultCase(.unaskedText, .hello, .garbage),
    ]

  private static let contents = [
    FaultCase(.wrongProtocol, .hello, .wrongProtocol), FaultCase(.noVersion, .hello, .noVersion),
    FaultCase(.noRowsOffered, .hello, .garbage), FaultCase(.wrongHash, .load, .wrongHash),
    FaultCase(.rowTooFew, .load, .wrongRowCount), FaultCase(.unknownRow, .query, .idsOutOfRange),
    FaultCase(.negativeRow, .query, .idsOutOfRange),
    FaultCase(.descendingRows, .query, .idsNotAscending),
    FaultCase(.repeatedRow, .query, .idsNotAscending),
    FaultCase(.countBesideRows, .query, .lyingCount),
    FaultCase(.countBeyondCorpus, .query, .lyingCount),
    FaultCase(.otherCount, .query, .lyingCount), FaultCase(.wrongDigest, .query, .lyingDigest),
    FaultCase(.durationTooFew, .query, .wrongRepeatCount),
    FaultCase(.durationTooMany, .query, .wrongRepeatCount),
    FaultCase(.zeroDuration, .query, .impossibleDuration),
    FaultCase(.negativeDuration, .query, .impossibleDuration),
    FaultCase(.longDuration, .query, .impossibleDuration),
  ]

  private static let ends = [
    FaultCase(.textAfterBye, .bye, .outputAfterBye), FaultCase(.unaskedText, .bye, .outputAfterBye),
    FaultCase(.endlessReplies, .bye, .outputAfterBye), FaultCase(.linger, .bye, .lingering),
    FaultCase(.failAtEnd, .bye, .exited),
  ]
}

@Suite("A bad engine", .timeLimit(.minutes(15)))
struct EngineFailureTests {
  @Test(
    "A bad engine is reported with its state, leaves no process and does not disturb the next",
    arguments: FaultCase.all)
  func names(bad: FaultCase) throws {
    let launch = try FaultyEngine.launch(
      bad.fault, bad.phase.rawValue, impatientIn: bad.isImpatient ? bad.phase : nil,
      settle: bad.settle)
    let (failure, group) = try FaultyEngine.failure(of: launch)
    #expect(failure?.state == bad.state, "\(failure.map(\.description) ?? "no failure")")
    #expect(failure?.phase == bad.phase)
    #expect(failure?.requestLine?.isEmpty == false)
    #expect(failure?.got.isEmpty == false)
    #expect(failure?.expected.isEmpty == false)
    #expect(Processes.groupHasGone(try #require(group)))
    guard bad.isFirstOfItsFault else { return }
    let next = try FaultyEngine.failure(of: FaultyEngine.launch(.none))
    #expect(next.failure == nil)
  }

  @Test("The tests of bad engines account for every engine state and fault")
  func states() {
    let elsewhere: Set<EngineState> = [.failedToStart, .systemExhausted, .heldPipe]
    #expect(Set(FaultCase.all.map(\.state)).union(elsewhere) == Set(EngineState.allCases))
    let others: Set<EngineFault> = [
      .none, .declineLoad, .declineQuery, .declineOdd, .onlyRowsOffered, .dieAtMoment,
      .stopAtMoment, .wrongWhenNew, .remembers, .remembersLate, .works, .keepsAnswers,
      .keepsRepetitions, .dividesDurations, .claimsThird, .claimsNineTenths, .honestWhenRepeated,
      .worksBeforeWindow, .worksOnceBeforeWindow, .constantDurations, .tinyIndex, .sleepsOutside,
      .wrongMarks, .noMarks, .declineMarks,
    ]
    #expect(Set(FaultCase.all.map(\.fault)).union(others) == Set(EngineFault.allCases))
  }

  @Test("An engine that does not exist is reported as not installed")
  func missing() throws {
    for command in [["no-such-engine"], ["/nowhere/engine"], []] {
      let (failure, _) = try FaultyEngine.failure(of: EngineLaunch(id: "missing", command: command))
      #expect(failure?.state == .notInstalled)
      #expect(failure?.phase == .start)
    }
    // The result of a first line such as `#!/usr/bin/env python4`.
    let launch = EngineLaunch(id: "missing", command: ["/usr/bin/env", "no-such-python"])
    let (failure, _) = try FaultyEngine.failure(of: launch)
    #expect(failure?.state == .notInstalled)
    #expect(failure?.standardErrorTail.contains("no-such-python") == true)
  }

  @Test("An engine that exists but cannot be started is not reported as missing")
  func unstartable() throws {
    let launch = EngineLaunch(id: "folder", command: ["/bin/sh"], folder: "/nowhere")
    let (failure, _) = try FaultyEngine.failure(of: launch)
    #expect(failure?.state == .failedToStart)
    #expect(failure?.description.contains("no working folder '/nowhere'") == true)
  }

  @Test("An engine whose child keeps the pipe open is reported, and the child is ended")
  func heldPipe() throws {
    var launch = try FaultyEngine.launch(.none, settle: .milliseconds(60))
    launch.command = ["/bin/sh", "-c", "sleep 1000 & exec \"$0\" none"] + launch.command.prefix(1)
    let (failure, group) = try FaultyEngine.failure(of: launch)
    #expect(failure?.state == .heldPipe)
    #expect(failure?.phase == .bye)
    #expect(Processes.groupHasGone(try #require(group)))
  }

  @Test("The failure of a bad engine shows the request, the reply and its standard error")
  func reproduction() throws {
    let (failure, _) = try FaultyEngine.failure(of: FaultyEngine.launch(.noJSON, "build"))
    #expect(failure?.requestLine == #"{"type":"build"}"#)
    #expect(failure?.got.contains("in the line 'thinking…'") == true)
    #expect(failure?.standardErrorTail == "got hello\ngot load\ngot build\n")
  }

  @Test("A failed engine throws the same failure again, whatever it is asked")
  func repetition() throws {
    let fixture = try SessionFixture()
    let client = try EngineClient(FaultyEngine.launch(.exit, "hello"))
    let first = #expect(throws: EngineFailure.self) { try client.hello() }
    let second = #expect(throws: EngineFailure.self) { try fixture.run(client) }
    let third = #expect(throws: EngineFailure.self) { try client.bye() }
    #expect(first != nil && first == second && second == third && client.failure == first)
  }
}
