import Foundation

/// A fresh folder that is gone when its owner lets it go.
package struct TemporaryFolder: ~Copyable {
  /// Where it lies.
  package let path: String

  /// Creates a folder of a random name among the system's temporary ones.
  package init() throws {
    path = NSTemporaryDirectory() + "/matchmark-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` inside.
  package func file(_ name: String) -> String { path + "/" + name }

  /// The names of all files inside, hidden ones too, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
