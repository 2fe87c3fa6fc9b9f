package import MatchmarkDatasets
import MatchmarkSystem

/// The places in a folder of reports.
package enum ReportsLayout {
  package static let record = "record.json"

  package enum Part: String, CaseIterable {
    case runs
    /// Finished cells of interrupted runs.
    case unfinished
    case baselines

    package func path(in reports: String) -> String { "\(reports)/\(rawValue)" }
  }

  /// Refuses a link in place of a folder inside a folder of reports.
  package static func refuseLink(_ folder: String) throws(InputError) {
    guard FileKind.isLink(at: folder) else { return }
    throw .input(
      "'\(folder)' is a link, expected a folder: files are removed and replaced there; remove "
        + "the link, or name another folder with -o")
  }

  /// Removes leftovers of killed processes from a folder of reports, but no file of a live one.
  package static func removeAbandoned(in path: String) {
    for folder in [path] + Part.allCases.map({ $0.path(in: path) }) {
      AtomicFile.removeAbandoned(in: folder)
    }
  }

  /// The record that a path means: for a folder, the `record.json` in it.
  ///
  /// Leftovers of killed processes are removed from it, as before a write.
  ///
  /// - Throws: ``InputError/input(_:)`` if a pipe is there, because reading it would block.
  package static func record(at path: String) throws(InputError) -> String {
    guard (try? FileKind(at: path)) == .folder else { return path }
    removeAbandoned(in: path)
    let file = "\(path)/\(record)"
    if FileKind.isPipe(at: file) { try ComparableFile.requireRegular(file) }
    return file
  }
}
