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
  static func write(_ record: RunRecord, to folder: String) throws(CommandError) -> [String] {
    let rendering = RecordRendering(record)
    do {
      for file in usual { try rendering.write(file.format, to: "\(folder)/\(file.name)") }
    } catch {
      throw .input("cannot write reports: \(error)")
    }
    return usual.map { "\(folder)/\($0.name)" }
  }
}
