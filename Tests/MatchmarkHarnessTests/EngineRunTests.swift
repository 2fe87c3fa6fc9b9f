import Foundation
import MatchmarkCore
import MatchmarkEngines
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// A fault, the step in which it is done, and the engine's state in a run.
struct LostEngine: Sendable, CustomStringConvertible {
  let fault: EngineFault
  let phase: EnginePhase
  let state: EngineState
  var status = MatcherStatus.errored

  init(
    _ fault: EngineFault, _ phase: EnginePhase, _ state: EngineState,
    _ status: MatcherStatus = .errored
  ) {
    self.fault = fault
    self.phase = phase
    self.state = state
    self.status = status
  }

  var description: String { "\(fault.rawValue) in \(phase.rawValue)" }

  var impatientPhase: EnginePhase? {
    [.timedOut, .lingering].contains(state) ? phase : nil
  }

  static let all = [
    LostEngine(.crash, .hello, .crashed), LostEngine(.crash, .load, .crashed),
    LostEngine(.crash, .build, .crashed), LostEngine(.crash, .query, .crashed),
    LostEngine(.exit, .query, .exited), LostEngine(.failAtEnd, .bye, .exited),
    LostEngine(.sleep, .query, .timedOut), LostEngine(.stop, .query, .timedOut),
    LostEngine(.closeOutput, .query, .closedPipe), LostEngine(.noJSON, .query, .garbage),
    LostEngine(.noUTF8, .query, .garbage), LostEngine(.endlessLine, .query, .endlessLine),
    LostEngine(.endlessGarbage, .query, .endlessOutput),
    LostEngine(.wrongType, .query, .outOfOrder), LostEngine(.secondReply, .query, .duplicateID),
    LostEngine(.error, .build, .errored), LostEngine(.wrongProtocol, .hello, .wrongProtocol),
    LostEngine(.noVersion, .hello, .noVersion), LostEngine(.wrongHash, .load, .wrongHash),
    LostEngine(.rowTooFew, .load, .wrongRowCount),
    LostEngine(.durationTooFew, .query, .wrongRepeatCount),
    LostEngine(.zeroDuration, .query, .impossibleDuration),
    LostEngine(.textAfterBye, .bye, .outputAfterBye), LostEngine(.linger, .bye, .lingering),
    LostEngine(.unknownRow, .query, .idsOutOfRange, .voided),
    LostEngine(.descendingRows, .query, .idsNotAscending, .voided),
    LostEngine(.countBesideRows, .query, .lyingCount, .voided),
    LostEngine(.exitAsNotFound, .hello, .notInstalled, .skipped),
  ]
}

@Suite("Engines in a run")
struct EngineRunTests {
  /// Makes a run whose matchers must be unharmed; returns the record of the other participant.
  private func record(
    _ participant: Participant, _ suite: Suite = EngineParticipants.suite
  ) throws -> MatcherRecord {
    let cells = try HarnessFixtures.run(with: [participant], suite)
    for id in ["linear-scan", "inverted-index"] {
      let right = try HarnessFixtures.record(of: id, in: cells)
      #expect(right.status == .verified)
      #expect(right.figures?.roundCount == 2)
      #expect(try SamplePacking.unpack(right.packedSamples).count == 3 * 24)
    }
    return try HarnessFixtures.record(of: participant.id, in: cells)
  }

  @Test("A correct engine is verified, timed by its own clock in every round, and identified")
  func good() throws {
    let record = try record(try EngineParticipants.faulty(.none))
    #expect(record.status == .verified)
    #expect(record.state == "verified")
    #expect(record.reason == nil)
    #expect(record.figures?.roundCount == 2)
    #expect(try SamplePacking.unpack(record.packedSamples).count == 3 * 24)
    #expect((record.figures?.coldFirstKey ?? 0) > 0)
    #expect((record.build?.nanoseconds ?? 0) > 0)
    #expect(record.engine?.name == "faulty")
    #expect(record.engine?.version == "1")
    #expect(record.engine?.language == "swift")
    #expect(record.engine?.clock?.isEmpty == false)
    #expect(record.engine?.resolutionInNanoseconds == 1)
    #expect(record.engine?.failure == nil)
    #expect(record.structure == "faulty 1 (swift, debug), timed by CLOCK_MONOTONIC, 1 ns per step")
  }

  @Test(
    "A failing engine is named with its state, and all other participants complete",
    arguments: LostEngine.all)
  func lost(engine: LostEngine) throws {
    let record = try record(
      try EngineParticipants.faulty(
        engine.fault, engine.phase.rawValue, impatientIn: engine.impatientPhase))
    #expect(record.status == engine.status)
    #expect(record.engine?.failure?.state == engine.state)
    #expect(record.state == (engine.status == .voided ? "voided" : engine.state.rawValue))
    #expect(record.figures == nil)
    #expect(record.isLostEngine == (engine.status == .errored))
    let reason = try #require(record.reason)
    #expect(engine.state == .notInstalled || reason.hasPrefix(engine.state.rawValue))
  }

  /// The record of an engine that is code as an app would contain it.
  private func appCode(_ fault: EngineFault, isOnOwnRows: Bool) throws -> MatcherRecord {
    let phase = fault == .crash ? EnginePhase.query.rawValue : nil
    var program = try #require(EngineParticipants.faulty(fault, phase).engine)
    program.isAppCode = true
    var suite = EngineParticipants.suite
    suite.effort.timesAppCode = isOnOwnRows
    return try record(Participant(program, summary: ""), suite)
  }

  @Test(
    "On one's own rows, code of an app has no rank where it is wrong or fails, and fails no run",
    arguments: [EngineFault.wrongMarks, .crash])
  func excused(fault: EngineFault) throws {
    let record = try appCode(fault, isOnOwnRows: true)
    #expect(record.isAppCode == true)
    #expect(record.status == .skipped)
    #expect(record.figures == nil && record.engine?.failure == nil)
    #expect(record.reason?.isEmpty == false)
    #expect((record.answers?.figures != nil) == (fault == .wrongMarks))
    #expect((record.answers?.example != nil) == (fault == .wrongMarks))
  }

  @Test(
    "Everywhere else, code of an app is held to the specification like every engine",
    arguments: [(EngineFault.wrongMarks, MatcherStatus.voided), (.crash, .errored)])
  func held(fault: EngineFault, status: MatcherStatus) throws {
    let record = try appCode(fault, isOnOwnRows: false)
    #expect(record.status == status)
    #expect(record.counterexamples.isEmpty == (fault == .crash))
  }

  @Test("An engine whose ranges differ from the oracle's is voided")
  func marks() throws {
    let wrong = try record(try EngineParticipants.faulty(.wrongMarks))
    #expect(wrong.status == .voided)
    let example = try #require(wrong.counterexamples.first)
    #expect(
      example.difference.wholeMatch(
        of: /row \d+: marked title \d+\.\.<\d+, expected title \d+\.\.<\d+/) != nil,
      "\(example.difference)")
    // The good engine declares that it marks; one that offers only rows does not.
    #expect(try record(try EngineParticipants.faulty(.none)).status == .verified)
  }

  @Test("A number is marked in the canonical text that the engine got")
  func canonicalNumbers() throws {
    var cell = HarnessFixtures.cell(
      SearchProfile(name: "plants", textFields: [TextField("title", .contains)]).with {
        $0.numericFields = ["size"]
      },
      traces: [Trace(name: "size", events: [.activate(by: .user), .type("2")])])
    cell.corpus.load = {
      var builder = CorpusBuilder(
        name: "plants", schema: try Schema([Column("title", .text), Column("size", .numeric)]))
      for size in ["02", "2.0", "2", "3"] { try builder.append(["Rose", size]) }
      return builder.finish()
    }
    var suite = EngineParticipants.suite
    suite.cells = [cell]
    let cells = try HarnessFixtures.run(with: [try EngineParticipants.faulty(.none)], suite)
    let record = try HarnessFixtures.record(of: "faulty", in: cells)
    #expect(record.status == .verified, "\(record.counterexamples)")
    #expect(cells[0].keystrokes.map(\.matchCount).contains(3))
  }

  @Test("The record of a failure keeps the request and the last output of the engine")
  func failureFacts() throws {
    let failure = try #require(
      try record(try EngineParticipants.faulty(.crash, "query")).engine?.failure)
    #expect(failure.phase == .query)
    #expect(failure.requestLine?.hasPrefix("{\"type\":\"query\",\"id\":1,") == true)
    #expect(failure.standardErrorTail.hasSuffix("got query\n"))
  }

  @Test(
    "An engine killed at any moment affects no other participant",
    arguments: [0, 20_000, 60_000, 120_000])
  func killed(microseconds: Int) throws {
    let record = try record(
      try EngineParticipants.faulty(.dieAtMoment, String(microseconds)))
    // On a fast machine the run may end before the last of these moments.
    #expect(record.engine?.failure?.state == .crashed || record.status == .verified)
  }

  @Test("A missing engine is skipped, with the command that installs it")
  func missing() throws {
    let record = try record(EngineParticipants.missing)
    #expect(record.status == .skipped)
    #expect(record.state == "not-installed")
    #expect(
      record.reason == "not installed; install it with: pip install absent (it is nowhere)")
    #expect(record.figures == nil)
  }

  @Test("An engine takes part in every cell, even if it crashed in an earlier one")
  func cells() throws {
    var suite = EngineParticipants.suite
    suite.cells = [
      HarnessFixtures.cell(), HarnessFixtures.cell(HarnessFixtures.profile(.wordPrefix)),
    ]
    let cells = try HarnessFixtures.run(
      with: [try EngineParticipants.faulty(.crash, "build"), EngineParticipants.missing], suite)
    #expect(
      cells.map { $0.matchers.map(\.state) } == [
        ["verified", "verified", "crashed", "not-installed"],
        ["verified", "verified", "crashed", "not-installed"],
      ])
  }

  @Test("Every delivery of a suite is timed in its own rounds, for matchers and engines alike")
  func deliveries() throws {
    var suite = EngineParticipants.suite
    suite.otherDeliveries = [.count, .rows]
    let cells = try HarnessFixtures.run(
      with: [try EngineParticipants.faulty(.none)], suite)
    for matcher in try #require(cells.first).matchers {
      let others = try #require(matcher.otherDeliveries)
      #expect(others.map(\.delivery) == [.count, .rows])
      for other in others {
        #expect(other.figures?.roundCount == 2)
        #expect(other.figures?.ratioToReference != nil)
        #expect(try SamplePacking.unpack(other.packedSamples).count == 3 * 24)
      }
    }
  }

  @Test("An engine whose count changes when no rows are requested is voided")
  func otherCount() throws {
    var suite = EngineParticipants.suite
    suite.otherDeliveries = [.count]
    let record = try record(try EngineParticipants.faulty(.otherCount), suite)
    #expect(record.status == .voided)
    #expect(record.engine?.failure?.state == .lyingCount)
    #expect(record.figures == nil)
  }

  @Test("A slow engine is measured on a sample of the keystrokes")
  func sampled() throws {
    var suite = EngineParticipants.suite
    suite.effort.roundSeconds = 1e-12
    let cells = try HarnessFixtures.run(with: [try EngineParticipants.faulty(.none)], suite)
    let record = try HarnessFixtures.record(of: "faulty", in: cells)
    #expect(record.isSampled)
    #expect(record.status == .verified)
    #expect(Set(try SamplePacking.unpack(record.packedSamples).map(\.keystroke)).count == 8)
  }

  @Test("An engine is verified even if nothing is measured")
  func verifiedOnly() throws {
    var suite = EngineParticipants.suite
    suite.effort.measures = false
    let cells = try HarnessFixtures.run(with: [try EngineParticipants.faulty(.none)], suite)
    let record = try HarnessFixtures.record(of: "faulty", in: cells)
    #expect(record.status == .verified)
    #expect(record.packedSamples == "")
  }

  @Test(
    "The file of rows is removed when no longer needed, as are leftovers of a killed process")
  func rowsFile() throws {
    let path: String
    do {
      let file = try RowsFile(HarnessFixtures.corpus())
      path = file.corpus.path
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(file.corpus.rowCount == 13)
      #expect(file.corpus.schemaLine.last == 0x0A)
      let size = try Data(contentsOf: URL(filePath: path)).count
      #expect(file.corpus.identity.hasSuffix("-\(size)"))
    }
    let folder = URL(filePath: path).deletingLastPathComponent()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    // No process has this number: it is above the maximum of every system.
    let abandoned = folder.deletingLastPathComponent()
      .appending(path: "matchmark-scratch-2000000000-x")
    try FileManager.default.createDirectory(at: abandoned, withIntermediateDirectories: true)
    do {
      // A process of another container may hold it, under a number that does not exist here.
      let claim = try FolderClaim(abandoned.path)
      _ = try RowsFile(HarnessFixtures.corpus())
      #expect(FileManager.default.fileExists(atPath: abandoned.path))
      withExtendedLifetime(claim) {}
    }
    _ = try RowsFile(HarnessFixtures.corpus())
    #expect(!FileManager.default.fileExists(atPath: abandoned.path))
  }

  @Test("An engine answers single questions as a matcher does")
  func asMatcher() throws {
    let corpus = try FoldedCorpus(HarnessFixtures.corpus(), profile: HarnessFixtures.profile())
    let participant = try EngineParticipants.faulty(.none)
    var cursor = try participant.entry.build(corpus, MatcherOptions()).makeAnyCursor()
    var answer = Answer()
    #expect(try cursor.answer(SearchQuery("rose"), into: &answer) == .answered)
    #expect(answer.rows == [0, 1, 3, 4])
    #expect(throws: MatcherError.query(.unknownScope("1066", known: ["All", "2010", "2011"]))) {
      try cursor.answer(SearchQuery("rose", scope: "1066"), into: &answer)
    }
    guard case .unsupported = EngineParticipants.missing.entry.support(corpus.profile) else {
      Issue.record("an engine that is not there supports something")
      return
    }
  }
}

@Suite("An engine's timed answer")
struct ContradictionTests {
  /// Rows 3, 5 … 121 of 200.
  private static let right: Answer = {
    var answer = Answer(rowCount: 200)
    for row in stride(from: 3, to: 123, by: 2) { answer.insert(row) }
    return answer
  }()

  private func contradiction(
    count: Int = 60, digest: UInt32? = nil, rows: [Int]? = nil, isExact: Bool = true
  ) -> String? {
    EngineAnswer(elapsedInNanoseconds: [1], count: count, digest: digest, rows: rows)
      .contradiction(to: Self.right, isExact: isExact)
      .map { "\($0.difference), row \($0.row)" }
  }

  @Test("An engine's timed answer must match the verified count, page ids and digest")
  func exact() {
    let page = Array(Self.right.rows.prefix(50))
    #expect(contradiction() == nil)
    #expect(contradiction(count: 59) == "59 rows instead of 60, row 3")
    #expect(contradiction(rows: page) == nil)
    #expect(contradiction(rows: [4] + page.dropFirst()) == "row 3 is missing, row 3")
    #expect(contradiction(rows: [3, 4] + page.dropFirst(2)) == "row 4 should not match, row 4")
    #expect(contradiction(rows: page.dropLast() + [103]) == "row 101 is missing, row 101")
    #expect(contradiction(digest: AnswerDigest.value(of: Self.right.rows.map(UInt32.init))) == nil)
    #expect(contradiction(digest: 0) == "as many rows, but different ones, by their digest, row 3")
  }

  @Test("A timed answer of an inexact engine may count more rows, but never fewer")
  func inexact() {
    #expect(contradiction(count: 61, isExact: false) == nil)
    #expect(contradiction(count: 60, rows: [1, 2], isExact: false) == nil)
    #expect(contradiction(count: 59, isExact: false) == "59 rows instead of 60, row 3")
  }
}
