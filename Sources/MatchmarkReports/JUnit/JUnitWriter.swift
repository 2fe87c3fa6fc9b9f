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
