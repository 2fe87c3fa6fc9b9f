/// A report in JUnit's vocabulary: suites of cases, each with one result.
///
/// The model is independent of runs and records, which are mapped to it elsewhere. Every string may
/// be hostile; the writer sanitises it.
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
  /// The name of the machine; the writer replaces an empty name with `localhost`.
  package var hostname: String
  /// The machine-readable figures, in this order.
  package var properties: [JUnitProperty] = []
  package var cases: [JUnitCase]

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

package typealias JUnitProperty = Fact

package struct JUnitCase: Hashable, Sendable {
  /// The name by which viewers keep histories; it must not contain a figure, seed or path.
  ///
  /// The name contains everything that distinguishes the case from all others of the report,
  /// because some viewers take cases of one name for repetitions of one test, whatever their class.
  package var name: String
  /// The dotted name from which viewers build their tree.
  package var classname: String
  package var time: Duration
  package var result: JUnitResult
  /// The output, with the most important part first, because some viewers show only 500 characters.
  package var systemOut: String

  /// Creates a case.
  ///
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

/// The result of a case; a case has exactly one, because consumers disagree about two.
package enum JUnitResult: Hashable, Sendable {
  case passed
  /// The case cannot be answered here, or was not requested.
  case skipped(reason: String)
  /// The thing under test is wrong or too slow.
  case failure(type: JUnitFailureType, message: String, details: String)
  /// The thing could not be tested.
  case error(type: JUnitFailureType, message: String, details: String)

  /// The text that viewers show for the result; nil if the case passed.
  package var message: String? {
    switch self {
    case .passed: nil
    case .skipped(let reason): reason
    case .failure(_, let message, _), .error(_, let message, _): message
    }
  }
}

/// The values of `type=`; some consumers interpret other words in a special way and then lose the
/// report.
package enum JUnitFailureType: String, Hashable, Sendable, CaseIterable {
  case benchmarkRegression = "BenchmarkRegression"
  case conformanceFailure = "ConformanceFailure"
  case timeout = "Timeout"
  case harnessError = "HarnessError"
}

/// The limits of texts in a report, in bytes of UTF-8, and the functions that cut texts.
///
/// Consumers based on libxml2 reject values of 10 MB, viewers show a few hundred characters, and
/// upload limits apply to the whole file. A cut text says so.
package enum JUnitText {
  /// The maximum size of a name of a case, class, suite or property.
  package static let nameSizeInBytes = 1024
  package static let messageSizeInBytes = 1024
  package static let valueSizeInBytes = 4096
  package static let caseOutputSizeInBytes = 65_536
  package static let suiteOutputSizeInBytes = 1 << 20
  package static let caseCount = 20_000

  static func name(_ text: String, fallback: String) -> String {
    line(text, limit: nameSizeInBytes, fallback: fallback)
  }

  static func message(_ text: String, fallback: String) -> String {
    line(text, limit: messageSizeInBytes, fallback: fallback)
  }

  /// Returns one clean line of at most `limit` bytes; `fallback` if nothing is left of the text.
  static func line(_ text: String, limit: Int, fallback: String) -> String {
    var line = XMLSanitiser.clean(text, as: .line)
    if line.utf8.count > limit { line = prefix(of: line, sizeInBytes: limit - 3) + "…" }
    return line.isEmpty ? fallback : line
  }

  /// Returns clean text of at most `limit` bytes with its line ends; a cut text ends with the
  /// number of bytes that were cut.
  static func block(_ text: String, limit: Int) -> String {
    let clean = XMLSanitiser.clean(text, as: .text)
    guard clean.utf8.count > limit else { return clean }
    let kept = prefix(of: clean, sizeInBytes: limit - 64)
    return "\(kept)\n[\(clean.utf8.count - kept.utf8.count) of \(clean.utf8.count) bytes left out]"
  }

  /// Returns the longest prefix of whole Unicode characters that fits.
  private static func prefix(of text: String, sizeInBytes: Int) -> String {
    let bytes = Array(text.utf8.prefix(sizeInBytes + 1))
    guard bytes.count > sizeInBytes else { return text }
    var end = sizeInBytes
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

/// A set of names in use, which makes the names of suites, or of the cases of a suite, unique.
///
/// The cases of different suites have different names already, because a name describes the subject
/// of its case (``JUnitCase/name``).
///
/// If several cases have the same name, some consumers show only one of them; others treat them as
/// repetitions of one test, which passes if any of them does. The second one is therefore renamed
/// `name #2`, and so on, in the order of the file.
///
/// - Complexity: O(n) expected time and memory for n names.
struct JUnitNames {
  /// The number to try next for a duplicate of each used name.
  private var numbers: [String: Int] = [:]

  mutating func unique(_ name: String) -> String {
    var (candidate, number) = (name, numbers[name] ?? 1)
    while numbers[candidate] != nil {
      candidate = "\(name) #\(number)"
      number += 1
    }
    numbers[name] = max(number, 2)
    if candidate != name { numbers[candidate] = 2 }
    return candidate
  }
}
