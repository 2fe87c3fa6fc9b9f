/// How many cases ended how.
package struct JUnitCounts: Hashable, Sendable {
  package var testCount = 0
  package var failureCount = 0
  package var errorCount = 0
  package var skippedCount = 0

  /// Counts a case by the name of its result, nil for one that passed.
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

/// What a JUnit report of ours holds, counted anew.
package struct JUnitFile: Hashable, Sendable {
  /// One suite of the file.
  package struct Suite: Hashable, Sendable {
    package var name: String
    /// The counts that its attributes state; nil where one is missing or no number.
    package var stated: JUnitCounts?
    /// The counts of the cases that are there.
    package var counted = JUnitCounts()
  }

  package var suites: [Suite] = []
  /// What the root states; nil where it states none.
  package var stated: JUnitCounts?

  /// The cases of all suites.
  package var counted: JUnitCounts {
    var total = JUnitCounts()
    for suite in suites { total.add(suite.counted) }
    return total
  }

  /// Whether every stated count is the counted one; the root has none of skipped cases.
  package var isConsistent: Bool {
    var total = counted
    total.skippedCount = 0
    return (stated ?? total) == total
      && suites.allSatisfy { ($0.stated ?? $0.counted) == $0.counted }
  }

  /// Counts what `bytes` hold.
  ///
  /// - Throws: ``XMLError`` for what is not XML, or has an element where no report has it.
  package init(_ bytes: [UInt8]) throws(XMLError) {
    var path: [String] = []
    // The first result element of the case that is open.
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
    case ("testsuite", nil), ("testsuite", "testsuites"):
      suites.append(.init(name: attributes["name"] ?? "", stated: Self.counts(attributes)))
    case ("testcase", "testsuite"):
      break
    case (_, nil), ("testsuites", _), ("testsuite", _), ("testcase", _):
      throw .unexpected("got '\(name)' in '\(parent ?? "nothing")'")
    default:
      break
    }
  }

  /// Missing failures, errors and skipped count as none; a missing number of tests as no statement.
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
