import Foundation

/// Files that list engines.
package enum EngineFixture {
  /// Writes `engines.yaml` into a folder.
  package static func write(
    _ engines: [(id: String, command: [String])], to folder: borrowing TemporaryFolder
  ) throws {
    let entries = engines.map { id, command in
      """
        - id: \(id)
          summary: an engine of the tests
          command: \(command.debugDescription)
          version: \(id == "absent" ? "[absent-program]" : "[echo, '1']")
          install: pip install \(id)

      """
    }
    try Data(("engines:\n" + entries.joined()).utf8)
      .write(to: URL(filePath: folder.file("engines.yaml")))
  }
}
