import ArgumentParser
import MatchmarkCore
import MatchmarkMeasurement
import MatchmarkReports

/// Shows what a run would record about the machine and the build.
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
      ("project", ProjectFolder.path ?? "not found"),
      ("revision", context.revision ?? "unknown"),
    ])
  }
}

/// Prints the versions.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the versions of program, record and contract.")

  func run() throws {
    print(
      "matchmark \(Matchmark.version), record format \(RunRecord.currentFormatVersion), "
        + "specification \(RunRecord.currentSpecificationVersion), "
        + "Unicode 15.0")
  }
}
