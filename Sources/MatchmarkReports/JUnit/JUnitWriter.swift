import FoundationEssentials
import MatchmarkRecord
package import MatchmarkSystem

/// A form of JUnit's XML, for which there is no standard: no file satisfies every schema in use.
package enum JUnitDialect: String, Sendable, CaseIterable {
  /// Valid for both forms of Jenkins' junit-10, and read by every consumer that was tried.
  case common
  /// Also valid for all other schemas that allow several suites in a file, such as Ant's.
  ///
  /// The root has no attributes; a case has at most one element, so its output is in the suite; a
  /// skipped case states its reason only as text; a suite has at least one property.
  case ant
}

/// A writer of a report as JUnit's XML, case by case.
package struct JUnitWriter {
  private let report: JUnitReport
  private let dialect: JUnitDialect

  /// Writes `report` to a file, which appears with its batch.
  ///
  /// - Throws: ``FileError``, ``ReportError``; the old file then stays.
  package static func write(
    _ report: JUnitReport, to path: String, dialect: JUnitDialect = .common,
    in batch: FileBatch
  ) throws {
    var file = try AtomicFile(path: path, in: batch)
    try JUnitWriter(report: report, dialect: dialect).write { try file.write($0) }
    try file.finish()
  }

  /// Returns the bytes of `report`.
  ///
  /// - Throws: ``ReportError``.
  package static func render(
    _ report: JUnitReport, dialect: JUnitDialect = .common
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try JUnitWriter(report: report, dialect: dialect).write { bytes += $0 }
    return bytes
  }
}

// MARK: Suites

extension JUnitWriter {
  /// A suite as it is written: a whole suite of the report, or a part of one with too many cases.
  private struct Part {
    let suite: JUnitSuite
    let id: Int
    /// The name, unique within the report; a second part is named `name #2`.
    let name: String
    let cases: ArraySlice<JUnitCase>
  }

  private var parts: [Part] {
    var names = JUnitNames()
    var parts: [Part] = []
    for (index, suite) in report.suites.enumerated() {
      let name = JUnitText.name(suite.name, fallback: "suite \(index)")
      var rest = suite.cases[...]
      repeat {
        parts.append(
          Part(
            suite: suite, id: parts.count, name: names.unique(name),
            cases: rest.prefix(JUnitText.caseCount)))
        rest = rest.dropFirst(JUnitText.caseCount)
      } while !rest.isEmpty
    }
    return parts
  }

  /// The number of bytes that are collected before they are passed on.
  private static let chunkSizeInBytes = 262_144

  private func write(_ consume: ([UInt8]) throws -> Void) throws {
    let xml = try XMLWriter()
    try xml.comment(FileMark.comment)
    try xml.start("testsuites", rootAttributes)
    for part in parts { try write(part, to: xml, consume) }
    try xml.end()
    try consume(try xml.finish())
  }

  private func write(
    _ part: Part, to xml: borrowing XMLWriter, _ consume: ([UInt8]) throws -> Void
  ) throws {
    try xml.start("testsuite", attributes(of: part))
    try xml.write(properties(of: part))
    var names = JUnitNames()
    var outputs = ""
    for testCase in part.cases {
      let classname = JUnitText.name(testCase.classname, fallback: part.name)
      let name = names.unique(JUnitText.name(testCase.name, fallback: "unnamed"))
      try xml.write(markup(testCase, name: name, classname: classname))
      if xml.sizeInBytes >= Self.chunkSizeInBytes { try consume(try xml.take()) }
      if dialect == .ant, !testCase.systemOut.isEmpty,
        outputs.utf8.count < JUnitText.suiteOutputSizeInBytes
      {
        outputs += "\(name): \(testCase.systemOut)\n"
      }
    }
    try xml.write(
      tag("system-out") { JUnitText.block(outputs, limit: JUnitText.suiteOutputSizeInBytes) })
    try xml.write(tag("system-err") { "" })
    try xml.end()
  }
}

// MARK: Elements

extension JUnitWriter {
  private var rootAttributes: [Markup.Attribute] {
    guard dialect == .common else { return [] }
    return [.init("name", JUnitText.name(report.name, fallback: "matchmark"))]
      + summary(of: report.suites.lazy.flatMap(\.cases), isRoot: true)
  }

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

  private func attributes(of part: Part) -> [Markup.Attribute] {
    [.init("name", part.name)] + summary(of: part.cases, isRoot: false) + [
      .init("timestamp", part.suite.timestamp),
      .init("hostname", JUnitText.name(part.suite.hostname, fallback: "localhost")),
      .count("id", part.id), .init("package", JUnitText.name(part.suite.package, fallback: "")),
    ]
  }

  @MarkupBuilder
  private func properties(of part: Part) -> Markup {
    let own = part.suite.properties
    let properties =
      own.isEmpty && dialect == .ant ? [.init("cases", String(part.cases.count))] : own
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
    tag(
      "testcase", .init("name", name), .init("classname", classname),
      .seconds(testCase.time, digits: 6)
    ) {
      result(testCase.result)
      if dialect == .common, !testCase.systemOut.isEmpty {
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
      tag("skipped", .init("message", dialect == .ant ? nil : line)) { line }
    case .failure(let type, let message, let details):
      failure("failure", type, message, details)
    case .error(let type, let message, let details):
      failure("error", type, message, details)
    }
  }

  /// Writes a failure whose text repeats the message, because some consumers show only one of the
  /// two.
  private func failure(
    _ name: StaticString, _ type: JUnitFailureType, _ message: String, _ details: String
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
}

extension Markup.Attribute {
  /// Returns a time in seconds with a fixed number of decimals; a negative duration becomes zero.
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
