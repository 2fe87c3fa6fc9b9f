import Foundation

/// A new folder that is deleted when its owner releases it.
package struct TemporaryFolder: ~Copyable {
  /// The path of the folder.
  package let path: String

  /// Creates a folder with a random name in the system's temporary folder.
  package init() throws {
    path = NSTemporaryDirectory() + "/matchmark-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of `name` in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a script that can be started, and returns its path.
  @discardableResult
  package func program(_ name: String, _ script: String) throws -> String {
    try Data(script.utf8).write(to: URL(filePath: file(name)))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
    return file(name)
  }

  /// Returns the sorted names of all files in the folder, including hidden ones.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
