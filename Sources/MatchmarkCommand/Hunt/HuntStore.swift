import MatchmarkConformance
import MatchmarkCore
import MatchmarkHarness
import MatchmarkSystem

/// Where finds are kept.
struct HuntStore {
  private let folder: String

  /// - Parameter folder: nil takes the project's, or one below the current folder.
  init(folder: String?) {
    self.folder = folder ?? ProjectFolder.file("Fixtures/regressions") ?? "regressions"
  }

  /// The command that hunts through one case again.
  static func command(seed: UInt64, number: Int, contestants: ContestantOptions) -> String {
    let words =
      ["--seed", "\(seed)", "--first", "\(number)", "--cases", "1"] + contestants.arguments
    return "./matchmark hunt " + words.map(ReplayCommand.quoted).joined(separator: " ")
  }

  /// Stores a find; lines that say where, and how it is seen again.
  ///
  /// - Throws: ``CommandError/input(_:)`` where it cannot be written.
  func lines(
    of find: HuntFind, seed: UInt64, number: Int, contestants: ContestantOptions
  ) throws(CommandError) -> [String] {
    let again = "  again: \(Self.command(seed: seed, number: number, contestants: contestants))"
    guard case .disagreement(let disagreement) = find else { return [again] }
    let regression = RegressionCase(disagreement)
    let path: String
    do {
      // The name is that of the situation: the same find is the same file.
      let about = "Found by a hunt with seed \(seed), case \(number)."
      var checksum = Checksum()
      checksum.update(try regression.file(id: "", about: "").line())
      let name = "\(find.subject)-\(checksum.identity.prefix(8))"
      path = "\(folder)/\(name).json"
      let text = JSONLayout.text(
        try regression.file(id: name, about: about), order: RegressionCase.keyOrder)
      try Folder.create(folder)
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch {
      throw .input("cannot store the find: \(error)")
    }
    let settings = disagreement.options.sorted { $0.key < $1.key }.flatMap { name, value in
      ["--matcher-option", "\(disagreement.matcher).\(name)=\(value)"]
    }
    let replay = ([path] + contestants.settings + settings).map(ReplayCommand.quoted)
      .joined(separator: " ")
    return [
      "  clauses: \(regression.clauses.joined(separator: ", "))", "  stored: \(path)",
      "  replay: ./matchmark reproduce \(replay)", again,
    ]
  }
}
