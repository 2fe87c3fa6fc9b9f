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

  /// Writes the record and the JUnit report; each file is the old one or the new one, never half.
  ///
  /// - Returns: the paths.
  /// - Throws: ``CommandError/input(_:)``.
  static func write(_ record: RunRecord, to folder: String) throws(CommandError) -> [String] {
    let recordPath = "\(folder)/record.json"
    let junitPath = "\(folder)/junit.xml"
    do {
      try AtomicFile.write(try record.encoded(), to: recordPath)
      try JUnitWriter.write(JUnitReport(record), to: junitPath)
    } catch {
      throw .input("cannot write reports: \(error)")
    }
    return [recordPath, junitPath]
  }
}
