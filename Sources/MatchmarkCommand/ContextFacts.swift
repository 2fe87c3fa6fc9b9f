import Foundation
import MatchmarkMeasurement
import MatchmarkSystem

/// Where and how a run is made, as far as this program can tell.
enum ContextFacts {
  static func current() -> RunContext {
    let revision = ProjectRevision.current()
    var context = RunContext(
      tool: "matchmark \(Matchmark.version)",
      startedAt: Date().formatted(.iso8601),
      commandLine: ["matchmark"] + CommandLine.arguments.dropFirst(),
      host: host(), build: build,
      clock: ClockRecord(
        name: MonotonicClock.name,
        resolutionInNanoseconds: Double(MonotonicClock.resolutionInNanoseconds()),
        readingCostInNanoseconds: MonotonicClock.measureReadingCost()))
    context.revision = revision?.commit
    context.hasUncommittedChanges = revision?.hasUncommittedChanges
    context.host.loadBefore = MachineLoad.current().averages.first
    return context
  }

  /// The machine, without its current load.
  static func host() -> HostRecord {
    let machine = MachineFacts.current()
    var host = HostRecord(
      name: machine.hostName, kernel: machine.kernelRelease, processor: machine.processorModel,
      coreCount: machine.coreCount, memoryInBytes: machine.memorySizeInBytes.map { Int($0) },
      loadBefore: nil)
    host.frequencyGovernor = machine.frequencyGovernor
    return host
  }

  /// The compiler reveals its version only through comparisons.
  static var build: BuildRecord {
    #if compiler(>=6.4)
      let compiler = "Swift 6.4 or later"
    #else
      let compiler = "Swift 6.3"
    #endif
    #if DEBUG
      return BuildRecord(compiler: compiler, isOptimised: false)
    #else
      return BuildRecord(compiler: compiler, isOptimised: true)
    #endif
  }
}

/// The commit of the project's archive, or of its checkout if git is installed.
struct ProjectRevision {
  let commit: String
  let hasUncommittedChanges: Bool

  static func current() -> ProjectRevision? { archived() ?? checkedOut() }

  /// What `scripts/archive` writes into the archive.
  private static func archived() -> ProjectRevision? {
    guard let path = ProjectFolder.file("REVISION"),
      let lines = try? String(contentsOfFile: path, encoding: .utf8).split(separator: "\n"),
      let commit = lines.first, commit.count >= 40
    else { return nil }
    return ProjectRevision(commit: String(commit), hasUncommittedChanges: lines.count > 1)
  }

  private static func checkedOut() -> ProjectRevision? {
    guard let folder = ProjectFolder.path,
      let commit = git(["rev-parse", "HEAD"], in: folder), commit.count >= 40,
      let status = git(["status", "--porcelain", "--untracked-files=no"], in: folder)
    else { return nil }
    return ProjectRevision(commit: commit, hasUncommittedChanges: !status.isEmpty)
  }

  /// The output of git; nil if git is not installed, fails, or takes longer than a run may wait.
  private static func git(_ arguments: [String], in folder: String) -> String? {
    let command = ChildCommand(
      // No optional locks: a signal that ends git would leave .git/index.lock behind.
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
