import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

/// Engines whose rows are right, and of whose other declarations one is wrong.
@Suite("A count, page, digest or range that an engine declares")
struct DeclaredAnswerTests {
  static let faults: [EngineFault] = [
    .wrongMarks, .noMarks, .declineMarks, .wrongDigest, .otherCount,
  ]

  private static func text(_ fault: EngineFault) -> String {
    switch fault {
    case .wrongMarks, .noMarks: ": marked "
    case .declineMarks: "declares 'page' with 'ranges', but declines: later"
    case .wrongDigest: "digest"
    default: "count"
    }
  }

  @Test(
    "An engine's wrong count, digest or range voids it even if a run only verifies",
    arguments: faults)
  func verification(fault: EngineFault) throws {
    var suite = EngineParticipants.suite
    suite.effort.measures = false
    let cells = try HarnessFixtures.run(with: [try EngineParticipants.faulty(fault)], suite)
    let record = try HarnessFixtures.record(of: "faulty", in: cells)
    #expect(record.status == .voided)
    #expect(record.reason?.contains(Self.text(fault)) == true, "\(record.reason ?? "")")
  }

  @Test(
    "A hunt finds an engine's wrong count, digest or range, and its shrunk case shows it again",
    arguments: faults)
  func hunt(fault: EngineFault) throws {
    let engine = try EngineParticipants.faulty(fault)
    let tally = try Hunt(
      Matching([engine], rowLimit: 40), seed: 3, limit: .cases(60), workerCount: 1
    ) { "\($0) \($1)" }.run { _ in }
    guard case .breach(_, let situation, let found) = tally.find else {
      Issue.record("found \(tally.find?.description ?? "nothing")")
      return
    }
    #expect(found.description.contains(Self.text(fault)), "\(found)")
    #expect(!found.description.contains("\n::"), "an engine's words begin no line")
    #expect(try Disagreement(of: engine.entry, in: situation) != nil)
  }

  @Test("The conformance cases catch an engine's wrong count, digest or range", arguments: faults)
  func conformance(fault: EngineFault) throws {
    let testCase = try #require(try ConformanceSuite.embedded().cases.first { $0.id == "R2-1" })
    let engine = try EngineParticipants.faulty(fault)
    let result = CaseRunner().run(testCase, on: .matcher(engine.entry))
    guard case .failed(let failure) = result else {
      Issue.record("\(result.map { "\($0)" } ?? "nothing")")
      return
    }
    #expect(failure.description.contains(Self.text(fault)), "\(failure)")
  }

  @Test("An engine with right ranges passes the cases about ranges, and others are asked none")
  func right() throws {
    let cases = try ConformanceSuite.embedded().cases.filter { $0.group == "marks" }
    #expect(cases.count > 10)
    let (good, plain) = (
      try EngineParticipants.faulty(.none).entry,
      try EngineParticipants.faulty(.onlyRowsOffered).entry
    )
    for testCase in cases {
      #expect(CaseRunner().run(testCase, on: .matcher(good)) == .passed, "\(testCase.id)")
      #expect(CaseRunner().run(testCase, on: .oracle) == .passed)
    }
    for entry in [plain, HarnessFixtures.linear] {
      #expect(cases.allSatisfy { CaseRunner().run($0, on: .matcher(entry)) == nil })
    }
    let tally = try Hunt(
      Matching([try EngineParticipants.faulty(.none)], rowLimit: 40), seed: 3, limit: .cases(20),
      workerCount: 1
    ) { "\($0) \($1)" }.run { _ in }
    #expect(tally.find == nil, "\(tally.find?.description ?? "")")
    #expect(tally.answerCount > 100)
  }
}
