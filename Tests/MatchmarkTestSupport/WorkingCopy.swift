package import Foundation

/// The working copy that the tests were compiled from.
package enum WorkingCopy {
  /// The folder of Package.swift.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The full path of a file in it.
  package static func path(_ file: String) -> String { root.appending(path: file).path }
}
