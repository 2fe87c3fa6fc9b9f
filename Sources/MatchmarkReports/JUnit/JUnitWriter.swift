import FoundationEssentials
package import MatchmarkSystem

/// Writes a report as JUnit's XML, in the number of files that its size and dialect require.
package enum JUnitWriter {
  /// Writes `report` and returns the paths of its files.
  ///
  /// - Parameter path: a file; cases that do not fit go to `<name>-2.xml` and so on. In a dialect
  ///   with a file for each suite it is a folder, which must exist. Files that an earlier, larger
  ///   run left there are removed.
  /// - Parameter fileSizeInBytes: the size limit of a file; GitLab rejects 30 MiB.
  /// - Parameter batch: the batch with which the files appear; nil for a batch of only these files.
  /// - Throws: ``FileError``, ``ReportError``; each file is then either the old one or the new one.
  @discardableResult
  package static func write(
    _ report: JUnitReport, to path: String, dialect: JUnitDialect = .common,
    fileSizeInBytes: Int = 25_000_000, in batch: FileBatch? = nil
  ) throws -> [String] {
    let plan = try JUnitPlan(report, dialect, fileSizeInBytes: fileSizeInBytes)
    let names = JUnitFileNames(path, report, dialect, plan)
    let files = batch ?? FileBatch()
    for (path, parts) in zip(names.paths, plan.files) {
      var file = try AtomicFile(path: path, in: files)
      try dialect.write(parts, of: report) { (bytes: [UInt8]) in try file.write(bytes) }
      try file.finish()
    }
    for path in try names.leftovers() { files.remove(path) }
    if batch == nil { try files.publish() }
    return names.paths
  }

  /// The bytes of `report` as one document of any size.
  ///
  /// - Throws: ``ReportError/severalFiles(dialect:count:)`` if the dialect does not require exactly
  ///   one file.
  package static func render(
    _ report: JUnitReport, dialect: JUnitDialect = .common
  ) throws -> [UInt8] {
    let plan = try JUnitPlan(report, dialect, fileSizeInBytes: .max)
    guard let parts = plan.files.first, plan.files.count == 1 else {
      throw ReportError.severalFiles(dialect: dialect.id, count: plan.files.count)
    }
    var bytes: [UInt8] = []
    try dialect.write(parts, of: report) { bytes += $0 }
    return bytes
  }
}

/// The requirements of one family of consumers, as far as families differ.
///
/// There is no standard for JUnit's XML, and no file satisfies every schema in use, but a few
/// switches distinguish the families.
package struct JUnitDialect: Hashable, Sendable {
  package let id: String
  /// Whether a file has one suite as its root, without an enclosing `testsuites`.
  package var rootIsSuite = false
  /// Whether `testsuites` has name, counts and time.
  var rootHasSummary = true
  /// Whether a suite has timestamp, hostname, id and package.
  var suiteHasIdentity = true
  /// Whether a suite ends with its two outputs, even if they are empty.
  var suiteHasOutput = true
  var suiteNeedsProperty = false
  /// Whether a case has its output; otherwise it goes to the suite's output.
  var caseHasOutput = true
  /// Whether a skipped case has its reason also as an attribute, not only as text.
  var skippedHasMessage = true
  /// Whether a case has file and line, and its own properties.
  var caseHasPlaceAndProperties = false
  /// The number of decimals of a case's time; a suite's time always has three.
  var caseTimeDecimalCount = 6

  /// Valid for both forms of Jenkins' junit-10, and read by every consumer tried.
  package static let common = JUnitDialect(id: "common")

  /// Also valid for the Ant schema: no attributes on the root, one element in a case.
  package static let ant = JUnitDialect(
    id: "ant", rootHasSummary: false, suiteNeedsProperty: true, caseHasOutput: false,
    skippedHasMessage: false)

  /// Valid for Maven Surefire's three schemas and all others except Ant's: one file for each suite.
  package static let surefire = JUnitDialect(
    id: "surefire", rootIsSuite: true, rootHasSummary: false, suiteHasIdentity: false,
    suiteHasOutput: false, skippedHasMessage: false, caseTimeDecimalCount: 3)

  /// ``common`` with file, line and properties in each case: valid only for this project's schema,
  /// read by every consumer tried, and shown by some.
  package static let rich = JUnitDialect(id: "rich", caseHasPlaceAndProperties: true)

  /// All dialects, the default first.
  package static let all = [common, ant, surefire, rich]
}

// MARK: Suites

extension JUnitDialect {
  /// The number of bytes that are collected before they are passed on.
  private static let partSizeInBytes = 262_144

  /// Writes a file, case by case, and passes on its bytes.
  fileprivate func write(
    _ parts: [JUnitPlan.Part], of report: JUnitReport, _ consume: ([UInt8]) throws -> Void
  ) throws {
    let xml = try XMLWriter()
    try xml.comment(FileMark.comment)
    if !rootIsSuite {
      let name = Markup.Attribute("name", JUnitText.name(report.name, fallback: "matchmark"))
      let summary = summary(of: parts.lazy.flatMap(\.cases), isRoot: true)
      try xml.start("testsuites", rootHasSummary ? [name] + summary : [])
    }
    for (id, part) in parts.enumerated() { try write(part, id: id, to: xml, consume) }
    if !rootIsSuite { try xml.end() }
    try consume(try xml.finish())
  }

  private func write(
    _ part: JUnitPlan.Part, id: Int, to xml: borrowing XMLWriter,
    _ consume: ([UInt8]) throws -> Void
  ) throws {
    try xml.start("testsuite", attributes(of: part, id: id))
    try xml.write(properties(of: part))
    var names = JUnitNames()
    var outputs = ""
    for testCase in part.cases {
      let classname = JUnitText.name(testCase.classname, fallback: part.name)
      let name = names.unique(JUnitText.name(testCase.name, fallback: "unnamed"))
      try xml.write(markup(testCase, name: name, classname: classname))
      if xml.sizeInBytes >= Self.partSizeInBytes { try consume(try xml.take()) }
      // Output that has no place in the case goes to the suite.
      if !caseHasOutput, !testCase.systemOut.isEmpty,
        outputs.utf8.count < JUnitText.suiteOutputSizeInBytes
      {
        outputs += "\(name): \(testCase.systemOut)\n"
      }
    }
    try xml.write(self.outputs(outputs))
    try xml.end()
  }
}

// MARK: Elements

extension JUnitDialect {
  private func summary(of cases: some Sequence<JUnitCase>, isRoot: Bool) -> [Markup.Attribute] {
    var count = (tests: 0, failures: 0, errors: 0, skipped: 0)
    var time = Duration.zero
    for testCase in cases {
      count.tests += 1
      time += max(.zero, testCase.time)
      switch testCase.result {
      case .passed: break
      case .skipped: count.skipped += 1
      case .failure: count.failures += 1
      case .error: count.errors += 1
      }
    }
    return [
      .count("tests", count.tests), .count("failures", count.failures),
      .count("errors", count.errors), .count("skipped", isRoot ? nil : count.skipped),
      .seconds(time, digits: 3),
    ]
  }

  private func attributes(of part: JUnitPlan.Part, id: Int) -> [Markup.Attribute] {
    let summary = [.init("name", part.name)] + summary(of: part.cases, isRoot: false)
    guard suiteHasIdentity else { return summary }
    return summary + [
      .init("timestamp", part.suite.timestamp),
      .init("hostname", JUnitText.name(part.suite.hostname, fallback: "localhost")),
      .count("id", id), .init("package", JUnitText.name(part.suite.package, fallback: "")),
    ]
  }

  private func properties(of part: JUnitPlan.Part) -> Markup {
    let own = part.suite.properties
    return properties(
      own.isEmpty && suiteNeedsProperty ? [.init("cases", String(part.cases.count))] : own)
  }

  @MarkupBuilder
  private func properties(_ properties: [JUnitProperty]) -> Markup {
    if !properties.isEmpty {
      tag("properties") {
        for property in properties {
          tag(
            "property", .init("name", JUnitText.name(property.name, fallback: "unnamed")),
            .init(
              "value",
              JUnitText.line(property.value, limit: JUnitText.valueSizeInBytes, fallback: "")))
        }
      }
    }
  }

  private func markup(_ testCase: JUnitCase, name: String, classname: String) -> Markup {
    let file = caseHasPlaceAndProperties ? testCase.file : nil
    return tag(
      "testcase", .init("name", name), .init("classname", classname),
      .seconds(testCase.time, digits: caseTimeDecimalCount),
      .init("file", file.map { JUnitText.name($0, fallback: "unnamed") }),
      .count("line", file == nil ? nil : testCase.line)
    ) {
      if caseHasPlaceAndProperties { properties(testCase.properties) }
      result(testCase.result)
      if caseHasOutput, !testCase.systemOut.isEmpty {
        tag("system-out") {
          JUnitText.block(testCase.systemOut, limit: JUnitText.caseOutputSizeInBytes)
        }
      }
    }
  }

  @MarkupBuilder
  private func result(_ result: JUnitResult) -> Markup {
    switch result {
    case .passed: Markup.group([])
    case .skipped(let reason):
      let line = JUnitText.message(reason, fallback: "no reason given")
      tag("skipped", .init("message", skippedHasMessage ? line : nil)) { line }
    case .failure(let type, let message, let details):
      fault("failure", type, message, details)
    case .error(let type, let message, let details):
      fault("error", type, message, details)
    }
  }

  /// A fault whose text repeats the message because some consumers show only one of the two.
  private func fault(
    _ name: StaticString, _ type: JUnitFaultType, _ message: String, _ details: String
  ) -> Markup {
    let line = JUnitText.message(message, fallback: "no message given")
    return tag(name, .init("message", line), .init("type", type.rawValue)) {
      line
      if !details.isEmpty {
        "\n"
        JUnitText.block(details, limit: JUnitText.caseOutputSizeInBytes)
      }
    }
  }

  @MarkupBuilder
  private func outputs(_ ofCases: String) -> Markup {
    if suiteHasOutput {
      tag("system-out") { JUnitText.block(ofCases, limit: JUnitText.suiteOutputSizeInBytes) }
      tag("system-err") { "" }
    }
  }
}

// MARK: Sizes

extension JUnitDialect {
  /// The estimated size of a suite in a file without its cases, rather too large than too small.
  func sizeInBytes(of part: JUnitPlan.Part) throws(ReportError) -> Int {
    try Self.sizeInBytes(
      tag("testsuite", attributes(of: part, id: 0)) {
        properties(of: part)
        outputs("")
      })
  }

  /// The estimated size of a case with its output, wherever that is written.
  func sizeInBytes(of testCase: JUnitCase) throws(ReportError) -> Int {
    var dialect = self
    dialect.caseHasOutput = true
    let name = JUnitText.name(testCase.name, fallback: "unnamed")
    let classname = JUnitText.name(testCase.classname, fallback: "")
    return try Self.sizeInBytes(dialect.markup(testCase, name: name, classname: classname))
  }

  /// Room for what is known only in the file: further indentation, and numbers in names.
  private static let roomInBytes = 160

  private static func sizeInBytes(_ markup: Markup) throws(ReportError) -> Int {
    let xml = try XMLWriter()
    try xml.write(markup)
    return try xml.finish().count + roomInBytes
  }
}

extension Markup.Attribute {
  /// A time in seconds with a fixed number of decimals; a negative duration becomes zero.
  ///
  /// Consumers fail on exponents, thousands separators, NaN and negative figures.
  fileprivate static func seconds(_ time: Duration, digits: Int) -> Self {
    Self("time", QuantityFormat.fixed(max(time, .zero) / .seconds(1), digits: digits))
  }
}

extension JUnitSuite {
  /// The start of the suite in UTC without a zone, as the strictest schema requires.
  fileprivate var timestamp: String {
    let time = (try? Date(startedAt, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
    return String(time.formatted(.iso8601).dropLast())
  }
}
