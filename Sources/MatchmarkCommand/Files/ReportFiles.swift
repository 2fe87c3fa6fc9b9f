import MatchmarkMeasurement
import MatchmarkReports
import MatchmarkSystem

/// The files that a run leaves behind.
enum ReportFiles {
  /// Creates the folder and tries to write there, before anything takes time.
  ///
  /// - Throws: ``CommandError/input(_:)``.
  static func checkWritable(_ folder: String) throws(CommandError) {
    do {
      try Folder.create(folder)
      // Opened and discarded: nothing is left behind.
      _ = try AtomicFile(path: "\(folder)/record.json")
    } catch {
      throw .input("cannot write reports: \(error.description)")
    }
  }

  /// The files and what each holds: the record first, for it can make all others again.
  private static let usual: [(name: String, format: ReportFormat)] = [
    ("record.json", .json), ("junit.xml", .junit), ("result.xml", .xml), ("report.html", .html),
    ("report.md", .markdown),
  ]

  /// Writes the record and the usual reports; each file is the old one or the new one, never half.
  ///
  /// - Returns: the paths.
  /// - Throws: ``CommandError/input(_:)``.
  static func write(
    _ record: RunRecord, to folder: String, dialect: JUnitDialect = .common
  ) throws(CommandError) -> [String] {
    let rendering = RecordRendering(record, dialect: dialect)
    var paths: [String] = []
    do {
      for file in usual {
        let path = try path(of: file, in: folder, dialect)
        try rendering.write(file.format, to: path)
        paths.append(path)
      }
    } catch {
      throw .input("cannot write reports: \(error)")
    }
    return paths
  }

  /// Where a file goes; JUnit's in a dialect of several files has a folder.
  private static func path(
    of file: (name: String, format: ReportFormat), in folder: String, _ dialect: JUnitDialect
  ) throws(FileError) -> String {
    guard file.format == .junit, dialect.rootIsSuite else { return "\(folder)/\(file.name)" }
    let path = "\(folder)/junit"
    try Folder.create(path)
    return path
  }
}
