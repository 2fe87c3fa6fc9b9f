import ArgumentParser
import Foundation
import MatchmarkCore
import MatchmarkDatasets
import MatchmarkHarness
import MatchmarkRecord
import MatchmarkReports
import MatchmarkSystem

/// The machine, the build and the invocation of a run, as far as this program can tell.
enum ContextFacts {
  static func current() -> RunContext {
    let revision = ProjectRevision(of: .current)
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
    context.host.loadBefore = MachineFacts.load
    return context
  }

  /// Today's date in this machine's time zone.
  static var today: String {
    // Formats that need a locale crash if LANG names a language of twelve letters or more.
    Date().formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
  }

  /// The machine, without its current load.
  static func host() -> HostRecord {
    var host = HostRecord(
      name: MachineFacts.hostName, kernel: MachineFacts.kernelRelease,
      processor: MachineFacts.processorModel, coreCount: MachineFacts.coreCount,
      memoryInBytes: MachineFacts.memorySizeInBytes.map { Int($0) }, loadBefore: nil)
    host.frequencyGovernor = MachineFacts.frequencyGovernor
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

extension ProjectFolder {
  /// The project of this process.
  ///
  /// The wrapper names the folder in `MATCHMARK_HOME`. A binary started directly looks above the
  /// current folder, then above its own path (as in the archive), and last where it was compiled.
  static let current = ProjectFolder(path: candidates().first { isProject($0) })

  /// The project that contains the current folder; nil elsewhere.
  static var aroundCurrentFolder: String? {
    ancestors(of: FileManager.default.currentDirectoryPath).first { isProject($0) }
  }

  private static func candidates() -> [String] {
    let home = ProcessInfo.processInfo.environment["MATCHMARK_HOME"]
    let program = URL(fileURLWithPath: Invocation.programPath)
      .resolvingSymlinksInPath().deletingLastPathComponent().path
    let compiled = (#filePath as NSString).deletingLastPathComponent
    return (home.map { [$0] } ?? [])
      + [FileManager.default.currentDirectoryPath, program, compiled].flatMap(ancestors)
  }

  private static func ancestors(of path: String) -> [String] {
    var paths: [String] = []
    var current = path
    while current.count > 1 {
      paths.append(current)
      current = (current as NSString).deletingLastPathComponent
    }
    return paths
  }

  private static func isProject(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: (path as NSString).appendingPathComponent("Benchmarks/Suites/default.yaml"))
  }
}

extension SourceDigest {
  /// The digest of this project's sources.
  static func current() throws(InputError) -> String { try of(.current) }
}

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the machine, the clock and the build, as they appear in a record.")

  @OptionGroup var result: JSONOptions

  func run() throws {
    let context = ContextFacts.current()
    try result.show(context)
    let memory = context.host.memoryInBytes.map { QuantityFormat.size($0) } ?? "unknown"
    let load = context.host.loadBefore.map { QuantityFormat.fixed($0, digits: 2) } ?? "unknown"
    let clock = context.clock
    Columns.show([
      ("program", context.tool),
      ("compiler", "\(context.build.compiler), \(context.build.isOptimised ? "release" : "debug")"),
      ("host", context.host.name),
      ("kernel", context.host.kernel),
      ("processor", "\(context.host.processor), \(context.host.coreCount) cores"),
      ("memory", memory),
      ("load", load),
      (
        "clock",
        "\(clock.name), resolution \(QuantityFormat.time(clock.resolutionInNanoseconds)), "
          + "a reading costs \(QuantityFormat.time(clock.readingCostInNanoseconds))"
      ),
      ("project", ProjectFolder.current.path ?? "not found"),
      ("revision", context.revision ?? "unknown"),
    ])
  }
}
