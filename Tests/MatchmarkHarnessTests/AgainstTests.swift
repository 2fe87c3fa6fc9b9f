import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkTestSupport
import Synchronization
import Testing

@Suite("Two builds measured in turns")
struct AgainstTests {
  private static func launch(_ fault: EngineFault, _ detail: String? = nil) throws -> EngineLaunch {
    try #require(EngineParticipants.faulty(fault, detail).engine).launch
  }

  private static func serving(_ launch: EngineLaunch) -> EngineProgram.OfParticipant {
    { _ in EngineProgram(launch, install: "build the tests") }
  }

  private static func program(
    _ fault: EngineFault, _ detail: String? = nil
  ) throws -> EngineProgram.OfParticipant {
    serving(try launch(fault, detail))
  }

  private static func result(
    base: EngineFault = .none, own: EngineFault = .none, in phase: String? = nil, forks: Int = 1
  ) throws -> AgainstResult {
    var suite = EngineParticipants.suite
    suite.effort.maximumRounds = 4
    let run = AgainstRun(
      Plan(suite, [Participant(HarnessFixtures.linear)]), base: try program(base, phase),
      own: try program(own, phase))
    return try #require(try run.results(of: 0..<forks).first)
  }

  @Test("Compared builds run from fresh copies in every fork, which are removed afterwards")
  func copies() throws {
    let folder = try TemporaryFolder()
    var launch = try Self.launch(.none)
    launch.environment["MATCHMARK_TRACE"] = folder.file("trace")
    let told = Mutex<[[Int]]>([])
    let run = AgainstRun(
      Plan(EngineParticipants.suite, [Participant(HarnessFixtures.linear)]),
      base: Self.serving(launch), own: Self.serving(launch)
    ) { event in
      if case .forkStarted(let number, let count, _, _) = event {
        told.withLock { $0.append([number, count]) }
      }
    }
    let first = try run.results(of: 0..<2)
    // Further forks, including those of a confirming block, are as fresh as the first.
    let more = try run.results(of: 2..<3, addedTo: first)
    #expect(Set(more.flatMap(\.own).map(\.fork)) == [0, 1, 2])
    #expect(
      told.withLock { $0 } == [[0, 2], [1, 2], [2, 3]], "the number, and how many there are")
    #expect(more[0].cell.matchers[0].figures?.forkCount == 3)
    let starts = try String(contentsOfFile: folder.file("trace"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ") }
    try #require(starts.count == 9)
    #expect(Set(starts.map { $0[1] }).count == 9, "paths")
    for fork in 0..<3 {
      #expect(Set(starts[fork * 3..<fork * 3 + 3].map { $0[0] }).count == 3, "files")
    }
    for path in starts.map({ String($0[1]) }) {
      #expect(path.hasSuffix("-faulty-engine") && path.contains("/matchmark-scratch-"))
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("A compared build that is a script is not copied, because it may need files next to it")
  func script() throws {
    let folder = try TemporaryFolder()
    let path = try folder.program(
      "wrapper", "#!/bin/sh\necho \"$0\" >> '\(folder.file("trace"))'\nexec \"$@\"\n")
    var launch = try Self.launch(.none)
    launch.command.insert(path, at: 0)
    let run = AgainstRun(
      Plan(EngineParticipants.suite, [Participant(HarnessFixtures.linear)]),
      base: Self.serving(launch), own: Self.serving(launch))
    #expect(try run.results(of: 0..<1).first?.reason == nil)
    let starts = try String(contentsOfFile: folder.file("trace"), encoding: .utf8)
    #expect(starts == String(repeating: "\(path)\n", count: 3))
  }

  @Test("Compared builds get the same keystrokes in the same rounds, in balanced order")
  func turns() throws {
    let result = try Self.result(forks: 2)
    #expect(result.reason == nil)
    #expect(result.cell.matchers.map(\.status) == [.verified])
    #expect(result.own.count == result.base.count && result.own.count == result.twin.count)
    // 24 keystrokes, at least three rounds of each of two forks.
    #expect(result.own.count >= 24 * 3 * 2)
    #expect(Set(result.own.map(\.fork)) == [0, 1])
    #expect(Set(result.own.map(\.order)) == [0, 1, 2])
    #expect(result.own.allSatisfy { $0.batch == 1 })
    let finding = AgainstFindings(floor: 0.03, seed: 1).findings([result])
    #expect(finding.first?.ratio != nil && finding.first?.noise != nil)
  }

  @Test("The tail of two builds also has keystrokes that only this build made slow")
  func ownTail() throws {
    var result = try Self.result(forks: 1)
    let keystroke = try #require(result.cell.keystrokes.first { $0.isTyped })
    result.cell.keystrokes = Array(repeating: keystroke, count: 100)
    func samples(_ seed: UInt64, slowed: Int = 1) -> [Sample] {
      var random = SeededGenerator(seed: seed)
      return (0..<5).flatMap { fork in
        (0..<6).flatMap { round in
          (0..<100).map { keystroke in
            let isSlow = keystroke >= 95
            let time = (isSlow ? 2_000_000 : 1_000_000) + random.below(20_000)
            return Sample(
              fork: fork, round: round, keystroke: keystroke, order: 0, batch: 1,
              totalNanoseconds: 10..<12 ~= keystroke ? time * slowed : time)
          }
        }
      }
    }
    (result.base, result.twin) = (samples(1), samples(2))
    func verdicts(_ slowed: Int) -> [GateVerdict] {
      result.own = samples(3, slowed: slowed)
      return AgainstFindings(floor: 0.03, seed: 1).findings([result]).map(\.verdict)
    }
    #expect(verdicts(1) == [.same, .same])
    // Two of a hundred that take three times as long are 2 % of the overall mean.
    #expect(verdicts(3) == [.same, .slower])
  }

  @Test("This build is named if it answers wrongly, even if the other build does so too")
  func wrong() throws {
    let own = try Self.result(own: .unknownRow)
    #expect(own.reason?.hasPrefix("this build: ") == true)
    #expect(own.cell.matchers.map(\.status) == [.voided])
    let both = try Self.result(base: .unknownRow, own: .unknownRow)
    #expect(both.reason?.hasPrefix("this build: ") == true && !both.isAlone)
  }

  @Test(
    "A build is judged alone, with its times, if the other one is wrong or cannot answer",
    arguments: [
      (EngineFault.unknownRow, nil as String?), (.crash, "hello"), (.crash, "query"),
      (.declineQuery, nil), (.declineLoad, "load"),
    ])
  func alone(fault: EngineFault, phase: String?) throws {
    var suite = EngineParticipants.suite
    suite.budgets = [Budget(figure: .max, nanoseconds: 1)]
    let plan = Plan(suite, [Participant(HarnessFixtures.linear)])
    let result = try #require(
      try AgainstRun(
        plan, base: try Self.program(fault, phase), own: try Self.program(.none)
      ).results(of: 0..<2).first)
    #expect(result.reason?.hasPrefix("the other build") == true)
    #expect(result.isAlone && !result.isSkipped && result.base.isEmpty)
    #expect(result.cell.matchers.map(\.status) == [.verified])
    #expect(result.cell.matchers[0].figures != nil)
    let findings = AgainstFindings(floor: 0.03, seed: 1).findings([result])
    #expect(findings.map(\.verdict) == [.alone])
    #expect(findings[0].reason == result.reason)
    // Nothing is compared, so nothing fails but the budget.
    let record = plan.record(
      .check, of: [result.cell], in: PlanRecordTests.context,
      gate: GateRecord(form: .against, subject: "x", floor: 0.03, findings: findings))
    #expect(record.complaints.map(\.kind) == [.missedBudgets])
    #expect(record.verdict == .missed)
  }

  @Test(
    "Two slow versions are asked the same sample, and are compared",
    arguments: [try EngineParticipants.faulty(.none), Participant(HarnessFixtures.linear)])
  func sampled(participant: Participant) throws {
    var suite = EngineParticipants.suite
    suite.effort.roundSeconds = 1e-9
    let run = AgainstRun(
      Plan(suite, [participant]), base: try Self.program(.none), own: try Self.program(.none))
    let result = try #require(try run.results(of: 0..<3).first)
    #expect(result.reason == nil, "\(result.reason ?? "")")
    #expect(result.cell.matchers[0].isSampled)
    // The answers to all keystrokes are checked.
    #expect(result.cell.matchers[0].answers?.checkedCount == result.cell.keystrokes.count)
    #expect(
      Set(result.cell.matchers[0].wallSeconds.keys)
        == Set(result.cell.keystrokes.map(\.eventClass)))
    let asked = Set(result.own.map(\.keystroke))
    #expect(asked.count == 8)
    for samples in [result.own, result.base, result.twin] {
      #expect(Set(samples.map(\.fork)) == [0, 1, 2])
      #expect(Set(samples.map(\.keystroke)) == asked)
    }
    #expect(AgainstFindings(floor: 0.03, seed: 1).findings([result]).first?.ratio != nil)
    // The repetitions leave the round its time.
    #expect((result.own + result.base + result.twin).allSatisfy { $0.batch < 5 })
  }

  @Test("A compared build that crashes is errored, and a cell that both decline is skipped")
  func failures() throws {
    let failed = try Self.result(own: .crash, in: "query")
    #expect(failed.reason?.hasPrefix("this build: crashed in query") == true)
    #expect(failed.cell.matchers.map(\.status) == [.errored])
    let skipped = try Self.result(base: .declineLoad, own: .declineLoad, in: "load")
    #expect(skipped.isSkipped)
    #expect(AgainstFindings(floor: 0.03, seed: 1).findings([skipped]).isEmpty)
    let one = try Self.result(own: .declineQuery)
    #expect(one.reason?.hasPrefix("this build: declined: ") == true && !one.isAlone)
    #expect(one.cell.matchers.map(\.status) == [.skipped])
  }

  @Test(
    "A build that answers repeated queries from memory is not called faster",
    arguments: [
      (EngineFault.works, EngineFault.keepsAnswers, "this build answers"),
      (.works, .keepsRepetitions, "this build answers"),
      (.keepsAnswers, .works, "the other build answers"),
      (.keepsAnswers, .keepsAnswers, "both builds answer"),
    ])
  func memory(base: EngineFault, own: EngineFault, rememberers: String) throws {
    let result = try Self.result(base: base, own: own, forks: 3)
    let findings = AgainstFindings(floor: 0.03, seed: 1).findings([result])
    // A tail of first askings would be two queries.
    try #require(findings.map(\.figure) == ["time"])
    let ratio = try #require(findings[0].ratio)
    #expect(0.5..<2 ~= ratio.ratio, "every first asking takes 0.3 ms")
    let earlier = try #require(findings[0].earlierNanoseconds)
    #expect(earlier > 100_000, "not the time of a repetition")
    #expect(findings[0].noise != nil)
    #expect(
      findings[0].reason?.hasPrefix("\(rememberers) repeated queries from memory; ") == true,
      "\(findings[0].reason ?? "")")
  }

  @Test("An answer that is kept for the second of two repetitions is found")
  func memoryOfTwo() throws {
    var suite = EngineParticipants.suite
    suite.effort.maximumRounds = 4
    // A third of a round for each side: time for two repetitions of 24 keystrokes of 0.3 ms, or for
    // more of fewer keystrokes if exchanges seem slow.
    suite.effort.roundSeconds = 0.0555
    let run = AgainstRun(
      Plan(suite, [Participant(HarnessFixtures.linear)]), base: try Self.program(.keepsRepetitions),
      own: try Self.program(.keepsRepetitions))
    let result = try #require(try run.results(of: 0..<3).first)
    let finding = try #require(AgainstFindings(floor: 0.03, seed: 1).findings([result]).first)
    #expect(finding.reason?.hasPrefix("both builds answer repeated queries") == true)
  }

  @Test("Builds that do the work each time are compared on the keystrokes of every round")
  func noMemory() throws {
    let result = try Self.result(base: .works, own: .works, forks: 3)
    let finding = try #require(AgainstFindings(floor: 0.03, seed: 1).findings([result]).first)
    #expect(finding.reason == nil && finding.roundCount >= 9)
  }

  @Test("A build that is wrong only on queries that no session types is wrong all the same")
  func wrongOnUnseen() throws {
    let known = Set(try Self.result().cell.keystrokes.map(\.query.text))
    let result = try Self.result(own: .wrongWhenNew)
    #expect(
      result.reason?.hasPrefix("this build answers wrongly") == true, "\(result.reason ?? "")")
    let example = try #require(result.cell.matchers[0].counterexamples.first)
    #expect(!known.contains(example.query.text))
    let other = try Self.result(base: .wrongWhenNew)
    #expect(other.reason == nil, "\(other.reason ?? ""); only this build is judged")
    let compared = try [AgainstSide.base, .own].map { side in
      Set(try #require(other.unseen[side]).first.map(\.keystroke))
    }
    #expect(compared[0].isStrictSubset(of: compared[1]), "times of wrong answers")
  }

  @Test("Where only the other build declines, the rest is compared; this one may decline no more")
  func declinedInPart() throws {
    let other = try Self.result(base: .declineOdd)
    #expect(other.reason == nil)
    let note = /the other build: declined: odd; times are compared on \d+ of \d+ timed .*/
    #expect(other.note?.wholeMatch(of: note) != nil, "\(other.note ?? "")")
    let compared = Set(other.base.map(\.keystroke))
    #expect(!compared.isEmpty && compared.isStrictSubset(of: Set(other.own.map(\.keystroke))))
    let own = try Self.result(own: .declineOdd)
    #expect(own.reason?.hasPrefix("this build: declined: odd") == true && !own.isAlone)
    // It answered the rest rightly.
    #expect(own.cell.matchers.map(\.status) == [.verified])
    #expect(AgainstFindings(floor: 0.03, seed: 1).findings([own])[0].verdict == .notComparable)
  }
}

@Suite("A plan's record")
struct PlanRecordTests {
  static let context = RunContext(
    tool: "t", startedAt: "2026-01-02T03:04:05Z", commandLine: [],
    host: HostRecord(
      name: "h", kernel: "k", processor: "p", coreCount: 1, memoryInBytes: nil, loadBefore: nil),
    build: BuildRecord(compiler: "c", isOptimised: false),
    clock: ClockRecord(name: "m", resolutionInNanoseconds: 1, readingCostInNanoseconds: 1))

  @Test("A plan's record has its kind, its budgets and, if something was timed, its warnings")
  func measured() throws {
    var suite = EngineParticipants.suite
    suite.budgets = [Budget(figure: .p99, nanoseconds: 1e12)]
    var linear = Participant(HarnessFixtures.linear)
    linear.isAskedFor = true
    var plan = Plan(suite, [linear])
    let record = try Run(plan, readingCost: 1) { _ in }.record(.run, in: Self.context)
    #expect(record.kind == .run)
    #expect(record.budgets?.count == 1)
    #expect(record.askedFor == ["linear-scan"])
    #expect(record.context.durationInSeconds > 0)
    // The context is that of a debug build.
    #expect(!record.warnings.isEmpty)
    plan.suite.effort.measures = false
    let verified = try Run(plan, readingCost: 1) { _ in }.record(.verify, in: Self.context)
    #expect(verified.kind == .verify && verified.budgets == nil && verified.warnings.isEmpty)
  }
}
