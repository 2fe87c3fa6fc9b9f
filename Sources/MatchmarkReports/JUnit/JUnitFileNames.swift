import MatchmarkSystem

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
  /// Only names that this report would give: somebody else's files may lie beside them.
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
