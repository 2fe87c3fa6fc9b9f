/// The number of cases with each result.
package struct JUnitCounts: Hashable, Sendable {
  package var testCount = 0
  package var failureCount = 0
  package var errorCount = 0
  package var skippedCount = 0

  /// Counts a case by the name of its result; nil means that it passed.
  mutating func add(result: String?) {
    testCount += 1
    switch result {
    case "failure": failureCount += 1
    case "error": errorCount += 1
    case "skipped": skippedCount += 1
    default: break
    }
  }

  mutating func add(_ other: JUnitCounts) {
    testCount += other.testCount
    failureCount += other.failureCount
    errorCount += other.errorCount
    skippedCount += other.skippedCount
  }
}

/// The contents of one of this program's JUnit reports, counted independently.
package struct JUnitFile: Hashable, Sendable {
  /// One suite of the file.
  package struct Suite: Hashable, Sendable {
    package var name: String
    /// The counts in its attributes; nil if one is missing or not a number.
    package var stated: JUnitCounts?
    /// The counts of its cases.
    package var counted = JUnitCounts()
  }

  package var suites: [Suite] = []
  /// The counts that the root states, if any.
  package var stated: JUnitCounts?

  /// The cases of all suites.
  package var counted: JUnitCounts {
    var total = JUnitCounts()
    for suite in suites { total.add(suite.counted) }
    return total
  }

  /// True if every stated count is right; the root states none for skipped cases.
  package var isConsistent: Bool {
    var total = counted
    total.skippedCount = 0
    return (stated ?? total) == total
      && suites.allSatisfy { ($0.stated ?? $0.counted) == $0.counted }
  }

  /// Counts the cases in `bytes`.
  ///
  /// - Throws: ``XMLError`` if it is not XML, or has an element where no report has one.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    var path: [String] = []
    // The first result element of the open case.
    var result: String?
    for event in try XMLDocument(bytes).events {
      switch event {
      case .text: break
      case .start(let name, let attributes):
        try start(name, in: path.last, attributes)
        if path.last == "testcase", Self.results.contains(name) { result = result ?? name }
        path.append(name)
      case .end(let name):
        path.removeLast()
        guard name == "testcase" else { continue }
        suites[suites.count - 1].counted.add(result: result)
        result = nil
      }
    }
  }

  private static let results = ["failure", "error", "skipped"]

  private mutating func start(
    _ name: String, in parent: String?, _ attributes: [String: String]
  ) throws(XMLError) {
    switch (name, parent) {
    case ("testsuites", nil):
      stated = Self.counts(attributes)
    case ("testsuite", "testsuites"):
      suites.append(.init(name: attributes["name"] ?? "", stated: Self.counts(attributes)))
    case ("testcase", "testsuite"):
      break
    case (_, nil), ("testsuites", _), ("testsuite", _), ("testcase", _):
      throw .unexpected("got '\(name)' in '\(parent ?? "nothing")'")
    default:
      break
    }
  }

  /// Returns the counts in attributes: a missing number of failures, errors or skipped cases is 0;
  /// nil without a number of tests.
  private static func counts(_ attributes: [String: String]) -> JUnitCounts? {
    guard let tests = attributes["tests"].flatMap({ Int($0) }),
      let failures = Int(attributes["failures"] ?? "0"),
      let errors = Int(attributes["errors"] ?? "0"),
      let skipped = Int(attributes["skipped"] ?? "0")
    else { return nil }
    return JUnitCounts(
      testCount: tests, failureCount: failures, errorCount: errors, skippedCount: skipped)
  }
}
