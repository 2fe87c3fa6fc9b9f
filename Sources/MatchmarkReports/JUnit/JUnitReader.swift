/// What a JUnit file holds, counted anew.
package struct JUnitFile: Hashable, Sendable {
  /// One suite of the file.
  package struct Suite: Hashable, Sendable {
    package var name: String
    /// The counts that its attributes state; nil where one is missing or no number.
    package var stated: JUnitTally?
    /// The counts of the cases that are there.
    package var counted = JUnitTally()
  }

  package var suites: [Suite] = []
  /// What the root states; nil where it states none.
  package var stated: JUnitTally?

  /// The cases of all suites.
  package var counted: JUnitTally {
    var total = JUnitTally()
    for suite in suites { total.add(suite.counted) }
    return total
  }

  /// Whether every stated count is the counted one.
  package var isConsistent: Bool {
    (stated.map { Self.agree($0, counted, withSkipped: false) } ?? true)
      && suites.allSatisfy { suite in
        suite.stated.map { Self.agree($0, suite.counted, withSkipped: true) } ?? true
      }
  }

  /// The root has no count of skipped cases.
  private static func agree(_ left: JUnitTally, _ right: JUnitTally, withSkipped: Bool) -> Bool {
    left.testCount == right.testCount && left.failureCount == right.failureCount
      && left.errorCount == right.errorCount
      && (!withSkipped || left.skippedCount == right.skippedCount)
  }
}

/// Reads JUnit files, ours and others', as a stream.
package enum JUnitReader {
  /// Counts what `bytes` hold.
  ///
  /// - Throws: ``ReportError`` for what is not XML, holds a document type or nested suites, or has
  ///   another root than `testsuites` or `testsuite`.
  package static func read(
    _ bytes: [UInt8], limits: XMLReader.Limits = .init()
  ) throws(ReportError) -> JUnitFile {
    var reader = try XMLReader(bytes, limits: limits)
    var counter = JUnitCounter()
    while let event = try reader.next() {
      if let reason = counter.take(event) { throw .refused(line: reader.line, reason: reason) }
    }
    return counter.file
  }
}

/// Follows the events of one file.
private struct JUnitCounter {
  var file = JUnitFile()
  private var path: [String] = []
  /// The first result element of the case that is open.
  private var result: JUnitResult?

  /// Counts one event; answers why the file is refused, if it is.
  mutating func take(_ event: XMLEvent) -> String? {
    switch event {
    case .text:
      return nil
    case .start(let name, let attributes):
      defer { path.append(name) }
      return start(name, attributes)
    case .end(let name):
      path.removeLast()
      if name == "testcase", !file.suites.isEmpty {
        file.suites[file.suites.count - 1].counted.add(result ?? .passed)
      }
      return nil
    }
  }

  private mutating func start(_ name: String, _ attributes: [String: String]) -> String? {
    switch (name, path.last) {
    case ("testsuites", nil):
      file.stated = Self.tally(attributes)
    case (_, nil) where name != "testsuite":
      return "got the root element '\(name)', expected 'testsuites' or 'testsuite'"
    case ("testsuite", nil), ("testsuite", "testsuites"):
      file.suites.append(.init(name: attributes["name"] ?? "", stated: Self.tally(attributes)))
    case ("testsuite", _), ("testsuites", _):
      return "got a '\(name)' inside another, expected flat suites"
    case ("testcase", "testsuite"):
      result = nil
    case ("testcase", _):
      return "got a 'testcase' outside of a 'testsuite'"
    case (_, "testcase"):
      result = result ?? Self.result(name)
    default:
      break
    }
    return nil
  }

  private static func result(_ name: String) -> JUnitResult? {
    switch name {
    case "failure": .failure(type: .conformanceFailure, message: "", details: "")
    case "error": .error(type: .harnessError, message: "", details: "")
    case "skipped": .skipped(reason: "")
    default: nil
    }
  }

  /// Missing failures, errors and skipped count as none; a missing number of tests as no statement.
  private static func tally(_ attributes: [String: String]) -> JUnitTally? {
    var tally = JUnitTally()
    guard let tests = attributes["tests"].flatMap({ Int($0) }),
      let failures = Int(attributes["failures"] ?? "0"),
      let errors = Int(attributes["errors"] ?? "0"),
      let skipped = Int(attributes["skipped"] ?? "0")
    else { return nil }
    tally.testCount = tests
    tally.failureCount = failures
    tally.errorCount = errors
    tally.skippedCount = skipped
    return tally
  }
}
