/// The elements of a dialect, one function each.
struct JUnitElements {
  private let dialect: JUnitDialect

  init(_ dialect: JUnitDialect) { self.dialect = dialect }

  /// Counts and time; the root has no count of skipped cases.
  func attributes(of summary: JUnitSummary, isRoot: Bool, to xml: borrowing XMLWriter)
    throws(ReportError)
  {
    let tally = summary.tally
    try xml.attribute("tests", count: tally.testCount)
    try xml.attribute("failures", count: tally.failureCount)
    try xml.attribute("errors", count: tally.errorCount)
    if !isRoot { try xml.attribute("skipped", count: tally.skippedCount) }
    try xml.attribute("time", seconds: summary.time, decimalCount: 3)
  }

  func identity(of suite: JUnitSuite, id: Int, to xml: borrowing XMLWriter) throws(ReportError) {
    try xml.attribute("timestamp", suite.timestamp.description)
    try xml.attribute("hostname", JUnitText.name(suite.hostname, fallback: "localhost"))
    try xml.attribute("id", count: id)
    try xml.attribute("package", JUnitText.name(suite.package, fallback: ""))
  }

  func properties(
    _ properties: [JUnitProperty], to xml: borrowing XMLWriter
  ) throws(ReportError) {
    guard !properties.isEmpty else { return }
    try xml.start("properties")
    for property in properties {
      try xml.start("property")
      try xml.attribute("name", JUnitText.name(property.name, fallback: "unnamed"))
      try xml.attribute(
        "value", JUnitText.line(property.value, limit: JUnitText.valueSizeInBytes, fallback: ""))
      try xml.end()
    }
    try xml.end()
  }

  func testCase(
    _ testCase: JUnitCase, name: String, classname: String, to xml: borrowing XMLWriter
  ) throws(ReportError) {
    try xml.start("testcase")
    try xml.attribute("name", name)
    try xml.attribute("classname", classname)
    try xml.attribute("time", seconds: testCase.time, decimalCount: dialect.caseTimeDecimalCount)
    if dialect.caseHasPlaceAndProperties {
      if let file = testCase.file {
        try xml.attribute("file", JUnitText.name(file, fallback: "unnamed"))
        if let line = testCase.line { try xml.attribute("line", count: line) }
      }
      try properties(testCase.properties, to: xml)
    }
    try result(testCase.result, to: xml)
    if dialect.caseHasOutput, !testCase.systemOut.isEmpty {
      try xml.start("system-out")
      try xml.text(JUnitText.block(testCase.systemOut, limit: JUnitText.caseOutputSizeInBytes))
      try xml.end()
    }
    try xml.end()
  }

  private func result(_ result: JUnitResult, to xml: borrowing XMLWriter) throws(ReportError) {
    switch result {
    case .passed:
      break
    case .skipped(let reason):
      let line = JUnitText.line(
        reason, limit: JUnitText.messageSizeInBytes, fallback: "no reason given")
      try xml.start("skipped")
      if dialect.skippedHasMessage { try xml.attribute("message", line) }
      try xml.text(line)
      try xml.end()
    case .failure(let type, let message, let details):
      try xml.start("failure")
      try fault(type, message, details, to: xml)
    case .error(let type, let message, let details):
      try xml.start("error")
      try fault(type, message, details, to: xml)
    }
  }

  /// The message stands in the text again, since some consumers show only one of the two.
  private func fault(
    _ type: JUnitFaultType, _ message: String, _ details: String, to xml: borrowing XMLWriter
  ) throws(ReportError) {
    let line = JUnitText.line(
      message, limit: JUnitText.messageSizeInBytes, fallback: "no message given")
    try xml.attribute("message", line)
    try xml.attribute("type", type.rawValue)
    try xml.text(line)
    if !details.isEmpty {
      try xml.text("\n")
      try xml.text(JUnitText.block(details, limit: JUnitText.caseOutputSizeInBytes))
    }
    try xml.end()
  }

  /// An output of a suite, even if there is none.
  func output(
    _ name: StaticString, _ texts: [String], to xml: borrowing XMLWriter
  ) throws(ReportError) {
    try xml.start(name)
    let text = texts.filter { !$0.isEmpty }.joined(separator: "\n")
    if !text.isEmpty {
      try xml.text(JUnitText.block(text, limit: JUnitText.suiteOutputSizeInBytes))
    }
    try xml.end(isExpanded: true)
  }
}

extension XMLWriter {
  fileprivate func attribute(_ name: StaticString, count: Int) throws(ReportError) {
    try attribute(name, String(count))
  }

  fileprivate func attribute(
    _ name: StaticString, seconds: Duration, decimalCount: Int
  ) throws(ReportError) {
    try attribute(name, JUnitSeconds(seconds, decimalCount: decimalCount).description)
  }
}
