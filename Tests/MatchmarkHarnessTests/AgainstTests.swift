import Foundation
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkTestSupport
import Testing

@Suite("Two builds measured in turns")
struct AgainstTests {
  private static func launch(_ deed: EngineDeed, _ detail: String? = nil) throws -> EngineLaunch {
    try #require(EngineParticipants.faulty(deed, detail).engine).launch
  }

  private static func program(
    _ deed: EngineDeed, _ detail: String? = nil
  ) throws -> EngineProgram.OfMatcher {
    let launch = try launch(deed, detail)
    return { _ in launch }
  }

  private static func result(
    base: EngineDeed = .none, own: EngineDeed = .none, in phase: String? = nil, forks: Int = 1
  ) throws -> AgainstResult {
    var suite = EngineParticipants.suite
    suite.effort.maximumRounds = 4
    let run = AgainstRun(
      Plan(suite, [Participant(HarnessFixtures.linear)]), base: try program(base, phase),
      own: try program(own, phase))
    return try #require(try run.results(of: 0..<forks).first)
  }

  @Test("in every fork, each of the three runs from its own file, which is removed afterwards")
  func copies() throws {
    let folder = try TemporaryFolder()
    var launch = try Self.launch(.none)
    launch.environment["MATCHMARK_TRACE"] = folder.file("trace")
    let traced = launch
    let run = AgainstRun(
      Plan(EngineParticipants.suite, [Participant(HarnessFixtures.linear)]),
      base: { _ in traced }, own: { _ in traced })
    let first = try run.results(of: 0..<2)
    // Further forks, including those of a confirming block, are as fresh as the first.
    let more = try run.results(of: 2..<3, addedTo: first)
    #expect(Set(more.flatMap(\.own).map(\.fork)) == [0, 1, 2])
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

  @Test("a script runs where it is, because it may need files next to it")
  func script() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("wrapper")
    let text = "#!/bin/sh\necho \"$0\" >> '\(folder.file("trace"))'\nexec \"$@\"\n"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var launch = try Self.launch(.none)
    launch.command.insert(path, at: 0)
    let wrapped = launch
    let run = AgainstRun(
      Plan(EngineParticipants.suite, [Participant(HarnessFixtures.linear)]),
      base: { _ in wrapped }, own: { _ in wrapped })
    #expect(try run.results(of: 0..<1).first?.reason == nil)
    let starts = try String(contentsOfFile: folder.file("trace"), encoding: .utf8)
    #expect(starts == String(repeating: "\(path)\n", count: 3))
  }

  @Test("all three get the same keystrokes in the same rounds, in balanced order")
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

  @Test("the build that answers wrongly is named, and no other")
  func wrong() throws {
    let own = try Self.result(own: .unknownRow)
    #expect(own.reason?.hasPrefix("this build: ") == true)
    #expect(own.cell.matchers.map(\.status) == [.voided])
    let base = try Self.result(base: .unknownRow)
    #expect(base.reason?.hasPrefix("the other build: ") == true)
    #expect(base.cell.matchers.map(\.status) == [.skipped])
    #expect(base.own.isEmpty && !base.isSkipped)
  }

  @Test("a failure of this build is its own, and a query that both decline is not a failure")
  func failures() throws {
    let failed = try Self.result(own: .crash, in: "query")
    #expect(failed.reason?.hasPrefix("this build: crashed in query") == true)
    #expect(failed.cell.matchers.map(\.status) == [.errored])
    let skipped = try Self.result(base: .declineLoad, own: .declineLoad, in: "load")
    #expect(skipped.isSkipped)
    #expect(AgainstFindings(floor: 0.03, seed: 1).findings([skipped]).isEmpty)
    let one = try Self.result(base: .declineQuery)
    #expect(one.reason?.hasPrefix("the other build: declined: ") == true)
  }
}

@Suite("A plan's record")
struct PlanRecordTests {
  private static let context = RunContext(
    tool: "t", startedAt: "2026-01-02T03:04:05Z", commandLine: [],
    host: HostRecord(
      name: "h", kernel: "k", processor: "p", coreCount: 1, memoryInBytes: nil, loadBefore: nil),
    build: BuildRecord(compiler: "c", isOptimised: false),
    clock: ClockRecord(name: "m", resolutionInNanoseconds: 1, readingCostInNanoseconds: 1))

  @Test("has its kind, its budgets and, if something was timed, its warnings")
  func measured() throws {
    var suite = EngineParticipants.suite
    suite.budgets = [Budget(figure: .p99, nanoseconds: 1e12)]
    var linear = Participant(HarnessFixtures.linear)
    linear.isAskedFor = true
    var plan = Plan(suite, [linear])
    let record = try Run(plan, readingCost: 1) { _ in }.record(.measure, in: Self.context)
    #expect(record.kind == .measure)
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
