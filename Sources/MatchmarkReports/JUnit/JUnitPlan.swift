/// How a report is cut into suites and files: nothing that a consumer refuses for its size.
///
/// The cases are read once to make it and once more to write; so counts can stand before the cases,
/// and memory does not grow with their number.
struct JUnitPlan {
  /// A suite as it is written: all of a suite of the report, or a piece of one with too many cases.
  struct Part: Hashable {
    /// The place of the suite in the report.
    var suite: Int
    /// Unique within the report; a second piece is called `name #2`.
    var name: String
    /// The places of the cases in the suite.
    var cases: Range<Int>
    var summary = JUnitSummary()
    /// What the piece will take, roughly and rather too much.
    var sizeInBytes = 0
  }

  /// The suites of each file.
  let files: [[Part]]

  /// Reads all cases of `report`.
  init(_ report: JUnitReport, _ dialect: JUnitDialect, fileSizeInBytes: Int) {
    var names = JUnitNames()
    let parts = report.suites.enumerated().flatMap { index, suite in
      Self.parts(of: suite, at: index, &names, limit: fileSizeInBytes)
    }
    var files: [[Part]] = []
    var size = 0
    for part in parts {
      size += part.sizeInBytes
      if files.isEmpty || dialect.rootIsSuite || size > fileSizeInBytes {
        files.append([part])
        size = part.sizeInBytes
      } else {
        files[files.count - 1].append(part)
      }
    }
    // A report without suites is a file all the same, where there can be one.
    self.files = files.isEmpty && !dialect.rootIsSuite ? [[]] : files
  }

  private static func parts(
    of suite: JUnitSuite, at index: Int, _ names: inout JUnitNames, limit: Int
  ) -> [Part] {
    let overhead = JUnitSize(suite).sizeInBytes
    let name = JUnitText.name(suite.name, fallback: "suite \(index)")
    func next(from start: Int) -> Part {
      Part(
        suite: index, name: names.unique(name), cases: start..<start,
        sizeInBytes: overhead)
    }
    var parts: [Part] = []
    var part = next(from: 0)
    for place in 0..<suite.cases.count {
      let testCase = suite.cases[place]
      // Where a file may take anything there is nothing to measure.
      let size = limit == .max ? 0 : JUnitSize(testCase).sizeInBytes
      let isFull = part.cases.count == JUnitText.caseCount || part.sizeInBytes > limit - size
      if isFull, !part.cases.isEmpty {
        parts.append(part)
        part = next(from: place)
      }
      part.cases = part.cases.lowerBound..<place + 1
      part.summary.add(testCase)
      part.sizeInBytes += size
    }
    return parts + [part]
  }
}

/// What a suite's frame or a case will take in a file, an upper bound but for names that repeat.
struct JUnitSize {
  private(set) var sizeInBytes: Int

  /// Tags and attributes around a case.
  private static let caseFrameInBytes = 160

  init(_ testCase: JUnitCase) {
    sizeInBytes = Self.caseFrameInBytes
    add(testCase.name, limit: JUnitText.nameSizeInBytes)
    add(testCase.classname, limit: JUnitText.nameSizeInBytes)
    add(testCase.systemOut, limit: JUnitText.caseOutputSizeInBytes)
    switch testCase.result {
    case .passed: break
    case .skipped(let reason): add(reason, limit: JUnitText.messageSizeInBytes, times: 2)
    case .failure(_, let message, let details), .error(_, let message, let details):
      add(message, limit: JUnitText.messageSizeInBytes, times: 2)
      add(details, limit: JUnitText.caseOutputSizeInBytes)
    }
    if let file = testCase.file { add(file, limit: JUnitText.nameSizeInBytes) }
    add(testCase.properties)
  }

  /// The frame of a suite, its properties and outputs.
  init(_ suite: JUnitSuite) {
    sizeInBytes = 600
    add(suite.name, limit: JUnitText.nameSizeInBytes)
    add(suite.package, limit: JUnitText.nameSizeInBytes)
    add(suite.hostname, limit: JUnitText.nameSizeInBytes)
    add(suite.systemOut, limit: JUnitText.suiteOutputSizeInBytes)
    add(suite.systemErr, limit: JUnitText.suiteOutputSizeInBytes)
    add(suite.properties)
  }

  private mutating func add(_ properties: [JUnitProperty]) {
    for property in properties {
      sizeInBytes += 48
      add(property.name, limit: JUnitText.nameSizeInBytes)
      add(property.value, limit: JUnitText.valueSizeInBytes)
    }
  }

  private mutating func add(_ text: String, limit: Int, times: Int = 1) {
    guard !text.isEmpty else { return }
    // What is cut off counts for a notice of it only.
    sizeInBytes += text.utf8.prefix(limit).reduce(64) { $0 + times * Self.sizeInBytes(of: $1) }
  }

  /// What a byte can come to: markup, controls, and what begins a control of two bytes, six.
  private static func sizeInBytes(of byte: UInt8) -> Int {
    switch byte {
    case 0x00..<0x20, 0x7F, 0xC2: 6
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""): 6
    default: 1
    }
  }
}
