import MatchmarkSystem

/// Writes a report as JUnit's XML.
///
/// Memory is constant but for the names of one suite at a time (``JUnitNames``): cases are read
/// twice, first to count, then to write.
package enum JUnitWriter {
  /// Writes `report` to `path`, whole or not at all; the folder must exist.
  ///
  /// - Throws: ``ReportError``; the file that was there before then stands.
  package static func write(
    _ report: JUnitReport, to path: String, dialect: JUnitDialect = .common
  ) throws(ReportError) {
    let file: AtomicFile
    do {
      file = try AtomicFile(path: path)
    } catch {
      throw .file(error)
    }
    var renderer = JUnitRenderer(xml: try XMLWriter(file: file), dialect: dialect)
    try renderer.render(report)
    _ = try renderer.finish()
  }

  /// The bytes that ``write(_:to:dialect:)`` would write.
  package static func render(
    _ report: JUnitReport, dialect: JUnitDialect = .common
  ) throws(ReportError) -> [UInt8] {
    var renderer = JUnitRenderer(xml: try XMLWriter(), dialect: dialect)
    try renderer.render(report)
    return try renderer.finish()
  }
}

/// One report on its way into XML.
private struct JUnitRenderer: ~Copyable {
  var xml: XMLWriter
  let dialect: JUnitDialect

  consuming func finish() throws(ReportError) -> [UInt8] { try xml.finish() }

  mutating func render(_ report: JUnitReport) throws(ReportError) {
    let summaries = report.suites.map { JUnitSummary(of: $0.cases) }
    xml.start("testsuites")
    if dialect.rootHasSummary {
      let name = JUnitText.line(
        report.name, limit: JUnitText.nameSizeInBytes, fallback: "matchmark")
      xml.attribute("name", name)
      var total = JUnitSummary()
      for summary in summaries {
        total.tally.add(summary.tally)
        total.time += summary.time
      }
      try attributes(of: total, withSkipped: false)
    }
    for (id, (suite, summary)) in zip(report.suites, summaries).enumerated() {
      xml.newLine(depth: 1)
      try render(suite, summary: summary, id: id)
    }
    xml.newLine(depth: 0)
    try xml.end()
  }

  private mutating func render(
    _ suite: JUnitSuite, summary: JUnitSummary, id: Int
  ) throws(ReportError) {
    let limit = JUnitText.nameSizeInBytes
    let name = JUnitText.line(suite.name, limit: limit, fallback: "suite \(id)")
    xml.start("testsuite")
    xml.attribute("name", name)
    try attributes(of: summary, withSkipped: true)
    if dialect.suiteHasIdentity {
      xml.attribute("timestamp", suite.timestamp.description)
      xml.attribute(
        "hostname", JUnitText.line(suite.hostname, limit: limit, fallback: "localhost"))
      xml.attribute("id", String(id))
      xml.attribute("package", JUnitText.line(suite.package, limit: limit, fallback: ""))
    }
    try render(suite.properties)
    guard try render(suite.cases, of: name) == summary else { throw .notReplayable(suite: name) }
    if dialect.suiteHasOutput {
      try output("system-out", suite.systemOut)
      try output("system-err", suite.systemErr)
    }
    xml.newLine(depth: 1)
    try xml.end()
  }

  private mutating func attributes(
    of summary: JUnitSummary, withSkipped: Bool
  ) throws(ReportError) {
    xml.attribute("tests", String(summary.tally.testCount))
    xml.attribute("failures", String(summary.tally.failureCount))
    xml.attribute("errors", String(summary.tally.errorCount))
    if withSkipped { xml.attribute("skipped", String(summary.tally.skippedCount)) }
    xml.attribute("time", JUnitSeconds(summary.time, decimalCount: 3).description)
  }

  private mutating func render(_ properties: [JUnitProperty]) throws(ReportError) {
    guard !properties.isEmpty else { return }
    xml.newLine(depth: 2)
    xml.start("properties")
    for property in properties {
      xml.newLine(depth: 3)
      xml.start("property")
      xml.attribute(
        "name",
        JUnitText.line(property.name, limit: JUnitText.nameSizeInBytes, fallback: "unnamed"))
      xml.attribute(
        "value", JUnitText.line(property.value, limit: JUnitText.valueSizeInBytes, fallback: ""))
      try xml.end()
    }
    xml.newLine(depth: 2)
    try xml.end()
  }

  /// Writes all cases and gives what they come to this time.
  private mutating func render(
    _ cases: some Collection<JUnitCase>, of suite: String
  ) throws(ReportError) -> JUnitSummary {
    var summary = JUnitSummary()
    var names = JUnitNames()
    for testCase in cases {
      summary.add(testCase)
      let limit = JUnitText.nameSizeInBytes
      let classname = JUnitText.line(testCase.classname, limit: limit, fallback: suite)
      let wanted = JUnitText.line(testCase.name, limit: limit, fallback: "unnamed")
      guard let name = names.unique(wanted, in: classname) else {
        throw .tooManyCases(suite: suite, classname: classname, limit: JUnitText.caseCount)
      }
      xml.newLine(depth: 2)
      xml.start("testcase")
      xml.attribute("name", name)
      xml.attribute("classname", classname)
      let time = JUnitSeconds(testCase.time, decimalCount: dialect.caseTimeDecimalCount)
      xml.attribute("time", time.description)
      try render(testCase.result)
      if dialect.caseHasOutput, !testCase.systemOut.isEmpty {
        xml.start("system-out")
        xml.text(
          JUnitText.block(testCase.systemOut, limit: JUnitText.caseOutputSizeInBytes))
        try xml.end()
      }
      try xml.end()
    }
    return summary
  }

  private mutating func render(_ result: JUnitResult) throws(ReportError) {
    switch result {
    case .passed:
      break
    case .skipped(let reason):
      let line = JUnitText.line(
        reason, limit: JUnitText.messageSizeInBytes, fallback: "no reason given")
      xml.start("skipped")
      xml.attribute("message", line)
      xml.text(line)
      try xml.end()
    case .failure(let type, let message, let details):
      xml.start("failure")
      try fault(type, message, details)
    case .error(let type, let message, let details):
      xml.start("error")
      try fault(type, message, details)
    }
  }

  /// The message stands in the text again, since some consumers show only one of the two.
  private mutating func fault(
    _ type: JUnitFaultType, _ message: String, _ details: String
  ) throws(ReportError) {
    let line = JUnitText.line(
      message, limit: JUnitText.messageSizeInBytes, fallback: "no message given")
    xml.attribute("message", line)
    xml.attribute("type", type.rawValue)
    xml.text(line)
    if !details.isEmpty {
      xml.text("\n")
      xml.text(JUnitText.block(details, limit: JUnitText.caseOutputSizeInBytes))
    }
    try xml.end()
  }

  private mutating func output(_ name: StaticString, _ text: String) throws(ReportError) {
    xml.newLine(depth: 2)
    xml.start(name)
    xml.text(JUnitText.block(text, limit: JUnitText.suiteOutputSizeInBytes))
    try xml.end(isExpanded: true)
  }
}
