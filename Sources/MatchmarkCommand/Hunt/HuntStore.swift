import MatchmarkConformance
import MatchmarkCore
import MatchmarkSystem

/// Where finds are kept.
struct HuntStore {
  private let folder: String

  /// - Parameter folder: nil takes the project's where the current folder is within it, else one
  ///   below the current folder: a project that someone depends on is not theirs to write into.
  init(folder: String?) {
    let project = ProjectFolder.aroundCurrentFolder.map { "\($0)/Fixtures/regressions" }
    self.folder = folder ?? project ?? "regressions"
  }

  /// Stores what was found; the path of its file.
  ///
  /// The file is named by the situation: the same disagreement is the same file.
  ///
  /// - Parameter about: how it was found.
  /// - Throws: ``CommandError/input(_:)`` where it cannot be written.
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
