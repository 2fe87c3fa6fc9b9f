import MatchmarkConformance
import MatchmarkCore
import MatchmarkSystem

/// Where finds are stored.
struct HuntStore {
  private let folder: String

  /// - Parameter folder: nil means the project's folder if the current folder is within it, else
  ///   one below the current folder, because users of a package must not write into its checkout.
  init(folder: String?) {
    let project = ProjectFolder.aroundCurrentFolder.map { "\($0)/Fixtures/regressions" }
    self.folder = folder ?? project ?? "regressions"
  }

  /// Stores a find, and returns the path of its file.
  ///
  /// The file is named after the situation, so the same disagreement gives the same file.
  ///
  /// - Parameter about: how it was found.
  /// - Throws: ``CommandError/input(_:)`` if it cannot be written.
  func store(_ regression: RegressionCase, about: String) throws(CommandError) -> String {
    try CommandError.wrap("cannot store the find: ") {
      let identity = Checksum.identity(of: try regression.file(id: "", about: "").line())
      let name = "\(regression.matcher)-\(identity.prefix(8))"
      let path = "\(folder)/\(name).json"
      let text = JSONLayout.text(
        try regression.file(id: name, about: about), order: RegressionCase.keyOrder)
      try Folder.create(folder)
      try AtomicFile.write(Array(text.utf8), to: path)
      return path
    }
  }
}
