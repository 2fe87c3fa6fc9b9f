import MatchmarkCore
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkSession
import MatchmarkTestSupport
import Testing

/// Rankers in an order of their own, held to the laws over a whole list.
@Suite("Rankers that are held to the laws over a list")
struct HeldRankerTests {
  /// Rows that all match, the shortest last.
  private static let rows = (0..<60).map { "open " + String(repeating: "o", count: 60 - $0) }

  /// A ranker that finds rows with the needle, the shortest first.
  ///
  /// - Parameter kept: the number of matching rows that it sorts, for each row that is asked for;
  ///   nil for all.
  private static func ranker(sorting kept: Int?) -> MatcherEntry {
    RankerEntry(id: "shortest", summary: "the shortest first", rules: RankingRules()) { rows in
      { needle, limit in
        var found = rows.indices.filter { rows[$0].contains(needle) }
        if let kept, limit > 0 { found = Array(found.prefix(kept * limit)) }
        found.sort { (rows[$0].count, $0) < (rows[$1].count, $1) }
        return (limit > 0 ? found.prefix(limit) : found[...]).map { RankedRow($0) }
      }
    }.matcher
  }

  private static func record(_ entry: MatcherEntry) throws -> MatcherRecord {
    let profile = SearchProfile(name: "own", textFields: [TextField("title", .contains)])
      .with { $0.rank = .own }
    let typed = Trace(
      name: "open", events: [.activate(by: .user)] + HarnessFixtures.typing("open ooo"))
    let plan = CellPlan(
      corpus: CorpusPlan(
        name: "rows", family: "rows", rowCount: rows.count, argument: "rows.csv"
      ) {
        var builder = CorpusBuilder(
          name: "rows", schema: try Schema([Column("title", .text)]))
        for row in rows { try builder.append([row]) }
        return builder.finish()
      },
      profile: profile, workload: .written(TraceFile.encode([typed]), file: "traces"))
    return try HarnessFixtures.record(
      of: entry.descriptor.id,
      in: HarnessFixtures.run([entry], HarnessFixtures.suite(cells: [plan])))
  }

  @Test("A ranker that leaves out rows before it ranks them is found by a low limit")
  func cut() throws {
    #expect(try Self.record(Self.ranker(sorting: nil)).status == .verified)
    let cut = try Self.record(Self.ranker(sorting: 4))
    #expect(cut.status == .voided)
    #expect(cut.counterexamples.first?.difference.contains("F4") == true)
  }
}
