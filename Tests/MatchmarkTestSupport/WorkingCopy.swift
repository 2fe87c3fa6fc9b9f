package import Foundation

/// The working copy that the tests were compiled from.
package enum WorkingCopy {
  /// The folder that contains Package.swift.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the full path of a file in the working copy.
  package static func path(_ file: String) -> String { root.appending(path: file).path }
}
