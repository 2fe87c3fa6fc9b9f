import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("An engine process", .timeLimit(.minutes(15)))
struct EngineProcessTests {
  private func greeted(_ launch: EngineLaunch) throws -> EngineClient {
    let engine = try EngineClient(launch)
    try engine.hello()
    return engine
  }

  @Test("An engine answers a whole session, and its own times fit into those seen outside")
  func session() throws {
    let fixture = try SessionFixture()
    let engine = try greeted(FaultyEngine.launch(.none))
    guard
      case .opened(let built, _, _) = try engine.open(
        fixture.corpus, profile: SessionFixture.profile)
    else {
      Issue.record("it declined")
      return
    }
    #expect(engine.greeting?.name == "faulty")
    #expect(built > 0)
    for (query, rows) in SessionFixture.queries {
      let result = try engine.query(query, want: .rows, repeatCount: 3)
      guard case .answered(let answer, let time) = result else {
        Issue.record("it declined \(query)")
        continue
      }
      #expect(answer.rows == rows)
      let own = answer.elapsedInNanoseconds
      #expect(own.count == 3)
      #expect(own.reduce(0, +) <= Int(time.wallInNanoseconds) + 3)
    }
    #expect(engine.durations.sampleCount == 1 + 3 * SessionFixture.queries.count)
    try engine.bye()
    #expect(engine.failure == nil)
  }

  @Test("An engine that prints its version without end has the first line as its version")
  func endlessVersion() {
    let entry = EngineEntry(
      id: "endless", summary: "", command: ["yes"], versionCommand: ["yes", "1.0"], install: "")
    #expect(entry.installation() == .installed(version: "1.0"))
  }

  @Test("An engine without a version command is installed if its program exists")
  func noVersion() {
    #expect(EngineEntry(id: "x", command: ["sh"]).installation() == .installed(version: nil))
    let missing = EngineEntry(id: "x", command: ["matchmark-no-such-engine"]).installation()
    guard case .missing(let reason) = missing else {
      Issue.record("\(missing)")
      return
    }
    #expect(reason.contains("it is in no folder of PATH"), "\(reason)")
  }

  @Test("An engine whose version command does not end in time is not installed")
  func slowVersion() {
    let entry = EngineEntry(
      id: "slow", summary: "", command: ["true"], versionCommand: ["sleep", "1000"], install: "")
    guard case .missing = entry.installation(within: .milliseconds(60)) else {
      Issue.record("the version command was waited for")
      return
    }
  }

  @Test("An engine is neither installed nor missing if the system has no descriptor left")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let entry = EngineEntry(
        id: "x", summary: "", command: ["true"], versionCommand: ["echo", "1.0"], install: "")
      guard case .installed = entry.installation() else { exit(10) }
      let next = dup(0)
      close(next)
      var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: rlim_t(next))
      guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
        exit(11)
      }
      guard case .unknown = entry.installation() else { exit(12) }
      let launch = EngineLaunch(id: "x", command: ["true"])
      do throws(EngineFailure) { _ = try EngineClient(launch) } catch {
        exit(error.state == .systemExhausted ? 0 : 13)
      }
      exit(14)
    }
  }

  @Test("An engine may decline a profile, and is then closed cleanly")
  func declined() throws {
    let fixture = try SessionFixture()
    let engine = try greeted(FaultyEngine.launch(.declineLoad, "load"))
    let opening = try engine.open(fixture.corpus, profile: SessionFixture.profile)
    #expect(opening == .skipped(SkipReason("not today", url: "https://example.org")))
    try engine.bye()
  }

  @Test("An engine may decline a query, and is then closed cleanly")
  func declinedQuery() throws {
    let fixture = try SessionFixture()
    let engine = try greeted(FaultyEngine.launch(.declineQuery, "query"))
    _ = try engine.open(fixture.corpus, profile: SessionFixture.profile)
    let result = try engine.query(SearchQuery("an"), want: .count)
    #expect(result == .skipped(SkipReason("too short")))
    try engine.bye()
  }

  @Test("An engine is not asked for capabilities that it lacks")
  func unoffered() throws {
    let fixture = try SessionFixture()
    let engine = try greeted(FaultyEngine.launch(.onlyRowsOffered, "hello"))
    _ = try engine.open(fixture.corpus, profile: SessionFixture.profile)
    let result = try engine.query(SearchQuery("an"), want: .page)
    #expect(result == .skipped(SkipReason("it does not offer 'page'")))
    guard case .answered = try engine.query(SearchQuery("an"), want: .rows) else {
      Issue.record("it declined rows")
      return
    }
    try engine.bye()
  }

  @Test("An engine's own errors are reported, such as a missing file or a build before the load")
  func errors() throws {
    let engine = try greeted(FaultyEngine.launch(.none))
    let corpus: EngineCorpus = (
      path: "/nowhere/rows.jsonl", identity: "00000000-0",
      schemaLine: Array("{}".utf8), rowCount: 0
    )
    let failure = #expect(throws: EngineFailure.self) {
      try engine.open(corpus, profile: SessionFixture.profile)
    }
    #expect(failure?.state == .errored)
    #expect(failure?.got.contains("/nowhere/rows.jsonl") == true)
    let client = try EngineClient(FaultyEngine.launch(.none))
    try client.hello()
    let second = #expect(throws: EngineFailure.self) { try client.build() }
    #expect(second?.state == .errored)
    #expect(second?.phase == .build)
  }

  @Test("An engine process that is released without a goodbye is ended")
  func letGo() throws {
    let group: Int32
    do {
      let client = try EngineClient(FaultyEngine.launch(.none))
      try client.hello()
      group = client.processNumber
    }
    #expect(Processes.groupHasGone(group))
  }

  @Test("An engine gets the environment variables of its launch")
  func environment() throws {
    // A shell in place of the engine sees the variable that every test's launch sets.
    var launch = try FaultyEngine.launch(.none)
    launch.environment["MATCHMARK_DEED"] = "no-version"
    launch.command = [
      "/bin/sh", "-c", "exec \"$0\" \"$MATCHMARK_DEED\" hello", try Program.faultyEngine.path,
    ]
    let (failure, _) = try FaultyEngine.failure(of: launch)
    #expect(failure?.state == .noVersion)
  }

  @Test("An engine leaves no pipe open, whatever it did", .exits)
  func pipes() async {
    await #expect(processExitsWith: .success) {
      func run(_ fault: EngineFault, _ phase: String) throws {
        var launch = try FaultyEngine.launch(fault, phase, settle: .milliseconds(60))
        launch.timeouts.bye = .milliseconds(100)
        _ = try FaultyEngine.failure(of: launch)
      }
      try run(.none, "query")
      let before = try Processes.openPipeCount()
      for (fault, phase) in [
        (.none, "query"), (.crash, "query"), (.noJSON, "hello"), (.closeInput, "query"),
        (.closeOutput, "load"), (.linger, "bye"), (.endlessLine, "build"),
      ] as [(EngineFault, String)] { try run(fault, phase) }
      _ = try FaultyEngine.failure(of: EngineLaunch(id: "missing", command: ["/nowhere"]))
      guard try Processes.openPipeCount() == before else { exit(10) }
    }
  }
}
