import Foundation
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem
import MatchmarkTestSupport
import Testing

/// A very short run that writes every report.
enum SmallRun {
  static let measuring = ["--rounds", "1", "--max-time", "0.001", "--allow-debug", "--no-progress"]

  /// The arguments, with the reports in the folder `r`.
  static let arguments =
    ["run", "--corpus", "countries", "--sessions", "1", "-e", "linear-scan", "-o", "r"] + measuring

  /// The files of its reports, in the order in which they appear.
  static let names = ["record.json", "junit.xml", "result.xml", "report.html", "report.md"]

  /// Runs it to a successful end.
  static func run(in folder: borrowing TemporaryFolder) throws {
    let outcome = try Program.matchmark.run(arguments, in: folder.path)
    try #require(outcome.code == 0, "\(outcome.errors)")
  }
}

/// A record of one cell, taken from a committed one.
enum SmallRecord {
  static func read() throws -> RunRecord { try record.get() }

  /// Read once, because decoding all cells of the large record takes half a second.
  private static let record = Result {
    let path = WorkingCopy.path("reports/frontier/record.json")
    var record = try RunRecord(decoding: Array(try Data(contentsOf: URL(filePath: path))))
    record.cells = Array(record.cells.prefix(1))
    record.targets = nil
    return record
  }

  /// Writes it into a folder and returns its path.
  static func write(
    to folder: borrowing TemporaryFolder, as name: String = "record.json"
  ) throws -> String {
    try Data(try read().encoded()).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }
}

/// The contents of a folder of reports.
struct ReportSet: Equatable {
  private let files: [String: [UInt8]]

  /// Reads the files that exist.
  init(_ folder: String) throws {
    var files: [String: [UInt8]] = [:]
    for name in SmallRun.names where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      files[name] = try FileReader.read("\(folder)/\(name)")
    }
    self.files = files
  }

  /// The reports of a record, rendered here.
  init(of record: RunRecord) throws {
    let rendering = RecordRendering(record, program: ShownProgram("./matchmark"))
    let formats: [ReportFormat] = [.json, .junit, .xml, .html, .markdown]
    var files: [String: [UInt8]] = [:]
    for (name, format) in zip(SmallRun.names, formats) {
      files[name] = try rendering.bytes(format)
    }
    self.files = files
  }

  /// The record of the set.
  var record: RunRecord {
    get throws { try RunRecord(decoding: try #require(files["record.json"])) }
  }

  /// True if all five exist and belong to one run.
  var isWhole: Bool {
    get throws { try files.count == SmallRun.names.count && self == ReportSet(of: record) }
  }

  /// Returns true if every file belongs to one of two sets, with the new ones first in order.
  func isBetween(_ old: ReportSet, _ new: ReportSet) -> Bool {
    let newCount = SmallRun.names.prefix { files[$0] == new.files[$0] }.count
    return SmallRun.names.dropFirst(newCount).allSatisfy { files[$0] == old.files[$0] }
  }
}

extension Program {
  /// Runs the program from a shell that first runs a command, such as `ulimit -n 4`.
  func run(
    after preparation: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:]
  ) throws -> ProgramOutcome {
    try Child.start(
      path: "/bin/sh",
      arguments: ["-c", "\(preparation); exec \"$0\" \"$@\"", try path] + arguments,
      folder: folder, environment: environment
    ).finish()
  }
}

/// The abilities of this machine that tests need.
enum Machine {
  /// True if a shell command succeeds here; `$0` is the program's path.
  static func can(_ line: String) -> Bool {
    guard let path = try? Program.matchmark.path,
      let outcome = try? Child.start(path: "/bin/sh", arguments: ["-c", line, path]).finish()
    else { return false }
    return outcome.code == 0
  }
}
