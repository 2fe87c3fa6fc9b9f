import Foundation
package import MatchmarkDatasets
import MatchmarkSystem

/// The commit of the project's archive, or of its checkout if git is installed.
package struct ProjectRevision {
  package let commit: String
  package let hasUncommittedChanges: Bool

  private init(commit: String, hasUncommittedChanges: Bool) {
    self.commit = commit
    self.hasUncommittedChanges = hasUncommittedChanges
  }

  /// Nil if the project is neither an archive nor a checkout.
  package init?(of project: ProjectFolder) {
    guard let known = Self.archived(project) ?? Self.checkedOut(project) else { return nil }
    self = known
  }

  /// The facts that `scripts/archive` writes into the archive.
  private static func archived(_ project: ProjectFolder) -> ProjectRevision? {
    guard let path = project.file("REVISION"),
      let lines = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n"),
      let commit = lines.first, commit.count >= 40
    else { return nil }
    return ProjectRevision(commit: String(commit), hasUncommittedChanges: lines.count > 1)
  }

  private static func checkedOut(_ project: ProjectFolder) -> ProjectRevision? {
    guard let folder = project.path,
      let commit = git(["rev-parse", "HEAD"], in: folder), commit.count >= 40,
      let status = git(["status", "--porcelain", "--untracked-files=no"], in: folder)
    else { return nil }
    return ProjectRevision(commit: commit, hasUncommittedChanges: !status.isEmpty)
  }

  /// The output of git; nil if git is not installed, fails, or takes longer than a run may wait.
  private static func git(_ arguments: [String], in folder: String) -> String? {
    let command = ChildCommand(
      // If a signal ends git while it holds an optional lock, .git/index.lock remains.
      "git", ["--no-optional-locks", "-C", folder] + arguments,
      environment: ChildCommand.inheritedEnvironment)
    guard var child = try? ChildProcess(command) else { return nil }
    child.closeInput()
    let limit = 1 << 20
    let deadline = Deadline(after: .seconds(10))
    guard let size = try? child.awaitEndOfOutput(atMost: limit, before: deadline), size <= limit,
      child.waitForEnding(before: deadline) == .exited(status: 0)
    else { return nil }
    return String(decoding: child.unreadBytes(atMost: size), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
