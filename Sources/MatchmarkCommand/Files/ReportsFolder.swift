import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The folder of the reports: from before a run to its end nobody else writes there.
///
/// Two runs at once would leave files of both beside one another, and neither could trust its
/// times. So the second is refused before it begins, not when it has taken its time.
final class ReportsFolder {
  /// The path as given.
  let path: String
  private let claim: FolderClaim

  /// Creates the folder, claims it and tries to write there, before anything takes time.
  ///
  /// - Throws: ``CommandError/input(_:)``, also where another run has it.
  init(_ path: String) throws(CommandError) {
    guard path != "-" else {
      throw .usage(
        "got '-' for the folder of the reports, expected a folder; --json prints the record, and a "
          + "folder of that name is './-'")
    }
    try Self.refusePipes(in: path)
    do { claim = try FolderClaim(path) } catch {
      throw .input("cannot write reports: \(error.description)")
    }
    self.path = path
    for folder in ["runs", "baselines", "junit"] {
      AtomicFile.removeAbandoned(in: "\(path)/\(folder)")
    }
  }

  /// Refuses a pipe in the place of a report: to open it would wait for a reader.
  private static func refusePipes(in folder: String) throws(CommandError) {
    for place in [folder, "\(folder)/junit"] {
      for name in Folder.names(in: place)
      where endings.contains(where: name.hasSuffix) && FileKind.isPipe(at: "\(place)/\(name)") {
        throw .input(
          "cannot write reports: '\(place)/\(name)' is a pipe, expected a file; remove it, or name "
            + "another folder with -o")
      }
    }
  }

  private static let endings = [".json", ".xml", ".html", ".md"]

  /// The files and what each holds: the record first, for it can make all others again.
  private static let usual: [(name: String, format: ReportFormat)] = [
    ("record.json", .json), ("junit.xml", .junit), ("result.xml", .xml), ("report.html", .html),
    ("report.md", .markdown),
  ]

  /// Writes the record and the usual reports, which appear together.
  ///
  /// - Parameter more: adds files that appear with them.
  /// - Returns: the paths.
  /// - Throws: ``CommandError/input(_:)``.
  func write(
    _ record: RunRecord, dialect: JUnitDialect = .common,
    with more: (FileBatch) throws -> Void = { _ in }
  ) throws(CommandError) -> [String] {
    let rendering = RecordRendering(record, dialect: dialect)
    var paths: [String] = []
    try write { batch in
      for file in Self.usual {
        let path = try file.format == .junit ? junitPath(dialect) : "\(path)/\(file.name)"
        try rendering.write(file.format, to: path, in: batch)
        paths.append(path)
      }
      try more(batch)
    }
    return paths
  }

  /// Where JUnit's report goes; in a dialect of several files it is a folder.
  func junitPath(_ dialect: JUnitDialect) throws(FileError) -> String {
    guard dialect.rootIsSuite else { return "\(path)/junit.xml" }
    try Folder.create("\(path)/junit")
    return "\(path)/junit"
  }

  /// Writes files that appear together; on an error none of them does.
  func write(_ body: (FileBatch) throws -> Void) throws(CommandError) {
    let batch = FileBatch()
    do {
      try body(batch)
      try batch.publish()
    } catch {
      throw .input("cannot write reports: \(error)")
    }
  }
}
