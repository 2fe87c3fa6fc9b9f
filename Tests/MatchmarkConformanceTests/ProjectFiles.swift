import Foundation
import MatchmarkConformance
import MatchmarkTestSupport

/// The files of the working copy from which these tests were compiled.
enum ProjectFiles {
  static func text(_ path: String) throws -> String {
    try String(contentsOf: WorkingCopy.root.appending(path: path), encoding: .utf8)
  }

  /// The files of Fixtures/cases, sorted by name.
  static func caseFiles() throws -> [CaseFile] {
    let folder = WorkingCopy.root.appending(path: "Fixtures/cases")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".json") }
      .map { CaseFile(name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0)))) }
  }
}
