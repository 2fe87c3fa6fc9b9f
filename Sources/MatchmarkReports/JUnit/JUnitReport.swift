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
  /// When the suite began.
  package var timestamp: JUnitTimestamp
  /// The machine; the writer puts `localhost` for an empty one.
  package var hostname: String
  /// Figures for machines to read, in this order.
  package var properties: [JUnitProperty] = []
  package var cases: JUnitCases
  package var systemOut = ""
  package var systemErr = ""

  package init(
    name: String, package: String, timestamp: JUnitTimestamp, hostname: String,
    cases: JUnitCases
  ) {
    self.name = name
    self.package = package
    self.timestamp = timestamp
    self.hostname = hostname
    self.cases = cases
  }

  package init(
    name: String, package: String, timestamp: JUnitTimestamp, hostname: String,
    cases: [JUnitCase]
  ) {
    self.init(
      name: name, package: package, timestamp: timestamp, hostname: hostname,
      cases: JUnitCases(cases))
  }
}

/// The cases of a suite, made when they are asked for, so that memory need not hold them.
///
/// Each is asked for twice, for counts come before cases in the file, and must be the same both
/// times.
package struct JUnitCases: RandomAccessCollection {
  package let count: Int
  private let make: (Int) -> JUnitCase

  /// - Parameter make: gives a case by its place, the first being 0.
  package init(count: Int, _ make: @escaping (Int) -> JUnitCase) {
    self.count = count
    self.make = make
  }

  package init(_ cases: [JUnitCase]) { self.init(count: cases.count) { cases[$0] } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }
  package subscript(position: Int) -> JUnitCase { make(position) }
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
  /// Wall time spent on this case.
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
    name: String, classname: String, time: Duration, result: JUnitResult = .passed,
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

/// A moment in UTC, written as `yyyy-MM-ddTHH:mm:ss` without a zone, as the strictest schema wants
/// it.
package struct JUnitTimestamp: Hashable, Sendable, CustomStringConvertible {
  package let secondsSinceEpoch: Int64

  /// The years 0000 to 9999 are kept to, for the form has four digits.
  package init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = min(max(secondsSinceEpoch, -62_167_219_200), 253_402_300_799)
  }

  package var description: String {
    let days = secondsSinceEpoch.floorDivided(by: 86_400)
    let second = secondsSinceEpoch - days * 86_400
    let (year, month, day) = Self.date(daysSinceEpoch: days)
    let date = "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
    return "\(date)T\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):"
      + (second % 60).padded(2)
  }

  /// The proleptic Gregorian date (Howard Hinnant, "chrono-compatible low-level date algorithms").
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  private static func date(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let days = daysSinceEpoch + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension Int64 {
  fileprivate func floorDivided(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }

  /// The decimal digits, with zeros before them up to a width.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

/// How many cases ended how: numbers of cases, not of issues.
struct JUnitTally: Hashable {
  /// All cases, skipped ones too.
  var testCount = 0
  var failureCount = 0
  var errorCount = 0
  var skippedCount = 0

  /// Counts a case that ended with `result`.
  mutating func add(_ result: JUnitResult) {
    testCount += 1
    switch result {
    case .passed: break
    case .skipped: skippedCount += 1
    case .failure: failureCount += 1
    case .error: errorCount += 1
    }
  }

  /// Adds the numbers of another tally.
  mutating func add(_ other: JUnitTally) {
    testCount += other.testCount
    failureCount += other.failureCount
    errorCount += other.errorCount
    skippedCount += other.skippedCount
  }
}

/// What stands in a suite's tag, before its cases.
struct JUnitSummary: Hashable {
  var tally = JUnitTally()
  var time = Duration.zero

  init() {}

  mutating func add(_ other: JUnitSummary) {
    tally.add(other.tally)
    time += other.time
  }

  mutating func add(_ testCase: JUnitCase) {
    tally.add(testCase.result)
    time += max(.zero, testCase.time)
  }
}
