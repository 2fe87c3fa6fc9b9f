import Foundation

/// The names in a folder; none where it cannot be read.
enum FolderListing {
  static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
