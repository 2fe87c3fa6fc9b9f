import Foundation
import MatchmarkTestSupport

/// The working copy that these tests were compiled from.
enum Repository {
  /// The folder of Package.swift.
  static let root = WorkingCopy.root

  /// The paths, relative to the root, of all files that belong to the project; sorted.
  ///
  /// Files that git ignores are left out: build folders, caches, and uncommitted reports.
  static func files() throws -> [String] {
    var found: [String] = []
    try visit("", into: &found)
    return found.sorted()
  }

  /// The Swift files below a folder.
  static func swiftFiles(under folder: String) throws -> [SourceFile] {
    try allSwiftFiles.get().filter { $0.path.hasPrefix(folder + "/") }
  }

  /// Every Swift file, read once for all tests.
  private static let allSwiftFiles = Result {
    try files().filter { $0.hasSuffix(".swift") }.map {
      SourceFile(path: $0, text: try text(of: $0))
    }
  }

  /// The text of a file.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns true if a path, relative to the root, exists.
  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Returns true if a path, relative to the root, is a folder.
  static func isFolder(_ path: String) throws -> Bool {
    try root.appending(path: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
  }

  private static func visit(_ folder: String, into found: inout [String]) throws {
    let url = folder.isEmpty ? root : root.appending(path: folder)
    let keys: [URLResourceKey] = [.isDirectoryKey, .isSymbolicLinkKey]
    for item in try FileManager.default.contentsOfDirectory(
      at: url, includingPropertiesForKeys: keys)
    {
      let name = item.lastPathComponent
      let path = folder.isEmpty ? name : folder + "/" + name
      let values = try item.resourceValues(forKeys: Set(keys))
      if isIgnored(path) || values.isSymbolicLink == true { continue }
      if values.isDirectory == true {
        try visit(path, into: &found)
      } else {
        found.append(path)
      }
    }
  }

  private static func isIgnored(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ignored = [
      ".git", ".build", ".engines", ".fuzz", ".swiftpm", "Package.resolved", "DerivedData",
      "__pycache__",
    ]
    if ignored.contains(name) || name.hasPrefix(".build-") || name.hasPrefix(".build_") {
      return true
    }
    let kept = ["reports/README.md", "reports/baselines", "reports/peers"]
    return path.hasPrefix("reports/") && !kept.contains { path.hasPrefix($0) }
  }
}

/// A Swift file, line by line.
struct SourceFile {
  /// The path, relative to the root.
  let path: String
  /// The lines of the file.
  let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines without what follows `//`, even in a string.
  var code: [Substring] {
    lines.map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line }
  }

  /// The number of lines; the last line feed does not start another.
  var lineCount: Int { lines.last == "" ? lines.count - 1 : lines.count }

  /// `path:line` of a line counted from 0, as compilers print it.
  func place(_ line: Int) -> String { "\(path):\(line + 1)" }
}
