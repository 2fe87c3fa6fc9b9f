/// A report in JUnit's vocabulary: suites of cases, each with one result.
///
/// The model is independent of runs and records; the owner of results maps them to it. Every string
/// may be hostile: the writer sanitises it.
package struct JUnitReport {
  package var name: String
  package var suites: [JUnitSuite]

  package init(name: String, suites: [JUnitSuite]) {
    self.name = name
    self.suites = suites
  }
}

/// Cases that belong together, with the place and time of their run.
package struct JUnitSuite {
  package var name: String
  /// The dotted name of the group that contains the suite.
  package var package: String
  /// The start of the suite, such as `2026-01-02T03:04:05Z`.
  package var startedAt: String
  /// The machine; the writer replaces an empty name with `localhost`.
  package var hostname: String
  /// Machine-readable figures, in this order.
  package var properties: [JUnitProperty] = []
  package var cases: [JUnitCase]
  package var systemOut = ""
  package var systemErr = ""

  package init(
    name: String, package: String, startedAt: String, hostname: String, cases: [JUnitCase]
  ) {
    self.name = name
    self.package = package
    self.startedAt = startedAt
    self.hostname = hostname
    self.cases = cases
  }

  /// Creates a case for each title, in their order; a case with complaints fails with them.
  package init(
    complaints: [String: [String]], name: String, package: String, startedAt: String,
    hostname: String
  ) {
    let cases = complaints.sorted { $0.key < $1.key }.map { title, texts in
      let failure = JUnitResult.failure(
        type: .conformanceFailure, message: title, details: texts.joined(separator: "\n\n"))
      return JUnitCase(
        name: title, classname: name, time: .zero, result: texts.isEmpty ? .passed : failure)
    }
    self.init(name: name, package: package, startedAt: startedAt, hostname: hostname, cases: cases)
  }
}

/// A name and a value of a suite.
package struct JUnitProperty: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A single check.
package struct JUnitCase: Hashable, Sendable {
  /// The name by which viewers keep histories: it must not contain a figure, seed or path.
  package var name: String
  /// The dotted name from which viewers build their tree.
  package var classname: String
  package var time: Duration
  package var result: JUnitResult
  /// The output, most important part first: some viewers show only 500 characters.
  package var systemOut: String
  /// The source file of the case, relative to the project, and the line; dialects without these
  /// attributes omit them.
  package var file: String?
  package var line: Int?
  /// Machine-readable figures; dialects without case properties omit them.
  package var properties: [JUnitProperty] = []

  /// - Parameter systemOut: additional output; omitted if the result contains the same text.
  package init(
    name: String, classname: String, time: Duration = .zero, result: JUnitResult = .passed,
    systemOut: String = ""
  ) {
    self.name = name
    self.classname = classname
    self.time = time
    self.result = result
    self.systemOut = result.message == systemOut ? "" : systemOut
  }
}

/// How a case ended; a case has exactly one result because consumers disagree on two.
package enum JUnitResult: Hashable, Sendable {
  case passed
  /// The case cannot be answered here, or was not requested.
  case skipped(reason: String)
  /// The thing under test is wrong or too slow.
  case failure(type: JUnitFaultType, message: String, details: String)
  /// The thing could not be tested.
  case error(type: JUnitFaultType, message: String, details: String)

  /// The text that viewers show for it; nil if it passed.
  package var message: String? {
    switch self {
    case .passed: nil
    case .skipped(let reason): reason
    case .failure(_, let message, _), .error(_, let message, _): message
    }
  }
}

/// All values of `type=`: some consumers interpret other words and then lose the report.
package enum JUnitFaultType: String, Hashable, Sendable, CaseIterable {
  case benchmarkRegression = "BenchmarkRegression"
  case conformanceFailure = "ConformanceFailure"
  case timeout = "Timeout"
  case harnessError = "HarnessError"
}
