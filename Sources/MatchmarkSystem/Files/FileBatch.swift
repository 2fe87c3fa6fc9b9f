import LibC

/// Files that appear together: all of them are completely on disk before the first one appears.
///
/// So a full disk leaves the old set, not half of a new one. A reader can find files of two runs
/// mixed only in the moment between two renames, during which no signal but SIGKILL ends the
/// process. Until ``publish()``, nothing is visible; without it, every temporary file is
/// removed.
package final class FileBatch {
  /// A file that has been written and is about to appear.
  struct Member {
    let temporaryPath: String
    let target: String
    /// The path as given, for errors.
    let path: String
    /// Removes the temporary file if a signal ends the process.
    let guarded: TemporaryPath?
  }

  private var members: [Member] = []
  private var obsoletePaths: [String] = []
  private var folders: Set<String> = []

  package init() {}

  deinit { for member in members { try? Folder.remove(member.temporaryPath) } }

  /// Whether this is the batch's first file in the folder.
  func isFirst(in folder: String) -> Bool { folders.insert(folder).inserted }

  func add(_ member: Member) { members.append(member) }

  /// Removes `path` once the files have appeared: an older set had it, this one does not.
  package func remove(_ path: String) { obsoletePaths.append(path) }

  /// Makes all files appear, in the order in which they were finished, durably.
  ///
  /// - Throws: ``FileError``; the files before the one that it names are then the new ones, the
  ///   others the old ones, and no temporary file is left.
  package func publish() throws(FileError) {
    // They are released once signals are no longer held back.
    let members = members
    defer { withExtendedLifetime(members) {} }
    try Signals.heldBack { () throws(FileError) in try replaceAll() }
  }

  private func replaceAll() throws(FileError) {
    while let member = members.first {
      try Folder.rename(member.temporaryPath, to: member.target, reportedAs: member.path)
      members.removeFirst()
    }
    for path in obsoletePaths { try Folder.remove(path) }
    obsoletePaths = []
    for folder in folders { try Folder.synchronise(folder) }
  }
}
