/// A report as JUnit's vocabulary has it: suites of cases, each with one result.
///
/// The model knows nothing of runs and records; the owner of results maps them to it. Every string
/// may be hostile: the writer makes it harmless.
package struct JUnitReport {
  package var name: String
  package var suites: [JUnitSuite]

  package init(name: String, suites: [JUnitSuite]) {
    self.name = name
    self.suites = suites
  }
}

/// Cases that belong together, and where and when they ran.
package struct JUnitSuite {
  package var name: String
  /// The dotted group above the suite's name.
  package var package: String
  /// When the suite began, such as `2026-01-02T03:04:05Z`.
  package var startedAt: String
  /// The machine; the writer puts `localhost` for an empty one.
  package var hostname: String
  /// Figures for machines to read, in this order.
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

  /// A case for each title, in their order; one that has complaints fails with them.
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
    self.init(
      name: name, package: package, startedAt: startedAt, hostname: hostname, cases: cases)
  }
}

/// A key and a value of a suite.
package struct JUnitProperty: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// One thing that was checked.
package struct JUnitCase: Hashable, Sendable {
  /// What viewers keep histories by: no figure, seed or path belongs here.
  package var name: String
  /// Dotted, so that viewers build their tree from it.
  package var classname: String
  package var time: Duration
  package var result: JUnitResult
  /// The important part first: some viewers show 500 characters.
  package var systemOut: String
  /// The file that the case comes from, relative to the project, and the line; dialects that know
  /// neither leave them out.
  package var file: String?
  package var line: Int?
  /// Figures for machines to read; dialects that have none in a case leave them out.
  package var properties: [JUnitProperty] = []

  /// - Parameters:
  ///   - name: what viewers keep histories by.
  ///   - classname: the dotted path to it.
  ///   - time: wall time spent on it.
  ///   - result: how it ended.
  ///   - systemOut: what else there is to read; left out where the result says the same.
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

/// How a case ended; a case has exactly one result, since consumers disagree on two.
package enum JUnitResult: Hashable, Sendable {
  case passed
  /// It cannot be answered here, or was not asked for.
  case skipped(reason: String)
  /// The thing under test is wrong or too slow.
  case failure(type: JUnitFaultType, message: String, details: String)
  /// The thing could not be tested.
  case error(type: JUnitFaultType, message: String, details: String)

  /// What viewers show of it; nil where it passed.
  package var message: String? {
    switch self {
    case .passed: nil
    case .skipped(let reason): reason
    case .failure(_, let message, _), .error(_, let message, _): message
    }
  }
}

/// The whole vocabulary of `type=`: some consumers interpret other words, and lose the report.
package enum JUnitFaultType: String, Hashable, Sendable, CaseIterable {
  case benchmarkRegression = "BenchmarkRegression"
  case conformanceFailure = "ConformanceFailure"
  case timeout = "Timeout"
  case harnessError = "HarnessError"
}
