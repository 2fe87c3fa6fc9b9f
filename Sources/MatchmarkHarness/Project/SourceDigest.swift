import Foundation
import MatchmarkCore
package import MatchmarkDatasets
import MatchmarkSystem

/// The digest of the sources that decide which questions are asked and which answers are right.
package enum SourceDigest {
  private static let rooms = [
    "CScan", "MatchmarkConformance", "MatchmarkCore", "MatchmarkDatasets", "MatchmarkHarness",
    "MatchmarkMatchers", "MatchmarkSession",
  ]
  private static let suffixes = [".swift", ".c", ".h", ".inc"]

  /// - Throws: ``InputError/input(_:)`` if there are none, or if one cannot be read.
  package static func of(_ project: ProjectFolder) throws(InputError) -> String {
    guard let root = project.path else {
      throw .input("the digest of the sources is needed, and the sources are not here")
    }
    var checksum = Checksum()
    for room in rooms {
      let folder = "\(root)/Sources/\(room)"
      let files = (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
      for file in files where suffixes.contains(where: file.hasSuffix) {
        checksum.update(Array("\(room)/\(file)\n".utf8))
        checksum.update(try InputError.wrap { try FileReader.read("\(folder)/\(file)") })
      }
    }
    return checksum.identity
  }
}
