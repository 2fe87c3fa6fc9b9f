import Foundation
import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkTestSupport

extension LimitTrigger {
  static let reports: [LimitTrigger] = junit + texts

  // MARK: JUnit

  private static let junit: [LimitTrigger] = [
    .calls(
      "junit-name-size", atLimit: { try cut { $0.name = letters(1_024) } },
      beyond: { try cut { $0.name = letters(1_025) } }),
    .calls(
      "junit-message-size", atLimit: { try cut { $0.result = failure(letters(1_024)) } },
      beyond: { try cut { $0.result = failure(letters(1_025)) } }),
    .calls(
      "junit-value-size", atLimit: { try cut(value: 4_096) }, beyond: { try cut(value: 4_097) }),
    .calls(
      "junit-output-size", atLimit: { try cut { $0.systemOut = letters(65_536) } },
      beyond: { try cut { $0.systemOut = letters(65_537) } }),
    .calls(
      "junit-suite-output-size", atLimit: { try cut(suiteOutput: 1 << 20) },
      beyond: { try cut(suiteOutput: 1 << 20 + 1) }),
    .calls(
      "junit-cases", atLimit: { try suiteCount(20_000) }, beyond: { try suiteCount(20_001) }),
  ]

  private static func failure(_ message: String) -> JUnitResult {
    .failure(type: .conformanceFailure, message: message, details: "")
  }

  private static func cut(_ change: (inout JUnitCase) -> Void) throws -> String? {
    var testCase = JUnitCase(name: "n", classname: "c", time: .zero, result: .passed)
    change(&testCase)
    return try cut(report([testCase]))
  }

  private static func cut(value size: Int) throws -> String? {
    var report = report([])
    report.suites[0].properties = [JUnitProperty("p", letters(size))]
    return try cut(report)
  }

  /// A suite's output is that of its case, with the case's name in front and a line end.
  private static func cut(suiteOutput size: Int) throws -> String? {
    let output = letters(size - "n: \n".utf8.count)
    let testCase = JUnitCase(name: "n", classname: "c", time: .zero, systemOut: output)
    return try cut(report([testCase]), dialect: .ant)
  }

  /// The place where a report was cut; nil if it was not.
  private static func cut(
    _ report: JUnitReport, dialect: JUnitDialect = .common
  ) throws -> String? {
    let text = String(decoding: try JUnitWriter.render(report, dialect: dialect), as: UTF8.self)
    return text.contains("…") || text.contains("left out]") ? "cut" : nil
  }

  private static func report(_ cases: [JUnitCase]) -> JUnitReport {
    JUnitReport(
      name: "r",
      suites: [
        JUnitSuite(
          name: "s", package: "p", startedAt: "1970-01-01T00:00:00Z",
          hostname: "h", cases: cases)
      ])
  }

  private static func suiteCount(_ count: Int) throws -> String? {
    let cases = (0..<count).map { number in
      JUnitCase(name: "\(number)", classname: "c", time: .zero, result: .passed)
    }
    let file = try JUnitFile(try JUnitWriter.render(report(cases)))
    return file.suites.count == 1 ? nil : "\(file.suites.count) suites"
  }

  // MARK: Texts

  private static let texts: [LimitTrigger] = [
    .calls(
      "counterexamples", atLimit: { try counterexamples(rogue: false) },
      beyond: { try counterexamples(rogue: true) }),
    .calls(
      "xml-value-size", atLimit: { try result(warning: 1 << 20) },
      beyond: { try result(warning: 1 << 20 + 1) }),
    .calls("table-rows", atLimit: { omitted(600) }, beyond: { omitted(601) }),
    .calls("markdown-size", atLimit: { page(900_000) }, beyond: { page(900_001) }),
    .calls(
      "shown-text-size",
      atLimit: { DisplayText.line(letters(120)).contains("…") ? "cut" : nil },
      beyond: { DisplayText.line(letters(121)).contains("…") ? "cut" : nil }),
  ]

  /// The part of many wrong answers to one kind of keystroke that a record keeps; nil for all.
  private static func counterexamples(rogue: Bool) throws -> String? {
    let folder = try TemporaryFolder()
    let matcher = rogue ? "rogue-drops-last-row" : "linear-scan"
    _ = try Program.faulty.run(
      ["verify", "--corpus", "titles-100", "-e", matcher, "-o", "out", "--no-progress"],
      in: folder.path)
    let bytes = try Data(contentsOf: URL(filePath: folder.file("out/record.json")))
    let kept = try RunRecord(decoding: Array(bytes)).cells.flatMap(\.matchers)
      .flatMap(\.counterexamples)
    let counts = Dictionary(grouping: kept, by: \.eventClass).mapValues(\.count)
    return counts.values.max() == 10 ? "10 are kept" : counts.values.max().map { "\($0)" }
  }

  private static func result(warning size: Int) throws -> String? {
    let path = WorkingCopy.path("reports/frontier/record.json")
    var record = try RunRecord(decoding: Array(try Data(contentsOf: URL(filePath: path))))
    record.cells = []
    record.targets = nil
    record.warnings = [letters(size)]
    // This compares letter by letter: searching for a megabyte in two takes minutes.
    let kept = try ResultReport(record).render().count { $0 == UInt8(ascii: "x") }
    return kept >= size ? nil : "cut"
  }

  private static func omitted(_ count: Int) -> String? {
    let table = ReportTable("t", Array(repeating: "x", count: count), [.words("a") { $0 }])
    let omitted = table.omittedCount(beyond: table.rowLimit)
    return omitted == 0 ? nil : "\(omitted) rows"
  }

  /// A page with one block of this many bytes.
  private static func page(_ size: Int) -> String? {
    func page(_ letterCount: Int) -> String {
      let block = Block("t", "t", [.text(letters(letterCount))])
      let document = Document(
        name: "t", headline: .init("t", isRight: true, grounds: "t"),
        sections: [.init("s", "s", [block])])
      return MarkdownRenderer(document).render()
    }
    let text = page(size - page(1).utf8.count + 1)
    return text.contains("Left out") ? text : nil
  }
}
