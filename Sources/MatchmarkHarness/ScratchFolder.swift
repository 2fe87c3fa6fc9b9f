import Foundation
package import MatchmarkSystem

/// A folder in the system's temporary folder, deleted with its contents when it is no longer
/// needed.
///
/// A signal removes it too, with the files that were asked for. SIGKILL does not; the next scratch
/// folder's creation removes those of processes that no longer exist and that no process has
/// locked. It is locked while it exists, because the number of a process in another container may
/// not exist here.
package final class ScratchFolder: Sendable {
  /// Its path, without links.
  package let path: String
  private let guarded = TemporaryPaths()
  private let claim: FolderClaim

  /// - Throws: ``FileError``; a temporary folder that does not exist is not created.
  package init() throws(FileError) {
    guard try FileKind(at: Self.parent) == .folder else {
      throw FileError(.open, path: Self.parent, code: ENOENT)
    }
    Self.removeAbandoned()
    let number = ProcessInfo.processInfo.processIdentifier
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    path = "\(Self.parent)/\(Self.prefix)\(number)-\(random)"
    guarded.add(path)
    claim = try FolderClaim(path)
  }

  deinit { Self.remove(path) }

  package func file(_ name: String) -> String {
    let file = "\(path)/\(name)"
    guarded.add(file)
    return file
  }

  private static let prefix = "matchmark-scratch-"

  /// The temporary folder, without links and without a trailing slash.
  package static var parent: String {
    FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
  }

  /// No caller is left to report a failure to; the system empties its temporary folder in time.
  private static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Only the user's own: in a folder that everyone may write to, a name proves nothing.
  private static func removeAbandoned() {
    for name in Folder.names(in: parent) where name.hasPrefix(prefix) {
      let parts = name.dropFirst(prefix.count).split(
        separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int32(parts[0]), number > 0,
        !ProcessFacts.isRunning(number), ProcessFacts.ownsFolder("\(parent)/\(name)")
      else { continue }
      FolderClaim.holdAbandoned("\(parent)/\(name)", while: remove)
    }
  }
}
