import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

/// No surface puts ratios over different keystrokes into one column.
@Suite("Standings on every surface")
struct StandingReportTests {
  private typealias Fixtures = RecordFixtures

  /// Two matchers too slow for every keystroke: one is asked where it is fast, the other where it
  /// is slow: over its own keystrokes `quick` takes 0.41 of the reference's time and `slow` 1.29;
  /// over the four common ones they take 2 and 0.6.
  private static let record: RunRecord = {
    var cell = Fixtures.cell([
      matcher("linear-scan") { _ in 1_000 }, matcher("index") { _ in 400 },
      matcher("quick") { $0 < 20 ? 300 : $0 < 24 ? 2_000 : nil },
      matcher("slow") { (20..<24).contains($0) ? 600 : (40..<60).contains($0) ? 1_500 : nil },
    ])
    cell.keystrokes = keystrokes
    cell.settle(reference: "linear-scan", seed: 1)
    return Fixtures.record([cell])
  }()

  private static let keystrokes = (0..<120).map { index in
    KeystrokeRecord(
      trace: "t\(index / 10)", query: SearchQuery("q\(index)"), eventClass: "later-key",
      matchCount: 1)
  }

  /// A matcher with a time for some of the keystrokes, the same in three rounds.
  private static func matcher(_ id: String, time: (Int) -> Int?) -> MatcherRecord {
    var record = MatcherRecord(id: id)
    let samples = (0..<3).flatMap { round in
      keystrokes.indices.compactMap { index in
        time(index).map {
          Sample(round: round, keystroke: index, order: 0, batch: 1, totalNanoseconds: $0)
        }
      }
    }
    record.isSampled = samples.count < 3 * keystrokes.count
    record.packedSamples = SamplePacking.pack(samples)
    record.figures = FigureCalculation(
      keystrokes: keystrokes, rowCount: 1_000, samples: samples, warmUpRounds: 0
    ).figures()
    record.build = BuildFigures(nanoseconds: 1, indexSizeInBytes: 1, peakGrowthInBytes: nil)
    return record
  }

  private static let order = ["index", "linear-scan", "slow", "quick"]
  private static let common = [
    "linear-scan": "1.00", "index": "0.40", "quick": "2.00", "slow": "0.60",
  ]

  /// The texts of one column, by matcher.
  private func column(_ table: ReportTable, _ title: String) throws -> [String: String] {
    let index = try #require(table.columns.firstIndex { $0.title == title }, "\(title)")
    let name = try #require(table.columns.firstIndex { $0.title == "matcher" })
    return Dictionary(uniqueKeysWithValues: table.rows.map { ($0[name], $0[index]) })
  }

  private func block(_ id: String) throws -> Block {
    try #require(Document(Self.record).sections.flatMap(\.blocks).first { $0.id == id })
  }

  @Test("The table by size keeps common keystrokes apart from complete participants")
  func growth() throws {
    let table = try #require(try block("scaling").tables.first)
    let whole = try column(table, "ratio")
    #expect(whole == ["linear-scan": "1.00", "index": "0.40", "quick": "–", "slow": "–"])
    let quick = try #require(try column(table, "1 000 rows, n 120")["quick"])
    #expect(quick == "300 ns / 2.00 µs* (n 24)")
    #expect(try column(table, "1 000 rows, n 120")["index"] == "400 ns / 400 ns")
    #expect(try column(table, "n 4: ratio") == Self.common)
    #expect(try column(table, "n 4: p50 / max")["quick"] == "2.00 µs / 2.00 µs")
    let ranks = try column(table, "rank")
    #expect(Self.order.map { ranks[$0] } == ["1", "2", "3", "4"])
  }

  @Test("Terminal, Markdown and HTML all show ratios over the common keystrokes")
  func pages() throws {
    let terminal = TerminalRenderer(Document(Self.record), style: TextStyle(isColoured: false))
      .lines()
    #expect(terminal.contains { $0.contains("n 4: ratio") })
    let slow = try #require(terminal.first { $0.contains("slow ") && $0.contains("0.60") })
    #expect(slow.contains("* (n "), "\(slow)")
    let markdown = MarkdownRenderer(Document(Self.record)).render()
    #expect(markdown.contains("n 4: ratio") || markdown.contains("n&#160;4: ratio"))
    let html = try Document(Self.record).page()
    let ratios = "//section[@id='ratios']"
    let titles = try html.values("\(ratios)//svg//title").filter { $0.contains(" keystrokes: ") }
    #expect(titles.count == 1 + 3)
    #expect(titles.contains { $0.hasPrefix("quick") && $0.contains(", 4 keystrokes: 2.00") })
    #expect(!titles.contains { $0.contains("24 keystrokes") })
    let table = try #require(try block("ratios").tables.first)
    #expect(try column(table, "ratio") == ["index": "0.40", "quick": "–", "slow": "–"])
    #expect(try column(table, "common ratio")["slow"] == "0.60")
    #expect(try column(table, "common n")["slow"] == "4")
    #expect(try column(table, "n") == ["index": "120", "quick": "–", "slow": "–"])
  }

  @Test("The detailed table shows incomplete participants only over common keystrokes")
  func details() throws {
    let tables = try block("figures").tables
    for title in ["p50", "p90", "p99", "max", "p99 of medians"] {
      let texts = try column(tables[0], title)
      #expect(texts["quick"] == "–" && texts["slow"] == "–" && texts["index"] == "400 ns")
    }
    let common = try #require(tables.first { $0.caption == "Common keystrokes" })
    #expect(common.rows.map { $0[1] } == Self.order)
    let counts = try column(common, "n").values
    #expect(counts.allSatisfy { $0 == "4 of 120" })
    #expect(try column(common, "ratio") == Self.common)
    let percentiles = try #require(try block("percentiles").tables.first)
    #expect(try column(percentiles, "p99")["quick"] == "–")
  }

  @Test("XML, JUnit, the record and the CSV agree on ranks and common keystrokes")
  func machines() throws {
    let xml = try XMLDocument(try ResultReport(Self.record).render())
    for (rank, id) in Self.order.enumerated() {
      let figures = "//matcher[@id='\(id)']/figures"
      #expect(try xml.values("\(figures)/@rank") == [String(rank + 1)])
      #expect(try xml.values("\(figures)/common/@keystrokes") == ["4"])
      #expect(try xml.values("\(figures)/common/@ratio") == [(Self.common[id] ?? "") + "0000"])
      #expect(try xml.count("\(figures)/@ratio") == (rank < 2 ? 1 : 0))
    }
    let suite = try #require(JUnitReport(Self.record).suites.first)
    let cell = Self.record.cells[0].id
    let values = Dictionary(uniqueKeysWithValues: suite.properties.map { ($0.name, $0.value) })
    #expect(Self.order.map { values["\(cell).\($0).rank"] } == ["1", "2", "3", "4"])
    #expect(values["\(cell).quick.common_ratio"] == "2.000000")
    #expect(values["\(cell).quick.common_keystrokes"] == "4")
    #expect(values["\(cell).quick.ratio"] == nil && values["\(cell).quick.p99_ns"] == nil)
    let quick = try #require(suite.cases.map { $0 }.first { $0.classname.hasSuffix(".quick") })
    #expect(
      quick.systemOut.contains("common_ratio=2.00 to linear-scan common_keystrokes=4"))
    #expect(!quick.systemOut.contains(" ratio="))
    let read = try RunRecord(decoding: try Self.record.encoded()).cells[0]
    #expect(Standings(read).entries.map(\.id) == Self.order)
    let csv = String(decoding: SampleTable(Self.record).render(), as: UTF8.self)
    let isCommon = try #require(SampleTable.columns.firstIndex(of: "is_common"))
    let common = csv.split(separator: "\r\n").dropFirst().filter {
      $0.split(separator: ",", omittingEmptySubsequences: false)[isCommon] == "1"
    }
    #expect(common.count == 4 * 4 * 3)
  }

  @Test("A side-by-side table has one row over all keystrokes and one over the common ones")
  func compare() throws {
    let block = Block.sideBySide(try Baseline(Self.record))
    let table = try #require(block.tables.first)
    #expect(table.columns.map(\.title) == ["cell", "linear-scan", "index", "quick", "slow"])
    #expect(
      table.rows == [
        ["titles-1000.titles, n 120", "1.00 µs", "400 ns  0.40", "–", "–"],
        ["n 4 in common", "1.00", "0.40", "2.00", "0.60"],
        ["geometric mean, n 4", "1", "0.40", "2.00", "0.60"],
      ])
  }

  @Test("Only complete participants are recommended, and warnings are about shown ratios")
  func choice() throws {
    var record = Self.record
    let choice = try #require(Choice.all(record).first)
    #expect(choice.beyond?.matcher == "index")
    record.cells[0].matchers[3].figures?.common?.interval = RatioInterval(
      ratio: 0.6, lower: 0.3, upper: 1.2, confidence: 0.95, standardError: 0.3)
    let warnings = Warnings.about(record.context, record.cells, reference: "linear-scan")
    #expect(
      warnings.contains { $0.hasPrefix("slow on titles-1000.titles cannot be distinguished from") })
  }
}
