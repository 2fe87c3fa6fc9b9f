import MatchmarkSystem

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

/// Where the files of a report go, and which ones an earlier run left behind.
struct JUnitFileNames {
  private let path: String
  private let report: JUnitReport
  private let isFolder: Bool
  private var taken: Set<String> = []
  private(set) var paths: [String] = []

  init(_ path: String, report: JUnitReport, _ dialect: JUnitDialect) {
    self.path = path
    self.report = report
    isFolder = dialect.rootIsSuite
  }

  /// The path of a file, the first being 0.
  mutating func next(_ index: Int, _ parts: [JUnitPlan.Part]) -> String {
    let path = isFolder ? suitePath(parts) : index == 0 ? self.path : shard(index + 1)
    paths.append(path)
    return path
  }

  /// `junit.xml` becomes `junit-2.xml`.
  private func shard(_ number: Int) -> String {
    let (stem, ending) = stemAndEnding
    return "\(stem)-\(number)\(ending)"
  }

  private var stemAndEnding: (String, String) {
    let bytes = path.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { bytes.index(after: $0) } ?? bytes.startIndex
    guard let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")), dot != start else {
      return (path, "")
    }
    return (String(path[..<dot]), String(path[dot...]))
  }

  /// `TEST-<suite>.xml`, in signs that every file system takes, and unique.
  private mutating func suitePath(_ parts: [JUnitPlan.Part]) -> String {
    guard let part = parts.first else { return path }
    let base = Self.prefix + Self.fileName(part.name)
    var name = base
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return "\(path)/\(name).xml"
  }

  private static let prefix = "TEST-"

  private static func fileName(_ text: String) -> String {
    let name = text.utf8.prefix(200).map { byte -> Character in
      let isSafe =
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      return isSafe ? Character(Unicode.Scalar(byte)) : "_"
    }
    return String(name)
  }

  /// What an earlier run of the same report left: further shards, suites that are no more.
  ///
  /// Only names that this report would give: other files may lie next to them.
  func leftovers() throws(FileError) -> [String] {
    var leftovers: [String] = []
    if isFolder {
      let own = "\(Self.prefix)\(Self.fileName(report.name))."
      let kept = Set(paths)
      for name in Folder.names(in: path) where name.hasPrefix(own) && name.hasSuffix(".xml") {
        if !kept.contains("\(path)/\(name)") { leftovers.append("\(path)/\(name)") }
      }
    } else {
      var number = paths.count + 1
      while case .regular = try FileKind(at: shard(number)) {
        leftovers.append(shard(number))
        number += 1
      }
    }
    return leftovers
  }
}
