import Foundation
import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("The Markdown report")
struct MarkdownReportTests {
  private typealias Fixtures = RecordFixtures

  @Test("The Markdown report begins with the verdict, its basis and the recommendation")
  func order() {
    let right = Fixtures.record([
      Fixtures.cell([
        Fixtures.matcher("linear-scan", time: 2_000, ratio: 1),
        Fixtures.matcher("fast", time: 500, ratio: 0.25, indexSize: 400),
      ])
    ])
    #expect(
      MarkdownRenderer(Document(right)).render().hasPrefix(
        """
        ## ✅ Every answer is right.

        Verdict: **right**. 6 answers checked, each against the oracle (a naive search). \
        Participants: 2 right.

        - **contains, up to 1 000 rows (the largest size measured)**: `linear-scan`; slowest \
        keystroke **<code>2.00 µs</code>**, index bytes per corpus byte **`0.50`**. The simplest \
        matcher. Its slowest keystroke stays within one frame at 120 Hz, 8.33 ms, on everything \
        that was measured at 1 000 rows.
        - **contains, beyond**: `fast`; slowest keystroke **`500 ns`**, index bytes per corpus \
        byte **`4.00`**. The fastest at 1 000 rows: 0.25 of the time of linear-scan.


        """))
  }

  @Test("The Markdown report shows wrong answers before any figure, with a replay command")
  func trouble() throws {
    let text = MarkdownRenderer(Document(Fixtures.mixed)).render()
    #expect(text.hasPrefix("## ❌ 1 matcher answered wrongly, 1 matcher failed.\n"))
    let example = try #require(text.firstRange(of: "### Counterexamples"))
    let figures = try #require(text.firstRange(of: "Time per keystroke by corpus size"))
    #expect(example.lowerBound < figures.lowerBound)
    let line = Fixtures.replayLine.replacing("$", with: "&#36;").replacing("\\", with: "&#92;")
    #expect(text.contains("<pre><code>\(line)</code></pre>"))
    #expect(text.contains("⚠️ the machine was busy"))
    #expect(text.contains("| `skipped` |"))
  }

  @Test(
    "Texts of a record stay plain text in Markdown, whatever they contain",
    arguments: HostileText.all)
  func hostile(text: HostileText) {
    let page = MarkdownRenderer(Document(text.record)).render()
    for sign in ["<script", "<img", "</style", "](", "@you", "#1 ", ":tada:", "<!--", "*bold*"] {
      #expect(!page.dropLast("<!-- Made by matchmark. -->\n".count).contains(sign), "\(sign)")
    }
    // No text can end a cell, a row or a block.
    for line in page.split(separator: "\n") where line.hasPrefix("|") {
      #expect(line.hasSuffix("|"))
      #expect(!line.dropFirst().dropLast().contains("||"))
    }
    let tables = page.split(separator: "\n\n").filter { $0.hasPrefix("|") }
    for table in tables {
      let counts = Set(table.split(separator: "\n").map { $0.count { $0 == "|" } })
      #expect(counts.count == 1, "\(table.prefix(400))")
    }
    #expect(page.utf8.count < 1 << 20)
  }

  @Test("The Markdown report stays below a job summary's size limit, and says what it leaves out")
  func limit() {
    let long = String(repeating: "<&>", count: 100)
    let cells = (0..<TestAmount.summaryCellCount).map { index in
      var cell = Fixtures.cell([Fixtures.matcher("\(long)\(index)", time: 10, ratio: 1)])
      cell.corpus.name = "\(long)\(index)"
      cell.corpus.family = cell.corpus.name
      cell.profile.name = "\(index)\(long)"
      return cell
    }
    let page = MarkdownRenderer(Document(Fixtures.record(cells))).render()
    #expect(page.utf8.count < 1 << 20)
    #expect(page.hasPrefix("## ✅"))
    #expect(page.contains("more rows are in the record"))
  }
}

@Suite("The table of samples")
struct SampleTableTests {
  @Test("The page about samples explains each column, in order")
  func dictionary() throws {
    let page = try String(
      contentsOfFile: WorkingCopy.path("Sources/MatchmarkCore/MatchmarkCore.docc/Analysis.md"),
      encoding: .utf8)
    #expect(page.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) } == SampleTable.columns)
  }

  private func lines(_ record: RunRecord) -> [Substring] {
    String(decoding: SampleTable(record).render(), as: UTF8.self).split(separator: "\r\n")
  }

  @Test("The table of samples has a line for each sample, with its fork, delivery and query")
  func golden() {
    let record = RecordFixtures.record([
      RecordFixtures.cell([RecordFixtures.matcher("linear-scan", time: 2_000, ratio: 1)])
    ])
    let place = "titles-1000,1000,titles,linear-scan,page,0,0,0,0,"
    let expected = [
      SampleTable.columns.joined(separator: ","),
      "\(place)0,t,first-key,r,1,1,0,,2,1,1,1,2000,2000.000",
      "\(place)1,t,later-key,ro\u{1B},1,3,1,2010,1,1,1,1,2000,2000.000",
      "\(place)2,t,browse,,0,0,0,,9,0,0,1,2000,2000.000",
    ]
    #expect(lines(record).map(String.init) == expected)
  }

  @Test("The table of samples has every fork and every delivery that was timed")
  func deliveries() throws {
    var matcher = RecordFixtures.matcher("linear-scan", time: 2_000, ratio: 1)
    let samples = try SamplePacking.unpack(matcher.packedSamples)
    matcher.packedSamples = SamplePacking.pack(samples + samples.ofFork(1))
    matcher.otherDeliveries = [
      DeliveryRecord(delivery: .count, figures: nil, packedSamples: SamplePacking.pack(samples))
    ]
    let all = lines(RecordFixtures.record([RecordFixtures.cell([matcher])])).dropFirst()
    let keys = all.map { $0.split(separator: ",")[4...5].joined(separator: " ") }
    #expect(
      Dictionary(grouping: keys) { $0 }.mapValues(\.count)
        == ["page 0": samples.count, "page 1": samples.count, "count 0": samples.count])
  }

  @Test(
    "The table of samples has as many columns as its header, whatever names and queries contain",
    arguments: ["a\"\u{301},=1,b", "\"\u{200D}", "a,\u{301}b", "a\r\n\u{301}b", "\"\"\u{FE0F}\n,"])
  func columns(text: String) throws {
    var cell = RecordFixtures.cell([RecordFixtures.matcher(text, time: 1, ratio: 1)])
    cell.corpus.name = text
    cell.keystrokes[0].trace = text
    cell.keystrokes[0].query = SearchQuery(text)
    let folder = try TemporaryFolder()
    let batch = FileBatch(replacing: .own)
    try SampleTable(RecordFixtures.record([cell])).write(to: folder.file("samples.csv"), in: batch)
    try batch.publish()
    let script = """
      import csv, sys
      rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8")))
      same = {rows[1][rows[0].index(name)] for name in ("corpus", "matcher", "trace", "query")}
      print([len(row) for row in rows] == [len(rows[0])] * 4 and len(same) == 1)
      """
    let delivery = try Child.run(["python3", "-c", script, folder.file("samples.csv")])
    #expect(delivery.output == "True\n", "\(delivery.errors)")
  }

  @Test(
    "The table of samples contains nothing that a spreadsheet would run",
    arguments: ["=1+1", "+1", "-1", "@a", "\t=1", "a,b", "a\"b", "a\nb"])
  func formulas(text: String) {
    var cell = RecordFixtures.cell([RecordFixtures.matcher(text, time: 1, ratio: 1)])
    cell.keystrokes[0].query = SearchQuery(text)
    let table = String(decoding: SampleTable(RecordFixtures.record([cell])).render(), as: UTF8.self)
    for line in table.split(separator: "\r\n") {
      for field in line.split(separator: ",", omittingEmptySubsequences: false) {
        let start = field.drop { $0 == "\"" }.first.map(String.init) ?? ""
        #expect(!"=+-@\t".contains(start) || start.isEmpty || field.hasPrefix("\"\"\""), "\(line)")
      }
    }
  }
}
