import MatchmarkReports
import MatchmarkSystem

/// Records that would break the readers of reports if they were written unchanged.
enum JUnitFixtures {
  static let hostileTexts: [String] =
    (0...0x9F).compactMap { Unicode.Scalar($0).map { "c\(String($0))d" } } + [
      "", " ", "]]>", "<![CDATA[x]]>", "a < b & \"c\" > 'd'", "\u{FFFE}\u{FFFF}", "\u{1B}[31mred",
      "a\r\nb\tc", "\u{FEFF}bom", "e\u{301}", "😀", "-->", "<?xml?>", "&#x1B;", "&lt;", "\u{2028}",
      String(repeating: "long ", count: 1000), String(repeating: "漢", count: 1000),
    ]

  static func suite(
    _ cases: [JUnitCase], name: String = "typing.books.contains"
  ) -> JUnitSuite {
    JUnitSuite(
      name: name, package: "typing", startedAt: "2025-11-20T23:59:59Z",
      hostname: "ci-1", cases: cases)
  }

  static func report(_ cases: [JUnitCase]) -> JUnitReport {
    JUnitReport(name: "bench", suites: [suite(cases)])
  }

  /// Every hostile text in every place and with every kind of result.
  static var hostile: JUnitReport {
    let suites = [0, 1].map { shift in
      let cases = hostileTexts.enumerated().map { index, text in
        let result: JUnitResult =
          switch (index + shift) % 4 {
          case 0: .passed
          case 1: .skipped(reason: text)
          case 2: .failure(type: .benchmarkRegression, message: text, details: text)
          default: .error(type: .timeout, message: text, details: text)
          }
        return JUnitCase(
          name: text, classname: index % 3 == 0 ? text : "a.b", time: .milliseconds(index),
          result: result, systemOut: text)
      }
      var suite = suite(cases, name: hostileTexts[shift])
      suite.hostname = ""
      suite.properties = hostileTexts.map { JUnitProperty($0, $0) }
      return suite
    }
    return JUnitReport(name: "\u{1B}[1m\n", suites: suites)
  }

  static func passed(_ name: String, in classname: String = "a.b") -> JUnitCase {
    JUnitCase(name: name, classname: classname, time: .milliseconds(1))
  }
}

extension JUnitWriter {
  /// Writes a report to a file, alone.
  static func write(
    _ report: JUnitReport, to path: String, dialect: JUnitDialect = .common
  ) throws {
    let batch = FileBatch(replacing: .own)
    try write(report, to: path, dialect: dialect, in: batch)
    try batch.publish()
  }
}
