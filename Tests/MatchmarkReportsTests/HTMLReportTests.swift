import MatchmarkCore
import MatchmarkRecord
import MatchmarkReports
import MatchmarkTestSupport
import Testing

@Suite("The HTML report")
struct HTMLReportTests {
  private typealias Fixtures = RecordFixtures

  private func page(_ record: RunRecord) throws -> String {
    String(decoding: try HTMLRenderer(Document(record)).render(), as: UTF8.self)
  }

  private func document(_ record: RunRecord) throws -> XMLDocument { try Document(record).page() }

  /// Three sizes of one corpus, with samples, and one failure of each kind.
  static var rich: RunRecord {
    Fixtures.record(
      [100, 1_000, 10_000].map { rowCount in
        Fixtures.cell(
          [
            Fixtures.measured("linear-scan", time: rowCount * 20, ratio: 1),
            Fixtures.measured("fast", time: rowCount * 5, ratio: 0.25, indexSize: 400),
            Fixtures.matcher("wrong", .voided, reason: "w", wrong: [Fixtures.counterexample(1)]),
            Fixtures.matcher("shy", .skipped, reason: "not this profile"),
          ], rowCount: rowCount)
      }, warnings: ["the machine was busy"])
  }

  @Test("The HTML report needs no other file and runs nothing, and its policy says so")
  func selfContained() throws {
    let document = try document(Self.rich)
    #expect(try document.count("//script | //link | //img | //iframe | //object | //base") == 0)
    #expect(try document.count("//@src | //@onload | //@onclick | //@style") == 0)
    #expect(try document.values("//@href").allSatisfy { $0.hasPrefix("#") })
    let style = try #require(try document.values("//style").first)
    #expect(!style.contains("url(") && !style.contains("@import"))
    // Browsers would not decode an escaped one.
    #expect(!style.contains { "<>&\"".contains($0) })
    let policy = try document.values(
      "//meta[@http-equiv='Content-Security-Policy']/@content")
    #expect(policy.first?.hasPrefix("default-src 'none'; style-src 'unsafe-inline'") == true)
  }

  @Test("Every link of the HTML report has a target, and every id is unique")
  func anchors() throws {
    let document = try document(Self.rich)
    let ids = try document.values("//@id")
    #expect(Set(ids).count == ids.count)
    let links = try document.values("//@href").map { String($0.dropFirst()) }
    #expect(!links.isEmpty && Set(links).isSubset(of: ids))
  }

  @Test("Every picture of the HTML report has a name for screen readers and a table of figures")
  func pictures() throws {
    let document = try document(Self.rich)
    let figures = ["overview", "percentiles", "timeline", "ratios", "front", "building"]
    for id in figures {
      let section = "//section[@id='\(id)']"
      let titles = try document.values("\(section)//svg[@role='img']//title")
      #expect(!titles.isEmpty, "\(id) has no marks")
      #expect(try document.count("\(section)//svg[@role='img'][string(@aria-label)='']") == 0)
      let cells = Set(try document.values("\(section)//details//td"))
      #expect(!cells.isEmpty, "\(id) has no table")
      for title in titles where !title.contains("(") {
        // The text of a tooltip ends with a figure of the table, with or without its unit.
        let words = title.split(separator: " ")
        let tails = [1, 2, 5].map { words.suffix($0).joined(separator: " ") }
        let isIndex = title.hasSuffix("index bytes per byte")
        let figure = isIndex ? [String(words[words.count - 5])] : tails
        #expect(!cells.isDisjoint(with: figure), "\(id): \(title)")
      }
    }
  }

  @Test("A block of many pictures and the facts of the run are closed, and few pictures are open")
  func closed() throws {
    func cells(_ count: Int) -> [CellRecord] {
      (0..<count).map { index in
        var cell = RecordFixtures.cell([
          RecordFixtures.matcher("linear-scan", time: 2_000, ratio: 1)
        ])
        cell.profile.name = "profile-\(index)"
        return cell
      }
    }
    let closed = "//section[@class='block'][details[@class='whole']]/@id"
    #expect(try document(RecordFixtures.record(cells(1))).values(closed) == ["run"])
    let many = try document(RecordFixtures.record(cells(6)))
    #expect(try many.values(closed).contains("timeline"))
    // What is closed is still there.
    #expect(try many.count("//section[@id='timeline']//details[@class='whole']//figure") == 1)
    #expect(try many.count("//section[@id='overview']/details[@class='whole']") == 0)
  }

  @Test("The HTML report has captions, scopes, landmarks and named regions for screen readers")
  func accessibility() throws {
    let document = try document(Self.rich)
    #expect(try document.values("/html/@lang") == ["en"])
    #expect(try document.count("//table") == document.count("//table/caption"))
    #expect(try document.count("//th[not(@scope)]") == 0)
    #expect(try document.count("//*[@tabindex][not(@role='region') or not(@aria-label)]") == 0)
    #expect(try document.count("//main") == 1 && document.count("//h1") == 1)
    #expect(try document.count("//body/header | //body/footer | //header/nav[@aria-label]") == 3)
    #expect(try document.count("//svg[not(@role='img') and not(@aria-hidden='true')]") == 0)
  }

  @Test("The HTML report shows at a glance whether all is right, and which matcher to choose")
  func verdict() throws {
    let wrong = try document(Self.rich)
    #expect(
      try wrong.values("normalize-space(//h2[contains(@class, 'headline wrong')])") == [
        "1 matcher answered wrongly."
      ])
    let right = try document(
      Fixtures.record([Fixtures.cell([Fixtures.matcher("linear-scan", time: 5, ratio: 1)])]))
    #expect(
      try right.values("normalize-space(//h2[contains(@class, 'headline right')])") == [
        "Every answer is right."
      ])
    #expect(
      try wrong.values("//article[@class='card']/p[@class='who']/bdi") == ["linear-scan", "fast"])
    #expect(try wrong.values("//ul[@class='warnings']/li") == ["the machine was busy"])
  }

  @Test("The HTML report gives wrong participants a replay command, and skipped ones a reason")
  func trouble() throws {
    let document = try document(Self.rich)
    let card = "//section[@id='counterexamples']/article[1]"
    #expect(try document.values("\(card)//code") == [Fixtures.replayLine])
    #expect(
      try document.values("\(card)//dd").first == "“ro\\u{1B}” [kind=herb] in 2010")
    let rows = try document.values("//section[@id='unranked']//tbody/tr[td[1]='skipped']")
    #expect(rows.count == 1)
    #expect(rows.first?.contains("shy") == true && rows.first?.contains("not this profile") == true)
  }

  @Test("A record without times, or without cells, still makes an HTML page")
  func empty() throws {
    for record in [
      Fixtures.record([]), Fixtures.record([Fixtures.cell([])]),
      Fixtures.record([Fixtures.cell([Fixtures.matcher("a", .errored, reason: "x")], rowCount: 0)]),
    ] {
      let document = try document(record)
      #expect(try document.count("//main") == 1)
    }
  }

  @Test(
    "Texts of a record stay plain text in HTML, whatever they contain", arguments: HostileText.all)
  func hostile(text: HostileText) throws {
    let document = try document(text.record)
    #expect(try document.count("//script | //img | //iframe | //@onerror | //@onload") == 0)
    #expect(try document.values("//@href").allSatisfy { $0.hasPrefix("#") })
    let title = try #require(try document.values("//header//h1/span").first)
    #expect(title == DisplayText.line(text.text, limit: 60))
  }

  @Test(
    "A record of thousands of cells makes an HTML page of less than 2 MB", .timeLimit(.minutes(15)))
  func huge() throws {
    let cell = Fixtures.cell([
      Fixtures.matcher("a", .voided, reason: "x", wrong: [Fixtures.counterexample(0)])
    ])
    let page = try page(Fixtures.record(Array(repeating: cell, count: TestAmount.pageCellCount)))
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("more rows are in the record"))
    #expect(page.contains("more are in the record"))
  }

  @Test("A record of 2 000 similar cells makes an HTML page of less than 400 KB")
  func alike() throws {
    let cell = Fixtures.cell([
      Fixtures.matcher("linear-scan", time: 10, ratio: 1),
      Fixtures.matcher("a", time: 5, ratio: 0.5),
    ])
    let larger = Fixtures.cell(cell.matchers, rowCount: 10_000)
    let page = try page(Fixtures.record(Array(repeating: cell, count: 2_000) + [larger, larger]))
    #expect(page.utf8.count < 400_000)
    #expect(page.contains("more rows are in the record"))
  }

  @Test("A record of 1 000 matchers makes an HTML page of less than 2 MB", .timeLimit(.minutes(15)))
  func crowded() throws {
    let cells = [100, 1_000, 10_000].map { rowCount in
      Fixtures.cell(
        (0..<1_000).map { Fixtures.matcher("matcher-\($0)", time: 100 + $0, ratio: 1) },
        rowCount: rowCount)
    }
    let page = try page(Fixtures.record(cells))
    #expect(page.utf8.count < 2_000_000)
    #expect(page.contains("976 more matchers are in the table only"))
  }
}

/// A text that breaks pages, put wherever a record has text.
struct HostileText: Sendable, CustomTestStringConvertible {
  let text: String

  var testDescription: String { String(text.prefix(30)).debugDescription }

  static let all: [HostileText] = [
    "<script>document.title='owned'</script>", "\"><img src=x onerror=alert(1)>", "</style><b>",
    "]]>", "javascript:alert(1)", "&lt;b&gt;&amp;", "\u{0}\u{1}\u{1B}[31mred\u{1B}[0m\u{7F}",
    "\u{202E}gnp.exe", "a\r\nb\tc", "\u{FFFE}", String(repeating: "x", count: 1_000_000),
    "| a | b |\n|---|---|", "`code` *bold* [link](javascript:alert(1)) <!-- x -->",
    "#1 @you :tada:",
    "",
  ].map(HostileText.init)

  /// A record in which every text is this one.
  var record: RunRecord {
    typealias Fixtures = RecordFixtures
    var right = Fixtures.matcher(text, time: 100, ratio: 1)
    right.structure = text
    let keystroke = KeystrokeRecord(
      trace: text,
      query: SearchQuery(
        String(text.prefix(100)), tokens: [SearchToken(facet: text, value: text)], scope: text),
      eventClass: text, matchCount: 1)
    var example = Counterexample(
      keystroke: 0, query: keystroke.query, eventClass: text, difference: text, firstRow: 0,
      firstRowText: text,
      replay: ReplayRecord(
        corpus: text, profile: text, matcher: text, isOwnEngine: true))
    example.shrunk = text
    let wrong = Fixtures.matcher(text + "2", .voided, reason: text, wrong: [example])
    let shy = Fixtures.matcher(text + "3", .skipped, reason: text)
    var lost = Fixtures.matcher(text + "4", .errored, reason: text)
    let failure = EngineFailure(
      .crashed, in: .query, got: text, expected: text, requestLine: text, standardErrorTail: text)
    lost.engine = EngineRecord(failure: failure)
    lost.engine?.name = text
    lost.engine?.version = text
    lost.engine?.clock = text
    lost.engine?.warning = text
    var cell = Fixtures.cell([right, wrong, shy, lost])
    cell.keystrokes = [keystroke, keystroke, keystroke]
    cell.corpus.name = text
    cell.corpus.family = text
    cell.corpus.identity = text
    cell.workloadIdentity = text
    cell.profile.name = text
    var larger = cell
    larger.corpus.rowCount *= 10
    var record = Fixtures.record([cell, larger], warnings: [text])
    var finding = Fixtures.gate.findings[1]
    finding.cell = text
    finding.matcher = text
    finding.figure = text
    finding.reason = text
    record.gate = GateRecord(form: .baseline, subject: text, floor: 0.03, findings: [finding])
    record.ledger = [
      LedgerRecord(
        engine: text, clause: text, reason: text, link: text, expires: text, standing: .stale)
    ]
    record.suite.name = text
    record.suite.why = text
    record.suite.reference = text
    record.context.tool = text
    record.context.startedAt = text
    record.context.commandLine = [text, text]
    record.context.host.name = text
    record.context.revision = text
    return record
  }
}
