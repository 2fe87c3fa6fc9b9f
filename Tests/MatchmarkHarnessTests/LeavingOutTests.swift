import MatchmarkCore
import MatchmarkHarness
import MatchmarkMeasurement
import MatchmarkTestSupport
import Testing

@Suite("Participants that a cell leaves out")
struct LeavingOutTests {
  @Test("are skipped with the reason, and take part in all other cells")
  func skipped() throws {
    var second = HarnessFixtures.cell(HarnessFixtures.profile(.wordPrefix))
    second.leavesOut = ["inverted-index"]
    second.corpus.name = "more-plants"
    let suite = HarnessFixtures.suite(cells: [HarnessFixtures.cell(), second])
    let cells = try HarnessFixtures.run([HarnessFixtures.linear, HarnessFixtures.inverted], suite)
    #expect(
      cells.map { $0.matchers.map(\.status) } == [[.verified, .verified], [.verified, .skipped]])
    #expect(cells[1].matchers[1].reason == "the suite leaves it out of this cell")
    #expect(cells[1].matchers[1].figures == nil)
  }

  @Test("do not include guests")
  func added() throws {
    var cell = HarnessFixtures.cell()
    cell.leavesOut = ["linear-scan"]
    var added = Participant(HarnessFixtures.linear)
    #expect(cell.omits(added))
    added.isAdded = true
    #expect(!cell.omits(added))
    #expect(!cell.omits(added.choosing(["kernel": "swift"])))
  }

  @Test("include engines, which are not started")
  func engines() throws {
    var cell = HarnessFixtures.cell()
    cell.leavesOut = ["faulty"]
    var suite = EngineParticipants.suite
    suite.cells = [cell]
    // Otherwise it would send garbage from the first reply on.
    let engine = try EngineParticipants.faulty(.noJSON)
    let cells = try HarnessFixtures.run(with: [engine], suite)
    #expect(cells[0].matchers.last?.status == .skipped)
    #expect(cells[0].matchers.last?.engine == nil)
  }

  @Test("can include the reference")
  func reference() throws {
    var cell = HarnessFixtures.cell()
    cell.leavesOut = ["linear-scan"]
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted], HarnessFixtures.suite(cells: [cell]))
    #expect(cells[0].matchers.map(\.status) == [.skipped, .verified])
    #expect(cells[0].noise == nil)
  }
}
