/// The elements of a dialect, one function each.
struct JUnitElements {
  private let dialect: JUnitDialect

  init(_ dialect: JUnitDialect) { self.dialect = dialect }

  /// Counts and time; the root has no count of skipped cases.
  func attributes(of summary: JUnitSummary, isRoot: Bool, to xml: inout XMLWriter) {
    let tally = summary.tally
    xml.attribute("tests", count: tally.testCount)
    xml.attribute("failures", count: tally.failureCount)
    xml.attribute("errors", count: tally.errorCount)
    if !isRoot { xml.attribute("skipped", count: tally.skippedCount) }
    xml.attribute("time", seconds: summary.time, decimalCount: 3)
  }

  func identity(of suite: JUnitSuite, id: Int, to xml: inout XMLWriter) {
    xml.attribute("timestamp", suite.timestamp.description)
    xml.attribute("hostname", JUnitText.name(suite.hostname, fallback: "localhost"))
    xml.attribute("id", count: id)
    xml.attribute("package", JUnitText.name(suite.package, fallback: ""))
  }

  func properties(
    _ properties: [JUnitProperty], depth: Int, to xml: inout XMLWriter
  ) throws(ReportError) {
    guard !properties.isEmpty else { return }
    xml.newLine(depth: depth)
    xml.start("properties")
    for property in properties {
      xml.newLine(depth: depth + 1)
      xml.start("property")
      xml.attribute("name", JUnitText.name(property.name, fallback: "unnamed"))
      xml.attribute(
        "value", JUnitText.line(property.value, limit: JUnitText.valueSizeInBytes, fallback: ""))
      try xml.end()
    }
    xml.newLine(depth: depth)
    try xml.end()
  }

  func testCase(
    _ testCase: JUnitCase, name: String, classname: String, to xml: inout XMLWriter
  ) throws(ReportError) {
    xml.newLine(depth: 2)
    xml.start("testcase")
    xml.attribute("name", name)
    xml.attribute("classname", classname)
    xml.attribute("time", seconds: testCase.time, decimalCount: dialect.caseTimeDecimalCount)
    if dialect.caseHasPlaceAndProperties {
      if let file = testCase.file {
        xml.attribute("file", JUnitText.name(file, fallback: "unnamed"))
        if let line = testCase.line { xml.attribute("line", count: line) }
      }
      try properties(testCase.properties, depth: 3, to: &xml)
    }
    try result(testCase.result, to: &xml)
    if dialect.caseHasOutput, !testCase.systemOut.isEmpty {
      xml.start("system-out")
      xml.text(JUnitText.block(testCase.systemOut, limit: JUnitText.caseOutputSizeInBytes))
      try xml.end()
    }
    try xml.end()
  }

  private func result(_ result: JUnitResult, to xml: inout XMLWriter) throws(ReportError) {
    switch result {
    case .passed:
      break
    case .skipped(let reason):
      let line = JUnitText.line(
        reason, limit: JUnitText.messageSizeInBytes, fallback: "no reason given")
      xml.start("skipped")
      if dialect.skippedHasMessage { xml.attribute("message", line) }
      xml.text(line)
      try xml.end()
    case .failure(let type, let message, let details):
      xml.start("failure")
      try fault(type, message, details, to: &xml)
    case .error(let type, let message, let details):
      xml.start("error")
      try fault(type, message, details, to: &xml)
    }
  }

  /// The message stands in the text again, since some consumers show only one of the two.
  private func fault(
    _ type: JUnitFaultType, _ message: String, _ details: String, to xml: inout XMLWriter
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

  /// An output of a suite, even if there is none.
  func output(
    _ name: StaticString, _ texts: [String], to xml: inout XMLWriter
  ) throws(ReportError) {
    xml.newLine(depth: 2)
    xml.start(name)
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    if !text.isEmpty {
      xml.text(JUnitText.block(text, limit: JUnitText.suiteOutputSizeInBytes))
    }
    try xml.end(isExpanded: true)
  }
}

extension XMLWriter {
  fileprivate mutating func attribute(_ name: StaticString, count: Int) {
    attribute(name, number: UInt64(max(count, 0)))
  }

  fileprivate mutating func attribute(
    _ name: StaticString, seconds: Duration, decimalCount: Int
  ) {
    let seconds = JUnitSeconds(seconds, decimalCount: decimalCount)
    attribute(
      name, number: seconds.whole, fraction: seconds.fraction, digitCount: seconds.decimalCount)
  }
}
