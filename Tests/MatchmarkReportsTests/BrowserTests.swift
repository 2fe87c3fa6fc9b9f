import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// Our pages in a real browser.
///
/// Without Chromium, the tests are skipped by name.
@Suite("Reports in a browser", .needs(.chromium))
struct BrowserTests {
  @Test("The HTML report loads without console messages, and its pictures have marks and tables")
  func console() throws {
    let record = RecordFixtures.everything
    let (dom, log) = try Browser.load(try HTMLRenderer(Document(record)).render())
    #expect(log.filter { $0.contains("CONSOLE") } == [])
    let pictures = dom.matches(of: /<section class="block" id="([a-z]+)">[\s\S]*?<\/section>/)
    var pictured: Set<String> = []
    for match in pictures where match.0.contains("role=\"img\"") {
      pictured.insert(String(match.1))
      #expect(match.0.contains("<title>"), "\(match.1) has no marks")
      #expect(match.0.contains("<td"), "\(match.1) has no table")
    }
    #expect(
      pictured.isSuperset(of: [
        "overview", "percentiles", "timeline", "ratios", "front", "building", "gate",
        "deliveries", "pace",
      ]))
  }

  // Each takes a browser a second and a half.
  private static let pages = TestAmount.isFull ? Page.allCases : [.everything, .hostile]

  @Test("No page logs a console message or is wider than a phone", arguments: pages)
  func narrow(page: Page) throws {
    // A script of this test, in a copy without the page's own policy, measures the width.
    let text = String(decoding: try page.bytes, as: UTF8.self)
    #expect(text.contains("http-equiv=\"Content-Security-Policy\""))
    let measured =
      text
      .replacing("http-equiv=\"Content-Security-Policy\"", with: "data-no-policy=\"\"")
      .replacing(
        "</body>",
        with:
          "<script>parent.postMessage(document.documentElement.scrollWidth, '*')</script></body>")
    let frame = """
      <!DOCTYPE html><html><body><script>
      onmessage = function (event) { document.documentElement.dataset.width = event.data }
      </script><iframe src="inner.html" style="border: 0" width="400" height="900"></iframe>
      </body></html>
      """
    let (dom, log) = try Browser.load(Array(frame.utf8), inner: Array(measured.utf8))
    #expect(dom.firstMatch(of: /data-width="([0-9]+)"/)?.1 == "400")
    #expect(log.filter { $0.contains("CONSOLE") } == [])
    let (_, original) = try Browser.load(Array(text.utf8))
    #expect(original.filter { $0.contains("CONSOLE") } == [])
  }

  /// All pages.
  enum Page: CaseIterable {
    case everything, mixed, empty, hostile, comparison, conformance

    var bytes: [UInt8] {
      get throws {
        let record = RecordFixtures.everything
        return switch self {
        case .everything: try HTMLRenderer(Document(record)).render()
        case .mixed: try HTMLRenderer(Document(RecordFixtures.mixed)).render()
        case .empty: try HTMLRenderer(Document(RecordFixtures.record([]))).render()
        case .hostile: try HTMLRenderer(Document(BrowserTests.cage)).render()
        case .comparison:
          try HTMLRenderer(
            Document(
              try ComparisonFacts([
                ComparedRecord(label: "old", record), ComparedRecord(label: "new", record),
              ]))
          ).render()
        case .conformance: try HTMLRenderer(Document(ConformancePageTests.wrong)).render()
        }
      }
    }
  }

  /// Markup in all the usual forms that leaves a sign in the page if it runs.
  private static let canaries = [
    "<script>document.documentElement.setAttribute('data-canary', 'dead')</script>",
    "<img src=x onerror=\"document.documentElement.setAttribute('data-canary','dead')\">",
    "\"><svg onload=\"document.documentElement.setAttribute('data-canary','dead')\">",
    "</style></title><script>document.documentElement.dataset.canary='dead'</script>",
    "`</code></pre><script>document.documentElement.dataset.canary='dead'</script>`",
    "[x](javascript:document.documentElement.dataset.canary='dead')",
  ]

  @Test("The canary of the browser tests is triggered if markup is let through")
  func detector() throws {
    let page = Array("<!DOCTYPE html><html><body>\(Self.canaries[0])</body></html>".utf8)
    #expect(try Browser.load(page).dom.contains("data-canary=\"dead\""))
  }

  /// Every canary in every text of a record.
  fileprivate static var cage: RunRecord {
    let records = canaries.map { HostileText(text: $0).record }
    var record = records[0]
    record.cells = records.flatMap(\.cells)
    record.warnings = canaries
    record.context.commandLine = canaries
    return record
  }

  @Test("No text of a record runs as code in the HTML report, even without the page's policy")
  func html() throws {
    let page = String(decoding: try HTMLRenderer(Document(Self.cage)).render(), as: UTF8.self)
    let open = page.replacing(
      "http-equiv=\"Content-Security-Policy\"", with: "data-no-policy=\"\"")
    #expect(open != page)
    let (dom, _) = try Browser.load(Array(open.utf8))
    #expect(dom.contains("</html>") && dom.contains("canary"))
    #expect(!dom.contains("data-canary=\"dead\""))
    #expect(!dom.contains("<script") && !dom.contains("<img"))
  }

  private static let renderer = Python.with("markdown_it")

  @Test(
    "No text of a record runs as code in the Markdown report, even if all HTML is let through",
    .needs(.markdownIt))
  func markdown() throws {
    let folder = try TemporaryFolder()
    let text = MarkdownRenderer(Document(Self.cage)).render()
    try AtomicFile.write(Array(text.utf8), to: folder.file("report.md"), replacing: .own)
    let program = """
      import sys
      from markdown_it import MarkdownIt
      print(MarkdownIt("gfm-like", {"html": True, "linkify": False})
            .render(open(sys.argv[1], encoding="utf-8").read()))
      """
    let delivery = try Child.run([
      try #require(Self.renderer), "-c", program, folder.file("report.md"),
    ])
    #expect(delivery.code == 0, "\(delivery.text)")
    let html = delivery.output
    #expect(html.contains("<table>") && html.contains("<h2>"))
    #expect(!html.contains("<a ") && !html.contains("<script") && !html.contains("<img"))
    let (dom, _) = try Browser.load(Array("<!DOCTYPE html><html><body>\(html)</body></html>".utf8))
    #expect(!dom.contains("data-canary=\"dead\""))
  }
}

enum Browser {
  /// Opens a page from disk, and returns its content once loaded and the browser's messages.
  ///
  /// - Parameter inner: A second page, `inner.html`, in the same folder.
  static func load(
    _ page: [UInt8], inner: [UInt8]? = nil
  ) throws -> (dom: String, log: [Substring]) {
    let folder = try TemporaryFolder()
    try AtomicFile.write(page, to: folder.file("page.html"), replacing: .own)
    if let inner { try AtomicFile.write(inner, to: folder.file("inner.html"), replacing: .own) }
    let delivery = try Child.run([
      try #require(Need.chromiumPath), "--headless", "--no-sandbox", "--disable-gpu",
      "--enable-logging=stderr", "--v=0", "--hide-scrollbars", "--window-size=1280,900",
      "--virtual-time-budget=2000", "--user-data-dir=\(folder.file("profile"))", "--dump-dom",
      "file://\(folder.file("page.html"))",
    ])
    return (delivery.output, delivery.errors.split(separator: "\n"))
  }
}
