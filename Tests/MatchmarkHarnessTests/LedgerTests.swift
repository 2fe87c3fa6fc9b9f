import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkTestSupport
import Testing

@Suite("The ledger of known disagreements")
struct LedgerTests {
  private static let today = "2026-03-01"
  private static let wrong = HarnessFixtures.faulty(.addsRow).descriptor.id

  private func entry(
    _ text: String, profile: String = "plants", expires: String = "2026-03-01",
    engine: String = wrong
  ) throws -> LedgerRecord {
    try #require(DivergenceLedger.isDay(expires))
    return LedgerRecord(
      engine: engine, text: text, profile: profile, reason: "known",
      link: "https://example.org", expires: expires)
  }

  private func ledger(_ entries: [LedgerRecord]) throws -> DivergenceLedger {
    try #require(DivergenceLedger.isDay(Self.today))
    return DivergenceLedger(entries, today: Self.today)
  }

  private func uses(in cells: [CellRecord]) -> [LedgerUse] {
    cells.flatMap(\.matchers).flatMap { $0.ledger ?? [] }
  }

  /// One typing session: `r`, `ro`, `rose` in one go, and `x`.
  private static let cell = HarnessFixtures.cell(traces: [
    Trace(name: "typed", events: [.activate(by: .user), .type("r"), .type("o"), .type("se")]),
    Trace(name: "other", events: [.activate(by: .user), .type("x")]),
  ])

  private func run(
    _ fault: MatcherFault, _ ledger: DivergenceLedger
  ) throws -> (record: MatcherRecord, standings: [LedgerRecord]) {
    var suite = HarnessFixtures.suite(cells: [Self.cell])
    suite.effort.minimumRounds = 2
    suite.effort.maximumRounds = 2
    let faulty = HarnessFixtures.faulty(fault)
    let cells = try HarnessFixtures.run(with: [Participant(faulty)], suite, ledger: ledger)
    return (
      try HarnessFixtures.record(of: faulty.descriptor.id, in: cells),
      ledger.standings(after: uses(in: cells), among: ["linear-scan", faulty.descriptor.id])
    )
  }

  /// The faulty adds a row to every answer that is not the whole corpus.
  private static let typed = ["r", "ro", "rose", "x"]

  @Test("A disagreement in the ledger does not void the matcher, is counted, and is not timed")
  func applied() throws {
    let (record, standings) = try run(.addsRow, try ledger(Self.typed.map { try entry($0) }))
    #expect(record.status == .verified)
    #expect(record.counterexamples == [])
    #expect(record.divergedCount == 4)
    #expect(standings.map(\.standing) == Array(repeating: .applied, count: 4))
    #expect(standings.map(\.divergedCount) == [1, 1, 1, 1])
    let timed = Set(try SamplePacking.unpack(record.packedSamples).map(\.keystroke))
    #expect(timed == [0, 4], "only browsing is not covered")
  }

  @Test("A disagreement that is not in the ledger voids the matcher")
  func uncovered() throws {
    let (record, standings) = try run(.addsRow, try ledger([entry("r"), entry("x")]))
    #expect(record.status == .voided)
    #expect(record.counterexamples.map(\.query.text) == ["ro", "rose"])
    #expect(standings.map(\.standing) == [.applied, .applied])
  }

  @Test(
    "A ledger entry covers only the engine, the text and the profile that it names",
    arguments: [("R", "plants", wrong), ("r", "other", wrong), ("r", "plants", "linear-scan")])
  func elsewhere(text: String, profile: String, engine: String) throws {
    let (record, standings) = try run(
      .addsRow, try ledger([entry(text, profile: profile, engine: engine)]))
    #expect(record.status == .voided)
    #expect(record.divergedCount == 0)
    #expect(standings.map(\.standing) == [engine == Self.wrong ? .notAsked : .stale])
  }

  @Test("Canonically equivalent texts are different texts in the ledger")
  func bytes() throws {
    let ledger = try ledger([entry("e\u{301}")])
    #expect(
      ledger.position(covering: SearchQuery("e\u{301}"), of: Self.wrong, profile: "plants") == 0)
    #expect(
      ledger.position(covering: SearchQuery("\u{E9}"), of: Self.wrong, profile: "plants") == nil)
  }

  @Test("A ledger entry that no longer diverges is stale")
  func stale() throws {
    let right = MatcherFault.isSlow
    let (record, standings) = try run(
      right, try ledger([entry("ro", engine: HarnessFixtures.faulty(right).descriptor.id)]))
    #expect(record.status == .verified)
    #expect(standings.map(\.standing) == [.stale])
    #expect(standings.first?.standing.isFailure == true)
  }

  @Test("A ledger entry covers nothing after its last day")
  func expired() throws {
    let old = try ledger([entry("r", expires: "2026-02-28")])
    let (record, standings) = try run(.addsRow, old)
    #expect(record.status == .voided)
    #expect(record.counterexamples.contains { $0.query.text == "r" })
    #expect(standings.map(\.standing) == [.expired])
    #expect(standings.first?.standing.isFailure == true)
  }

  @Test("A ledger entry about an absent participant is ignored, even if it has expired")
  func absent() throws {
    let (_, standings) = try run(
      .isSlow, try ledger([entry("r", expires: "2000-01-01", engine: "tantivy")]))
    #expect(standings == [])
  }

  @Test("A ledger entry about an engine that failed stays open")
  func failed() throws {
    let ledger = try ledger([entry("ro", engine: "faulty")])
    var suite = EngineParticipants.suite
    suite.cells = [Self.cell]
    let cells = try HarnessFixtures.run(
      with: [try EngineParticipants.faulty(.crash, "query")], suite, ledger: ledger)
    let standings = ledger.standings(after: uses(in: cells), among: ["faulty"])
    #expect(standings.map(\.standing) == [.notAsked])
  }

  @Test("A ledger entry names its last day as a calendar day, and expires when that has passed")
  func days() throws {
    for text in ["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-1", "tomorrow"] {
      #expect(!DivergenceLedger.isDay(text), "\(text)")
    }
    for text in ["2024-02-29", "2000-02-29", "2026-12-31", "0001-01-01"] {
      #expect(DivergenceLedger.isDay(text), "\(text)")
    }
    #expect(!DivergenceLedger.isDay("1900-02-29"))
    let ledger = try ledger([])
    let days = ["2025-12-31", "2026-02-01", "2026-02-28", "2026-03-01", "2026-03-02", "2027-01-01"]
    let expired = try days.filter { ledger.isExpired(try entry("r", expires: $0)) }
    #expect(expired == ["2025-12-31", "2026-02-01", "2026-02-28"])
  }
}
