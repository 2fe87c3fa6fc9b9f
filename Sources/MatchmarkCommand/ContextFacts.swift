import Foundation
import MatchmarkMeasurement
import MatchmarkSystem

/// Where and how a run is made, as far as this program can tell.
enum ContextFacts {
  static func current() -> RunContext {
    let machine = MachineFacts.current()
    let revision = ProjectRevision.current()
    var context = RunContext(
      tool: "matchmark \(Matchmark.version)",
      startedAt: Date().formatted(.iso8601),
      commandLine: ["matchmark"] + CommandLine.arguments.dropFirst(),
      host: HostRecord(
        name: machine.hostName, kernel: machine.kernelRelease, processor: machine.processorModel,
        coreCount: machine.coreCount, memoryInBytes: machine.memorySizeInBytes.map { Int($0) },
        loadBefore: MachineLoad.current().averages.first),
      build: build,
      clock: ClockRecord(
        name: MonotonicClock.name,
        resolutionInNanoseconds: Double(MonotonicClock.resolutionInNanoseconds()),
        readingCostInNanoseconds: MonotonicClock.measureReadingCost()),
      revision: revision?.commit, hasUncommittedChanges: revision?.hasUncommittedChanges)
    context.host.frequencyGovernor = machine.frequencyGovernor
    return context
  }

  /// The compiler tells its version only by comparison.
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

/// The commit of the project's checkout, where there is one and git is installed.
struct ProjectRevision {
  let commit: String
  let hasUncommittedChanges: Bool

  static func current() -> ProjectRevision? {
    guard let folder = ProjectFolder.path,
      let commit = git(["rev-parse", "HEAD"], in: folder), commit.count >= 40,
      let status = git(["status", "--porcelain", "--untracked-files=no"], in: folder)
    else { return nil }
    return ProjectRevision(commit: commit, hasUncommittedChanges: !status.isEmpty)
  }

  private static func git(_ arguments: [String], in folder: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
