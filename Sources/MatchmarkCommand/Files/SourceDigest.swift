import Foundation
import MatchmarkCore
import MatchmarkSystem

/// The digest of the sources that decide which questions are asked and which answers are right.
enum SourceDigest {
  private static let rooms = [
    "CScan", "MatchmarkConformance", "MatchmarkCore", "MatchmarkDatasets", "MatchmarkHarness",
    "MatchmarkMatchers", "MatchmarkSession",
  ]
  private static let suffixes = [".swift", ".c", ".h", ".inc"]

  /// The digest of the sources of this project.
  ///
  /// - Throws: ``CommandError/input(_:)`` if there are none, or if one cannot be read.
  static func current() throws(CommandError) -> String {
    guard let root = ProjectFolder.path else {
      throw .input("the digest of the sources is needed, and the sources are not here")
    }
    var checksum = Checksum()
    for room in rooms {
      let folder = "\(root)/Sources/\(room)"
      let files = (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
      for file in files where suffixes.contains(where: file.hasSuffix) {
        checksum.update(Array("\(room)/\(file)\n".utf8))
        checksum.update(try CommandError.wrap { try FileReader.read("\(folder)/\(file)") })
      }
    }
    return checksum.identity
  }
}
