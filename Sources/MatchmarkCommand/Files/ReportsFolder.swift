import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The folder of the reports; no other process writes to it from the start of a run to its end.
///
/// Two concurrent runs would mix their files, and neither could trust its times. So the second
/// one is refused at its start rather than after it has measured.
final class ReportsFolder {
  var path: String { claim.path }
  private let claim: FolderClaim
  private let replacement: Replacement
  /// The folder that contains this one; it is kept until this one is released, because an empty
  /// folder is removed on release.
  private let parent: ReportsFolder?

  /// Creates the folder, claims it and tries to write to it, before anything takes time.
  ///
  /// - Parameters:
  ///   - names: the files that the command will write; each must be absent or written by matchmark.
  ///   - parent: the claimed folder that contains it; nil if there is none.
  /// - Throws: ``InputError/input(_:)``, also if another run has claimed it.
  init(
    _ path: String, for names: [String] = usual.map(\.name), replacing replacement: Replacement,
    inside parent: ReportsFolder? = nil
  ) throws(InputError) {
    self.parent = parent
    self.replacement = replacement
    guard path != "-" else {
      throw .usage(
        "got '-' for the folder of the reports, expected a folder; --json prints the record, and a "
          + "folder of that name is './-'")
    }
    if path == Self.check { try ReportsLayout.refuseLink(path) }
    try Self.refuseLinks(in: path)
    try Self.refusePipes(in: path)
    claim = try InputError.wrap(Self.unwritten) {
      for name in names { try OwnFile.refuse("\(path)/\(name)", unless: replacement) }
      return try FolderClaim(path)
    }
    ReportsLayout.removeAbandoned(in: path)
  }

  /// A folder for each name, all claimed before anything takes time; this one if there is only one.
  func folders(_ names: [String]) throws(InputError) -> [ReportsFolder] {
    if names.count == 1 { return [self] }
    return try names.map { name throws(InputError) in try folder(name) }
  }

  /// The folder of reports with a name inside this one.
  func folder(_ name: String) throws(InputError) -> ReportsFolder {
    try ReportsLayout.refuseLink("\(path)/\(name)")
    return try ReportsFolder("\(path)/\(name)", replacing: replacement, inside: self)
  }

  private static let unwritten = "cannot write reports: "

  /// The folder of the reports of a check.
  ///
  /// The command names it, so it may not be a link.
  static let check = "reports/check"

  /// The files of a conformance run.
  static let conformance = ["conformance.json", "junit.xml", "report.html", "report.md"]
  /// The files of a comparison of rankers.
  static let quality = ["quality.json", "junit.xml", "report.html", "report.md"]
  /// The files of a fleet.
  static let fleet = ["fleet.json", "junit.xml", "report.html", "report.md"]

  /// Refuses links in place of the folders that belong to the reports: what a command removes or
  /// replaces there would be elsewhere.
  private static func refuseLinks(in path: String) throws(InputError) {
    for folder in ReportsLayout.Part.allCases.map({ $0.path(in: path) }) {
      try ReportsLayout.refuseLink(folder)
    }
  }

  /// Refuses a pipe in place of a report: opening it would wait for a reader.
  private static func refusePipes(in folder: String) throws(InputError) {
    for name in Folder.names(in: folder)
    where endings.contains(where: name.hasSuffix) && FileKind.isPipe(at: "\(folder)/\(name)") {
      throw .input(
        "cannot write reports: '\(folder)/\(name)' is a pipe, expected a file; remove it, or name "
          + "another folder with -o")
    }
  }

  private static let endings = [".json", ".xml", ".html", ".md"]

  /// The files and their formats: the record first, because all others can be made from it.
  private static let usual: [(name: String, format: ReportFormat)] = [
    (ReportsLayout.record, .json), ("junit.xml", .junit), ("result.xml", .xml),
    ("report.html", .html),
    ("report.md", .markdown),
  ]

  /// Writes the record, the usual reports and what `more` adds, which appear together; returns all
  /// paths but those that `more` added.
  func write(
    _ rendering: RecordRendering, with more: (FileBatch) throws -> Void = { _ in }
  ) throws(InputError) -> [String] {
    var paths: [String] = []
    try write { batch in
      for file in Self.usual {
        let path = "\(path)/\(file.name)"
        try rendering.write(file.format, to: path, in: batch)
        paths.append(path)
      }
      try more(batch)
    }
    return paths
  }

  /// Writes the machine-readable file with this name, `junit.xml`, `report.html` and `report.md`,
  /// which appear together.
  func write(
    _ content: some Encodable, as name: String, _ junit: JUnitReport, _ document: Document,
    dialect: JUnitDialect
  ) throws(InputError) {
    try write { batch in
      try AtomicFile.write(try JSONText.page(content), to: "\(path)/\(name)", in: batch)
      try JUnitWriter.write(junit, to: "\(path)/junit.xml", dialect: dialect, in: batch)
      try AtomicFile.write(try document.bytes(.html), to: "\(path)/report.html", in: batch)
      try AtomicFile.write(try document.bytes(.markdown), to: "\(path)/report.md", in: batch)
    }
  }

  func write(_ body: (FileBatch) throws -> Void) throws(InputError) {
    let batch = FileBatch(replacing: replacement)
    try InputError.wrap(Self.unwritten) {
      try body(batch)
      try batch.publish()
    }
  }
}

/// The file to which a command writes a single report.
enum OutputFile {
  /// - Parameter path: `-` is standard output.
  static func write(
    _ bytes: [UInt8], _ format: ReportFormat, to path: String,
    replacing replacement: Replacement, or lead: String
  ) throws {
    do {
      if path == "-" {
        try StandardOutput.write(bytes)
      } else {
        try AtomicFile.write(bytes + format.signature, to: path, replacing: replacement)
      }
    } catch {
      if error.isBrokenPipe { throw error }
      throw InputError.input("\(lead)\(error.description)")
    }
  }
}
