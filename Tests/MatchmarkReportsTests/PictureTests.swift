import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

@Suite("Pictures and text of the page")
struct PictureTests {
  private typealias Fixtures = RecordFixtures

  private func page(_ record: RunRecord) throws -> XMLDocument { try Document(record).page() }

  private func others(_ intervals: [RatioInterval?]) -> [MatcherRecord] {
    intervals.enumerated().map { index, interval in
      var matcher = Fixtures.measured("m\(index)", time: 500 + index, ratio: 0.5)
      matcher.figures?.ratioInterval = interval
      return matcher
    }
  }

  private func record(_ others: [MatcherRecord]) -> RunRecord {
    Fixtures.record([
      Fixtures.cell([Fixtures.measured("linear-scan", time: 1_000, ratio: 1)] + others)
    ])
  }

  @Test("Ten participants in a picture have ten shapes, so that colour is not needed")
  func shapes() throws {
    let page = try page(record(others(Array(repeating: nil, count: 9))))
    let legend = "(//p[@class='legend'])[1]/span/*[local-name()='svg']"
    let outlines = Set(try page.values("\(legend)/*[local-name()='path']/@d"))
    // The reference is the circle; each of the others has an outline.
    #expect(outlines.count >= 8)
    let all = try page.count("\(legend)")
    #expect(outlines.count + (try page.count("\(legend)/*[local-name()='circle']")) == all)
  }

  @Test("A huge interval ends in arrows, leaves room for the others, and is explained")
  func arrows() throws {
    let near = Fixtures.interval(0.5, 0.45, 0.55)
    let calm = try page(record(others([near, near])))
    #expect(try calm.count("//line[contains(@class, 'arrow')]") == 0)
    let wild = try page(record(others([near, Fixtures.interval(0.5, 0.00001, 100_000)])))
    #expect(try wild.count("//section[@id='ratios']//line[contains(@class, 'arrow')]") == 4)
    let caption = try wild.values("string(//section[@id='ratios']//figcaption)").joined()
    #expect(caption.contains("an arrow means that one continues outside the picture"))
    // The narrow interval is as wide as before: at least a tenth of the picture.
    let ends = try ["x1", "x2"].map { end in
      try wild.values(
        "(//section[@id='ratios']//line[@class='whisker c1'])[1]/@\(end)"
      ).compactMap { Double($0) }
    }
    let width = try #require(ends[1].first) - (try #require(ends[0].first))
    #expect(abs(width) > 8)
  }

  @Test("A corpus of a single size has a picture from the median to the worst p99")
  func ownRows() throws {
    var record = record(others([nil]))
    record.suite.title = "cakes.csv"
    let page = try page(record)
    let overview = "//section[@id='overview']"
    #expect(try page.count("\(overview)//*[local-name()='svg'][@class='plot']") == 1)
    #expect(try page.values("\(overview)//title").contains { $0.hasPrefix("m0: p50 500 ns") })
    #expect(!(try page.values("//p[@class='note']")).contains { $0.contains("not enough") })
  }

  @Test(
    "Directional controls are shown in every report format, and never obeyed",
    arguments: ["\u{202E}", "\u{202A}", "\u{2066}", "\u{2069}", "\u{200F}", "\u{061C}"])
  func directions(control: String) throws {
    var wrong = Fixtures.counterexample(0)
    wrong.firstRowText = "fdp.\(control)exe"
    var record = record([
      Fixtures.matcher("e\(control)vil", .voided, reason: "w\(control)", wrong: [wrong])
    ])
    record.suite.title = "t\(control)"
    let number = String(control.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    for format in [ReportFormat.html, .markdown, .junit, .xml, .text] {
      let text = String(decoding: try RecordRendering(record).bytes(format), as: UTF8.self)
      #expect(!text.unicodeScalars.contains { $0.isDeceptive }, "\(format)")
      #expect(text.contains("\\u{\(number)}") || text.contains("u&#123;\(number)&#125;"))
    }
  }
}
