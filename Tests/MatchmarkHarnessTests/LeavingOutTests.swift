import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkTestSupport
import Testing

@Suite("Participants that a cell leaves out")
struct LeavingOutTests {
  @Test("A participant that a cell leaves out is skipped there, and takes part in other cells")
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

  @Test("An added participant takes part even in a cell that leaves out its matcher")
  func added() throws {
    var cell = HarnessFixtures.cell()
    cell.leavesOut = ["linear-scan"]
    var added = Participant(HarnessFixtures.linear)
    #expect(cell.omits(added))
    added.isAdded = true
    #expect(!cell.omits(added))
    #expect(!cell.omits(added.choosing(["kernel": "swift"])))
  }

  @Test("An engine that a cell leaves out is not started")
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

  @Test("A cell that leaves out the reference still verifies the other matchers")
  func reference() throws {
    var cell = HarnessFixtures.cell()
    cell.leavesOut = ["linear-scan"]
    let cells = try HarnessFixtures.run(
      [HarnessFixtures.linear, HarnessFixtures.inverted], HarnessFixtures.suite(cells: [cell]))
    #expect(cells[0].matchers.map(\.status) == [.skipped, .verified])
    #expect(cells[0].noise == nil)
  }
}
