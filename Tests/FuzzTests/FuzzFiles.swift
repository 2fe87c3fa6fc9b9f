import Foundation
import FuzzTargets
import MatchmarkTestSupport

/// The fuzzing files of the working copy from which these tests were compiled.
enum FuzzFiles {
  /// The seeds of a target, sorted by name.
  static func seeds(of target: FuzzTarget) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: WorkingCopy.root.appending(path: "Fixtures/fuzz/\(target.name)"),
      includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }
  }
}
