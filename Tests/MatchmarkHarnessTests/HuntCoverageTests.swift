import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkMatchers
import MatchmarkTestSupport
import Testing

@Suite("What a hunt covers")
struct HuntCoverageTests {
  private func forms(_ entry: MatcherEntry, cases: Int) throws -> FormCounts {
    let tally = try Hunt(
      Matching([Participant(entry)]), seed: 1, limit: .cases(cases), workerCount: 2
    ) { "case \($0) of \($1)" }.run { _ in }
    #expect(tally.find == nil, "\(tally.find?.description ?? "")")
    return tally.forms
  }

  @Test(
    "A hunt reaches every form of sets, indexes, candidates and scans of each matcher",
    arguments: MatcherEntry.builtIn.map(\.descriptor.id))
  func everyForm(id: String) throws {
    let entry = try #require(MatcherEntry.builtIn.first { $0.descriptor.id == id })
    let forms = try forms(entry, cases: TestAmount.coveredCaseCount)
    #expect(forms.counts.count > 20)
    #expect(forms.missing.count <= TestAmount.uncoveredFormCount, "\(forms.missing)")
  }

  @Test("A hunt reports a form as not reached if options prevent it")
  func hiddenForm() throws {
    let entry = MatcherEntry(InvertedIndexMatcher.self)
    let grams = try forms(entry.choosing(["index": "grams"]), cases: 12)
    #expect(grams.missing.contains("inverted-index: index of words"))
    #expect(grams.missing.contains("inverted-index: candidates: run"))
    #expect(grams.counts["inverted-index: index of grams"] ?? 0 > 0)
    let scan = try forms(
      MatcherEntry(LinearScanMatcher.self).choosing(["kernel": "swift"]), cases: 4)
    #expect(scan.counts["linear-scan: scan by swift, words"] ?? 0 > 0)
    let others = KernelPath.allCases.map(\.rawValue).filter { $0 != "swift" }
    for (form, count) in scan.counts where others.contains(where: { form.contains($0) }) {
      #expect(count == 0, "\(form)")
    }
  }

  @Test("A hunt includes more than 65 536 rows of few kinds, with gaps at every edge")
  func manyRows() throws {
    let titles = try HuntTitles(seed: 1)
    var sizes: [Int] = []
    for number in 0..<250 {
      let huntCase = try HuntCase(seed: 1, number: number, rowLimit: 70_000, titles: titles)
      guard let (rows, order) = huntCase.kinds else { continue }
      #expect(huntCase.corpus.rowCount == order.rowCount && rows.rowCount <= 25)
      sizes.append(order.rowCount)
    }
    #expect(sizes.contains { $0 > 65_536 } && sizes.allSatisfy { $0 <= 70_000 }, "\(sizes)")
    var random = SeededGenerator(seed: 1, stream: "orders")
    var lengths: Set<Int> = []
    for _ in 0..<400 {
      let order = RowOrder.skewed(rowCount: 140_000, kindCount: 3, using: &random)
      lengths.formUnion(order.runs.map(\.count))
    }
    let absent = RowOrder.edges.filter { $0 <= 65_537 && !lengths.contains($0) }
    #expect(absent.isEmpty, "\(absent)")
  }

  @Test("The right answer over many rows is derived from one row of each kind")
  func kinds() throws {
    var world = RandomWorld(seed: 8)
    let rows = try world.corpus(rowCount: 6)
    let order = RowOrder.skewed(rowCount: 900, kindCount: 6, using: &world.generator)
    let profile = world.profile()
    let corpus = try order.corpus(of: rows)
    #expect(corpus.rowCount == 900 && order.rowCount == 900)
    let few = try Oracle(corpus: rows, profile: profile)
    let many = try Oracle(corpus: corpus, profile: profile)
    for _ in 0..<200 {
      let query = world.query(for: rows, profile: profile)
      var expanded: [Int] = []
      order.rows(of: try few.rows(for: query)).visit { row in
        expanded.append(row)
        return true
      }
      #expect(try many.rows(for: query) == expanded, "\(query)")
    }
  }
}
