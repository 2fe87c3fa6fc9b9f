import Foundation
package import MatchmarkDatasets
import MatchmarkSystem

/// The absolute form of a path, which does not depend on the current folder.
package enum AbsolutePath {
  package static func of(_ path: String) throws(InputError) -> String {
    if path.isAbsolutePath { return URL(fileURLWithPath: path).standardizedFileURL.path }
    guard let folder = Folder.current else {
      throw .input(
        "cannot tell where '\(path)' is: the current folder was removed, or its path is not UTF-8, "
          + "expected one that JSON can hold")
    }
    return URL(fileURLWithPath: "\(folder)/\(path)").standardizedFileURL.path
  }
}
