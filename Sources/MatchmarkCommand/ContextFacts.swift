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
  /// The facts of this moment.
  static func now(in context: ProgramContext) -> RunContext {
    let revision = ProjectRevision(of: context.folder)
    var facts = RunContext(
      tool: "matchmark \(Matchmark.version)",
      startedAt: timestamp,
      commandLine: context.invocation.commandLine,
      host: host(), build: build,
      clock: ClockRecord(
        name: MonotonicClock.name,
        resolutionInNanoseconds: Double(MonotonicClock.resolutionInNanoseconds()),
        readingCostInNanoseconds: MonotonicClock.measureReadingCost()))
    facts.revision = revision?.commit
    facts.hasUncommittedChanges = revision?.hasUncommittedChanges
    facts.host.loadBefore = MachineFacts.load
    return facts
  }

  /// This moment, as records state it.
  static var timestamp: String { Date().formatted(.iso8601) }

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

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the machine, the clock and the build, as they appear in a record.")

  @OptionGroup var result: JSONOptions

  func run() throws {
    let facts = ContextFacts.now(in: context)
    try result.show(facts)
    let memory = facts.host.memoryInBytes.map { QuantityFormat.size($0) } ?? "unknown"
    let load = facts.host.loadBefore.map { QuantityFormat.fixed($0, digits: 2) } ?? "unknown"
    let clock = facts.clock
    Columns.show(
      [
        ("program", facts.tool),
        ("compiler", "\(facts.build.compiler), \(facts.build.isOptimised ? "release" : "debug")"),
        ("host", facts.host.name),
        ("kernel", facts.host.kernel),
        ("processor", "\(facts.host.processor), \(facts.host.coreCount) cores"),
        ("memory", memory),
        ("load", load),
        (
          "clock",
          "\(clock.name), resolution \(QuantityFormat.time(clock.resolutionInNanoseconds)), "
            + "a reading costs \(QuantityFormat.time(clock.readingCostInNanoseconds))"
        ),
        ("project", context.folder.path ?? "not found"),
        ("revision", facts.revision ?? "unknown"),
      ], by: print)
  }
}
