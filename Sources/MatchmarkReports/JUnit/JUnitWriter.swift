package import MatchmarkSystem

/// Writes a report as JUnit's XML, in as many files as its size and its dialect want.
package enum JUnitWriter {
  /// Writes `report` and gives the paths of its files.
  ///
  /// - Parameter path: a file; what does not fit it goes to `<name>-2.xml` and so on. In a dialect
  ///   of a file for each suite a folder, which must exist. What an earlier, larger run left there
  ///   is removed.
  /// - Parameter fileSizeInBytes: what a file may take; GitLab refuses 30 MiB.
  /// - Parameter batch: with what the files appear; nil has them appear together, by themselves.
  /// - Throws: ``ReportError``; each file is then the old one or the new one.
  @discardableResult
  package static func write(
    _ report: JUnitReport, to path: String, dialect: JUnitDialect = .common,
    fileSizeInBytes: Int = 25_000_000, in batch: FileBatch? = nil
  ) throws(ReportError) -> [String] {
    let plan = JUnitPlan(report, dialect, fileSizeInBytes: fileSizeInBytes)
    let renderer = JUnitRenderer(report, dialect)
    var names = JUnitFileNames(path, report: report, dialect)
    let files = batch ?? FileBatch()
    for (index, parts) in plan.files.enumerated() {
      let file: AtomicFile
      do { file = try AtomicFile(path: names.next(index, parts), in: files) } catch {
        throw .file(error)
      }
      _ = try renderer.render(parts, to: try XMLWriter(file: file))
    }
    do {
      for path in try names.leftovers() { files.remove(path) }
      if batch == nil { try files.publish() }
    } catch {
      throw .file(error)
    }
    return names.paths
  }

  /// The bytes of `report` as one document, whatever its size.
  ///
  /// - Throws: ``ReportError/severalFiles(dialect:count:)`` where the dialect wants another number
  ///   of files than one.
  package static func render(
    _ report: JUnitReport, dialect: JUnitDialect = .common
  ) throws(ReportError) -> [UInt8] {
    let plan = JUnitPlan(report, dialect, fileSizeInBytes: .max)
    guard let parts = plan.files.first, plan.files.count == 1 else {
      throw .severalFiles(dialect: dialect.id, count: plan.files.count)
    }
    let renderer = JUnitRenderer(report, dialect)
    return try renderer.render(parts, to: try XMLWriter())
  }
}

/// Turns planned parts into XML.
private struct JUnitRenderer {
  private let report: JUnitReport
  private let dialect: JUnitDialect
  private let elements: JUnitElements

  init(_ report: JUnitReport, _ dialect: JUnitDialect) {
    self.report = report
    self.dialect = dialect
    elements = JUnitElements(dialect)
  }

  /// Writes a file and gives its bytes, where it went into memory.
  func render(
    _ parts: [JUnitPlan.Part], to xml: consuming XMLWriter
  ) throws(ReportError) -> [UInt8] {
    if !dialect.rootIsSuite {
      try xml.start("testsuites")
      if dialect.rootHasSummary {
        try xml.attribute("name", JUnitText.name(report.name, fallback: "matchmark"))
        var total = JUnitSummary()
        for part in parts { total.add(part.summary) }
        try elements.attributes(of: total, isRoot: true, to: xml)
      }
    }
    for (id, part) in parts.enumerated() { try render(part, id: id, to: xml) }
    if !dialect.rootIsSuite { try xml.end() }
    return try xml.finish()
  }

  private func render(
    _ part: JUnitPlan.Part, id: Int, to xml: borrowing XMLWriter
  ) throws(ReportError) {
    let suite = report.suites[part.suite]
    try xml.start("testsuite")
    try xml.attribute("name", part.name)
    try elements.attributes(of: part.summary, isRoot: false, to: xml)
    if dialect.suiteHasIdentity { try elements.identity(of: suite, id: id, to: xml) }
    var properties = suite.properties
    if properties.isEmpty, dialect.suiteNeedsProperty {
      properties = [JUnitProperty("cases", String(part.cases.count))]
    }
    try elements.properties(properties, to: xml)
    let outputs = try renderCases(part, of: suite, to: xml)
    if dialect.suiteHasOutput {
      try elements.output("system-out", [suite.systemOut, outputs], to: xml)
      try elements.output("system-err", [suite.systemErr], to: xml)
    }
    try xml.end()
  }

  /// Writes the cases of a part.
  ///
  /// - Returns: the outputs that have no place in the cases.
  private func renderCases(
    _ part: JUnitPlan.Part, of suite: JUnitSuite, to xml: borrowing XMLWriter
  ) throws(ReportError) -> String {
    var summary = JUnitSummary()
    var names = JUnitNames()
    var outputs = ""
    for place in part.cases {
      let testCase = suite.cases[place]
      summary.add(testCase)
      let classname = JUnitText.name(testCase.classname, fallback: part.name)
      let name = names.unique(
        JUnitText.name(testCase.name, fallback: "unnamed"), in: classname)
      try elements.testCase(testCase, name: name, classname: classname, to: xml)
      if !dialect.caseHasOutput, !testCase.systemOut.isEmpty,
        outputs.utf8.count < JUnitText.suiteOutputSizeInBytes
      {
        outputs += "\(name): \(testCase.systemOut)\n"
      }
    }
    guard summary == part.summary else { throw .notReplayable(suite: part.name) }
    return outputs
  }
}

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
