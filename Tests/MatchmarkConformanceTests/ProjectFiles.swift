import Foundation
import MatchmarkConformance

/// The files of the working copy that these tests were compiled from.
enum ProjectFiles {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The files of Fixtures/cases, sorted by name.
  static func caseFiles() throws -> [CaseFile] {
    let folder = root.appending(path: "Fixtures/cases")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".json") }
      .map { CaseFile(name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0)))) }
  }

  /// The test files that the page of clauses looks at: name and text.
  static func tests() throws -> [(name: String, text: String)] {
    let folder = root.appending(path: "Tests")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return try paths.sorted().filter(ClausePage.lists).map { path in
      let url = folder.appending(path: path)
      return (
        url.deletingPathExtension().lastPathComponent, try String(contentsOf: url, encoding: .utf8)
      )
    }
  }

  /// Runs python3; nil where it is not installed.
  static func python(_ arguments: [String]) -> (status: Int32, output: String)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
