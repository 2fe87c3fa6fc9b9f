import MatchmarkSystem

/// The division of a report into suites and files, so that no consumer rejects one for its size.
struct JUnitPlan {
  /// A suite as it is written: a whole suite of the report, or a part of one with too many cases.
  struct Part {
    let suite: JUnitSuite
    /// Unique within the report; a second part is named `name #2`.
    let name: String
    var cases: ArraySlice<JUnitCase>
    var sizeInBytes = 0
  }

  let files: [[Part]]

  init(_ report: JUnitReport, _ dialect: JUnitDialect, fileSizeInBytes: Int) throws(ReportError) {
    var names = JUnitNames()
    var files: [[Part]] = []
    var size = 0
    for (index, suite) in report.suites.enumerated() {
      let name = JUnitText.name(suite.name, fallback: "suite \(index)")
      for part in try Self.parts(of: suite, dialect, limit: fileSizeInBytes, { names.unique(name) })
      {
        size += part.sizeInBytes
        if files.isEmpty || dialect.rootIsSuite || size > fileSizeInBytes {
          files.append([part])
          size = part.sizeInBytes
        } else {
          files[files.count - 1].append(part)
        }
      }
    }
    // A report without suites still becomes a file if the dialect allows one.
    self.files = files.isEmpty && !dialect.rootIsSuite ? [[]] : files
  }

  private static func parts(
    of suite: JUnitSuite, _ dialect: JUnitDialect, limit: Int, _ name: () -> String
  ) throws(ReportError) -> [Part] {
    // If a file has no size limit, nothing needs to be measured.
    let isMeasured = limit < .max
    var parts: [Part] = []
    for (place, testCase) in suite.cases.enumerated() {
      let size = isMeasured ? try dialect.sizeInBytes(of: testCase) : 0
      let isFull = parts.last.map {
        $0.cases.count == JUnitText.caseCount || $0.sizeInBytes > limit - size
      }
      if isFull ?? true {
        var part = Part(suite: suite, name: name(), cases: suite.cases[place..<place])
        part.sizeInBytes = isMeasured ? try dialect.sizeInBytes(of: part) : 0
        parts.append(part)
      }
      parts[parts.count - 1].cases = suite.cases[parts[parts.count - 1].cases.startIndex...place]
      parts[parts.count - 1].sizeInBytes += size
    }
    return parts.isEmpty ? [Part(suite: suite, name: name(), cases: [])] : parts
  }
}

/// The paths of a report's files, and of those that an earlier run left.
struct JUnitFileNames {
  private let path: String
  private let report: JUnitReport
  private let isFolder: Bool
  let paths: [String]

  init(_ path: String, _ report: JUnitReport, _ dialect: JUnitDialect, _ plan: JUnitPlan) {
    self.path = path
    self.report = report
    isFolder = dialect.rootIsSuite
    paths =
      dialect.rootIsSuite
      ? Self.suitePaths(in: path, plan)
      : plan.files.indices.map { $0 == 0 ? path : Self.shard($0 + 1, of: path) }
  }

  /// `TEST-<suite>.xml`, unique, with characters that every file system accepts.
  private static func suitePaths(in folder: String, _ plan: JUnitPlan) -> [String] {
    var taken: Set<String> = []
    return plan.files.joined().map { part in
      let base = prefix + fileName(part.name)
      var (name, number) = (base, 2)
      while !taken.insert(name.lowercased()).inserted {
        name = "\(base)-\(number)"
        number += 1
      }
      return "\(folder)/\(name).xml"
    }
  }

  /// `junit.xml` becomes `junit-2.xml`.
  private static func shard(_ number: Int, of path: String) -> String {
    let bytes = path.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { bytes.index(after: $0) } ?? bytes.startIndex
    guard let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")), dot != start else {
      return "\(path)-\(number)"
    }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }

  private static let prefix = "TEST-"

  private static func fileName(_ text: String) -> String {
    let name = text.utf8.prefix(200).map { byte -> Character in
      let sign = Character(Unicode.Scalar(byte))
      let isSafe = byte < 0x80 && (sign.isLetter || sign.isNumber || "-._".contains(sign))
      return isSafe ? sign : "_"
    }
    return String(name)
  }

  /// The files that an earlier run of the same report left: further shards, removed suites.
  ///
  /// Only names that this report would use count: other files may be in the same folder.
  func leftovers() throws(FileError) -> [String] {
    if isFolder {
      let own = "\(Self.prefix)\(Self.fileName(report.name))."
      let kept = Set(paths)
      return Folder.names(in: path).filter { $0.hasPrefix(own) && $0.hasSuffix(".xml") }
        .map { "\(path)/\($0)" }.filter { !kept.contains($0) }
    }
    var leftovers: [String] = []
    var next = Self.shard(paths.count + 1, of: path)
    while case .regular = try FileKind(at: next) {
      leftovers.append(next)
      next = Self.shard(paths.count + leftovers.count + 1, of: path)
    }
    return leftovers
  }
}
