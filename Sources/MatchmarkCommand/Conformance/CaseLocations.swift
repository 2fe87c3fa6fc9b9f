import Foundation
import MatchmarkSystem

/// Where the conformance cases are in the project's files, for viewers that link to them.
struct CaseLocations {
  private var lines: [String: (file: String, line: Int)] = [:]

  /// Reads the files; if the project cannot be found, no case has a location.
  init() {
    let folder = "Fixtures/cases"
    guard let path = ProjectFolder.file(folder) else { return }
    for name in Folder.names(in: path).sorted() where name.hasSuffix(".json") {
      guard let text = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) else {
        continue
      }
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        guard let match = line.firstMatch(of: /^ *"id": "([^"]+)"/) else { continue }
        let id = String(match.1)
        lines[id] = lines[id] ?? ("\(folder)/\(name)", index + 1)
      }
    }
  }

  subscript(id: String) -> (file: String, line: Int)? { lines[id] }
}
