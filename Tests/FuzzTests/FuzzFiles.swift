import Foundation
import FuzzTargets

/// The files of fuzzing in the working copy that these tests were compiled from.
enum FuzzFiles {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The seeds of a target, sorted by name.
  static func seeds(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Fixtures/fuzz/\(target.name)"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }
}
