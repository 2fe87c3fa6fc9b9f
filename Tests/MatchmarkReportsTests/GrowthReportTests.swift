import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("Growth on every surface")
struct GrowthReportTests {
  private typealias Fixtures = RecordFixtures

  /// The findings of a committed run.
  private static func record(of suite: String) throws -> RunRecord {
    let path = WorkingCopy.path("reports/\(suite)/record.json")
    return try RunRecord(decoding: Array(Data(contentsOf: URL(filePath: path))))
  }

  /// The capacities of a matcher in the tables of a document, by corpus and profile.
  private func capacities(_ record: RunRecord, of matcher: String) -> [[String]: String] {
    var found: [[String]: String] = [:]
    for table in Block.growth(of: record)?.tables ?? [] {
      let column = table.columns.firstIndex { $0.title == "rows within 8.33 ms" } ?? 0
      let names = table.caption.split(separator: " (")[0].split(separator: ", profile ")
      for row in table.rows where row[0] == matcher {
        found[names.map(String.init)] = row[column]
      }
    }
    return found
  }

  /// With ordinary spaces in place of a page's other kinds.
  private func plain(_ text: String) -> String {
    String(text.map { $0.isWhitespace && !$0.isNewline ? " " : $0 })
  }

  @Test("A reported capacity is extrapolated only from three sizes on, and marked as such")
  func capacity() throws {
    let found = capacities(try Self.record(of: "frontier"), of: "inverted-index")
    #expect(plain(found[["titles", "titles-word"]] ?? "") == "≈ 90 000 000 (extrapolated)")
    #expect(plain(found[["titles", "titles"]] ?? "") == "≈ 23 000 000 (extrapolated)")
    // With two sizes, the fit of a line cannot be judged.
    #expect(found[["places", "titles"]] == "> 1 000 000")
    #expect(found[["identifiers", "titles"]] == "> 1 000 000")
  }

  @Test("A recommendation claims no more rows than the smallest capacity of a growing corpus")
  func choice() throws {
    let choice = try #require(Choice.all(try Self.record(of: "frontier")).first)
    #expect(
      plain(choice.description)
        == "Choose inverted-index for contains, up to 1 000 000 rows (measured): worst p99 "
        + "902 µs at 1 000 000 rows, 1.37 index bytes per corpus byte.")
  }

  @Test("An estimate of rows lies within the interval that is shown with it")
  func interval() throws {
    let cells = [1, 10, 100].map { share in
      var cell = Fixtures.cell(
        [Fixtures.measured("linear-scan", time: 9_000_000 / share, ratio: 1)],
        rowCount: 100_000 / share)
      cell.matchers[0].packedSamples = SamplePacking.pack(
        [1_000, 1_200, 900, 1_100].enumerated().flatMap { round, time in
          cell.keystrokes.indices.map {
            Sample(
              round: round, keystroke: $0, order: 0, batch: 1,
              totalNanoseconds: 9_000 * time / share)
          }
        })
      return cell
    }
    let text = try #require(Choice.all(Fixtures.record(cells)).first).description
    let match = try #require(
      try #/about (.+?) rows \[([^,]+), ([^\]]+)\], /#.firstMatch(in: text), "\(text)")
    let rows = [match.2, match.1, match.3].compactMap { Int($0.filter(\.isNumber)) }
    #expect(rows.count == 3 && rows == rows.sorted(), "\(text)")
  }

  @Test("The slowest keystroke limits the recommended reach where there is no p99")
  func fewKeystrokes() throws {
    var record = try Self.record(of: "peers")
    for cell in record.cells.indices {
      for matcher in record.cells[cell].matchers.indices {
        record.cells[cell].matchers[matcher].figures?.typed.p99 = nil
        record.cells[cell].matchers[matcher].figures?.typed.p99OfMedians = nil
      }
    }
    let choice = try #require(Choice.all(record).first)
    #expect(choice.description.hasPrefix("Choose linear-scan for contains, up to 1"))
    #expect(choice.description.contains(": slowest keystroke "), "\(choice.description)")
    #expect(choice.reach?.bounds == nil && choice.reach?.reach.isExtrapolated == false)
  }

  @Test("No report of two sizes, as --quick measures them, claims more rows than were measured")
  func quick() throws {
    let cells = [(1_000, 10_000), (10_000, 40_000)].map { rowCount, time in
      Fixtures.cell([Fixtures.measured("linear-scan", time: time, ratio: 1)], rowCount: rowCount)
    }
    let record = Fixtures.record(cells)
    #expect(
      try #require(Choice.all(record).first).description.hasPrefix(
        "Only linear-scan was measured for contains: within one frame at 120 Hz up to 10 000 rows "
          + "(the largest size measured), worst p99 40"))
    #expect(Array(capacities(record, of: "linear-scan").values) == ["> 10 000"])
  }

  @Test(
    "Terminal, HTML, Markdown and XML give the same reach, and mark extrapolations",
    arguments: [
      (9_000_000, "about 92 000 rows", "≈ 92 000"),
      (1_000_000, "about 830 000 rows (extrapolated from 100 000)", "≈ 830 000 (ex"),
      (
        100_000, "at least 1 000 000 rows (extrapolated from 100 000)",
        "> 1 000 000 (extrapolated)"
      ),
    ])
  func surfaces(time: Int, reach: String, capacity: String) throws {
    let cells = [1, 10, 100].map { share in
      Fixtures.cell(
        [Fixtures.measured("linear-scan", time: time / share, ratio: 1)],
        rowCount: 100_000 / share)
    }
    let record = Fixtures.record(cells)
    #expect(
      try #require(Choice.all(record).first).description.hasPrefix(
        "Only linear-scan was measured for contains: within one frame at 120 Hz up to \(reach), "))
    let markdown = plain(MarkdownRenderer(Document(record)).render())
    #expect(markdown.contains("**contains, within one frame at 120 Hz up to \(reach)**"))
    let found = try #require(capacities(record, of: "linear-scan").values.first)
    #expect(found.hasPrefix(capacity), "\(found)")
    let html = try Document(record).page()
    let card = try html.values("//div[@class='choice']//p[@class='when']").first
    #expect(card.map(plain) == "contains, within one frame at 120 Hz up to \(reach)")
    let xml = try XMLDocument(try ResultReport(record).render())
    let rows = try #require(try xml.values("//choice/@up-to-rows").first.flatMap { Int($0) })
    #expect(reach.contains(QuantityFormat.rows(rows)))
    #expect(try xml.values("//choice/@extrapolated") == [String(reach.contains("extrapolated"))])
  }

  @Test("The growth table shows exponents, and the size up to which the reference is faster")
  func scaling() throws {
    let cells = [(1_000, 100_000), (10_000, 1_000_000), (100_000, 10_000_000)].map {
      Fixtures.cell(
        [
          Fixtures.measured("linear-scan", time: $1, ratio: 1),
          Fixtures.measured("level", time: 300_000, ratio: 1),
          Fixtures.measured("fast", time: 10, ratio: 1),
          Fixtures.measured("slow", time: 20_000_000, ratio: 1),
        ], rowCount: $0)
    }
    let table = try #require(Block.growth(of: Fixtures.record(cells))?.tables.first)
    #expect(table.rows[0][0] == "linear-scan")
    #expect(table.rows[0].contains("rows^1.00 [1.00, 1.00]"))
    #expect(table.rows[0].contains("1.00, 1.00"))
    #expect(table.columns.last?.title == "linear-scan is faster up to")
    #expect(
      table.rows.map(\.last) == ["–", "≈ 3 000", "< 1 000", "≈ 200 000 (extrapolated)"])
  }
}
